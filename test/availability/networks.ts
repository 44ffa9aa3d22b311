import fc from "fast-check";
import type { Contracted } from "../../src/availability/contract.ts";
import { CERTAIN_PART, type PartId } from "../../src/availability/expression.ts";
import { groundOf, outgoingOf } from "../../src/availability/ground.ts";
import type { Network, NetworkNeed } from "../../src/availability/network.ts";
import { type Reduced, reduce } from "../../src/availability/reduce.ts";
import type { Endpoint, Model } from "../../src/model/model.ts";
import { cyclicModel } from "./cyclic-models.ts";
import { type Case, sparseModel, tangledModel } from "./random-models.ts";
import { randomFrom } from "./systems.ts";

/** Whether a component is up. */
export type State = (component: number) => boolean;

/** Shapes of all kinds; what their components are worth does not matter. */
export const shapes: fc.Arbitrary<Case> = fc.oneof(
  sparseModel(10),
  tangledModel(12),
  cyclicModel(8, 12),
);

/** What is left of each need of an endpoint where no component is certain or impossible. */
export function reductionsOf(
  { services, dependencies }: Model,
  { entry, completion, mixture }: Endpoint,
  isCertain: State = () => false,
): readonly (Reduced | null)[] {
  const always = { service: () => true, dependency: () => true };
  const outgoing = outgoingOf(services.length, dependencies);
  const ground = groundOf(dependencies, outgoing, entry, completion, always);
  return mixture.map(({ need }) => reduce(ground, need, isCertain));
}

/** States in which few, some and most components are down. */
export function someStates(count: number, seed: number): readonly State[] {
  return Array.from({ length: count }, (_, at) => {
    const random = randomFrom(1000 * seed + at);
    const share = [0.1, 0.3, 0.5, 0.8][at % 4]!;
    const states = Array.from({ length: 100 }, () => random() >= share);
    return (component: number) => states[component]!;
  });
}

/** Whether the need holds, by spreading from node 0 until nothing changes. */
export function networkHolds({ nodes, links, need }: Network, isUp: State): boolean {
  const up = (component: number | null) => component === null || isUp(component);
  return spread(
    nodes.map((node) => up(node.component)),
    links.filter((link) => up(link.component)),
    need,
  );
}

export function contractedHolds({ expressions, nodes, links, need }: Contracted, isUp: State) {
  const { kind, left, right } = expressions;
  const up = (part: PartId): boolean => {
    if (part === CERTAIN_PART) return true;
    if (kind[part] === "component") return isUp(left[part]!);
    const [one, other] = [up(left[part]!), up(right[part]!)];
    return kind[part] === "all" ? one && other : one || other;
  };
  return spread(
    nodes.map(up),
    links.filter(({ part }) => up(part)),
    need,
  );
}

function spread(
  live: readonly boolean[],
  open: readonly { readonly from: number; readonly to: number }[],
  need: NetworkNeed,
): boolean {
  const reached = new Set([0]);
  for (let pass = 0; pass < live.length; pass++) {
    for (const { from, to } of open) if (reached.has(from) && live[to]) reached.add(to);
  }
  const holds = (one: NetworkNeed): boolean =>
    one.kind === "node" ? reached.has(one.node) : one.of.filter(holds).length >= one.k;
  return holds(need);
}
