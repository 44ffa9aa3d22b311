import type { Probability } from "../model/model.ts";
import { allStates } from "./all-states.ts";
import type { Range } from "./claim.ts";
import { evaluate, mean, upGiven } from "./exact.ts";
import type { Measure } from "./measure.ts";
import { once } from "./once.ts";
import { preparedFor } from "./preparations.ts";
import { costOf, type Prepared } from "./prepare.ts";
import { both, CERTAIN, NEVER } from "./probability.ts";
import { sampledOf, signatureOf } from "./sampled.ts";
import type { Sampled } from "./sampler.ts";
import { situationsOf } from "./situations.ts";
import { runSparse } from "./sparse.ts";
import type { Subject } from "./subject.ts";

/** A part of a figure: one member of the mixture in the steady state, or in one incident. */
export type Part = {
  /** π_c times the incident's probability. */
  readonly share: number;
} & Solution;

export type Solution =
  | { readonly kind: "exact"; readonly up: Probability }
  /** A ≥ p and U ≥ q for certain; what is missing to 1 is not known. */
  | { readonly kind: "bounded"; readonly up: Probability }
  /** To be drawn: A = factor · A_rest. Bounded meanwhile. */
  | {
      readonly kind: "open";
      readonly up: Probability;
      readonly factor: Probability;
      readonly rest: Sampled;
      /** Of the rest: equal for what fails in the same states, draw for draw. */
      readonly signature: string;
    };

/** An endpoint in each of the situations over which its figure is the least. */
export type Solved = readonly (readonly Part[])[];

/** T1 up to so many transitions, of a state of so many bits: two seconds and 128 MB. */
export const MOST_TRANSITIONS = 2e8;
export const MOST_BITS = 24;
/** T2: a first look, and a longer one where that may be enough; at most `work` states in all steps. */
const QUICK = { least: 1e-9, most: 1_024, work: 500_000 };
const THOROUGH = { least: 1e-13, most: 8_192, work: 2_000_000 };
/** What a state in a step of these costs, in transitions. */
const STATE = 25;
/** Both looks. */
export const BOUNDING = STATE * (QUICK.work + THOROUGH.work);
/** A gap that is good enough: in points, and as a share of what is known to fail. */
const GOOD_GAP = 1e-6;
const GOOD_SHARE = 0.01;
/** A gap after the first look that a longer one may close. */
const PROMISING_GAP = 1e-3;
/** What it is worth to look for the same work done before. */
const DEAR = 100_000;

/**
 * Solve an endpoint's predicate in all its situations: in closed form or exactly where the cost, known
 * beforehand, allows it, else within bounds, else as what is left to be drawn.
 *
 * @param known solutions of the same comparison by factor and signature: what was dear is taken over from
 *   there, and laid down there. Of no other: parts of equal signature may stand in another order, and a sum
 *   in another order may differ in its last digit
 * @param most transitions that it may cost, as far as they are known beforehand
 * @param like what is prepared for its model serves, as far as it can: see `figureAlike`
 */
export function solve(
  subject: Subject,
  known: Map<string, Solution>,
  most = Number.POSITIVE_INFINITY,
  like = subject,
): Solved {
  const { entry, completion, mixture } = like.endpoint;
  const kin = situationsOf(like.model, like.fault)[0]?.[0]?.measure;
  return situationsOf(subject.model, subject.fault).map((situation) =>
    mixture.flatMap(({ need }, at) =>
      situation.map(({ weight, measure }): Part => {
        const { share } = subject.endpoint.mixture[at]!;
        const prepared = preparedFor(like.model, { entry, completion, need }, measure, true, kin);
        const solution: Solution =
          prepared === null
            ? { kind: "exact", up: NEVER }
            : solveOne(prepared, measure, known, most);
        return { share: share * weight, ...solution };
      }),
    ),
  );
}

function solveOne(
  prepared: Prepared,
  measure: Measure,
  known: Map<string, Solution>,
  most: number,
): Solution {
  const cost = costOf(prepared);
  if (cost < DEAR) return { kind: "exact", up: evaluate(prepared, measure) };
  const { factors, rest } = sampledOf(prepared, measure);
  // In an order of their own, so that the product does not depend on that of the spec.
  const factor = factors
    .map((one) => upGiven(measure, one, () => true))
    .toSorted((one, other) => one.q - other.q || one.p - other.p)
    .reduce(both, CERTAIN);
  if (factor.p === 0) return { kind: "exact", up: NEVER };
  const signature = signatureOf(rest);
  const key = JSON.stringify([factor, signature]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const own = solutionsOn(prepared);
  const inOrder = factors.map((one) => upGiven(measure, one, () => true));
  const sameKey = `${JSON.stringify([inOrder, most])} ${key}`;
  const drawable = { factor, rest, signature };
  const solution = own.get(sameKey) ?? solveDear(prepared, measure, drawable, most);
  own.set(sameKey, solution);
  known.set(key, solution);
  return solution;
}

/** Of one preparation: what was dear to solve, by factors in their order and signature; the same to the last digit. */
const solutionsOn = once((_: Prepared) => new Map<string, Solution>());

type Drawable = {
  readonly factor: Probability;
  readonly rest: Sampled;
  readonly signature: string;
};

function solveDear(
  prepared: Prepared,
  measure: Measure,
  drawable: Drawable,
  most: number,
): Solution {
  const { plan } = prepared;
  const cost = costOf(prepared);
  if (cost <= Math.min(MOST_TRANSITIONS, most) && (plan?.bits ?? 0) <= MOST_BITS) {
    return { kind: "exact", up: evaluate(prepared, measure) };
  }
  const counted = allStates(drawable.rest);
  if (counted !== null) return { kind: "exact", up: both(drawable.factor, counted) };
  if (plan === null) return { kind: "open", up: { p: 0, q: drawable.factor.q }, ...drawable };
  const runs = plan.steps.length * 2 ** prepared.conditioned.length;
  const bound = (look: typeof QUICK) => {
    const work = Math.min(look.work, most / STATE / 2);
    const { least } = look;
    const thrift = { least, most: Math.max(1, Math.min(look.most, Math.floor(work / runs))) };
    return mean(prepared, measure, (run) => runSparse(plan, run, thrift));
  };
  const quick = bound(QUICK);
  if (isGood(quick)) return { kind: "bounded", up: quick };
  const up = gapOf(quick) < PROMISING_GAP ? closer(quick, bound(THOROUGH)) : quick;
  return isGood(up) || gapOf(up) <= GOOD_GAP
    ? { kind: "bounded", up }
    : { kind: "open", up, ...drawable };
}

/** What either of two looks shows is certain. */
function closer(one: Probability, other: Probability): Probability {
  return { p: Math.max(one.p, other.p), q: Math.max(one.q, other.q) };
}

/** What is neither known to hold nor to fail. */
function gapOf({ p, q }: Probability): number {
  return Math.max(0, 1 - p - q);
}

function isGood(up: Probability): boolean {
  return gapOf(up) <= Math.min(GOOD_GAP, GOOD_SHARE * up.q);
}

/** U of a part, as far as it is certain. */
export function rangeOfPart({ kind, up }: Solution): Range {
  return { low: up.q, high: kind === "exact" ? up.q : Math.max(up.q, 1 - up.p) };
}
