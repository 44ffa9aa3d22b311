import type { Estimate } from "../../availability/estimate.ts";
import type { Endpoint, Fault, Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";

/** What an endpoint promises: its SLO in the steady state, and a minimum under each fault that it names. */
export type Condition = {
  readonly fault: Fault | null;
  /** The most unavailability. */
  readonly most: number;
};

export function conditionsOf({ faults }: Model, { slo, under }: Endpoint): readonly Condition[] {
  return [
    ...(slo === null ? [] : [{ fault: null, most: slo.q }]),
    ...under.map(({ fault, minimum }) => ({ fault: faults[fault]!, most: minimum.q })),
  ];
}

/** How an endpoint does against its conditions. */
export type Standing = {
  readonly met: boolean;
  /**
   * Σ (U/most - 1) over what is not met: 0 where all is. Where not all is asked for, of the first that is not;
   * infinite where the purse was empty.
   */
  readonly excess: number;
  /** In the steady state; 0 where that was not asked for. */
  readonly availability: number;
};

/** How many figures may still be drawn: each costs many times what an exact one does. */
export type Purse = { left: number };

export type Asking = {
  /** A model of the same graph, whose preparation serves where an exact figure is cheap. */
  readonly like?: Model;
  /** Pays for drawn figures; absent: whatever they cost. With nothing left only what is exact and cheap is known. */
  readonly purse?: Purse;
  /** Also ask for the conditions behind one that is not met. */
  readonly all?: boolean;
};

/** Transitions that one figure by another's preparation may cost: a tenth of a second. */
const ALIKE_WORK = 1e7;

/**
 * An endpoint of a model against conditions. A figure that is not exact counts with the far end of its
 * interval: a remedy must hold for sure.
 */
export function standingOf(
  run: GateRun,
  model: Model,
  name: string,
  conditions: readonly Condition[],
  { like, purse, all = false }: Asking = {},
): Standing {
  const endpoint = endpointOf(model, name);
  const ask = (fault: Fault | null): Figure | null => {
    const subject = { model, endpoint, fault };
    if (like !== undefined && fault === null) {
      const known = { model: like, endpoint: endpointOf(like, name), fault };
      const exact = run.engine.alike?.(subject, known, ALIKE_WORK) ?? null;
      if (exact !== null) return exact;
    }
    if (purse !== undefined && purse.left <= 0) return null;
    const { estimate } = run.engine.estimate(subject, run.options, []);
    if (purse !== undefined && estimate.method !== "exact") purse.left--;
    return estimate;
  };
  const unknown: Standing = { met: false, excess: Number.POSITIVE_INFINITY, availability: 0 };
  let steady: Figure | null = null;
  let excess = 0;
  for (const { fault, most } of conditions) {
    if (excess > 0 && !all) break;
    const estimate = ask(fault);
    if (estimate === null) return unknown;
    if (fault === null) steady = estimate;
    const unavailability = farEnd(estimate);
    if (unavailability > most)
      excess += most > 0 ? unavailability / most - 1 : unavailability * 1e15;
  }
  if (excess > 0) return { met: false, excess, availability: steady?.availability ?? 0 };
  steady ??= ask(null);
  return steady === null ? unknown : { met: true, excess, availability: steady.availability };
}

type Figure = Pick<Estimate, "availability" | "unavailability" | "interval">;

function endpointOf({ endpoints }: Model, name: string): Endpoint {
  return endpoints.find((one) => one.name === name)!;
}

function farEnd({ interval, unavailability }: Figure): number {
  return interval === undefined ? unavailability : Math.max(unavailability, 1 - interval[0]);
}
