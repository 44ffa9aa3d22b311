import type { Range } from "./claim.ts";
import { type Interval, proportionInterval } from "./interval.ts";

/** How many of the drawn states had one value. Equal values may come apart. */
export type Tally = { readonly value: number; readonly count: number };

/** Of the mean of what was drawn within extremes, missing it with a probability of `alpha`. */
export type IntervalOfMean = (
  tallies: readonly Tally[],
  extremes: Range,
  alpha: number,
) => Interval;

/** Where values differ the interval below misses up to 1.04 times as often as it should. */
const MARGIN = 0.9;

/**
 * Interval for the mean of independent draws of a value within `extremes`, missing it with
 * probability `alpha`. The number of draws has to be fixed beforehand: for one that was stopped at
 * for what was seen, take `sequenceInterval`. A value that is either 0 or the greatest gets the interval
 * of its proportion.
 */
export function meanInterval(
  tallies: readonly Tally[],
  { low, high }: Range,
  alpha: number,
): Interval {
  const gains = momentsOf(tallies, 1);
  const losses = momentsOf(tallies, -1);
  if (gains.total === 0) return [low, high];
  const [least, most] = differenceInterval(
    { ...gains, ends: endsOf(gains, Math.max(0, high), alpha) },
    { ...losses, ends: endsOf(losses, Math.max(0, -low), alpha) },
  );
  return [Math.max(low, least), Math.min(high, most)];
}

/** Of the part of the values that has one sign, without the sign. */
type Moments = {
  readonly total: number;
  readonly sum: number;
  readonly squares: number;
  /** Greatest value seen. */
  readonly most: number;
  /** Whether the values above zero that were seen are all the same. */
  readonly alike: boolean;
};

function momentsOf(tallies: readonly Tally[], sign: 1 | -1): Moments {
  let [total, sum, squares, most] = [0, 0, 0, 0];
  let alike = true;
  for (const { value, count } of tallies) {
    const part = Math.max(0, sign * value);
    total += count;
    sum += count * part;
    squares += count * part * part;
    if (part > 0 && count > 0) {
      alike &&= most === 0 || part === most;
      most = Math.max(most, part);
    }
  }
  return { total, sum, squares, most, alike };
}

/**
 * Ends for the mean of values from 0 to `limit`. An event of another weight that is seen another
 * number of times would give the same sum and the same sum of squares: its interval is taken. For
 * the upper end one more draw of `limit` is assumed, which may be rare and not seen yet: Fay and
 * Feuer (1997), "Confidence intervals for directly standardized rates".
 */
function endsOf(moments: Moments, limit: number, alpha: number): Interval {
  const { total, sum, squares, most, alike } = moments;
  if (alike && (most === limit || most === 0)) {
    const count = most === 0 ? 0 : sum / most;
    const [low, high] = proportionInterval(Math.round(count), total, alpha);
    return [limit * low, limit * high];
  }
  const upper = eventLike(sum + limit, squares + limit * limit);
  const lower = eventLike(sum, squares);
  const [low] = proportionInterval(lower.count, total, MARGIN * alpha);
  const [, high] = proportionInterval(upper.count - 1, total, MARGIN * alpha);
  return [lower.weight * low, upper.weight * high];
}

function eventLike(sum: number, squares: number): { weight: number; count: number } {
  return { weight: squares / sum, count: (sum * sum) / squares };
}

type Part = Moments & { readonly ends: Interval };

/**
 * For the mean of gains minus losses, of which one draw has one at most: Zou and Donner (2008),
 * "Construction of confidence limits about effect measures", with the correlation of the two.
 */
function differenceInterval(gains: Part, losses: Part): Interval {
  const gained = gains.sum / gains.total;
  const lost = losses.sum / losses.total;
  const spread = varianceOf(gains) * varianceOf(losses);
  const together = spread > 0 ? (gained * lost) / Math.sqrt(spread) : 0;
  const apart = (x: number, y: number) => Math.sqrt(x * x + y * y + 2 * together * x * y);
  const down = apart(gained - gains.ends[0], losses.ends[1] - lost);
  const up = apart(gains.ends[1] - gained, lost - losses.ends[0]);
  return [gained - lost - down, gained - lost + up];
}

function varianceOf({ total, sum, squares }: Moments): number {
  const mean = sum / total;
  return squares / total - mean * mean;
}
