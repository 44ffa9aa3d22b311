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

/** Transitions that one figure by another's preparation may cost: a tenth of a second. */
const ALIKE_WORK = 1e7;

/**
 * An endpoint of a model against conditions. A figure that is not exact counts with the far end of its
 * interval: a remedy must hold for sure.
 *
 * @param like a model of the same graph, whose preparation serves where an exact figure is cheap
 */
export function standingOf(
  run: GateRun,
  model: Model,
  name: string,
  conditions: readonly Condition[],
  like: Model | null = null,
): Standing {
  const endpoint = endpointOf(model, name);
  const ask = (fault: Fault | null): Figure => {
    const subject = { model, endpoint, fault };
    const known = like === null ? null : { model: like, endpoint: endpointOf(like, name), fault };
    const exact =
      known === null || fault !== null
        ? null
        : (run.engine.alike?.(subject, known, ALIKE_WORK) ?? null);
    return exact ?? run.engine.estimate(subject, run.options, []).estimate;
  };
  let steady: Figure | null = null;
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

type Figure = Pick<Estimate, "availability" | "unavailability" | "interval">;

function endpointOf({ endpoints }: Model, name: string): Endpoint {
  return endpoints.find((one) => one.name === name)!;
}

function farEnd({ interval, unavailability }: Figure): number {
  return interval === undefined ? unavailability : Math.max(unavailability, 1 - interval[0]);
}
