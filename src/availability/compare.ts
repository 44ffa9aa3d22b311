import type { Endpoint, Fault, Model } from "../model/model.ts";
import type { Decision } from "./claim.ts";
import { type Difference, type EngineOptions, type Estimate, NEGLIGIBLE } from "./estimate.ts";
import { estimateOf, MISS } from "./evaluate.ts";
import { proportionInterval } from "./interval.ts";
import { countFailures, countOnlyIn, type Failures } from "./sample.ts";
import { type Solved, solveEndpoint } from "./solve.ts";

/** An endpoint of a model, in the steady state (`fault: null`) or under one of the model's faults. */
export type Subject = {
  readonly model: Model;
  readonly endpoint: Endpoint;
  readonly fault: Fault | null;
};

/** `alpha`: the probability that one claim is decided wrongly; the claims of a run share 5%. */
export type AskOptions = EngineOptions & { readonly alpha: number };

/** Decisions stand in the order of the claims that were asked. */
export type Estimated = { readonly estimate: Estimate; readonly decisions: readonly Decision[] };

export type Comparison = {
  readonly base: Estimate;
  readonly head: Estimate;
  readonly difference: Difference;
  readonly decisions: readonly Decision[];
};

type Steady = Omit<Subject, "fault">;

/** One endpoint at two commits, and head minus base under common random numbers. */
export function compareEndpoint(
  base: Steady,
  head: Steady,
  options: EngineOptions,
): Omit<Comparison, "decisions"> {
  const before = solveEndpoint(base.model, base.endpoint, options);
  const after = solveEndpoint(head.model, head.endpoint, options, before);
  const estimates = { base: estimateOf(before), head: estimateOf(after) };
  return { ...estimates, difference: differenceOf(estimates, before, after) };
}

/** Head minus base of solved members, given what they come to. */
export function differenceOf(
  { base, head }: { readonly base: Estimate; readonly head: Estimate },
  before: readonly Solved[],
  after: readonly Solved[],
): Difference {
  // Subtract the smaller pair: two availabilities near one share most of their digits.
  const delta =
    base.unavailability + head.unavailability < 1
      ? base.unavailability - head.unavailability
      : head.availability - base.availability;
  if (base.method === "exact" && head.method === "exact") return { delta: zeroed(delta) };
  const [low, high] = pairedInterval(before, after);
  return { delta: zeroed(delta), interval: [zeroed(low), zeroed(high)] };
}

function zeroed(delta: number): number {
  return Math.abs(delta) <= NEGLIGIBLE ? 0 : delta;
}

/**
 * Head minus base as a weighted sum of probabilities: those of a state that only head survives, only
 * base, and (where the weights differ) base at all. Each gets an interval of its own, missing with an
 * equal part of 5% (Bonferroni), as their draws depend on each other. Members are paired in order.
 */
function pairedInterval(
  before: readonly Solved[],
  after: readonly Solved[],
): readonly [number, number] {
  const terms: Term[] = [];
  let known = 0;
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const base = before[index];
    const head = after[index];
    if (base?.method === "monte-carlo" && head?.method === "monte-carlo") {
      terms.push(...pairedTerms(base, head));
    } else {
      for (const [side, sign] of [
        [base, -1],
        [head, 1],
      ] as const) {
        if (side === undefined) continue;
        if (side.method === "exact") known += sign * side.share * side.up.p;
        else terms.push({ weight: sign * weightOf(side), ...successes(side.failures) });
      }
    }
  }
  return sumOfIntervals(known, terms);
}

/** A probability of which `count` of `total` draws were seen, times a weight of either sign. */
type Term = { readonly weight: number; readonly count: number; readonly total: number };

type Sampled = Extract<Solved, { readonly method: "monte-carlo" }>;

/** w_h a_h - w_b a_b = w_h (gained - lost) + (w_h - w_b) a_b. */
function pairedTerms(base: Sampled, head: Sampled): readonly Term[] {
  const weight = weightOf(head);
  const terms: Term[] = [];
  const { total } = base.failures;
  if (base.failures !== head.failures) {
    terms.push(
      { weight, count: countOnlyIn(base.failures, head.failures), total },
      { weight: -weight, count: countOnlyIn(head.failures, base.failures), total },
    );
  }
  const moved = weight - weightOf(base);
  if (Math.abs(moved) > NEGLIGIBLE) terms.push({ weight: moved, ...successes(base.failures) });
  return terms;
}

function sumOfIntervals(known: number, terms: readonly Term[]): readonly [number, number] {
  let low = known;
  let high = known;
  for (const { weight, count, total } of terms) {
    const [least, most] = proportionInterval(count, total, MISS / terms.length);
    low += weight * (weight > 0 ? least : most);
    high += weight * (weight > 0 ? most : least);
  }
  return [Math.max(-1, low), Math.min(1, high)];
}

function weightOf({ share, factor }: Sampled): number {
  return share * factor.p;
}

function successes(failures: Failures): { readonly count: number; readonly total: number } {
  return { count: failures.total - countFailures(failures), total: failures.total };
}
