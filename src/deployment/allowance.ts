import type { Allowance, Amount } from "./workload.ts";

/** Equal however many replicas there are, wherever it is written. */
export function sameAllowance(a: Allowance, b: Allowance): boolean {
  return a.kind === b.kind && a.least === b.least && sameAmount(a.amount, b.amount);
}

/** 0 or 0%: none, however many replicas there are. */
export function isNone(amount: Amount): boolean {
  return amount === 0 || (typeof amount !== "number" && amount.percent === 0);
}

function sameAmount(a: Amount, b: Amount): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return a.percent === b.percent && a.rounding === b.rounding;
}
