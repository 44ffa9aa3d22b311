import type { Claim, Decision } from "../availability/claim.ts";
import type { Thresholds } from "./thresholds.ts";

/** What the rules of contract §2 ask of the unavailability at base and at head. */
export type Question =
  | "below" // is head below its SLO?
  | "was-below" // is base below the same SLO?
  | "below-former" // is head below the SLO that base had?
  | "was-below-former" // is base?
  | "worse" // did the downtime grow by more than an endpoint below its SLO may let it?
  | "budget" // is more of the error budget spent than `warnAt`?
  | "budget-grew" // is a larger share of it spent than at base?
  | "drop" // did availability fall by more than `maxDrop`?
  | "downtime"; // did the downtime grow by more than `maxDowntimeIncrease`?

/** The most questions that one figure raises. */
export const MOST_QUESTIONS = 9;

export type Questions = ReadonlyMap<Question, Claim>;
export type Answers = ReadonlyMap<Question, Decision>;

/** Relative growth of the downtime that an endpoint below its SLO may have (contract §2). */
export const PREEXISTING_GROWTH = 0.01;

/**
 * The questions that thresholds raise, each as a claim that the engine decides, known before any
 * figure is. `compared`: base is there to compare with; else no claim is about it.
 */
export function questionsOf(thresholds: Thresholds, compared: boolean): Questions {
  const asked = new Map<Question, Claim>();
  const ask = (question: Question, base: number, head: number, beyond: number) =>
    asked.set(question, { base, head, beyond });
  const { slo, baseSlo, warnAt, maxDrop, maxDowntimeIncrease } = thresholds;
  if (slo !== null) {
    ask("below", 0, 1, slo.q);
    if (warnAt !== null) ask("budget", 0, 1, warnAt * slo.q);
  }
  if (!compared) return asked;
  if (slo !== null) {
    ask("was-below", 1, 0, slo.q);
    ask("worse", -(1 + PREEXISTING_GROWTH), 1, 0);
    // What base promised is among the stricter of both.
    if (baseSlo !== null) {
      if (baseSlo.q !== slo.q) {
        ask("below-former", 0, 1, baseSlo.q);
        ask("was-below-former", 1, 0, baseSlo.q);
      }
      // u/q at head against u/q at base, multiplied out; under one SLO its budget does not matter.
      const [before, after] = baseSlo.q === slo.q ? [1, 1] : [slo.q, baseSlo.q];
      if (warnAt !== null) ask("budget-grew", -before, after, 0);
    }
  }
  if (maxDrop !== null) ask("drop", -1, 1, maxDrop);
  // Multiplied out: a base that never fails allows no growth.
  if (maxDowntimeIncrease !== null) ask("downtime", -(1 + maxDowntimeIncrease), 1, 0);
  return asked;
}

/** The same questions of a base that stands on both sides; one about its drop has no answer. */
export function aboutBaseAlone(questions: Questions): Questions {
  const asked = new Map<Question, Claim>();
  for (const [question, { base, head, beyond }] of questions) {
    if (base + head !== 0) asked.set(question, { base: base + head, head: 0, beyond });
  }
  return asked;
}

export function claimsOf(questions: Questions): readonly Claim[] {
  return [...questions.values()];
}

/** Decisions in the order of the questions, of which they may be more. */
export function answersOf(questions: Questions, decisions: readonly Decision[]): Answers {
  return new Map([...questions.keys()].map((question, i) => [question, decisions[i] ?? "open"]));
}
