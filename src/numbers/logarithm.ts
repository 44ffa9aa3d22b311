const HALF_LOG_TWO_PI = 0.9189385332046727;
/** B_2k / (2k(2k - 1)) for k = 7, 6, … 1. */
const STIRLING = [1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12];

/**
 * Natural logarithm of a number from 0 to infinity, to a few units in the last place. Made of + - × ÷
 * alone: `Math.log` may differ between machines in its last digit.
 */
export function log(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (x === Number.POSITIVE_INFINITY) return x;
  let doublings = 0;
  let scaled = x;
  for (; scaled >= 2 ** 32; doublings += 32) scaled /= 2 ** 32;
  for (; scaled < 2 ** -32; doublings -= 32) scaled *= 2 ** 32;
  for (; scaled > Math.SQRT2; doublings++) scaled /= 2;
  for (; scaled < Math.SQRT1_2; doublings--) scaled *= 2;
  return doublings * Math.LN2 + twiceArtanh((scaled - 1) / (scaled + 1));
}

/** log(1 + x) for x above -1, with all digits where x is near 0. */
export function logOnePlus(x: number): number {
  return Math.abs(x) < 0.25 ? twiceArtanh(x / (2 + x)) : log(1 + x);
}

/** 2(t + t³/3 + t⁵/5 + …) = log((1 + t)/(1 - t)): for |t| up to 0.18, Abramowitz and Stegun 4.1.27. */
function twiceArtanh(t: number): number {
  const square = t * t;
  let sum = 0;
  for (let odd = 23; odd >= 1; odd -= 2) sum = 1 / odd + square * sum;
  return 2 * t * sum;
}

/** log B(x, y) for x and y above 0. */
export function logBeta(x: number, y: number): number {
  return logBetaPower(x, y, x, y);
}

/**
 * log of B(x, y) / (p^(x - a) q^(y - b)) with p = x/(x + y) and q = y/(x + y), all above 0: what is left
 * of B when its powers go into a ratio. By Stirling's formula: the logarithms of Γ would lose the digits
 * that count, being much larger than what they come to.
 */
export function logBetaPower(x: number, y: number, a: number, b: number): number {
  const correction = stirlingError(x) + stirlingError(y) - stirlingError(x + y);
  return (
    (a - 0.5) * logShare(x, y) +
    (b - 0.5) * logShare(y, x) -
    0.5 * log(x + y) +
    HALF_LOG_TWO_PI +
    correction
  );
}

/** log(x / (x + y)). */
function logShare(x: number, y: number): number {
  return x > y ? -logOnePlus(y / x) : log(x / (x + y));
}

/**
 * log Γ(x) less Stirling's (x - 1/2) log x - x + log(2π)/2: Loader (2000), "Fast and accurate
 * computation of binomial probabilities". Abramowitz and Stegun 6.1.42, from 15 on; below by
 * Γ(x + 1) = x Γ(x).
 */
function stirlingError(x: number): number {
  let sum = 0;
  let from = x;
  for (; from < 15; from++) sum += (from + 0.5) * logOnePlus(1 / from) - 1;
  const square = 1 / (from * from);
  let series = 0;
  for (const term of STIRLING) series = term + square * series;
  return sum + series / from;
}

/**
 * log(1 + t) - t for t above -1, with all digits where t is near 0: what is left of a logarithm where its
 * first term goes into a sum that is known to be 0.
 *
 * @param ratio 1 + t, given apart because it may be tiny
 */
export function logBeyondLinear(t: number, ratio: number): number {
  if (Math.abs(t) >= 0.25) return log(ratio) - t;
  // log(1 + t) = 2 artanh u with u = t/(2 + t), and 2u - t = -t²/(2 + t).
  const u = t / (2 + t);
  const square = u * u;
  let sum = 0;
  for (let odd = 23; odd >= 3; odd -= 2) sum = 1 / odd + square * sum;
  return 2 * u * square * sum - (t * t) / (2 + t);
}
