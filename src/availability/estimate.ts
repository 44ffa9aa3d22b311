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
export type AskOptions = EngineOptions & { readonly alpha: number };
