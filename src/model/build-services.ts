import type { Deployment, Workload } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import {
  type BuildContext,
  type Claim,
  carryReplicas,
  claimReplicas,
  type Share,
} from "./claim.ts";
import { disruptionOf, disruptionOrigin, jointDisruption } from "./disruption.ts";
import type { Placed } from "./document.ts";
import { driftWarning, settleByEvidence } from "./evidence.ts";
import { type Matcher, workloadMatcher, workloadTitle } from "./match.ts";
import type { Domain, Probability, Service } from "./model.ts";
import type { ServicePart } from "./origin.ts";
import { placeReplicas } from "./place-replicas.ts";
import type { Spec, SpecService } from "./spec.ts";
import { counted, quote } from "./wording.ts";

/** θ where the spec sets none: 99.9%. */
const defaultReplicaAvailability: Probability = { p: 0.999, q: 0.001 };

export type BuiltServices = {
  readonly services: readonly Service[];
  readonly claims: ReadonlyMap<string, Claim>;
  readonly diagnostics: readonly Diagnostic[];
};

/** V with R, θ and placement: every known service with the replicas that the manifests or the spec give it. */
export function buildServices(
  spec: Spec,
  deployment: Pick<Deployment, "workloads" | "customs">,
  domains: readonly Domain[],
  context: BuildContext,
): BuiltServices {
  const match = workloadMatcher(deployment.workloads, deployment.customs);
  const claims = new Map<string, Claim>();
  const services: Service[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const service of spec.services.values()) {
    const claim = claimOf(service, match, spec, deployment, context);
    if ("severity" in claim) {
      diagnostics.push(claim);
      continue;
    }
    claims.set(service.name, claim);
    const fitted = fitReplicas(service, claim, spec, context.carriedFrom !== null);
    diagnostics.push(...drifted(service));
    if ("severity" in fitted) diagnostics.push(fitted);
    else services.push(buildService(service, claim, fitted, spec, domains));
  }
  diagnostics.push(...neverLive(services, spec), ...sharedWorkloads(claims, spec));
  return { services, claims, diagnostics };
}

function claimOf(
  service: SpecService,
  match: Matcher,
  spec: Spec,
  deployment: Pick<Deployment, "workloads" | "customs">,
  context: BuildContext,
): Claim | Diagnostic {
  const found = match(service);
  return context.carriedFrom === null
    ? claimReplicas(service, found, deployment, spec.defaults, context)
    : carryReplicas(service, found, spec.defaults, context);
}

function buildService(
  service: SpecService,
  claim: Claim,
  replicas: readonly Probability[],
  spec: Spec,
  domains: readonly Domain[],
): Service {
  const { shares } = claim;
  const workloads = shares.map((one) => one.workload);
  const own = availabilityOf(service, spec);
  const groups = shares.length > 0 ? shares : [{ count: replicas.length, workload: null }];
  const { placement, origins } = placeReplicas(service, groups, spec, domains);
  return {
    name: service.name,
    replicas,
    quorum: quorumOf(service.quorum, replicas.length),
    external: claim.from === "external",
    placement,
    disruption: shares.length > 0 ? jointDisruption(shares) : disruptionOf(null, replicas.length),
    origin: {
      workload: workloads.length === 0 ? null : workloads.map(workloadTitle).sort().join(" + "),
      replicasFrom: claim.from,
      replicaAvailabilityFrom: own.from,
      ...(service.evidence === null ? {} : { evidence: service.evidence }),
      ...(service.quorum?.value === "majority" ? { quorum: "majority" as const } : {}),
      replicasPlace: claim.place,
      ...(origins.length === 0 ? {} : { placement: origins }),
      ...(shares.length === 0 ? {} : { disruption: disruptionOrigin(workloads) }),
      ...(shares.length < 2 ? {} : { parts: shares.map(partOf) }),
      ...(own.place === null ? {} : { replicaAvailabilityPlace: own.place }),
      place: service.place,
    },
  };
}

