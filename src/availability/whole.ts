import type { Completion, Model, Need, Timeout } from "../model/model.ts";
import { ABSENT, groundOf, outgoingOf } from "./ground.ts";
import type { Component, Measure, Unit } from "./measure.ts";
import { allOf, conjuncts } from "./need.ts";
import type { NetworkLink, NetworkNeed, Part } from "./network.ts";
import type { Sampled } from "./sampler-plan.ts";

/** What a predicate asks for, from where, in which mode. */
type Asked = {
  readonly entry: number;
  readonly completion: Completion;
  readonly need: Need;
};

type Draft = {
  readonly components: Component[];
  readonly nodes: Part[];
  readonly links: NetworkLink[];
  /** Links to services, whose nodes are not all placed yet. */
  readonly arriving: {
    readonly component: number | null;
    from: number;
    readonly service: number;
  }[];
  /** The node of each service, and of each dependency that the need names; or `ABSENT`. */
  readonly serviceNode: Int32Array;
  readonly dependencyNode: Int32Array;
};

/**
 * A predicate with all that its entry can reach, nothing factored out or summed up: a node for each
 * service, the entry's among what is needed, a link for each channel, and another in series for its
 * time-out, which fails where every attempt is late. A dependency that the need names (u_d) leads
 * through a node of its own.
 */
export function wholeOf(
  { services, dependencies }: Model,
  { entry, completion, need }: Asked,
  measure: Measure,
): Sampled {
  const all = { service: () => true, dependency: () => true };
  const outgoing = outgoingOf(services.length, dependencies);
  const ground = groundOf(dependencies, outgoing, entry, completion, all);
  const named = namedIn(need);
  const draft: Draft = {
    components: measure.components.slice(0, measure.services),
    nodes: [],
    links: [],
    arriving: [],
    serviceNode: new Int32Array(services.length).fill(ABSENT),
    dependencyNode: new Int32Array(dependencies.length).fill(ABSENT),
  };
  // In the reverse postorder of the ground, so that links lead forward wherever there is no cycle.
  ground.services.forEach((service, node) => {
    const from = draft.nodes.push({ component: service }) - 1;
    draft.serviceNode[service] = from;
    for (const link of ground.outgoing[node]!) {
      const { dependency } = ground.links[link]!;
      const { units, name } = measure.components[measure.services + dependency]!;
      const { to, channels } = dependencies[dependency]!;
      const ends = units.map((unit, at) =>
        addChannel(draft, from, `${at} of ${name}`, unit, channels[at]!.timeout),
      );
      addArrival(draft, ends, to, named.has(dependency) ? dependency : null);
    }
  });
  for (const { component, from, service } of draft.arriving) {
    draft.links.push({ component, from, to: draft.serviceNode[service]! });
  }
  const needs = [{ kind: "node", node: 0 } as const, needOf(draft, dependencies, need)];
  const { components, nodes, links } = draft;
  return {
    network: { nodes, links, need: allOf(needs.flatMap(conjuncts)) },
    measure: { ...measure, components },
  };
}

function namedIn(need: Need): ReadonlySet<number> {
  if (need.kind === "dependency") return new Set([need.dependency]);
  return new Set(need.kind === "atLeast" ? need.of.flatMap((one) => [...namedIn(one)]) : []);
}

/** A link that is still to be led to its target. */
type Loose = { readonly component: number; readonly from: number };

/** Eq. (11): its own state and its members; then, where there is a time-out, that one attempt is in time. */
function addChannel(
  { components, nodes, links }: Draft,
  from: number,
  name: string,
  unit: Unit,
  timeout: Timeout | null,
): Loose {
  const add = (part: string, units: readonly Unit[]): number =>
    components.push({
      kind: "dependency",
      name: `${part} ${name}`,
      units,
      quorum: 1,
      victims: 0,
      inUrn: false,
    }) - 1;
  const channel = add("channel", [{ up: unit.untimed ?? unit.up, members: unit.members }]);
  if (timeout === null || unit.untimed === undefined) return { component: channel, from };
  const middle = nodes.push({ component: null }) - 1;
  links.push({ component: channel, from, to: middle });
  const attempt: Unit = { up: timeout.onTime, members: [] };
  const attempts = Array<Unit>(timeout.retries + 1).fill(attempt);
  return { component: add("time-out", attempts), from: middle };
}

/** Lead the channels of a dependency to its target, by way of a node of its own where it is `named`. */
function addArrival(
  { nodes, links, arriving, dependencyNode }: Draft,
  channels: readonly Loose[],
  service: number,
  named: number | null,
): void {
  if (named === null) {
    for (const { component, from } of channels) arriving.push({ component, from, service });
    return;
  }
  const through = nodes.push({ component: null }) - 1;
  dependencyNode[named] = through;
  for (const { component, from } of channels) links.push({ component, from, to: through });
  arriving.push({ component: null, from: through, service });
}

/** What the entry cannot reach is a node that nothing leads to. */
function needOf(draft: Draft, dependencies: Model["dependencies"], need: Need): NetworkNeed {
  const { nodes, serviceNode, dependencyNode } = draft;
  const at = (node: number): NetworkNeed => ({
    kind: "node",
    node: node === ABSENT ? nodes.push({ component: null }) - 1 : node,
  });
  if (need.kind === "service") return at(serviceNode[need.service]!);
  if (need.kind === "atLeast") {
    return { ...need, of: need.of.map((one) => needOf(draft, dependencies, one)) };
  }
  const target = serviceNode[dependencies[need.dependency]!.to]!;
  return allOf([at(dependencyNode[need.dependency]!), at(target)]);
}
