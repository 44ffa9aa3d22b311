import type { Probability } from "./model.ts";

/** z of the 99th percentile, as the format defines it. */
const z99 = 2.32635;

/**
 * P(latency ≤ after) of a log-normal latency with this median and 99th percentile, as a pair:
 * Φ((ln after - ln p50)/σ) with σ = ln(p99/p50)/2.32635. Any unit, the same for all three;
 * 0 < p50 < p99 and 0 < after.
 */
export function shareInTime(after: bigint, p50: bigint, p99: bigint): Probability {
  return normalTails((logRatio(after, p50) * z99) / logRatio(p99, p50));
}

/** Both tails of a standard normal: p = P(Z ≤ z), q = P(Z > z), each to its own relative precision. */
export function normalTails(z: number): Probability {
  if (z > -2 && z < 2) {
    const half = centre(z);
    return { p: 0.5 + half, q: 0.5 - half };
  }
  const small = tail(z < 0 ? -z : z);
  return z < 0 ? { p: small, q: 1 - small } : { p: 1 - small, q: small };
}

/** P(0 < Z ≤ z): φ(z)(z + z³/3 + z⁵/15 + …), Abramowitz and Stegun 26.2.11. */
function centre(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; odd < 100; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum * density(z);
}

/** P(Z > z), z ≥ 2: φ(z) by the continued fraction 1/(z + 1/(z + 2/(z + …))), Abramowitz and Stegun 26.2.14. */
function tail(z: number): number {
  let fraction = z;
  for (let n = 100; n > 0; n--) fraction = z + n / fraction;
  return density(z) / fraction;
}

/** φ(z); 0 where it is too small for a double. */
function density(z: number): number {
  const exponent = (z * z) / 2;
  return exponent > 750 ? 0 : 0.3989422804014327 * decay(exponent);
}

/** ln 2 in two parts: the first has few enough bits that its multiples here are exact. */
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;

/** e^-x for x from 0 to 750: 2^-k e^-r with |r| ≤ (ln 2)/2, e^-r by its Taylor series. */
function decay(x: number): number {
  const k = Math.floor(x / (ln2High + ln2Low) + 0.5);
  const r = x - k * ln2High - k * ln2Low;
  let result = 1;
  for (let n = 20; n > 0; n--) result = 1 - (r / n) * result;
  for (let halvings = 0; halvings < k; halvings++) result /= 2;
  return result;
}

/**
 * ln(a/b) of positive whole numbers: k ln 2 + 2 artanh((a - b)/(a + b)), b doubled k times (or a, for
 * a negative k) so that the ratio lies within 2/3 to 3/2. The differences are exact, so that close
 * latencies keep their precision.
 */
export function logRatio(a: bigint, b: bigint): number {
  let [numerator, denominator, k] = [a, b, 0];
  for (; 2n * numerator > 3n * denominator; k++) denominator *= 2n;
  for (; 3n * numerator < 2n * denominator; k--) numerator *= 2n;
  const t = Number(numerator - denominator) / Number(numerator + denominator);
  let series = 0;
  for (let odd = 25; odd > 0; odd -= 2) series = 1 / odd + t * t * series;
  return k * ln2High + (k * ln2Low + 2 * t * series);
}
