import type { Probability } from "../model/model.ts";

export const CERTAIN: Probability = { p: 1, q: 0 };
export const NEVER: Probability = { p: 0, q: 1 };

/** Both of two independent events. `q` is a sum of positive terms, so that a tiny one keeps its digits. */
export function both(a: Probability, b: Probability): Probability {
  return { p: a.p * b.p, q: a.q + a.p * b.q };
}

/** At least one of independent events; of none, never. */
export function any(events: readonly Probability[]): Probability {
  return events.reduce((a, b) => ({ p: a.p + a.q * b.p, q: a.q * b.q }), NEVER);
}
