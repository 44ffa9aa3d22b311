import type { Place } from "../yaml/diagnostic.ts";
import type { Evidence, KillOrigin, ServiceOrigin } from "./origin.ts";

/**
 * The tuple ⟨G, R, P, Φ⟩ of the paper as plain data: services (V) with replicas (R, θ), dependencies
 * (E, τ) with channels (ρ), and one success predicate (Φ) an endpoint. Names are resolved to indices.
 */
export type Model = {
  readonly services: readonly Service[];
  readonly dependencies: readonly Dependency[];
  readonly domains: readonly Domain[];
  /** The states of all domains, by which indices name them. */
  readonly members: readonly Member[];
  readonly faults: readonly Fault[];
  /** Disjoint states of the whole: their probabilities sum to 1 at the most. */
  readonly incidents: readonly Incident[];
  readonly endpoints: readonly Endpoint[];
  readonly gate: GateSettings;
};

/**
 * A probability and its complement, each read from the decimal text on its own: `1 - p` would lose
 * the relative precision of a small failure probability.
 */
export type Probability = { readonly p: number; readonly q: number };

export type Service = {
  readonly name: string;
  /** θ of each replica; empty: never live. */
  readonly replicas: readonly Probability[];
  /** k of Eq. (5): live while at least k replicas are. More than there are replicas: never live. */
  readonly quorum: number;
  /** A third party: one unit, in no domain. */
  readonly external: boolean;
  /** One list for each replica: the members that it sits on. */
  readonly placement: readonly (readonly number[])[];
  /** How many replicas may be taken away at once, from 0 to all: by a rollout, and by a node drain. */
  readonly disruption: { readonly rollout: number; readonly drain: number };
  readonly origin: ServiceOrigin;
};

/** `->` blocks the caller; `~>` does not. */
export type Mode = "sync" | "async";

export type Dependency = {
  /** As the spec writes it: `a -> b` or `a ~> b`. Unique. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly mode: Mode;
  /** Independent routes: the dependency is up when one of them is. At least one. */
  readonly channels: readonly Channel[];
  readonly place: Place;
};

export type Channel = {
  /** ρ: of the lines that share the channel, the one that leaves it the least available; less what is injected. */
  readonly up: Probability;
  /** Cuts ρ to ρ(1-(1-λ)^{r+1}); `null`: a call is never late. */
  readonly timeout: Timeout | null;
  /** The domain states that it shares: all must be up. */
  readonly members: readonly number[];
  /** `evidence`: it replaces a default that lies outside its interval. */
  readonly availabilityFrom: "spec" | "default" | "evidence";
  /** What was observed of ρ, whether or not it gives it; absent where the spec has none. */
  readonly evidence?: Evidence;
  /** The line that sets ρ, of the dependency or in `defaults`; else the dependency's. */
  readonly place: Place;
  /** What manifests say of it; absent where they say nothing. The engine never looks at it. */
  readonly origin?: ChannelOrigin;
};

export type ChannelOrigin = {
  /** The lines that decide λ and r, as far as manifests do. */
  readonly onTime: Place | null;
  readonly retries: Place | null;
  /** Calls that the manifests make fail, which `up` takes account of; `null`: none. */
  readonly injected: Injected | null;
};

/** A fault that a mesh injects. */
export type Injected = {
  /** ρ without it. */
  readonly without: Probability;
  /** p: that a call fails by it. */
  readonly share: Probability;
  readonly place: Place;
};

export type Timeout = {
  /** λ: that one attempt ends in time. */
  readonly onTime: Probability;
  /** r: further attempts after the first, from 0 to 100. */
  readonly retries: number;
};

/** Shared fate: members, each a state of its own, that replicas sit on or dependencies share. */
export type Domain = {
  readonly name: string;
  /** The node label that tells the member. */
  readonly topologyKey: string | null;
  /** Indices into the members of the model; a domain without members of its own is one state. */
  readonly members: readonly number[];
  readonly place: Place;
};

export type Member = {
  /** `zone/eu-west-1a`; of a domain without members, its name. Unique. */
  readonly name: string;
  readonly domain: number;
  readonly up: Probability;
  /** Where its availability is set. */
  readonly place: Place;
};

