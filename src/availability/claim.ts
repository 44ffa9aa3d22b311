import { NEGLIGIBLE } from "./estimate.ts";

/**
 * A statement about two figures: base · U_base + head · U_head > beyond. All that the gate asks is of
 * this form: below an SLO (0, 1, 1 - SLO), a drop (-1, 1, limit), growth of the downtime (-(1 + g), 1, 0).
 * It holds only when it does by more than `NEGLIGIBLE`.
 */
export type Claim = { readonly base: number; readonly head: number; readonly beyond: number };

/** `open`: neither could be shown within the samples. */
export type Decision = "yes" | "no" | "open";

/** What is known for certain of a number. An exact one has both ends the same. */
export type Range = { readonly low: number; readonly high: number };

/** Decide by what is known for certain of U at base and at head. Of exact figures nothing is open. */
export function decideByRange(claim: Claim, base: Range, head: Range): Decision {
  const { low, high } = sumOfRanges(timesRange(claim.base, base), timesRange(claim.head, head));
  if (low - claim.beyond > NEGLIGIBLE) return "yes";
  return high - claim.beyond > NEGLIGIBLE ? "open" : "no";
}

/**
 * The claim where base and head are one figure, taken as head's: what is known of it only within a
 * range, or is drawn, is the same on both sides.
 */
export function onOneFigure({ base, head, beyond }: Claim): Claim {
  return { base: 0, head: base + head, beyond };
}

/** A factor of either sign times a number. */
export function timesRange(factor: number, { low, high }: Range): Range {
  return factor < 0
    ? { low: factor * high, high: factor * low }
    : { low: factor * low, high: factor * high };
}

export function sumOfRanges(one: Range, other: Range): Range {
  return { low: one.low + other.low, high: one.high + other.high };
}
