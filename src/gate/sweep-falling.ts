import type { SweepPoint } from "./sweep.ts";

/** Figures that are known to so much are exact. */
const EXACT = 1e-12;

/** Neighbouring points, and the U that they have in common. */
type Pool = { readonly points: readonly SweepPoint[]; readonly weight: number; readonly u: number };

/**
 * A curve that falls, from points of which each was drawn by itself: a worse part never makes a coherent system
 * better, so that neighbours in the wrong order are no more than noise, and share their mean, each by how surely
 * it is known (Ayer and others, 1955: "An empirical distribution function for sampling with incomplete
 * information"). An interval that the mean lies outside of is widened to it.
 *
 * @param points from a level of 100% down to 0%
 */
export function falling(points: readonly SweepPoint[]): readonly SweepPoint[] {
  const pools: Pool[] = [];
  for (const point of points) {
    let pool: Pool = { points: [point], weight: weightOf(point), u: point.unavailability };
    for (let last = pools.at(-1); last !== undefined && last.u > pool.u; last = pools.at(-1)) {
      pools.pop();
      const weight = last.weight + pool.weight;
      const u = (last.weight * last.u + pool.weight * pool.u) / weight;
      pool = { points: [...last.points, ...pool.points], weight, u };
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => pool.points.map((one) => withMean(one, pool)));
}

/** The less wide its interval, the more: 1/variance. */
function weightOf({ interval: [low, high] = [0, 0] }: SweepPoint): number {
  return Math.max(EXACT, high - low) ** -2;
}

function withMean(point: SweepPoint, { points, u }: Pool): SweepPoint {
  const { interval } = point;
  if (interval === undefined || points.length === 1) return point;
  const availability = 1 - u;
  const [low, high] = interval;
  return {
    ...point,
    availability,
    unavailability: u,
    interval: [Math.min(low, availability), Math.max(high, availability)],
  };
}
