import type { Probability } from "../model/model.ts";
import type { FamilyName } from "./row.ts";

/** A study as its configuration asks for it, with every grid written out. */
export type StudyConfig = {
  readonly name: string;
  /** A whole number from 0; each cell draws from this and its own name. */
  readonly seed: number;
  /** States a cell, where a family does not say otherwise; at least 1. */
  readonly samples: number;
  /** Of the intervals of Monte Carlo figures, in (0, 1). */
  readonly confidence: number;
  /** Each family once, in the order in which the configuration names them. */
  readonly families: readonly FamilyConfig[];
};

/** `exact`: by the engine, with what is compared; `monte-carlo`: drawn. */
export type Metric = "exact" | "monte-carlo";

type Family<Name extends FamilyName, Sweep> = {
  readonly family: Name;
  readonly metrics: readonly Metric[];
  /** Its own number of states a cell; `null`: the study's. */
  readonly samples: number | null;
} & Sweep;

/** θ is a replica's availability, ρ a dependency's. A list is swept, each value with each of the other lists. */
export type FamilyConfig =
  | ChainConfig
  | FanoutConfig
  | BottleneckConfig
  | SensitivityConfig
  | AsyncConfig
  | SharedServiceConfig
  | FailureDomainConfig
  | TimeoutConfig
  | TraceConfig
  | LargeChainConfig
  | LargeFanoutConfig
  | LargeBottleneckConfig;

export type ChainConfig = Family<
  "chain",
  {
    /** Dependencies. */
    readonly length: readonly number[];
    readonly theta: readonly Probability[];
    readonly rho: readonly Probability[];
  }
>;

export type FanoutConfig = Family<
  "fanout",
  {
    readonly degree: readonly number[];
    readonly theta: readonly Probability[];
    readonly rho: readonly Probability[];
  }
>;

export type BottleneckConfig = Family<
  "replicated-bottleneck",
  {
    readonly replicas: readonly number[];
    readonly rho: readonly Probability[];
    readonly theta: Probability;
    readonly entryTheta: Probability;
  }
>;

export type SensitivityConfig = Family<
  "sensitivity",
  {
    readonly theta: readonly Probability[];
    readonly rho: readonly Probability[];
    readonly baseReplicas: number;
    readonly replicas: number;
  }
>;

export type AsyncConfig = Family<
  "async-side-effect",
  {
    readonly theta: Probability;
    /** Of the dependency that blocks. */
    readonly rho: Probability;
    readonly asyncRho: Probability;
  }
>;

export type SharedServiceConfig = Family<
  "single-point-of-failure",
  {
    /** Of the shared service. */
    readonly theta: readonly Probability[];
    /** Of the replicas on the routes to it. */
    readonly routeTheta: Probability;
    readonly rho: Probability;
    readonly routes: number;
    /** Of each service on a route. */
    readonly replicas: number;
  }
>;

export type FailureDomainConfig = Family<
  "failure-domain",
  {
    readonly theta: Probability;
    readonly rho: Probability;
    readonly replicas: number;
    readonly entryTheta: Probability;
  }
>;

export type TimeoutConfig = Family<
  "timeout",
  {
    readonly theta: Probability;
    readonly rho: Probability;
    /** Dependencies of the path. */
    readonly length: number;
    /** By the name of the time-out: that one attempt ends in time. */
    readonly onTime: readonly { readonly name: string; readonly onTime: Probability }[];
    readonly retries: readonly number[];
  }
>;

export type TraceConfig = Family<
  "trace-incompleteness",
  {
    readonly degree: number;
    readonly theta: Probability;
    readonly rho: Probability;
    readonly replicas: number;
    /** That one edge, or one instance, was never observed. */
    readonly omission: readonly Probability[];
  }
>;

export type LargeChainConfig = Family<
  "large-chain",
  {
    readonly length: readonly number[];
    /** θ and ρ alike. */
    readonly q: readonly Probability[];
    /** What is simulated. */
    readonly sentinels: readonly { readonly length: number; readonly q: Probability }[];
  }
>;

export type LargeFanoutConfig = Family<
  "large-fanout",
  {
    readonly degree: readonly number[];
    readonly q: readonly Probability[];
    readonly sentinels: readonly { readonly degree: number; readonly q: Probability }[];
  }
>;

export type LargeBottleneckConfig = Family<
  "large-bottleneck",
  {
    readonly replicas: readonly number[];
    readonly theta: Probability;
    readonly rho: Probability;
    readonly entryTheta: Probability;
    readonly sentinels: readonly { readonly replicas: number }[];
  }
>;
