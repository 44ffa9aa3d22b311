import type { CustomResource, Deployment, Workload } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { Placed } from "./document.ts";
import { type Match, type Matches, workloadTitle } from "./match.ts";
import type { ServiceOrigin } from "./origin.ts";
import type { SpecDefaults, SpecService, WorkloadName } from "./spec.ts";
import { didYouMean, quote } from "./wording.ts";

/** R of one service, and what says so. */
export type Claim = {
  readonly count: number;
  readonly from: ServiceOrigin["replicasFrom"];
  /** The line that decides the count, or the first of several. */
  readonly place: Place;
  /** Of each workload that was matched; empty for a service of its own replicas. */
  readonly shares: readonly Share[];
};

/** What one workload gives a service. */
export type Share = { readonly workload: Workload; readonly count: number; readonly place: Place };

export type BuildContext = {
  /** What base's spec matched in base's manifests, by service; `null` where there is no base. */
  readonly matchedAtBase: Matches | null;
  /**
   * For the carried evaluation (base's spec, head's manifests): what head's spec matched, by service.
   * `null` otherwise.
   */
  readonly carriedFrom: Matches | null;
};

/** More would be a mistake in a manifest, and a burden to compute. */
const mostReplicas = 10_000;

const mostListed = 10;

/**
 * Decide R of a service at one commit. A matched workload says, or several together; else `replicas` of the
 * spec; else it is one replica. A service that had a workload at base does not fall back to that one replica.
 */
export function claimReplicas(
  service: SpecService,
  match: Match,
  deployment: Pick<Deployment, "workloads" | "customs">,
  defaults: SpecDefaults,
  context: BuildContext,
): Claim | Diagnostic {
  switch (match.kind) {
    case "several":
      return ambiguous(service, match.workloads, match.wanted);
    case "absent":
      return unknown(service, match.wanted, deployment);
    case "numberless":
      return numberless(service, match.wanted, match.paths);
    case "one":
    case "all": {
      const workloads = match.kind === "one" ? [match.workload] : match.workloads;
      const faults = workloads.flatMap((one) => claimFault(service, one) ?? []);
      return faults[0] ?? tooMany(service, workloads, defaults) ?? sharedClaim(workloads, defaults);
    }
    case "none": {
      const atBase = context.matchedAtBase?.get(service.name);
      return atBase === undefined || isAsserted(service)
        ? specClaim(service)
        : gone(service, atBase);
    }
  }
}

/**
 * Decide R for the carried evaluation, which never fails for want of a workload: where base's rules
 * find none (or no single one) in head's manifests, what base's spec asserts counts, then what head's
 * spec matched. A service whose workload is gone has no replicas.
 */
export function carryReplicas(
  service: SpecService,
  match: Match,
  defaults: SpecDefaults,
  context: BuildContext,
): Claim {
  const found =
    match.kind === "one" ? [match.workload] : match.kind === "all" ? match.workloads : [];
  if (found.length > 0 && found.every(isSound)) return sharedClaim(found, defaults);
  if (isAsserted(service)) return specClaim(service);
  const atHead = (context.carriedFrom?.get(service.name) ?? []).filter(isSound);
  if (atHead.length > 0) return sharedClaim(atHead, defaults);
  if (!context.matchedAtBase?.has(service.name)) return specClaim(service);
  return { count: 0, from: "missing", place: service.place, shares: [] };
}

/** Whether the spec itself says how many replicas there are. */
function isAsserted({ external, replicas }: SpecService): boolean {
  return external !== null || replicas !== null;
}

function specClaim({ external, replicas, place }: SpecService): Claim {
  if (external !== null) {
    return { count: 1, from: "external", place: external.place, shares: [] };
  }
  return replicas === null
    ? { count: 1, from: "default", place, shares: [] }
    : { count: replicas.value, from: "spec", place: replicas.place, shares: [] };
}

/** What the workloads of a service give it together, the first saying where. */
function sharedClaim(workloads: readonly Workload[], defaults: SpecDefaults): Claim {
  const shares = workloads.map((one) => shareOf(one, defaults));
  return {
    count: shares.reduce((sum, { count }) => sum + count, 0),
    from: "manifest",
    place: shares[0]!.place,
    shares,
  };
}

function shareOf(workload: Workload, defaults: SpecDefaults): Share {
  const { count, place } = workload.replicas;
  const ofDaemonSet = defaults.daemonSetReplicas;
  return {
    workload,
    count: count ?? ofDaemonSet?.value ?? 1,
    place: count === null ? (ofDaemonSet?.place ?? place) : place,
  };
}

function isSound({ conflicts, replicas }: Workload): boolean {
  return conflicts.length === 0 && replicas.problem === undefined && isCount(replicas.count);
}

function isCount(count: number | null): boolean {
  return count === null || (Number.isInteger(count) && count >= 0 && count <= mostReplicas);
}

