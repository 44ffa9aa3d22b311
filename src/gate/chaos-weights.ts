import type { Estimate } from "../availability/estimate.ts";
import type { Structure } from "../availability/structure.ts";
import type { Subject } from "../availability/subject.ts";
import { withCertain } from "./certain.ts";
import type { GateRun } from "./engine.ts";
import { downFault } from "./limits/component-fault.ts";
import type { ModelComponent } from "./limits/components.ts";
import { cutPairsOf } from "./limits/cuts.ts";
import { isUnknown, patienceOf } from "./ration.ts";

/** B = A(1) - A(0) of a component. */
export type Weight = {
  readonly value: number;
  /** Where it is drawn (95%) or bounded (certain); absent where it is exact. */
  readonly interval?: readonly [number, number];
};

/** Components of one endpoint whose B is drawn, of a figure with the usual number of samples. */
const MOST_WEIGHED = 16;

/** How many are drawn: more samples buy as many more. */
export function mostWeighed({ options }: GateRun): number {
  return Math.floor(MOST_WEIGHED * patienceOf(options));
}

/**
 * B of one component of an endpoint whose figure is drawn or bounded. The endpoint with it up and with it down is
 * drawn in the same states, so that what is common to both does not blur it.
 *
 * @param component a service or a dependency
 */
export function drawnWeight(
  { engine, options }: GateRun,
  subject: Subject,
  structure: Structure,
  component: ModelComponent,
): Weight {
  const down = { ...subject, fault: downFault(structure, component) };
  const up = { ...subject, model: withCertain(subject.model, structure, component.index) };
  const { delta, interval } = engine.compare(down, up, options, []).difference;
  if (interval === undefined) return { value: within(delta) };
  const [low, high] = [within(interval[0]), within(interval[1])];
  // The difference of two printed figures, of which what is certain may have moved one alone.
  return { value: Math.min(high, Math.max(low, delta)), interval: [low, high] };
}

/** No part harms: semantics, "Importance". */
function within(weight: number): number {
  return Math.min(1, Math.max(0, weight));
}

/**
 * About what the B of each component is where no importances are in reach, to tell which are worth a draw: of a
 * single point of failure A/p, since A(0) = 0; of others how often one of those is down without which they are
 * needed (minimal cut sets of order 2). Nothing of what three failures take.
 *
 * @returns by component; `null`: of nothing is known what it may do
 */
export function weightsByCuts(
  structure: Structure,
  components: readonly ModelComponent[],
  estimate: Estimate,
): ((index: number) => number) | null {
  if (isUnknown(estimate)) return null;
  const order = structure.reached.toSorted((a, b) => components[b]!.up.q - components[a]!.up.q);
  const partners = new Map<string, number>();
  for (const { components: pair, probability } of cutPairsOf(structure, components, order)) {
    for (const one of pair) partners.set(one, (partners.get(one) ?? 0) + probability);
  }
  return (index) => {
    const { name, up } = components[index]!;
    if (structure.alone.some((one) => one?.has(index))) {
      return up.p === 0 ? 0 : Math.min(1, estimate.availability / up.p);
    }
    return up.q === 0 ? 0 : Math.min(1, (partners.get(name) ?? 0) / up.q);
  };
}
