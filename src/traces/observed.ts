import type { SharedName } from "./namespaces.ts";

/**
 * What traces, or aggregates of them, show of ⟨G, R⟩ and its parameters (section 5 of the paper). Plain
 * counts, sorted by name, so that the same traces give the same bytes in whatever order they come.
 */
export type Observed = {
  readonly services: readonly ObservedService[];
  readonly dependencies: readonly ObservedDependency[];
  readonly endpoints: readonly ObservedEndpoint[];
  readonly quality: Quality;
};

export type ObservedService = {
  readonly name: string;
  /** `peer`: known from its callers alone, since nothing in it is instrumented. */
  readonly kind: "instrumented" | PeerKind;
  /** Distinct instances alive in one window (`instances.ts`); `null`: no span tells them. */
  readonly instances: number | null;
  /** All that ever were: more than are alive at once after a deploy. */
  readonly instancesEver: number;
  /** Of θ, from readiness, restarts or health checks. */
  readonly evidence: Evidence | null;
};

export type PeerKind = "database" | "cache" | "broker" | "peer";

/** One of (source, target, operation or protocol, mode). */
export type ObservedDependency = {
  readonly from: string;
  readonly to: string;
  /** τ. */
  readonly mode: "sync" | "async";
  readonly protocol: Protocol;
  /** `null`: its calls name none. */
  readonly operation: string | null;
  readonly calls: number;
  /** Traces that show it. */
  readonly traces: number;
  /** Of ρ: usable calls over calls, less the censored; `null`: they were not told apart. */
  readonly evidence: Evidence | null;
  /** Calls in a known node-failure interval of their source or target, which ρ must not count. */
  readonly censored: number;
  /** `null`: no attempt timed out. Else time-outs count here, and not in `evidence`. */
  readonly timing: Timing | null;
  /** Calls whose caller ended before they did: possibly fire and forget. */
  readonly outlived: number;
};

export type Protocol = "http" | "grpc" | "rpc" | "database" | "cache" | "messaging" | "unknown";

/** Binomial counts with the day of the last, as the spec writes them (contract §1). */
export type Evidence = {
  readonly good: number;
  readonly total: number;
  /** `2026-11-01`; `null`: not told. */
  readonly until: string | null;
};

export type Timing = {
  /** Attempts that ended in time, of all attempts: λ. Without `retries`, of calls. */
  readonly onTime: Evidence;
  /** How often most calls try again that time out; 0 where it helps less than attempts that are independent would. */
  readonly retries: number;
};

/** A root server span's route. Names are unique: `GET / (frontend)` where two entries serve one. */
export type ObservedEndpoint = {
  /** `POST /checkout`; high-cardinality parts as `{id}`. */
  readonly name: string;
  readonly entry: string;
  /** Traces whose root it is. */
  readonly traces: number;
  /** Of these, those whose root did not fail. */
  readonly succeeded: number;
  readonly evidence: Evidence | null;
  /** The entry's direct callees under this root, blocking ones only. */
  readonly calls: readonly ObservedCallee[];
  /** Services and dependencies that failed in some trace where neither their caller nor the root did. */
  readonly optional: readonly ObservedOptional[];
  /** Sets of direct callees by the traces that succeeded and called just these, rare ones folded; one where all called all. */
  readonly scenarios: readonly ObservedScenario[];
};

export type ObservedCallee = { readonly service: string; readonly traces: number };

export type ObservedOptional = {
  /** A service, or `a -> b`. */
  readonly name: string;
  /** Traces in which it failed, and of these those whose root succeeded all the same. */
  readonly failed: number;
  readonly survived: number;
};

export type ObservedScenario = { readonly calls: readonly string[]; readonly traces: number };

/** How far the traces can be believed; numbers are counts. */
export type Quality = {
  readonly sources: number;
  readonly traces: number;
  readonly spans: number;
  /** Read more than once: same trace, same span, same kind. */
  readonly duplicates: number;
  /** Spans whose parent is in no source. */
  readonly orphans: number;
  /** Traces with more than one root. */
  readonly manyRoots: number;
  /** Traces without a root. */
  readonly rootless: number;
  /** Spans that are over before their parent begins. */
  readonly skewed: number;
  /** Span ids that several traces use, or one trace for different spans. */
  readonly reusedIds: number;
  /** Links of consumers to spans of other traces, and those of them whose span is in no source. */
  readonly links: number;
  readonly lostLinks: number;
  /** Spans without a service name, which no dependency can be made of. */
  readonly nameless: number;
  /** Services that several `service.namespace`s have one name for: they are taken for one. */
  readonly sharedNames: readonly SharedName[];
  /** Traces that sampling flags or ratios show to stand for others, be it of one span alone; `null`: none tells. */
  readonly sampled: number | null;
  /** Whole seconds since the epoch of the first and the last span; `null`: none tells. */
  readonly from: number | null;
  readonly until: number | null;
};
