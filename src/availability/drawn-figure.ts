import type { Probability } from "../model/model.ts";
import { type Claim, decideByRange, type Range, sumOfRanges, timesRange } from "./claim.ts";
import { type Inquiry, inquire, openInquiry } from "./decide.ts";
import { NEGLIGIBLE } from "./estimate.ts";
import type { Interval } from "./interval.ts";
import { type IntervalOfMean, meanInterval } from "./mean-interval.ts";
import { type Patterns, tallyOf } from "./patterns.ts";
import type { WidePatterns } from "./wide-patterns.ts";

/**
 * A figure that is drawn in part: U = known + Σ weights[k] · E[F_k], where F_k is 1 in the drawn states in
 * which subject k fails, else 0. Subjects are numbered over all samplers that are drawn side by side.
 */
export type DrawnFigure = {
  /** What was not drawn; a range where it is only bounded. */
  readonly known: Range;
  /** From 0; 0 for subjects beyond the last. */
  readonly weights: readonly number[];
  /** Certified for U as a whole, however it was shown. */
  readonly within: Range;
};

/** A part of a figure, `share` of it, that is known to lie in a range. */
export function knownPart(share: number, range: Range): DrawnFigure {
  const known = timesRange(share, range);
  return { known, weights: [], within: known };
}

/**
 * A part of a figure, `share` of it, with a rest that is drawn: u = factor.q + factor.p · chance · E[F],
 * where `factor` is of the mandatory components, and the rest fails only in the states of a stratum of
 * probability `chance`, from which all states are drawn. `within` is certified for u.
 */
export function drawnPart(
  share: number,
  factor: Probability,
  chance: number,
  subject: number,
  within: Range = { low: 0, high: 1 },
): DrawnFigure {
  const known = share * factor.q;
  const weight = share * factor.p * chance;
  const weights = Array.from({ length: subject + 1 }, (_, at) => (at === subject ? weight : 0));
  return { known: { low: known, high: known }, weights, within: timesRange(share, within) };
}

/** U = Σ of its parts, of one at least: the members of a mixture, incidents and the steady state. */
export function sumOfParts(parts: readonly DrawnFigure[]): DrawnFigure {
  const weights: number[] = [];
  for (const part of parts) {
    part.weights.forEach((weight, at) => {
      weights[at] = (weights[at] ?? 0) + weight;
    });
  }
  return {
    known: parts.map(({ known }) => known).reduce(sumOfRanges),
    weights,
    within: parts.map(rangeOf).reduce(sumOfRanges),
  };
}

/** So many times the figure; `factor` at least 0. */
export function scaledFigure(factor: number, { known, weights, within }: DrawnFigure): DrawnFigure {
  return {
    known: timesRange(factor, known),
    weights: weights.map((weight) => factor * weight),
    within: timesRange(factor, within),
  };
}

/** Certified for U: that F is at least 0 and at most 1, and what else is. */
export function rangeOf({ known, weights, within }: DrawnFigure): Range {
  const most = known.high + weights.reduce((sum, weight) => sum + weight, 0);
  const low = Math.max(known.low, within.low);
  return { low, high: Math.max(low, Math.min(most, within.high)) };
}

/** A claim on two figures while states are drawn, and what a failure of each subject adds to W. */
export type DrawnClaim = { readonly weights: readonly number[]; readonly inquiry: Inquiry };

/**
 * Open a claim on figures over the same drawn states; decided at once where what is certain is enough.
 * base · U_base + head · U_head = known + E[W], W = Σ (base · w_base + head · w_head) F. The probability that it
 * is ever decided wrongly is at most `alpha`.
 */
export function openClaim(
  claim: Claim,
  base: DrawnFigure,
  head: DrawnFigure,
  alpha: number,
): DrawnClaim {
  const weights = sumOfWeights(claim.base, base.weights, claim.head, head.weights);
  const known = sumOfRanges(timesRange(claim.base, base.known), timesRange(claim.head, head.known));
  const limit = claim.beyond + NEGLIGIBLE;
  const [below, above] = [limit - known.high, limit - known.low];
  const inquiry = openInquiry({ range: extremesOf(weights), below, above, alpha });
  const certain = decideByRange(claim, rangeOf(base), rangeOf(head));
  return { weights, inquiry: certain === "open" ? inquiry : { ...inquiry, decision: certain } };
}