/** The names that kustomize looks for in a folder (konfig.RecognizedKustomizationFileNames). */
const KUSTOMIZATION = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;

/** What a kustomization says of its resources holds where it is rendered, and is no other environment. */
function disagreementRemedy({ replicas, conflicts }: Workload): string {
  const files = [replicas, ...conflicts].map(({ place }) => place.file);
  const overlay = files.find((file) => KUSTOMIZATION.test(file));
  return overlay === undefined
    ? "narrow `manifests` to one environment, or write one spec an environment with `extends`"
    : `have ${quote(overlay)} rendered by \`kustomize:\` and its folder under \`manifests\`, or narrow \`manifests\` to what is deployed`;
}

/** Why a matched workload cannot say how many replicas there are; `null`: it can. */
function claimFault(service: SpecService, workload: Workload): Diagnostic | null {
  const title = quote(workloadTitle(workload));
  const { count, place, problem } = workload.replicas;
  if (workload.conflicts.length > 0) {
    const facts = [workload.replicas, ...workload.conflicts].map(
      (fact) =>
        `${fact.count ?? (fact.problem === undefined ? "one a node" : "unclear")} (${where(fact.place)})`,
    );
    const message = `the manifests disagree on the replicas of ${title}: ${listed(facts)}; ${disagreementRemedy(workload)}`;
    return diagnostic("error", "conflicting-workload", message, place);
  }
  if (problem !== undefined) return diagnostic("error", "bad-replicas", problem, place);
  if (service.replicas !== null) {
    const message = `\`replicas\` beside the workload ${title} (${where(place)}), which says how many; remove \`replicas\``;
    return diagnostic("error", "contradiction", message, service.replicas.place);
  }
  if (!isCount(count)) {
    const message = `${title} has ${count} replicas; write a whole number from 0 to ${mostReplicas}`;
    return diagnostic("error", "bad-replicas", message, place);
  }
  return null;
}

/** Each may be within its bounds, and all together beyond. */
function tooMany(
  { name, place }: SpecService,
  workloads: readonly Workload[],
  defaults: SpecDefaults,
): Diagnostic | null {
  const { count } = sharedClaim(workloads, defaults);
  if (isCount(count)) return null;
  const message = `the workloads of service ${quote(name)} have ${count} replicas together; it may have ${mostReplicas} at the most`;
  return diagnostic("error", "bad-replicas", message, place);
}

function unknown(
  { name }: SpecService,
  { value, place }: Placed<WorkloadName>,
  { workloads, customs }: Pick<Deployment, "workloads" | "customs">,
): Diagnostic {
  const title = workloadTitle(value);
  const all: readonly (Workload | CustomResource)[] =
    value.replicasAt === null ? workloads : customs;
  const known = all.flatMap((one) => [`${one.kind}/${one.name}`, workloadTitle(one)]);
  const remedy = didYouMean(title, known) || "; name one of the manifests, or remove `workload`";
  const message = `no manifest has the workload ${quote(title)} of service ${quote(name)}${remedy}`;
  return diagnostic("error", "unknown-workload", message, place);
}

function numberless(
  { name }: SpecService,
  { value, place }: Placed<WorkloadName>,
  paths: readonly string[],
): Diagnostic {
  const path = value.replicasAt ?? "";
  const remedy =
    paths.length === 0
      ? "it has none below `spec`: give the service `replicas` instead"
      : didYouMean(path, paths).replace(/^; /, "") || `it has one at ${listed(paths.map(quote))}`;
  const message = `${quote(workloadTitle(value))} of service ${quote(name)} has no whole number at ${quote(path)}; ${remedy}`;
  return diagnostic("error", "unknown-replicas-path", message, place);
}

function ambiguous(
  { name, place }: SpecService,
  workloads: readonly Workload[],
  wanted: Placed<WorkloadName> | null,
): Diagnostic {
  const found = workloads.map((one) => `${workloadTitle(one)} (${where(one.place)})`);
  const remedy =
    wanted === null
      ? "narrow `manifests` to what is deployed, or set its `workload`: a list where they serve it together"
      : "name the namespace in its `workload`";
  const message = `service ${quote(name)} matches several workloads: ${listed(found)}; ${remedy}`;
  return diagnostic("error", "ambiguous-workload", message, wanted?.place ?? place);
}

function gone(service: SpecService, atBase: readonly Workload[]): Diagnostic {
  const was = listed(atBase.map((one) => `${workloadTitle(one)} (${where(one.place)})`));
  const message = `service ${quote(service.name)} matched ${was} at base and nothing at head; name its workload or remove the service`;
  return diagnostic("error", "workload-gone", message, service.place);
}

function where({ file, line }: Place): string {
  return `${file}:${line}`;
}

function listed(items: readonly string[]): string {
  const more = items.length - mostListed;
  return more > 0 ? `${items.slice(0, mostListed).join(", ")} and ${more} more` : items.join(", ");
}
