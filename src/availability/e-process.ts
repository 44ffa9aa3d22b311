import type { Range } from "./claim.ts";
import type { Tally } from "./mean-interval.ts";

/** Stakes λ_l = 0.9 λ_max 2^-l, with shares w_l ∝ 1/((l + 1)(l + 2)) that sum to 1. */
const STAKES = 16;
const SHARES = Array.from({ length: STAKES }, (_, level) => {
  return (STAKES + 1) / STAKES / ((level + 1) * (level + 2));
});
/** Of the range of W, so many times its inverse is the most that is ever staked. */
const GREATEST = 2 ** 100;

/**
 * Evidence that E[W] > mean, of independent draws of W within a range: Σ w_l Π(1 + λ_l (W_i - mean)) in
 * [0, ∞], with λ_max = 1/(mean - low), which leaves no factor below 0.1. While E[W] ≤ mean it is a
 * nonnegative supermartingale from 1, and so reaches 1/alpha, whenever one looks, with probability
 * `alpha` at most (Ville). Waudby-Smith and Ramdas (2024), "Estimating means of bounded random variables
 * by betting". `low` ≤ mean and low < high.
 */
export function evidenceAbove(
  mean: number,
  { low, high }: Range,
  tallies: readonly Tally[],
): number {
  const most = Math.min(1 / (mean - low), GREATEST / (high - low));
  return capital(most, mean, tallies);
}

/** Evidence that E[W] < mean: the same with 1 - λ_l (W_i - mean) and λ_max = 1/(high - mean). */
export function evidenceBelow(
  mean: number,
  { low, high }: Range,
  tallies: readonly Tally[],
): number {
  const most = Math.min(1 / (high - mean), GREATEST / (high - low));
  return capital(-most, mean, tallies);
}

function capital(most: number, mean: number, tallies: readonly Tally[]): number {
  let sum = 0;
  let stake = 0.9 * most;
  for (const share of SHARES) {
    sum += share * growth(stake, mean, tallies);
    stake /= 2;
  }
  return sum;
}

const BIG = 2 ** 256;
const SMALL = 2 ** -256;

/**
 * Π(1 + stake (value - mean))^count by repeated squaring, as a number times a power of `BIG`, so that
 * it runs over or under only at the end.
 */
function growth(stake: number, mean: number, tallies: readonly Tally[]): number {
  let product = 1;
  let bigs = 0;
  for (const { value, count } of tallies) {
    let square = 1 + stake * (value - mean);
    let squareBigs = 0;
    for (let left = count; left > 0; left = Math.floor(left / 2)) {
      if (left % 2 === 1) {
        product *= square;
        bigs += squareBigs;
        if (product > BIG) {
          product *= SMALL;
          bigs++;
        } else if (product < SMALL) {
          product *= BIG;
          bigs--;
        }
      }
      square *= square;
      squareBigs *= 2;
      if (square > BIG) {
        square *= SMALL;
        squareBigs++;
      } else if (square < SMALL) {
        square *= BIG;
        squareBigs--;
      }
    }
  }
  return unscaled(product, bigs);
}

function unscaled(product: number, bigs: number): number {
  let value = product;
  for (let left = Math.min(bigs, 6); left > 0; left--) value *= BIG;
  for (let left = Math.min(-bigs, 6); left > 0; left--) value *= SMALL;
  return value;
}
