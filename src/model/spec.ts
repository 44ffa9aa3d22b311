import type { Place } from "../yaml/diagnostic.ts";
import type { Decimal, Rounding } from "./decimal.ts";
import type { Placed } from "./document.ts";
import type { Completion, GateSettings, Mode, Probability } from "./model.ts";

/** A valid spec, what it extends laid under it. Every name in it is known. */
export type Spec = {
  /** Of the file that was asked for, relative to the repository. */
  readonly path: string;
  /** All files it was read from, its own first. */
  readonly files: readonly string[];
  readonly place: Place;
  /** `null`: the spec names none, and the default is meant. */
  readonly manifests: readonly ManifestPattern[] | null;
  /** Overlays and charts to render: manifests beside those. */
  readonly renders: readonly SpecRender[];
  readonly defaults: SpecDefaults;
  readonly domains: ReadonlyMap<string, SpecDomain>;
  /** V: all known services, also those that only a dependency or an entry names, in order of appearance. */
  readonly services: ReadonlyMap<string, SpecService>;
  /** E and τ, line by line; several lines may be of one pair and arrow. */
  readonly dependencies: readonly SpecLine[];
  readonly faults: ReadonlyMap<string, SpecFault>;
  readonly incidents: readonly SpecIncident[];
  readonly endpoints: ReadonlyMap<string, SpecEndpoint>;
  readonly gate: GateSettings;
};

export type ManifestPattern = {
  /** A glob as written, relative to `folder`. */
  readonly pattern: string;
  /** Of the file that names it, relative to the repository; empty for its root. */
  readonly folder: string;
  readonly place: Place;
};

/** Paths are of the repository; `null`: the spec does not say. */
export type SpecRender =
  | { readonly kind: "kustomize"; readonly folder: string; readonly place: Place }
  | {
      readonly kind: "helm";
      readonly chart: string;
      readonly release: string | null;
      readonly namespace: string | null;
      /** Later ones win. */
      readonly values: readonly Placed<string>[];
      /** Further values, as YAML: a controller's own, and never of a spec. They win. */
      readonly inline?: readonly string[];
      readonly place: Place;
    };

/** `null`: the spec sets none. */
export type SpecDefaults = {
  readonly replicaAvailability: Placed<Probability> | null;
  readonly dependencyAvailability: Placed<Probability> | null;
  readonly daemonSetReplicas: Placed<number> | null;
  readonly placement: SpecPlacement | null;
};

/** Shared fate, by the name of the domain. */
export type SpecDomain = {
  readonly name: string;
  readonly place: Place;
  readonly topologyKey: string | null;
  /** Values of the label; empty: the domain is one state. */
  readonly members: readonly string[];
  /** One for each member, in their order; else the one of the domain. */
  readonly states: readonly SpecState[];
  /** Dependencies that share it, normalised. */
  readonly covers: "all" | readonly Placed<string>[];
};

export type SpecState = {
  /** `zone/eu-west-1a`; of a domain without members, its name. */
  readonly name: string;
  readonly up: Probability;
  /** Where its availability is set. */
  readonly place: Place;
};

/** By the name of a domain. */
export type SpecPlacement = ReadonlyMap<string, SpecPositions>;

export type SpecPositions = {
  /** `spread` over the members in turn, `packed` on the first; or these, in turn. */
  readonly on: "spread" | "packed" | readonly Placed<string>[];
  readonly place: Place;
};

/** `null`: the spec does not say. */
export type SpecService = {
  readonly name: string;
  /** Where the spec first names it. */
  readonly place: Place;
  /** Several serve it together. */
  readonly workload: readonly Placed<WorkloadName>[] | null;
  readonly replicas: Placed<number> | null;
  /** One for all replicas, or one for each. */
  readonly replicaAvailability: Placed<Probability | readonly Probability[]> | null;
  readonly quorum: Placed<number | "majority"> | null;
  readonly external: Placed<Probability> | null;
  /** Laid over the default, domain by domain. */
  readonly placement: SpecPlacement | null;
  /** Of θ: what was observed of its replicas. */
  readonly evidence: SpecEvidence | null;
};

