import {
  type DrawnFigure,
  intervalOfDifference,
  meanOf,
  scaledFigure,
  sumOfParts,
} from "./drawn-figure.ts";
import { drawnFigure, drawOf, openParts, worstOf } from "./figure.ts";
import type { Interval } from "./interval.ts";
import { addPatterns, countPatterns, type Patterns } from "./patterns.ts";
import { type Solution, solve } from "./solve.ts";
import type { Subject } from "./subject.ts";

/** Several figures over the same states. */
export type Joint = {
  readonly figures: readonly DrawnFigure[];
  readonly patterns: Patterns;
};

/** Σ factors · availability, and its 95% interval. */
export type Contrast = { readonly value: number; readonly interval: Interval };

export type JointOptions = {
  readonly seed: number;
  /** To be drawn, in whole blocks. */
  readonly states: number;
  /** Transitions that one figure may cost before anything is drawn. */
  readonly most: number;
};

/** Of what is told: the probability that an interval misses. */
const MISS = 0.05;

/**
 * The figures of several subjects from the same draws, each exact, bounded or drawn as what it may cost allows.
 *
 * @returns `null` where they are of more different parts than can be drawn side by side
 */
export function drawTogether(
  subjects: readonly Subject[],
  { seed, states, most }: JointOptions,
): Joint | null {
  const known = new Map<string, Solution>();
  const figures = subjects.map((one) => worstOf(solve(one, known, most), seed));
  const draw = drawOf(figures, seed);
  const isWhole = figures.every((one) =>
    openParts(one).every(({ signature }) => draw.subjects.has(signature)),
  );
  if (!isWhole) return null;
  let patterns: Patterns = new Map();
  const blocks = draw.subjects.size === 0 ? 0 : Math.ceil(states / draw.sampler.blockSize);
  for (let block = 0; block < blocks; block++) {
    patterns = addPatterns(patterns, countPatterns(draw.sampler.block(block)));
  }
  return {
    figures: figures.map((one) => drawnFigure(one, openParts(one).length > 0 ? draw : null)),
    patterns,
  };
}

/**
 * A sum of availabilities with factors of either sign, from what was drawn of all of them in the same states: what
 * they share is not told apart, and does not blur it.
 *
 * @param factors one for each figure
 */
export function contrast({ figures, patterns }: Joint, factors: readonly number[]): Contrast {
  const part = (sign: 1 | -1) =>
    sumOfParts(figures.map((one, at) => scaledFigure(Math.max(0, sign * factors[at]!), one)));
  const [gained, lost] = [part(1), part(-1)];
  // A = 1 - U, so that what counts for availability counts against unavailability.
  const offset = factors.reduce((sum, factor) => sum + factor, 0);
  const [low, high] = intervalOfDifference(gained, lost, patterns, MISS);
  const value = offset + meanOf(lost, patterns) - meanOf(gained, patterns);
  return { value, interval: [offset + low, offset + high] };
}
