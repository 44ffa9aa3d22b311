import { drawAndAsk, drawnDifference, drawnEstimate, type Tallies } from "./ask.ts";
import { type Claim, type Decision, decideByRange, onOneFigure } from "./claim.ts";
import { type AskOptions, type Difference, type Estimate, NEGLIGIBLE } from "./estimate.ts";
import { estimateEndpoint } from "./evaluate.ts";
import {
  affordable,
  certainEstimate,
  type Draw,
  drawnFigure,
  drawOf,
  type Figure,
  isSameFigure,
  openParts,
  worstOf,
} from "./figure.ts";
import { type Solution, solve } from "./solve.ts";
import type { Subject } from "./subject.ts";

export type Comparison = {
  readonly base: Estimate;
  readonly head: Estimate;
  readonly difference: Difference;
  readonly decisions: readonly Decision[];
};

/**
 * One endpoint at two commits, head minus base under common random numbers, and claims on the two.
 *
 * @param tallied what shards drew of the two; absent: nothing
 */
export function compareEndpoint(
  base: Subject,
  head: Subject,
  options: AskOptions,
  claims: readonly Claim[],
  tallied?: Tallies,
): Comparison {
  const [before, after] = figuresOf(base, head, options.seed, options.most);
  if (isSameFigure(before, after)) {
    const once = claims.map(onOneFigure);
    const { estimate, decisions } = estimateEndpoint(base, options, once, tallied);
    return { base: estimate, head: estimate, difference: { delta: 0 }, decisions };
  }
  const isDrawn = openParts(before).length + openParts(after).length > 0;
  return isDrawn
    ? compareDrawn(before, after, options, claims, tallied)
    : compareCertain(before, after, claims);
}

/** Both sides, of which what they have in common is solved once. */
function figuresOf(
  base: Subject,
  head: Subject,
  seed: number,
  most?: number,
): readonly [Figure, Figure] {
  const known = new Map<string, Solution>();
  return [worstOf(solve(base, known, most), seed), worstOf(solve(head, known, most), seed)];
}

/** The draw of a comparison, or of base alone (`head`: `null`); `null` where nothing of it is drawn. */
export function drawBetween(base: Subject, head: Subject | null, seed: number): Draw | null {
  const [before, after] = figuresOf(base, head ?? base, seed);
  const figures = isSameFigure(before, after) ? [before] : [before, after];
  return figures.every((one) => openParts(one).length === 0) ? null : drawOf(figures, seed);
}

function compareCertain(before: Figure, after: Figure, claims: readonly Claim[]): Comparison {
  const base = certainEstimate(before);
  const head = certainEstimate(after);
  const decisions = claims.map((claim) => decideByRange(claim, before.range, after.range));
  // Subtract the smaller pair: two availabilities near one share most of their digits.
  const delta =
    base.unavailability + head.unavailability < 1
      ? base.unavailability - head.unavailability
      : head.availability - base.availability;
  if (base.method === "exact" && head.method === "exact") {
    return { base, head, difference: { delta: zeroed(delta) }, decisions };
  }
  const low = zeroed(before.range.low - after.range.high);
  const high = zeroed(before.range.high - after.range.low);
  return { base, head, difference: { delta: zeroed(delta), interval: [low, high] }, decisions };
}

function compareDrawn(
  before: Figure,
  after: Figure,
  options: AskOptions,
  claims: readonly Claim[],
  tallied?: Tallies,
): Comparison {
  const draw = drawOf([before, after], options.seed);
  const one = drawnFigure(before, draw);
  const other = drawnFigure(after, draw);
  const drawn = drawAndAsk(draw, one, other, affordable(options, draw), claims, tallied);
  const { delta, interval = [delta, delta] } = drawnDifference(one, other, drawn);
  return {
    base: openParts(before).length > 0 ? drawnEstimate(one, drawn) : certainEstimate(before),
    head: openParts(after).length > 0 ? drawnEstimate(other, drawn) : certainEstimate(after),
    difference: { delta: zeroed(delta), interval: [zeroed(interval[0]), zeroed(interval[1])] },
    decisions: drawn.decisions,
  };
}

function zeroed(delta: number): number {
  return Math.abs(delta) <= NEGLIGIBLE ? 0 : delta;
}
