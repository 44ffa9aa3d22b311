import { betaQuantile, type Pair } from "./beta.ts";

/** Shapes that Jeffreys' prior, Beta(½, ½), has beside what was counted. */
export const JEFFREYS = 0.5;

/** Ends of an interval for a probability, with their complements. */
export type PairInterval = { readonly low: Pair; readonly high: Pair };

const NONE: Pair = { p: 0, q: 1 };
const ALL: Pair = { p: 1, q: 0 };

/**
 * Jeffreys' interval for a probability of which `good` of `total` independent draws were seen: the
 * quantiles of Beta(good + ½, total - good + ½) that leave half of `miss` on either side. Where all, or
 * none, were good it reaches to the end, as Brown, Cai and DasGupta (2001), "Interval estimation for a
 * binomial proportion", have it: what was never seen to fail may never do so. Of no draws it is all of
 * [0, 1].
 *
 * @param miss 0.05 for a 95% interval
 */
export function jeffreysInterval(good: number, total: number, miss = 0.05): PairInterval {
  const [a, b] = [good + JEFFREYS, total - good + JEFFREYS];
  const tail = { p: miss / 2, q: 1 - miss / 2 };
  return {
    low: good === 0 ? NONE : betaQuantile(tail, a, b),
    high: good === total ? ALL : betaQuantile({ p: tail.q, q: tail.p }, a, b),
  };
}
