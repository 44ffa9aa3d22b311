import type { Allowance, Amount, Disruption } from "./workload.ts";

/** How many replicas may be gone at once, each from 0 to all of them. */
export type DisruptedReplicas = {
  readonly rollout: number;
  /** `null`: no budget says. */
  readonly drain: number | null;
};

/**
 * What a rollout and a node drain may take away from a workload that runs so many replicas
 * (semantics, "Faults and incidents").
 *
 * @param replicas R, a whole number in [0, 2^31 - 1].
 */
export function disruptedReplicas(
  { rollout, drain }: Disruption,
  replicas: number,
): DisruptedReplicas {
  return {
    rollout: rollout === null ? 0 : mayBeMissing(rollout, replicas),
    drain: drain === null ? null : mayBeMissing(drain, replicas),
  };
}

/** Equal however many replicas there are, wherever it is written. */
export function sameAllowance(a: Allowance, b: Allowance): boolean {
  return a.kind === b.kind && a.least === b.least && sameAmount(a.amount, b.amount);
}

/** 0 or 0%: none, however many replicas there are. */
export function isNone(amount: Amount): boolean {
  return amount === 0 || (typeof amount !== "number" && amount.percent === 0);
}

function mayBeMissing({ kind, amount, least, beside }: Allowance, replicas: number): number {
  const all = replicas + beside;
  const missing = kind === "maxUnavailable" ? share(amount, all) : all - share(amount, all);
  return Math.min(replicas, Math.max(least, missing));
}

function share(amount: Amount, of: number): number {
  if (typeof amount === "number") return amount;
  // A product of whole numbers: the quotient lies on a whole number only where it is one.
  const exact = (amount.percent * of) / 100;
  return amount.rounding === "up" ? Math.ceil(exact) : Math.floor(exact);
}

function sameAmount(a: Amount, b: Amount): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return a.percent === b.percent && a.rounding === b.rounding;
}
