import type { Model } from "../model/model.ts";
import type { ModelComparison } from "./compare-models.ts";
import { restsOnEvidence } from "./judge-evidence.ts";
import { MOST_QUESTIONS } from "./questions.ts";

/** The probability that any decision of a run is wrong. */
const WRONG = 0.05;

/**
 * The probability that one claim may be decided wrongly, where a run makes so many at the most: an
 * equal part of 5%, so that all of them together hold however they depend on each other (Bonferroni).
 * It must be known before anything is drawn, and so must the number.
 */
export function alphaFor(claims: number): number {
  return WRONG / Math.max(1, claims);
}

/**
 * The most claims that the comparison of a spec makes: for each endpoint of either commit in the
 * steady state and under each fault that it promises something under, one of every question for
 * head, one for base's spec over head's manifests, and, where anything rests on evidence, one for head
 * with that of base.
 */
export function mostClaims({ base, head }: ModelComparison): number {
  const sides = [base, head].flatMap((side) => (side.kind === "valid" ? [side.model] : []));
  const times = sides.some(restsOnEvidence) ? 3 : 2;
  return times * MOST_QUESTIONS * new Set(sides.flatMap(promises)).size;
}

/** The same of a spec that is compared with nothing. */
export function mostClaimsAlone(model: Model): number {
  return MOST_QUESTIONS * promises(model).length;
}

function promises({ endpoints, faults }: Model): readonly string[] {
  return endpoints.flatMap(({ name, under }) => [
    JSON.stringify([name]),
    ...under.map(({ fault }) => JSON.stringify([name, faults[fault]!.name])),
  ]);
}
