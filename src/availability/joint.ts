import {
  type DrawnFigure,
  intervalOfDifference,
  knownPart,
  meanOfDifference,
  scaledFigure,
  sumOfParts,
} from "./drawn-figure.ts";
import { type Draw, drawnFigure, drawOf, type Figure, openParts, worstOf } from "./figure.ts";
import type { Interval } from "./interval.ts";
import { addPatterns, countPatterns, type Patterns } from "./patterns.ts";
import { type Solution, solve } from "./solve.ts";
import type { Subject } from "./subject.ts";
import { countWidePatterns, type WidePatterns } from "./wide-patterns.ts";

/** Several figures over the same states. */
export type Joint = {
  readonly figures: readonly DrawnFigure[];
  readonly patterns: Patterns | WidePatterns;
  /** What the draws have cost, in transitions. */
  readonly cost: number;
};

/** One of them, and whose preparation may serve it (`solve`); absent: its own. */
export type JointSubject = Subject & { readonly like?: Subject };

/** Σ factors · availability, and its 95% interval. */
export type Contrast = { readonly value: number; readonly interval: Interval };

export type DrawOptions = {
  readonly seed: number;
  /** To be drawn, in whole blocks. */
  readonly states: number;
  /** Transitions that all draws may cost: no block is begun that they do not pay for; absent: any. */
  readonly drawing?: number;
};

export type JointOptions = DrawOptions & {
  /** Transitions that one figure may cost before anything is drawn. */
  readonly most: number;
};

/** Of what is told: the probability that an interval misses. */
const MISS = 0.05;

/** So many different parts are drawn side by side: those of the mixtures of ten facts, twice over. */
const MOST_TOGETHER = 2_048;
/** Up to so many are told apart by the bits of a number (`Patterns`). */
const MOST_NUMBERED = 53;

/**
 * The figures of several subjects from the same draws, each exact, bounded or drawn as what it may cost allows.
 *
 * @returns `null` where they are of more different parts than can be drawn side by side, or than is paid for
 */
export function drawTogether(
  subjects: readonly JointSubject[],
  options: JointOptions,
): Joint | null {
  const known = new Map<string, Solution>();
  const { most, seed } = options;
  const figures = subjects.map((one) => worstOf(solve(one, known, most, one.like), seed));
  return drawFigures(figures, options);
}

/** Of figures that are solved: what is open of them is drawn. */
export function drawFigures(
  figures: readonly Figure[],
  { seed, states, drawing = Number.POSITIVE_INFINITY }: DrawOptions,
): Joint | null {
  const draw = drawOf(figures, seed, MOST_TOGETHER);
  const isWhole = figures.every((one) =>
    openParts(one).every(({ signature }) => draw.subjects.has(signature)),
  );
  if (!isWhole) return null;
  const { blockSize } = draw.sampler;
  const isDrawn = draw.subjects.size > 0;
  // Urns of other sizes are drawn each by itself.
  const isKilled = figures.some((one) =>
    openParts(one).some(({ rest }) => rest.measure.urn !== null),
  );
  const price = blockSize * (isKilled ? draw.price : besideEachOther(draw));
  const paid = isDrawn ? Math.floor(drawing / price) : 0;
  if (isDrawn && paid === 0) return null;
  const blocks = isDrawn ? Math.min(paid, Math.ceil(states / blockSize)) : 0;
  const isWide = draw.subjects.size > MOST_NUMBERED;
  return {
    figures: figures.map((one) => drawnFigure(one, openParts(one).length > 0 ? draw : null)),
    cost: isDrawn ? blocks * price : 0,
    patterns: isWide ? seen(draw, blocks, countWidePatterns) : seen(draw, blocks, countPatterns),
  };
}

/**
 * What a state costs: what fails is drawn once for all, which is the greater part of the price of one; the rest is
 * to go through each.
 */
function besideEachOther({ price, subjects }: Draw): number {
  return price / Math.max(1, subjects.size) + THROUGH * price;
}

/** Of the price of one by itself: to go through it, for what fails, and count. */
const THROUGH = 1 / 2;

function seen<Pattern extends number | string>(
  { sampler }: Draw,
  blocks: number,
  count: (failures: readonly Int32Array[]) => ReadonlyMap<Pattern, number>,
): ReadonlyMap<Pattern, number> {
  let patterns: ReadonlyMap<Pattern, number> = new Map();
  for (let block = 0; block < blocks; block++) {
    patterns = addPatterns(patterns, count(sampler.block(block)));
  }
  return patterns;
}

const NOTHING = knownPart(0, { low: 0, high: 0 });

/**
 * A sum of availabilities with factors of either sign, from what was drawn of all of them in the same states: what
 * they share is not told apart, and does not blur it.
 *
 * @param factors one for each figure
 */
export function contrast({ figures, patterns }: Joint, factors: readonly number[]): Contrast {
  const part = (sign: 1 | -1) =>
    sumOfParts([
      NOTHING,
      ...figures.flatMap((one, at) => {
        const factor = sign * factors[at]!;
        return factor > 0 ? [scaledFigure(factor, one)] : [];
      }),
    ]);
  const [gained, lost] = [part(1), part(-1)];
  // A = 1 - U, so that what counts for availability counts against unavailability.
  const offset = factors.reduce((sum, factor) => sum + factor, 0);
  const [low, high] = intervalOfDifference(gained, lost, patterns, MISS);
  const value = offset + meanOfDifference(gained, lost, patterns);
  return { value, interval: [offset + low, offset + high] };
}
