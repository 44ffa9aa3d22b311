import type { Reason, ReasonCode, Verdict } from "./result.ts";

const SEVERITY: Readonly<Record<Verdict, number>> = { pass: 0, warn: 1, fail: 2 };

/** Among reasons of one verdict, what a person wants to read first. */
const ORDER: Readonly<Record<ReasonCode, number>> = {
  "below-slo": 0,
  "passes-by-assertion": 1,
  loosened: 2,
  "max-drop": 3,
  "max-downtime-increase": 4,
  preexisting: 5,
  undecided: 6,
  adoption: 7,
  "base-invalid": 8,
  "error-budget": 9,
  "uncounted-dependency": 10,
  evidence: 11,
};

/** The worst of some verdicts; `pass` where there are none. */
export function worst(verdicts: Iterable<Verdict>): Verdict {
  let found: Verdict = "pass";
  for (const verdict of verdicts) if (SEVERITY[verdict] > SEVERITY[found]) found = verdict;
  return found;
}

export function isReasonCode(value: unknown): value is ReasonCode {
  return typeof value === "string" && Object.hasOwn(ORDER, value);
}

export function worstReason(reasons: readonly Reason[]): Verdict {
  return worst(reasons.map((reason) => reason.verdict));
}

export function failing(reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter((reason) => reason.verdict === "fail");
}

/** Worst first; equals keep their order. */
export function sortReasons(reasons: readonly Reason[]): readonly Reason[] {
  return [...reasons].sort(
    (a, b) => SEVERITY[b.verdict] - SEVERITY[a.verdict] || ORDER[a.code] - ORDER[b.code],
  );
}
