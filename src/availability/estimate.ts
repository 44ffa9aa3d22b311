/** How a figure was obtained. */
export type Method = "exact" | "bounded" | "monte-carlo";

/** P(Φ_u = 1) of one endpoint and its complement, both in [0, 1] and accumulated apart. */
export type Estimate = {
  readonly availability: number;
  readonly unavailability: number;
  readonly method: Method;
  /** For `bounded`: certain; for `monte-carlo`: 95% confidence. Of the availability, [low, high]. */
  readonly interval?: readonly [number, number];
  /** For `monte-carlo`: how many states were drawn. */
  readonly samples?: number;
  /** Where it rests on evidence: what it may be by what was observed. The gate decides on the figure. */
  readonly credible?: Credible;
};

/** What a figure may be, its parameters being as uncertain as what was observed leaves them. */
export type Credible = {
  /** 95%: of the availability, [low, high]. */
  readonly interval: readonly [number, number];
  /** Of the availability: below the figure where redundancy is overrated by taking estimates for true. */
  readonly mean: number;
  /** That the availability is at least what is promised; absent where nothing is. */
  readonly probability?: number;
  /** What contributes most: that whose further observation would tell most. */
  readonly most: Contribution;
  /** How many points of the parameters it is taken from. */
  readonly points: number;
};

/** A service or dependency, its counts, and where the figure lies while it alone ranges over its 95%. */
export type Contribution = {
  readonly component: string;
  readonly good: number;
  readonly total: number;
  readonly interval: readonly [number, number];
};

/** The same of head minus base. */
export type CredibleDifference = {
  readonly interval: readonly [number, number];
  readonly mean: number;
  /** That head is the worse. */
  readonly probability: number;
  readonly points: number;
};

/** Differences of availabilities up to this are zero (contract §2). */
export const NEGLIGIBLE = 1e-12;

/** Head minus base of one endpoint. */
export type Difference = {
  /** In [-1, 1]; exactly 0 for up to `NEGLIGIBLE`. */
  readonly delta: number;
  /**
   * Where either side is not exact: of the difference, 95% confidence under common random numbers, or
   * certain where both sides are bounded or exact.
   */
  readonly interval?: readonly [number, number];
};

export type EngineOptions = {
  /** States to draw where an exact answer is out of reach; at least 1. */
  readonly samples: number;
  /**
   * A whole number from 0. Draws are keyed by (seed, component, block), so that base and head share
   * them.
   */
  readonly seed: number;
};

/** `alpha`: the probability that one claim is decided wrongly; the claims of a run share 5%. */
export type AskOptions = EngineOptions & {
  readonly alpha: number;
  /** Transitions that one side of a figure may cost at the most; absent: as many as it takes. */
  readonly most?: number;
};
