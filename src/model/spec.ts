import type { Place } from "../yaml/diagnostic.ts";
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
  readonly defaults: SpecDefaults;
  /** V: all known services, also those that only a dependency or an entry names, in order of appearance. */
  readonly services: ReadonlyMap<string, SpecService>;
  /** E and τ, line by line; several lines may be of one pair and arrow. */
  readonly dependencies: readonly SpecLine[];
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

/** `null`: the spec sets none. */
export type SpecDefaults = {
  readonly replicaAvailability: Placed<Probability> | null;
  readonly dependencyAvailability: Placed<Probability> | null;
  readonly daemonSetReplicas: Placed<number> | null;
};

/** `null`: the spec does not say. */
export type SpecService = {
  readonly name: string;
  /** Where the spec first names it. */
  readonly place: Place;
  readonly workload: Placed<WorkloadName> | null;
  readonly replicas: Placed<number> | null;
  /** One for all replicas, or one for each. */
  readonly replicaAvailability: Placed<Probability | readonly Probability[]> | null;
  readonly quorum: Placed<number | "majority"> | null;
  readonly external: Placed<Probability> | null;
};

/** `namespace: null` is any. */
export type WorkloadName = {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
};

export type SpecLine = {
  /** Normalised: `a -> b` or `a ~> b`. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly mode: Mode;
  readonly availability: Placed<Probability> | null;
  /** A channel of its own. */
  readonly independent: boolean;
  /** For readers only. */
  readonly operation: string | null;
  readonly place: Place;
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
  /** One for an ordinary endpoint. */
  readonly members: readonly SpecMember[];
};

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
