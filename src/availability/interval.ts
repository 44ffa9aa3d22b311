/** Ends of a confidence interval, within [0, 1]. */
export type Interval = readonly [low: number, high: number];

/** Below so many failures (or successes) Wilson's interval covers too seldom. */
const FEW = 20;

/**
 * Interval for a probability of which `count` of `total` independent draws were seen, missing it
 * with probability `alpha`: Clopper-Pearson near the ends, Wilson between. Made of + - × ÷ and √
 * alone, so that every machine prints the same digits. Between two whole counts, Clopper-Pearson's
 * reaches from the end of the lower to that of the higher.
 */
export function proportionInterval(count: number, total: number, alpha: number): Interval {
  if (count < FEW) return clopperPearson(count, total, alpha / 2);
  if (total - count < FEW) {
    const [low, high] = clopperPearson(total - count, total, alpha / 2);
    return [1 - high, 1 - low];
  }
  return wilson(count / total, total, normalQuantile(alpha / 2));
}

/** Ends at which no more, and no fewer, than `count` would be seen with probability `tail`. */
function clopperPearson(count: number, total: number, tail: number): Interval {
  const fewer = Math.floor(count);
  const more = Math.ceil(count);
  const low = fewer === 0 ? 0 : solve((p) => 1 - binomialCdf(fewer - 1, total, p) < tail);
  const high = more === total ? 1 : solve((p) => binomialCdf(more, total, p) > tail);
  return [low, high];
}

/** The largest p in [0, 1] for which a condition holds that fails from some p on. */
function solve(holds: (p: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** P(X ≤ count) of a binomial X; for the small counts only that Clopper-Pearson is used for. */
function binomialCdf(count: number, total: number, p: number): number {
  let sum = 0;
  for (let seen = 0; seen <= count; seen++) {
    sum += choose(total, seen) * power(p, seen) * power(1 - p, count - seen);
  }
  return sum * power(1 - p, total - count);
}

function choose(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product *= (n - k + i) / i;
  return product;
}

function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}

/** Wilson (1927), "Probable Inference, the Law of Succession, and Statistical Inference". */
function wilson(mean: number, total: number, z: number): Interval {
  const zz = (z * z) / total;
  const centre = (mean + zz / 2) / (1 + zz);
  const half = (z * Math.sqrt((mean * (1 - mean)) / total + zz / (4 * total))) / (1 + zz);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** z with P(Z > z) = `tail` of a standard normal Z; for tails from 1e-9 to a half. */
export function normalQuantile(tail: number): number {
  let low = 0;
  let high = 6.5;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** 1/2 - φ(z)(z + z³/3 + z⁵/15 + …), Abramowitz and Stegun 26.2.11. */
function normalTail(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  // φ(z) = φ(z/8)^64 up to the constant: a short Taylor series is exact enough for so small an argument.
  const x = (z * z) / 128;
  let exponential = 1;
  for (let n = 24; n > 0; n--) exponential = 1 + (x / n) * exponential;
  return 0.5 - (sum * 0.3989422804014327) / power(exponential, 64);
}