/** A what-if beside the steady state, applied in the order of its fields; `worstOf` outermost. */
export type Fault = {
  readonly name: string;
  readonly overrides: readonly Override[];
  readonly down: readonly Target[];
  /** These services at once; `each`: the worst over all services one at a time. */
  readonly rollout: "each" | readonly number[] | null;
  readonly drain: "each" | readonly number[] | null;
  readonly kill: Kill | null;
  /** A domain: the worst over its members, one down at a time. */
  readonly worstOf: number | null;
  readonly place: Place;
};

export type Target =
  | { readonly kind: "service"; readonly service: number }
  | { readonly kind: "dependency"; readonly dependency: number }
  | { readonly kind: "member"; readonly member: number };

export type Override =
  /** Makes it a third party. */
  | { readonly kind: "external"; readonly service: number; readonly up: Probability }
  /** Replaces θ of all its replicas. */
  | { readonly kind: "replicas"; readonly service: number; readonly up: Probability }
  /** Replaces ρ of all its channels; time-out and domains stay. */
  | { readonly kind: "dependency"; readonly dependency: number; readonly up: Probability }
  | { readonly kind: "member"; readonly member: number; readonly up: Probability };

/**
 * Eq. (6) replaced: of all replicas of these services exactly so many are dead, any set of them as
 * likely as any other. All other replicas, of whatever service, are live as far as their own state goes.
 */
export type Kill = {
  readonly among: readonly number[];
  readonly dead: number;
  /** What it comes to for other numbers of replicas; the engine never looks at it. */
  readonly origin: KillOrigin;
};

/** A rare state of the whole, with its share of the time. */
export type Incident = {
  readonly probability: Probability;
  readonly overrides: readonly Override[];
  readonly down: readonly Target[];
  readonly place: Place;
};

export type Completion = "immediate" | "eventual";

export type Endpoint = {
  readonly name: string;
  readonly entry: number;
  /** `immediate`: only sync dependencies carry; `eventual`: both kinds. */
  readonly completion: Completion;
  /** Φ: one member for an ordinary endpoint, several for a workload mixture. */
  readonly mixture: readonly MixtureMember[];
  /** Absent where the spec sets none: then only the drop is gated. */
  readonly slo: Probability | null;
  /** The least availability that is promised under a fault. */
  readonly under: readonly UnderFault[];
  /** Its name at base, when it was renamed. */
  readonly was: string | null;
  readonly place: Place;
  readonly sloPlace: Place | null;
};

export type UnderFault = {
  readonly fault: number;
  readonly minimum: Probability;
  readonly place: Place;
};

export type MixtureMember = {
  /** π_c, a share of the sum: in (0, 1], summing to 1. */
  readonly share: number;
  /** True where Φ was written without `needs`: every dependency of the forward closure must work. */
  readonly strict: boolean;
  /**
   * What must hold besides a live entry. A strict member is lowered to all u_d of its closure
   * (the two are equal), so that an evaluator knows needs only.
   */
  readonly need: Need;
  /** Of a strict member that a spec states: what it was lowered by. The engine never looks at it. */
  readonly cuts?: StrictCuts;
};

/** By name. */
export type StrictCuts = {
  /** Callees of the entry to start from; `null`: all. */
  readonly calls: readonly string[] | null;
  /** Services and dependencies cut first. */
  readonly optional: readonly string[];
};

/** A monotone gate over r_v (Eq. 12, 13) and u_d (Eq. 11). */
export type Need =
  /** r_v: the service is reached from the live entry over usable dependencies of the mode. */
  | { readonly kind: "service"; readonly service: number }
  /** u_d: the source is reached and the dependency is usable (its target lives). */
  | { readonly kind: "dependency"; readonly dependency: number }
  /** At least k of the inputs hold. All of an empty list (k = 0) is true. */
  | { readonly kind: "atLeast"; readonly k: number; readonly of: readonly Need[] };

export type Consequence = "warn" | "fail";

export type GateSettings = {
  /** Availability, as a fraction, that one pull request may cost an endpoint; `null`: no limit. */
  readonly maxDrop: number | null;
  /** Relative growth of the downtime at base; `null`: no limit. */
  readonly maxDowntimeIncrease: number | null;
  /** Share of the error budget from which a warning is given. */
  readonly warnAt: number;
  readonly preexisting: Consequence;
  readonly undecided: Consequence;
  readonly adoption: Consequence;
  readonly place: Place;
};
