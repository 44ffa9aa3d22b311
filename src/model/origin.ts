import type { Place } from "../yaml/diagnostic.ts";

/** Where the facts of a service come from; the engine never looks at it. */
export type ServiceOrigin = {
  /** The workload that gives its replicas, as `Kind/name` or `Kind/namespace/name`; several with a plus between. */
  readonly workload: string | null;
  /** What each of several workloads gives it; absent where it has one, or none. */
  readonly parts?: readonly ServicePart[];
  /** `missing`: the base spec claims a workload that the head's manifests no longer have (carried only). */
  readonly replicasFrom: "manifest" | "spec" | "default" | "external" | "missing";
  /** `evidence`: it replaces a default that lies outside its interval. */
  readonly replicaAvailabilityFrom: "spec" | "default" | "evidence";
  /** Where k follows the number of replicas, whatever it is; absent where it is a number of its own. */
  readonly quorum?: "majority";
  /** The line that decides the number of replicas. */
  readonly replicasPlace: Place;
  /** The line that sets θ, in `services` or in `defaults`; absent where none does. */
  readonly replicaAvailabilityPlace?: Place;
  /** What was observed of θ, whether or not it gives it; absent where the spec has none. */
  readonly evidence?: Evidence;
  /** What puts its replicas on domains, one for each of these at the most. */
  readonly placement?: readonly PlacementOrigin[];
  /** What its manifests say of `disruption`; absent where they say nothing. */
  readonly disruption?: {
    readonly rollout: DisruptionOrigin | null;
    readonly drain: DisruptionOrigin | null;
  };
  /** Where the spec first names the service. */
  readonly place: Place;
};

/** Binomial counts of what was observed of a θ or a ρ (semantics, "Parameter uncertainty"). */
export type Evidence = {
  readonly good: number;
  readonly total: number;
  readonly until: string | null;
  readonly place: Place;
};

export type ServicePart = {
  readonly workload: string;
  readonly replicas: number;
  /** The line that decides their number. */
  readonly place: Place;
  readonly disruption: NonNullable<ServiceOrigin["disruption"]>;
};

export type DisruptionOrigin = {
  /** The same for the same rule, whatever the replicas: `maxUnavailable 25%`. */
  readonly rule: string;
  /** The line of the update strategy, or of the disruption budget. */
  readonly place: Place;
};

export type PlacementOrigin = {
  /** Index into the domains of the model. */
  readonly domain: number;
  /** `assumed`: nothing says, where a commit that this one is compared with has a manifest that does. */
  readonly from: "spec" | "manifest" | "default" | "assumed";
  /** Members that replicas sit on in turn, also those that are not there yet; of several workloads, of the first. */
  readonly row?: readonly number[];
  /** The scheduler may leave it undone. */
  readonly soft: boolean;
  /** The line that decides it. */
  readonly place: Place;
};

/** `share`: the fraction of the spec, as decimal text. `isOfAll`: nothing says among which services. */
export type KillOrigin = {
  readonly share: string;
  readonly rounding: "floor" | "ceil" | "round";
  readonly minimum: number;
  readonly isOfAll: boolean;
};
