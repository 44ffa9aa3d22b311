/** The families of scenarios that the study knows. */
export type FamilyName =
  | "chain"
  | "fanout"
  | "replicated-bottleneck"
  | "sensitivity"
  | "async-side-effect"
  | "single-point-of-failure"
  | "failure-domain"
  | "timeout"
  | "trace-incompleteness"
  | "large-chain"
  | "large-fanout"
  | "large-bottleneck";

/** A Monte Carlo figure of a scenario: every replica and every channel of its model drawn anew in each state. */
export type Simulated = {
  readonly estimate: number;
  readonly samples: number;
  /** At the confidence that the configuration asks for. */
  readonly interval: readonly [number, number];
};

/** What a scenario came to. Availabilities are in [0, 1]; `null` where the family has no such column. */
export type Row = {
  readonly family: FamilyName;
  /** Unique within its family. */
  readonly scenario: string;
  /** How the row is checked, in the study's own words: `oracle_mc`, `heatmap_exact`, … */
  readonly metricKind: string;
  readonly services: number | null;
  readonly dependencies: number | null;
  readonly instances: number | null;
  readonly theta: number | null;
  readonly rho: number | null;
  /** Dependencies of a chain. */
  readonly length: number | null;
  readonly degree: number | null;
  readonly replicas: number | null;
  /** By the engine. */
  readonly exact: number | null;
  /** By the closed form, as an oracle beside the engine's; `null` where the family has none. */
  readonly closedForm: number | null;
  readonly simulated: Simulated | null;
  /** What the family compares with: a product, an unreplicated system, a complete discovery, … */
  readonly baseline: number | null;
  readonly reference: number | null;
  /** |reference - baseline|, or the family's own distance. */
  readonly gap: number | null;
  readonly signedBias: number | null;
  readonly note: string;
};

/** All rows of a run, in the order of the configuration. */
export type StudyResult = {
  readonly rows: readonly Row[];
  /** The large families, kept apart as their own table. */
  readonly scale: readonly Row[];
};

/** Told after each scenario, for a progress bar. */
export type Progress = (done: number, total: number, family: FamilyName) => void;
