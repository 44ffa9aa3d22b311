/** How a figure was obtained. */
export type Method = "exact" | "bounded" | "monte-carlo";

/** P(Φ_u = 1) of one endpoint and its complement, the two accumulated apart. */
export type Estimate = {
  readonly availability: number;
  readonly unavailability: number;
  readonly method: Method;
  /** For `bounded`: certain; for `monte-carlo`: 95% confidence. Of the availability, [low, high]. */
  readonly interval?: readonly [number, number];
  /** For `monte-carlo`: how many states were drawn. */
  readonly samples?: number;
};

/** Head minus base of one endpoint. */
export type Difference = {
  /** In [-1, 1]; exactly 0 for up to 1e-12. */
  readonly delta: number;
  /** 95% interval of the difference under common random numbers, where either side was sampled. */
  readonly interval?: readonly [number, number];
};

export type EngineOptions = {
  /** States to draw where an exact answer is out of reach. */
  readonly samples: number;
  /** Draws are keyed by (seed, component, block), so that base and head share them. */
  readonly seed: number;
};
