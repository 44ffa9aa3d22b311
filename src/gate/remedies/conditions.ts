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

/** How an endpoint does against all of its conditions. */
export type Standing = {
  readonly met: boolean;
  /** Σ (U/most - 1) over what is not met: 0 where all is. */
  readonly excess: number;
  /** In the steady state. */
  readonly availability: number;
};

/**
 * An endpoint of a model against conditions. A figure that is not exact counts with the far end of its
 * interval: a remedy must hold for sure.
 */
export function standingOf(
  run: GateRun,
  model: Model,
  name: string,
  conditions: readonly Condition[],
): Standing {
  const endpoint = model.endpoints.find((one) => one.name === name)!;
  const ask = (fault: Fault | null): Estimate =>
    run.engine.estimate({ model, endpoint, fault }, run.options, []).estimate;
  let steady: Estimate | null = null;
  let excess = 0;
  for (const { fault, most } of conditions) {
    const estimate = ask(fault);
    if (fault === null) steady = estimate;
    const unavailability = farEnd(estimate);
    if (unavailability > most)
      excess += most > 0 ? unavailability / most - 1 : unavailability * 1e15;
  }
  const { availability } = steady ?? ask(null);
  return { met: excess === 0, excess, availability };
}

function farEnd({ interval, unavailability }: Estimate): number {
  return interval === undefined ? unavailability : Math.max(unavailability, 1 - interval[0]);
}
