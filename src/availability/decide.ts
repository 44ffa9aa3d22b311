import type { Decision, Range } from "./claim.ts";
import { evidenceAbove, evidenceBelow } from "./e-process.ts";
import type { Tally } from "./mean-interval.ts";

/**
 * Where the mean of independent draws of W lies: "yes" when E[W] > above, "no" when E[W] ≤ below. The
 * two are one number, or the ends of what is known of it: below ≤ above.
 */
export type Hypothesis = {
  /** Of W; both ends finite, low ≤ high. */
  readonly range: Range;
  readonly below: number;
  readonly above: number;
  /** Of a wrong decision, ever: in (0, 1). */
  readonly alpha: number;
};

/** A hypothesis with what was drawn for it. Plain data; a decision once made stays. */
export type Inquiry = {
  readonly hypothesis: Hypothesis;
  readonly drawn: readonly Tally[];
  readonly decision: Decision;
};

/** Decided at once where the range alone does. */
export function openInquiry(hypothesis: Hypothesis): Inquiry {
  const { range, below, above } = hypothesis;
  const decision = range.low > above ? "yes" : range.high <= below ? "no" : "open";
  return { hypothesis, drawn: [], decision };
}

/**
 * Add a block of draws, and look. However many blocks there are and whenever one stops, the
 * probability that the decision is ever wrong is at most `alpha`: each side has half of it.
 */
export function inquire(inquiry: Inquiry, block: readonly Tally[]): Inquiry {
  const { hypothesis } = inquiry;
  if (inquiry.decision !== "open") return inquiry;
  const drawn = addTallies(inquiry.drawn, block);
  return { hypothesis, drawn, decision: decisionOn(hypothesis, drawn) };
}

function decisionOn({ range, below, above, alpha }: Hypothesis, drawn: readonly Tally[]): Decision {
  const enough = 2 / alpha;
  // Of a mean that cannot be above, or not below, nothing has to be shown.
  if (above < range.high && evidenceAbove(above, range, drawn) >= enough) return "yes";
  if (below > range.low && evidenceBelow(below, range, drawn) >= enough) return "no";
  return "open";
}

/** Tallies of both, one for each value. */
export function addTallies(one: readonly Tally[], other: readonly Tally[]): readonly Tally[] {
  const sums = new Map<number, number>();
  for (const { value, count } of [...one, ...other]) {
    sums.set(value, (sums.get(value) ?? 0) + count);
  }
  return [...sums].map(([value, count]) => ({ value, count }));
}