/** Binomial counts of what was observed: of calls, or of looks at a replica. */
export type SpecEvidence = {
  readonly good: number;
  /** At least `good`. */
  readonly total: number;
  /** The day of the last, `2026-11-01`; `null`: the spec does not say. */
  readonly until: string | null;
  readonly place: Place;
};

/** `namespace: null` is any. */
export type WorkloadName = {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  /** Path of the number of replicas, for a kind that is not read; `null`: it is. */
  readonly replicasAt: string | null;
};

export type SpecLine = {
  /** Normalised: `a -> b` or `a ~> b`. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly mode: Mode;
  readonly availability: Placed<Probability> | null;
  readonly timeout: SpecTimeout | null;
  /** Domains whose fate it shares, besides those that cover it. */
  readonly domains: readonly Placed<string>[];
  /** A channel of its own. */
  readonly independent: boolean;
  /** For readers only. */
  readonly operation: string | null;
  /** Of ρ: what was observed of its calls. */
  readonly evidence: SpecEvidence | null;
  readonly place: Place;
};

/** τ as written. `null`: left to the manifests, or, of retries, 0. Either `onTime` or `latency` is there. */
export type SpecTimeout = {
  readonly onTime: Placed<Probability> | null;
  /** As `parseDuration` has it, until one attempt is given up. */
  readonly after: Placed<bigint> | null;
  readonly latency: SpecLatency | null;
  /** Further attempts. */
  readonly retries: Placed<number> | null;
  readonly place: Place;
};

/** In the units of `after`; p50 is below p99. */
export type SpecLatency = { readonly p50: bigint; readonly p99: bigint; readonly place: Place };

/** What can be otherwise than in the steady state. */
export type SpecChange = {
  readonly overrides: readonly SpecOverride[];
  /** Services, dependencies (normalised), members, or domains. */
  readonly down: readonly Placed<string>[];
  readonly place: Place;
};

export type SpecOverride = {
  /** As in `down`. */
  readonly target: Placed<string>;
  /** Of the target as a whole, or of each replica of a service. */
  readonly of: "whole" | "replica";
  readonly up: Probability;
};

export type SpecFault = SpecChange & {
  readonly name: string;
  readonly rollout: SpecTurn | null;
  readonly drain: SpecTurn | null;
  readonly kill: SpecKill | null;
  /** A domain. */
  readonly worstOf: Placed<string> | null;
};

/** `each` service by itself, or these at once. */
export type SpecTurn = Placed<"each" | readonly Placed<string>[]>;

export type SpecKill = {
  readonly fraction: Decimal;
  readonly rounding: Rounding;
  readonly minimum: number;
  /** `null`: all services. */
  readonly among: readonly Placed<string>[] | null;
  readonly place: Place;
};

export type SpecIncident = SpecChange & {
  readonly probability: Probability;
  /** The same without loss: how many there are, they sum to 1 at the most. */
  readonly share: Decimal;
};

export type SpecEndpoint = {
  readonly name: string;
  readonly place: Place;
  readonly entry: Placed<string>;
  readonly completion: Completion;
  readonly slo: Placed<Probability> | null;
  readonly was: Placed<string> | null;
  /** What monitoring measured; no figure depends on it. */
  readonly observed: Placed<Probability> | null;
  /** The least availability under faults, by their names. */
  readonly under: readonly SpecUnder[];
  /** One for an ordinary endpoint. */
  readonly members: readonly SpecMember[];
};

export type SpecUnder = { readonly fault: Placed<string>; readonly minimum: Probability };

export type SpecMember = { readonly weight: number; readonly predicate: SpecPredicate };

export type SpecPredicate =
  | {
      readonly kind: "strict";
      /** Callees of the entry to start from; `null`: all. */
      readonly calls: readonly Placed<string>[] | null;
      /** Services and (normalised) dependencies cut first. */
      readonly optional: readonly Placed<string>[];
    }
  /** Exactly these, and a live entry. */
  | { readonly kind: "needs"; readonly need: SpecNeed };

export type SpecNeed =
  | { readonly kind: "service"; readonly name: string; readonly place: Place }
  /** The name is normalised. */
  | {
      readonly kind: "dependency";
      readonly name: string;
      readonly mode: Mode;
      readonly place: Place;
    }
  | {
      readonly kind: "atLeast";
      readonly k: number;
      readonly of: readonly SpecNeed[];
      readonly place: Place;
    };
