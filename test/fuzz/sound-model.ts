import type { Estimate } from "../../src/availability/estimate.ts";
import { engine } from "../../src/flow/engine.ts";
import type { Endpoint, Model } from "../../src/model/model.ts";
import { bruteForce } from "../availability/oracle.ts";
import { broken } from "./told.ts";

const OPTIONS = { samples: 1000, seed: 1, alpha: 0.01 };

/** Beyond it an oracle would add up states for minutes. */
const MOST_ROOTS = 11;

/**
 * Every figure that a model leads to is a probability, and in steady state the one that adding up all
 * states gives, where these are few.
 */
export function checkFigures(model: Model): void {
  if (unitsOf(model) > 200) return;
  for (const endpoint of model.endpoints) {
    for (const fault of [null, ...model.faults]) {
      const subject = { model, endpoint, fault };
      checkEstimate(engine.estimate(subject, OPTIONS, []).estimate);
    }
    const exact = exactly(model, endpoint);
    const { estimate } = engine.estimate({ model, endpoint, fault: null }, OPTIONS, []);
    if (exact !== null && estimate.method === "exact" && !near(estimate.availability, exact)) {
      broken("a wrong figure", `${estimate.availability} for ${exact}`);
    }
  }
}

export function checkEstimate({ availability, unavailability }: Estimate): void {
  const isProbability = (one: number) => one >= 0 && one <= 1;
  const sum = availability + unavailability;
  if (!isProbability(availability) || !isProbability(unavailability) || !near(sum, 1)) {
    broken("no probability", { availability, unavailability });
  }
}

export function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-12;
}

/** A by adding up all states; `null` where these are too many. */
export function exactly(model: Model, endpoint: Endpoint): number | null {
  return rootsOf(model) > MOST_ROOTS || model.incidents.length > 2
    ? null
    : bruteForce(model, endpoint).p;
}

function unitsOf({ services }: Model): number {
  return services.reduce((sum, { replicas }) => sum + replicas.length, 0);
}

/** Uncertain roots, each of two states. */
function rootsOf({ services, dependencies, members }: Model): number {
  const open = ({ p, q }: { readonly p: number; readonly q: number }) => p > 0 && q > 0;
  const replicas = services.flatMap((one) => one.replicas).filter(open).length;
  const channels = dependencies.flatMap((one) => one.channels).filter(({ up }) => open(up)).length;
  return replicas + channels + members.length;
}