function partOf({ workload, count, place }: Share): ServicePart {
  return {
    workload: workloadTitle(workload),
    replicas: count,
    place,
    disruption: disruptionOrigin([workload]),
  };
}

/** θ of a service, what says it, and where; `null`: nothing does, and the built-in default is meant. */
type OwnAvailability = {
  readonly value: Probability | readonly Probability[];
  readonly from: "spec" | "default" | "evidence";
  readonly place: Place | null;
};

function availabilityOf(service: SpecService, { defaults }: Spec): OwnAvailability {
  const set = handSet(service);
  if (set !== null) return { ...set, from: "spec" };
  const byDefault = defaults.replicaAvailability;
  const up = byDefault?.value ?? defaultReplicaAvailability;
  const stated = { up, from: "default" as const, place: byDefault?.place ?? service.place };
  const settled = settleByEvidence(stated, service.evidence);
  return settled.from === "evidence"
    ? { value: settled.up, from: "evidence", place: settled.place }
    : { value: up, from: "default", place: byDefault?.place ?? null };
}

function handSet({
  external,
  replicaAvailability,
}: SpecService): Placed<Probability | readonly Probability[]> | null {
  return external ?? replicaAvailability;
}

/** Of a list there is one for each replica, while evidence is of all: it says nothing against any of them. */
function drifted(service: SpecService): readonly Diagnostic[] {
  const set = handSet(service);
  if (set === null || service.evidence === null || !("p" in set.value)) return [];
  const key = service.external === null ? "replicaAvailability" : "external";
  return driftWarning({ key, of: service.name }, set.value, service.evidence, set.place);
}

/** k of Eq. (5); `majority` is ⌊R/2⌋+1 of the declared replicas. */
function quorumOf(quorum: Placed<number | "majority"> | null, replicas: number): number {
  if (quorum === null) return 1;
  return quorum.value === "majority" ? Math.floor(replicas / 2) + 1 : quorum.value;
}

/**
 * θ of each replica. A list has one for each, or it is an error; when carried over to manifests that it
 * was not written for, its last value stands for replicas beyond it.
 */
function fitReplicas(
  service: SpecService,
  { count }: Claim,
  spec: Spec,
  carried: boolean,
): readonly Probability[] | Diagnostic {
  const { value, place } = availabilityOf(service, spec);
  if ("p" in value) return Array.from({ length: count }, () => value);
  if (carried) {
    return Array.from({ length: count }, (_, i) => value[Math.min(i, value.length - 1)]!);
  }
  if (value.length === count) return value;
  const message = `\`replicaAvailability\` of ${quote(service.name)} lists ${value.length} for ${counted(count, "replica")}; list one for each, or give one for all`;
  return diagnostic("error", "replica-availability-length", message, place);
}

function neverLive(services: readonly Service[], spec: Spec): readonly Diagnostic[] {
  return services.flatMap(({ name, replicas, quorum, origin }) => {
    if (quorum <= replicas.length) return [];
    const why =
      replicas.length === 0
        ? "has no replicas"
        : `needs ${quorum} live replicas and has ${replicas.length}`;
    const place = spec.services.get(name)?.quorum?.place ?? origin.replicasPlace;
    const message = `service ${quote(name)} ${why}: it is never live; give it more replicas`;
    return diagnostic("warning", "never-live", message, place);
  });
}

/** Two services on one workload fail together, while the model takes them for independent. */
function sharedWorkloads(claims: ReadonlyMap<string, Claim>, spec: Spec): readonly Diagnostic[] {
  const first = new Map<Workload, string>();
  const shared = [...claims].flatMap(([name, { shares }]) =>
    shares.map(({ workload }) => ({ name, workload })),
  );
  return shared.flatMap(({ name, workload }) => {
    const other = first.get(workload);
    if (other === undefined) {
      first.set(workload, name);
      return [];
    }
    const message = `services ${quote(other)} and ${quote(name)} both run as ${quote(workloadTitle(workload))}, and count as if they failed independently; make them one service or set \`workload\``;
    return diagnostic(
      "warning",
      "shared-workload",
      message,
      spec.services.get(name)?.place ?? null,
    );
  });
}
