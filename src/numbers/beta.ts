import { exponential } from "./exponential.ts";
import { log, logBeta, logBetaPower, logBeyondLinear } from "./logarithm.ts";

/** A probability and its complement, each to its own relative precision. */
export type Pair = { readonly p: number; readonly q: number };

/** Far more than the fraction ever needs: it takes about as many steps as the root of the smaller shape. */
const MOST_STEPS = 1_000_000;
const TINY = 1e-300;
const EPSILON = 2 ** -53;

/**
 * Both tails of X ~ Beta(a, b) at x: p = P(X ≤ x) = I_x(a, b), the regularised incomplete beta function,
 * and q = P(X > x). Each to about 1e-13 of itself, for a and b above 0 and up to 1e15.
 *
 * @param at x and 1 - x
 */
export function betaTails(at: Pair, a: number, b: number): Pair {
  if (at.p <= 0) return { p: 0, q: 1 };
  if (at.q <= 0) return { p: 1, q: 0 };
  const excess = excessOf(at, a, b);
  if (excess <= 0) {
    const lower = lowerTail(at, a, b, -excess);
    return { p: lower, q: 1 - lower };
  }
  const upper = lowerTail({ p: at.q, q: at.p }, b, a, excess);
  return { p: 1 - upper, q: upper };
}

/** x(a + b) - a: how far x is above the mean, in shapes; from the smaller of the two, which tells more. */
function excessOf({ p, q }: Pair, a: number, b: number): number {
  return p < q ? p * (a + b) - a : b - q * (a + b);
}

/**
 * I_x(a, b) for x up to the mean, by the continued fraction of Didonato and Morris (1992), "Algorithm
 * 708: Significant digit computation of the incomplete beta function ratios", (9). Its terms do not
 * cancel there.
 *
 * @param short a - (a + b)x, at least 0
 */
function lowerTail({ p: x, q: y }: Pair, a: number, b: number, short: number): number {
  const term = (m: number): number =>
    ((((a + m - 1) / (a + 2 * m - 1)) * (a + b + m - 1)) / (a + 2 * m - 1)) * m * (b - m) * x * x;
  const step = (m: number): number => {
    const tail = ((a + m) / (a + 2 * m + 1)) * (short + 1 + m * (1 + y));
    return m === 0 ? tail : m + (m * (b - m) * x) / (a + 2 * m - 1) + tail;
  };
  // Lentz' method, after Thompson and Barnett (1986).
  let fraction = step(0);
  let above = fraction;
  let below = 0;
  for (let m = 1; m < MOST_STEPS; m++) {
    const [numerator, denominator] = [term(m), step(m)];
    below = 1 / away(denominator + numerator * below);
    above = away(denominator + numerator / above);
    const ratio = above * below;
    fraction *= ratio;
    if (Math.abs(ratio - 1) <= 2 * EPSILON) break;
  }
  return Math.min(1, betaPower({ p: x, q: y }, a, b) / fraction);
}

function away(x: number): number {
  return Math.abs(x) < TINY ? TINY : x;
}

/**
 * x^a (1-x)^b / B(a, b). By how far x is from the mean: the powers alone would lose the digits that
 * count, as in Loader (2000), "Fast and accurate computation of binomial probabilities".
 */
export function betaPower(at: Pair, a: number, b: number): number {
  const excess = excessOf(at, a, b);
  const rises = a * logBeyondLinear(excess / a, (at.p * (a + b)) / a);
  const falls = b * logBeyondLinear(-excess / b, (at.q * (a + b)) / b);
  return exponential(rises + falls - logBetaPower(a, b, 0, 0));
}

/**
 * x with P(X ≤ x) = p for X ~ Beta(a, b), and 1 - x, each to about 1e-13 of itself. Newton's method on
 * the logarithm of the smaller tail as a function of the logarithm of x (or 1-x, whichever has the
 * smaller mean): both tails are log-concave in it, so that it converges from anywhere.
 *
 * @param chance p and 1 - p, both above 0
 * @param a above 0; the larger of `a` and `b` is at least 1
 * @param from a first guess, such as the quantile of a near p
 */
export function betaQuantile(chance: Pair, a: number, b: number, from?: Pair): Pair {
  if (a > b) {
    const flipped = from === undefined ? undefined : { p: from.q, q: from.p };
    const { p, q } = quantile({ p: chance.q, q: chance.p }, b, a, flipped);
    return { p: q, q: p };
  }
  return quantile(chance, a, b, from);
}

function quantile(chance: Pair, a: number, b: number, from: Pair | undefined): Pair {
  const isLower = chance.p <= chance.q;
  const target = log(isLower ? chance.p : chance.q);
  let x = from?.p ?? firstGuess(chance.p, a, b);
  let last = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 200; round++) {
    const at = { p: x, q: 1 - x };
    const tails = betaTails(at, a, b);
    const tail = isLower ? tails.p : tails.q;
    if (tail === 0) {
      x = isLower ? x * 2 : (x + a / (a + b)) / 2;
      continue;
    }
    // d log(tail) / d log(x) = ± x f(x) / tail, and x f(x) = x^a (1-x)^b / B / (1-x).
    const slope = betaPower(at, a, b) / at.q / tail;
    const move = ((isLower ? 1 : -1) * (target - log(tail))) / slope;
    const next = x * exponential(Math.max(-30, Math.min(30, move)));
    x = next < 1 ? next : (x + 1) / 2;
    const size = Math.abs(move);
    // Where it no longer gets closer, rounding is all that is left.
    if (size <= 4 * EPSILON || (size < 1e-9 && size >= last)) break;
    last = size;
  }
  return { p: x, q: 1 - x };
}

/** The mean, or, in a lower tail so far out that x^a is all that counts, x from its first term. */
function firstGuess(chance: number, a: number, b: number): number {
  const mean = a / (a + b);
  const first = exponential((log(chance) + log(a) + logBeta(a, b)) / a);
  return first < mean / 4 ? first : mean;
}
