import { JEFFREYS, jeffreysInterval, type PairInterval } from "../numbers/jeffreys.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { Probability } from "./model.ts";
import type { Evidence } from "./origin.ts";
import { quote } from "./wording.ts";

/** A θ or ρ, what says it, and where. */
export type Stated = {
  readonly up: Probability;
  readonly from: "spec" | "default" | "evidence";
  readonly place: Place;
};

/**
 * An estimate replaces a default only where the default lies outside its 95% interval (semantics,
 * "Parameter uncertainty"): a hundred dependencies with no failure in 1,000 calls would otherwise
 * multiply to a false 0.951. What a person set stays.
 */
export function settleByEvidence(stated: Stated, evidence: Evidence | null): Stated {
  if (evidence === null || stated.from !== "default" || !isOutside(stated.up, evidence)) {
    return stated;
  }
  return { up: estimateOf(evidence), from: "evidence", place: evidence.place };
}

/**
 * The share that was good, and the share that was not, each of its own count. Where nothing failed, or
 * nothing succeeded, the mean of the posterior: no count shows that a thing never fails.
 */
export function estimateOf({ good, total }: Evidence): Probability {
  const bad = total - good;
  if (good > 0 && bad > 0) return { p: good / total, q: bad / total };
  return { p: (good + JEFFREYS) / (total + 1), q: (bad + JEFFREYS) / (total + 1) };
}

/** Whether a value is one that the evidence speaks against: outside Jeffreys' 95% interval. */
export function isOutside(
  { q }: Probability,
  { good, total }: Pick<Evidence, "good" | "total">,
): boolean {
  const { low, high } = jeffreysInterval(good, total);
  return q > low.q || q < high.q;
}

/** What a person set and the evidence has moved away from. */
export function driftWarning(
  what: { readonly key: string; readonly of: string },
  up: Probability,
  evidence: Evidence,
  place: Place,
): readonly Diagnostic[] {
  if (!isOutside(up, evidence)) return [];
  const { good, total } = evidence;
  const message = `${quote(what.key)} of ${quote(what.of)} is ${percent(up)}, outside of what was observed: ${good} of ${total}, so ${between(jeffreysInterval(good, total))} (95%); correct it, or remove it for the evidence to give it`;
  return [diagnostic("warning", "evidence-drift", message, place)];
}

function between({ low, high }: PairInterval): string {
  return `between ${percent(low)} and ${percent(high)}`;
}

/** With two digits of the smaller of p and q. */
function percent({ p, q }: Probability): string {
  let digits = 1;
  for (let small = Math.min(p, q); small > 0 && small < 0.1 && digits < 15; small *= 10) digits++;
  const text = (100 * (p < q ? p : 1 - q)).toFixed(Math.max(0, digits - 1));
  return `${text.includes(".") ? text.replace(/\.?0+$/, "") : text}%`;
}
