import type { Probability } from "../model/model.ts";
import { betaQuantile } from "../numbers/beta.ts";
import {
  type Contribution,
  type Credible,
  type CredibleDifference,
  NEGLIGIBLE,
} from "./estimate.ts";
import type { Parameter } from "./parameters.ts";
import { type Draws, shapesOf } from "./uncertainty.ts";

/** Of a credible interval: what lies beyond either of its ends. */
const TAIL = 0.025;
/** So many parameters, those that go along with the figure most, are tried one by one. */
const MOST_TRIED = 32;

/** What the figure may be, by what was observed. `slo`: what is promised. */
export function credibleOf(draws: Draws, slo: Probability | null): Credible {
  const [low, high] = ends(draws.q);
  const held = slo === null ? null : shareOf(draws.q, (q) => q - slo.q <= NEGLIGIBLE);
  return {
    interval: [1 - high, 1 - low],
    mean: meanOf(draws.p),
    ...(held === null ? {} : { probability: held }),
    most: mostOf(draws),
    points: draws.q.length,
  };
}

/** A figure that is not uncertain, or one that is. */
export type Side = Probability | Draws;

/** Head minus base, point by point. */
export function credibleDifference(base: Side, head: Side): CredibleDifference {
  const count = Math.min(pointsIn(base), pointsIn(head));
  const deltas = Float64Array.from({ length: count }, (_, point) => {
    const [before, after] = [sideAt(base, point), sideAt(head, point)];
    // Subtract the smaller pair: two availabilities near one share most of their digits.
    return before.q + after.q < 1 ? before.q - after.q : after.p - before.p;
  });
  return {
    interval: ends(deltas),
    mean: meanOf(deltas),
    probability: shareOf(deltas, (delta) => delta < -NEGLIGIBLE),
    points: count,
  };
}

function pointsIn(side: Side): number {
  return "parameters" in side ? side.q.length : Number.POSITIVE_INFINITY;
}

function sideAt(side: Side, point: number): Probability {
  return "parameters" in side ? { p: side.p[point]!, q: side.q[point]! } : side;
}

/** The 2.5% and the 97.5% quantile: between the two points next to each. */
function ends(values: Float64Array): readonly [number, number] {
  const sorted = values.toSorted();
  return [quantileOf(sorted, TAIL), quantileOf(sorted, 1 - TAIL)];
}

/** The i-th of n values stands for (i + ½)/n. */
function quantileOf(sorted: Float64Array, share: number): number {
  const position = Math.max(0, share * sorted.length - 0.5);
  const before = Math.floor(position);
  const low = sorted[before]!;
  const high = sorted[Math.min(sorted.length - 1, before + 1)]!;
  return low + (position - before) * (high - low);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shareOf(values: Float64Array, holds: (value: number) => boolean): number {
  return values.reduce((count, value) => count + (holds(value) ? 1 : 0), 0) / values.length;
}

/** The parameter that alone, over its own interval and all else as it is, moves the figure the furthest. */
function mostOf(draws: Draws): Contribution {
  let most: Contribution | null = null;
  for (const parameter of likeliest(draws)) {
    const one = contributionOf(draws, parameter);
    if (most === null || widthOf(one) > widthOf(most)) most = one;
  }
  return most!;
}

function widthOf({ interval: [low, high] }: Contribution): number {
  return high - low;
}

function contributionOf(draws: Draws, parameter: Parameter): Contribution {
  const [a, b] = shapesOf(parameter);
  const figures = [
    { p: TAIL, q: 1 - TAIL },
    { p: 1 - TAIL, q: TAIL },
  ].map((chance) => draws.at(parameter, betaQuantile(chance, a, b)).p);
  const { good, total } = parameter.evidence;
  return {
    component: parameter.name,
    good,
    total,
    interval: [Math.min(...figures), Math.max(...figures)],
  };
}

/** Those whose values go along with the figure, where there are too many to try each. */
function likeliest(draws: Draws): readonly Parameter[] {
  const { parameters } = draws;
  if (parameters.length <= MOST_TRIED) return parameters;
  return parameters
    .map((parameter) => ({ parameter, along: correlation(draws, draws.valuesOf(parameter).q) }))
    .sort((a, b) => b.along - a.along)
    .slice(0, MOST_TRIED)
    .map(({ parameter }) => parameter);
}

/** The square of Pearson's, of the failures; but for the spread of the figure, which is the same for all. */
function correlation({ q }: Draws, values: Float64Array): number {
  const [x, y] = [meanOf(values.subarray(0, q.length)), meanOf(q)];
  let [xx, xy] = [0, 0];
  for (let at = 0; at < q.length; at++) {
    const dx = values[at]! - x;
    xx += dx * dx;
    xy += dx * (q[at]! - y);
  }
  return xx > 0 ? (xy / xx) * xy : 0;
}
