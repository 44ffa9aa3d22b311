import type { Channel, Endpoint, Model, Probability } from "../model/model.ts";
import type { Measure, Situation } from "./measure.ts";
import { preparedFor } from "./preparations.ts";
import { costOf } from "./prepare.ts";
import { NEVER } from "./probability.ts";
import { situationsOf } from "./situations.ts";
import { evaluateWithSlopes } from "./slopes.ts";
import type { Subject } from "./subject.ts";
import { inTime } from "./variants.ts";

/**
 * Birnbaum's importance of everything that an endpoint's availability rests on: A with it up less A with
 * it down, all else as likely as ever. In [0, 1] (a majority of a growing number aside, no part harms).
 */
export type Importance = {
  /** P(Φ = 1) and its complement, exact. */
  readonly up: Probability;
  /** By service: that it is live, for whatever reason. */
  readonly services: readonly number[];
  /** By service and replica: its own state, ∂A/∂θ_i; none where a kill decides it. */
  readonly replicas: readonly (readonly number[])[];
  /** By dependency: that it is up. */
  readonly dependencies: readonly number[];
  /** By dependency and channel. */
  readonly channels: readonly (readonly ChannelImportance[])[];
  /** By member of a domain. */
  readonly members: readonly number[];
};

/** B of the channel's state, with its time-out taken apart (semantics, "Importance"). */
export type ChannelImportance = {
  /** ∂A/∂ρ = B(1-(1-λ)^{r+1}). */
  readonly availability: number;
  /** ∂A/∂λ = Bρ(r+1)(1-λ)^r; 0 where no time-out is set. */
  readonly onTime: number;
  /** What one more retry adds: Bρλ(1-λ)^{r+1}. */
  readonly retry: number;
};

/** Transitions up to which all slopes are worked out; they take about four times as long as the figure. */
const MOST_TRANSITIONS = 2e8;
const MOST_BITS = 24;

/**
 * All importances of an endpoint by one backward pass; under a fault in its worst situation.
 *
 * @returns `null` where the exact figure is out of reach
 */
export function importanceOf({ model, endpoint, fault }: Subject): Importance | null {
  let worst: Importance | null = null;
  for (const situation of situationsOf(model, fault)) {
    const found = importanceIn(model, endpoint, situation);
    if (found === null) return null;
    if (worst === null || found.up.p - found.up.q < worst.up.p - worst.up.q) worst = found;
  }
  return worst;
}

function importanceIn(model: Model, endpoint: Endpoint, situation: Situation): Importance | null {
  const { entry, completion, mixture } = endpoint;
  const steady = situationsOf(model, null)[0]![0]!.measure;
  const sum = sums(model);
  for (const { weight, measure } of situation) {
    for (const { share, need } of mixture) {
      const prepared = preparedFor(model, { entry, completion, need }, measure, false);
      const part = weight * share;
      if (prepared === null) {
        sum.up = add(sum.up, part, NEVER);
        continue;
      }
      const isAffordable = costOf(prepared) <= MOST_TRANSITIONS;
      if (!isAffordable || (prepared.plan?.bits ?? 0) > MOST_BITS) return null;
      const { up, slopes } = evaluateWithSlopes(prepared, measure);
      sum.up = add(sum.up, part, up);
      addAll(sum.components, part, slopes.components);
      addAll(sum.members, part, slopes.members);
      slopes.units.forEach((units, component) => {
        if (hasOwnUnits(measure, steady, component)) addAll(sum.units[component]!, part, units);
        // A time-out stays where a fault or incident replaces ρ.
        measure.components[component]!.units.forEach(({ untimed }, unit) => {
          if (untimed !== undefined)
            sum.timed[component]![unit]! += part * untimed.p * units[unit]!;
        });
      });
    }
  }
  return importance(model, sum);
}

/** Where a fault or incident replaces a root, the root itself does not matter. */
function hasOwnUnits(measure: Measure, steady: Measure, component: number): boolean {
  const one = measure.components[component]!;
  return !one.inUrn && one.units === steady.components[component]!.units;
}

type Sums = {
  up: Probability;
  readonly components: Float64Array;
  readonly units: readonly number[][];
  /** B of the channel's state times ρ. */
  readonly timed: readonly number[][];
  readonly members: Float64Array;
};

function sums({ services, dependencies, members }: Model): Sums {
  const byUnit = () => [
    ...services.map(({ replicas }) => replicas.map(() => 0)),
    ...dependencies.map(({ channels }) => channels.map(() => 0)),
  ];
  return {
    up: { p: 0, q: 0 },
    components: new Float64Array(services.length + dependencies.length),
    units: byUnit(),
    timed: byUnit(),
    members: new Float64Array(members.length),
  };
}

function add(sum: Probability, part: number, { p, q }: Probability): Probability {
  return { p: sum.p + part * p, q: sum.q + part * q };
}

function addAll(
  sum: Float64Array | number[],
  part: number,
  values: Float64Array | readonly number[],
): void {
  for (let at = 0; at < sum.length; at++) sum[at]! += part * values[at]!;
}

function importance({ services, dependencies }: Model, sum: Sums): Importance {
  const count = services.length;
  return {
    up: sum.up,
    services: Array.from(sum.components.subarray(0, count)),
    replicas: sum.units.slice(0, count),
    dependencies: Array.from(sum.components.subarray(count)),
    channels: dependencies.map(({ channels }, dependency) =>
      channels.map((channel, at) =>
        channelImportance(
          channel,
          sum.units[count + dependency]![at]!,
          sum.timed[count + dependency]![at]!,
        ),
      ),
    ),
    members: Array.from(sum.members),
  };
}

function channelImportance(
  { timeout }: Channel,
  birnbaum: number,
  timed: number,
): ChannelImportance {
  if (timeout === null) return { availability: birnbaum, onTime: 0, retry: 0 };
  const { onTime, retries } = timeout;
  let late = 1;
  for (let attempt = 0; attempt < retries; attempt++) late *= onTime.q;
  return {
    availability: birnbaum * inTime(timeout).p,
    onTime: timed * (retries + 1) * late,
    retry: timed * onTime.p * late * onTime.q,
  };
}
