import { type Difference, type Estimate, NEGLIGIBLE } from "../availability/estimate.ts";
import type { Probability } from "../model/model.ts";

/** Above the limit by more than what counts as nothing. */
export function exceeds(value: number, limit: number): boolean {
  return value - limit > NEGLIGIBLE;
}

/** Where a figure stands to an SLO; `undecided`: its interval reaches to both sides. */
export type Standing = "met" | "below" | "undecided";

/**
 * A figure with an interval is on the side where the whole interval is. Others are compared by the
 * unavailability, which keeps its relative precision near 1.
 */
export function standing(figure: Estimate, slo: Probability): Standing {
  if (figure.interval === undefined) return exceeds(figure.unavailability, slo.q) ? "below" : "met";
  const [low, high] = figure.interval;
  if (!exceeds(slo.p, low)) return "met";
  return exceeds(slo.p, high) ? "below" : "undecided";
}

/**
 * Whether availability fell by more than a limit in [0, 1]. With an interval of the difference, the
 * whole of it must lie beyond.
 */
export function fellBeyond(difference: Difference, limit: number): boolean {
  const leastFall = difference.interval === undefined ? -difference.delta : -difference.interval[1];
  return exceeds(leastFall, limit);
}
