import type { Workload } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { type Match, workloadTitle } from "./match.ts";
import type { ServiceOrigin } from "./model.ts";
import type { SpecDefaults, SpecService } from "./spec.ts";
import { didYouMean, quote } from "./wording.ts";

/** R of one service, and what says so. */
export type Claim = {
  readonly count: number;
  readonly from: ServiceOrigin["replicasFrom"];
  /** The line that decides the count. */
  readonly place: Place;
  /** Matched, for a service of its own replicas. */
  readonly workload: Workload | null;
};

export type BuildContext = {
  /** What base's spec matched in base's manifests, by service; `null` where there is no base. */
  readonly matchedAtBase: ReadonlyMap<string, Workload> | null;
  /**
   * For the carried evaluation (base's spec, head's manifests): what head's spec matched, by service.
   * `null` otherwise.
   */
  readonly carriedFrom: ReadonlyMap<string, Workload> | null;
};

/** More would be a mistake in a manifest, and a burden to compute. */
const mostReplicas = 10_000;

const mostListed = 10;

/**
 * Decide R of a service at one commit. A matched workload says; else `replicas` of the spec; else it
 * is one replica. A service that had a workload at base does not fall back to that one replica.
 */
export function claimReplicas(
  service: SpecService,
  match: Match,
  workloads: readonly Workload[],
  defaults: SpecDefaults,
  context: BuildContext,
): Claim | Diagnostic {
  switch (match.kind) {
    case "several":
      return ambiguous(service, match.workloads);
    case "absent": {
      const title = workloadTitle(match.wanted);
      const known = workloads.flatMap((one) => [`${one.kind}/${one.name}`, workloadTitle(one)]);
      const remedy =
        didYouMean(title, known) || "; name one of the manifests, or remove `workload`";
      const message = `no manifest has the workload ${quote(title)} of service ${quote(service.name)}${remedy}`;
      return diagnostic(
        "error",
        "unknown-workload",
        message,
        service.workload?.place ?? service.place,
      );
    }
    case "one": {
      const fault = claimFault(service, match.workload);
      return fault ?? manifestClaim(match.workload, defaults);
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
  if (match.kind === "one" && isSound(match.workload))
    return manifestClaim(match.workload, defaults);
  if (isAsserted(service)) return specClaim(service);
  const atHead = context.carriedFrom?.get(service.name);
  if (atHead !== undefined && isSound(atHead)) return manifestClaim(atHead, defaults);
  if (!context.matchedAtBase?.has(service.name)) return specClaim(service);
  return { count: 0, from: "missing", place: service.place, workload: null };
}

/** Whether the spec itself says how many replicas there are. */
function isAsserted({ external, replicas }: SpecService): boolean {
  return external !== null || replicas !== null;
}

function specClaim({ external, replicas, place }: SpecService): Claim {
  if (external !== null) {
    return { count: 1, from: "external", place: external.place, workload: null };
  }
  return replicas === null
    ? { count: 1, from: "default", place, workload: null }
    : { count: replicas.value, from: "spec", place: replicas.place, workload: null };
}

function manifestClaim(workload: Workload, defaults: SpecDefaults): Claim {
  const { count, place } = workload.replicas;
  const ofDaemonSet = defaults.daemonSetReplicas;
  return {
    count: count ?? ofDaemonSet?.value ?? 1,
    from: "manifest",
    place: count === null ? (ofDaemonSet?.place ?? place) : place,
    workload,
  };
}

function isSound({ conflicts, replicas }: Workload): boolean {
  return conflicts.length === 0 && replicas.problem === undefined && isCount(replicas.count);
}

function isCount(count: number | null): boolean {
  return count === null || (Number.isInteger(count) && count >= 0 && count <= mostReplicas);
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
    const message = `the manifests disagree on the replicas of ${title}: ${listed(facts)}; narrow \`manifests\` to one environment, or write one spec an environment with \`extends\``;
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

function ambiguous(service: SpecService, workloads: readonly Workload[]): Diagnostic {
  const found = workloads.map((one) => `${workloadTitle(one)} (${where(one.place)})`);
  const remedy =
    service.workload === null
      ? "narrow `manifests` to what is deployed, or set its `workload`"
      : "name the namespace in its `workload`";
  const message = `service ${quote(service.name)} matches several workloads: ${listed(found)}; ${remedy}`;
  return diagnostic(
    "error",
    "ambiguous-workload",
    message,
    service.workload?.place ?? service.place,
  );
}

function gone(service: SpecService, atBase: Workload): Diagnostic {
  const was = `${workloadTitle(atBase)} (${where(atBase.place)})`;
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