/** Add a block's states and look. */
export function askClaim({ weights, inquiry }: DrawnClaim, block: Patterns): DrawnClaim {
  if (inquiry.decision !== "open") return { weights, inquiry };
  return { weights, inquiry: inquire(inquiry, tallyOf(weights, block)) };
}

/** U with E[F] as drawn; what is only bounded counts by its middle. */
export function meanOf(figure: DrawnFigure, patterns: Patterns | WidePatterns): number {
  return meanWithin(rangeOf(figure), figure.known, figure.weights, patterns);
}

function meanWithin(
  { low, high }: Range,
  known: Range,
  weights: readonly number[],
  patterns: Patterns | WidePatterns,
): number {
  let [sum, total] = [0, 0];
  for (const { value, count } of tallyOf(weights, patterns)) {
    sum += value * count;
    total += count;
  }
  const drawn = (known.low + known.high) / 2 + (total === 0 ? 0 : sum / total);
  return Math.min(high, Math.max(low, drawn));
}

/**
 * Interval of U, missing it with probability `alpha`: of a number of states fixed beforehand, or, by
 * `sequenceInterval`, of one stopped at whenever.
 */
export function intervalOf(
  figure: DrawnFigure,
  patterns: Patterns,
  alpha: number,
  ofMean: IntervalOfMean = meanInterval,
): Interval {
  const { low, high } = rangeOf(figure);
  const [least, most] = shifted(figure.known, figure.weights, patterns, alpha, ofMean);
  return [Math.min(high, Math.max(low, least)), Math.max(low, Math.min(high, most))];
}

/**
 * Interval of U_head - U_base, likewise. Availability differs by as much, with the other sign. Where what was drawn
 * lies beyond all that is certain, the nearest that is.
 */
export function intervalOfDifference(
  base: DrawnFigure,
  head: DrawnFigure,
  patterns: Patterns | WidePatterns,
  alpha: number,
  ofMean: IntervalOfMean = meanInterval,
): Interval {
  const certain = sumOfRanges(rangeOf(head), timesRange(-1, rangeOf(base)));
  const known = sumOfRanges(head.known, timesRange(-1, base.known));
  const weights = sumOfWeights(-1, base.weights, 1, head.weights);
  const [least, most] = shifted(known, weights, patterns, alpha, ofMean);
  return [
    Math.min(certain.high, Math.max(certain.low, least)),
    Math.max(certain.low, Math.min(certain.high, most)),
  ];
}

/**
 * U_head - U_base as drawn: in the interval above, which the difference of two `meanOf` need not be, where what is
 * certain of either moves that one alone.
 */
export function meanOfDifference(
  base: DrawnFigure,
  head: DrawnFigure,
  patterns: Patterns | WidePatterns,
): number {
  const known = sumOfRanges(head.known, timesRange(-1, base.known));
  const weights = sumOfWeights(-1, base.weights, 1, head.weights);
  const certain = sumOfRanges(rangeOf(head), timesRange(-1, rangeOf(base)));
  return meanWithin(certain, known, weights, patterns);
}

function shifted(
  known: Range,
  weights: readonly number[],
  patterns: Patterns | WidePatterns,
  alpha: number,
  ofMean: IntervalOfMean,
): Interval {
  const [low, high] = ofMean(tallyOf(weights, patterns), extremesOf(weights), alpha);
  return [known.low + low, known.high + high];
}

/** Of Σ weights[k] over any set of subjects. */
function extremesOf(weights: readonly number[]): Range {
  return {
    low: weights.reduce((sum, weight) => sum + Math.min(0, weight), 0),
    high: weights.reduce((sum, weight) => sum + Math.max(0, weight), 0),
  };
}

function sumOfWeights(
  factor: number,
  one: readonly number[],
  otherFactor: number,
  other: readonly number[],
): readonly number[] {
  return Array.from(
    { length: Math.max(one.length, other.length) },
    (_, at) => factor * (one[at] ?? 0) + otherFactor * (other[at] ?? 0),
  );
}
