import type { Component, Measure } from "../../src/availability/measure.ts";
import type { Network, NetworkNeed } from "../../src/availability/network.ts";
import type { Sampled } from "../../src/availability/sampler.ts";

/*
 * Small networks for the sampler, and their P(the need fails) from the definitions alone: a sum over
 * every state of members and units, every set of victims and every set of dead in the urn.
 */

type Choice = readonly { readonly weight: number; readonly apply: () => void }[];

function put(states: boolean[], at: number, state: boolean): () => void {
  return () => {
    states[at] = state;
  };
}

/** All sets of `count` of the numbers below `of`. */
export function subsets(of: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  if (of < count) return [];
  return [
    ...subsets(of - 1, count),
    ...subsets(of - 1, count - 1).map((chosen) => [...chosen, of - 1]),
  ];
}

export function failureByEnumeration({ network, measure }: Sampled): number {
  const named = [
    ...new Set([...network.nodes, ...network.links].flatMap(({ component }) => component ?? [])),
  ];
  const memberUp = measure.members.map(() => true);
  const own = measure.components.map(({ units }) => units.map(() => true));
  const taken = measure.components.map(({ units }) => units.map(() => false));
  const dead = measure.components.map(({ units }) => units.map(() => false));
  const inUrn = named.flatMap((index) =>
    measure.components[index]!.inUrn
      ? measure.components[index]!.units.map((_, unit) => [index, unit] as const)
      : [],
  );
  const choices: Choice[] = measure.members.map(({ p, q }, member) => [
    { weight: p, apply: put(memberUp, member, true) },
    { weight: q, apply: put(memberUp, member, false) },
  ]);
  for (const index of named) {
    const { units, victims } = measure.components[index]!;
    units.forEach(({ up }, unit) => {
      choices.push([
        { weight: up.p, apply: put(own[index]!, unit, true) },
        { weight: up.q, apply: put(own[index]!, unit, false) },
      ]);
    });
    const sets = subsets(units.length, victims);
    choices.push(
      sets.map((set) => ({
        weight: 1 / sets.length,
        apply: () => {
          taken[index] = units.map((_, unit) => set.includes(unit));
        },
      })),
    );
  }
  if (measure.urn !== null) {
    const sets = subsets(measure.urn.size, measure.urn.dead);
    choices.push(
      sets.map((set) => ({
        weight: 1 / sets.length,
        apply: () => {
          inUrn.forEach(([index, unit], place) => {
            dead[index]![unit] = set.includes(place);
          });
        },
      })),
    );
  }
  const isUp = (index: number) => {
    const { units, quorum } = measure.components[index]!;
    const live = units.filter(
      ({ members }, unit) =>
        own[index]![unit] &&
        !taken[index]![unit] &&
        !dead[index]![unit] &&
        members.every((member) => memberUp[member]),
    );
    return live.length >= quorum;
  };
  let failure = 0;
  const visit = (place: number, weight: number): void => {
    if (weight === 0) return;
    if (place === choices.length) {
      if (!holds(network, isUp)) failure += weight;
      return;
    }
    for (const { weight: share, apply } of choices[place]!) {
      apply();
      visit(place + 1, weight * share);
    }
  };
  visit(0, 1);
  return failure;
}

function holds({ nodes, links, need }: Network, isUp: (component: number) => boolean): boolean {
  const up = (component: number | null) => component === null || isUp(component);
  const reached = new Set(up(nodes[0]!.component) ? [0] : []);
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const { from, to, component } of links) {
      if (reached.has(from) && up(component) && up(nodes[to]!.component)) reached.add(to);
    }
  }
  const met = (each: NetworkNeed): boolean =>
    each.kind === "node" ? reached.has(each.node) : each.of.filter(met).length >= each.k;
  return met(need);
}

/** A service of single replicas in no domain, unless told otherwise. */
export function part(name: string, q: number, more: Partial<Component> = {}): Component {
  const units = [{ up: { p: 1 - q, q }, members: [] }];
  return { kind: "service", name, units, quorum: 1, victims: 0, inUrn: false, ...more };
}

/** A predicate that fails exactly where the one component does. */
export function alone(component: Component, more: Partial<Measure> = {}): Sampled {
  return {
    network: {
      nodes: [{ component: null }, { component: 0 }],
      links: [{ from: 0, to: 1, component: null }],
      need: { kind: "node", node: 1 },
    },
    measure: { services: 1, components: [component], members: [], urn: null, ...more },
  };
}

export type Kind = "plain" | "rare" | "cyclic" | "members" | "victims" | "urn";

/** A few nodes with a gate over them, of one kind; the same for the same seed. */
export function randomSampled(kind: Kind, seed: number): Sampled {
  const below = numbers(seed);
  const least = kind === "rare" ? 0.01 : 0.05;
  const chance = () => least + (below(1000) / 1000) * (kind === "rare" ? 0.02 : 0.3);
  const split = (q: number) => ({ p: 1 - q, q });
  const members = ["a", "b"].map((name) => ({ name: `zone/${name}`, ...split(chance()) }));
  const domains = kind === "members" || kind === "victims" || (kind === "urn" && below(2) === 0);
  const placed = () => (domains ? [[0], [1], [0, 1], []][below(4)]! : []);
  const components: Component[] = [];
  const add = (side: "service" | "dependency"): number => {
    const inUrn = kind === "urn" && side === "service";
    const count = kind === "plain" || kind === "cyclic" || kind === "rare" ? 1 : 1 + below(2);
    const units = Array.from({ length: count }, () => ({
      up: split(inUrn ? 0 : chance()),
      members: placed(),
    }));
    return (
      components.push({
        kind: side,
        name: `${side} ${components.length}`,
        units,
        quorum: side === "service" ? 1 + below(count) : 1,
        victims: kind === "victims" && side === "service" ? below(count + 1) : 0,
        inUrn,
      }) - 1
    );
  };
  const nodes = [null, 0, 0, 0].map((each) => ({
    component: each === null ? null : add("service"),
  }));
  const ends = [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    ...(kind === "cyclic"
      ? [
          [3, 1],
          [2, 1],
          [1, 2],
          [2, 2],
        ]
      : [[1, 2]]),
  ] as const;
  const links = ends.map(([from, to], index) => ({
    from: from!,
    to: to!,
    component: index % 2 === 0 && kind !== "cyclic" ? null : add("dependency"),
  }));
  const leaf = (node: number): NetworkNeed => ({ kind: "node", node });
  const inner: NetworkNeed = { kind: "atLeast", k: 1 + below(2), of: [leaf(1), leaf(2)] };
  const gates: NetworkNeed[] = [
    leaf(3),
    { kind: "atLeast", k: 2, of: [leaf(1), leaf(2), leaf(3)] },
    { kind: "atLeast", k: 1, of: [leaf(3), inner] },
    { kind: "atLeast", k: 2, of: [inner, leaf(3)] },
  ];
  const size = components.reduce((sum, { units, inUrn }) => sum + (inUrn ? units.length : 0), 0);
  const urn = kind === "urn" ? { size: size + below(3), dead: below(size + 1) } : null;
  const need = kind === "rare" ? allOf(leaf) : gates[below(4)]!;
  return { network: { nodes, links, need }, measure: { services: 3, components, members, urn } };
}

/** No part of it is mandatory. */
function allOf(leaf: (node: number) => NetworkNeed): NetworkNeed {
  return { kind: "atLeast", k: 2, of: [leaf(1), leaf(2), leaf(3)] };
}

/** Whole numbers from 0 to before a limit: a linear congruential generator, good enough to vary. */
function numbers(seed: number): (limit: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 0) / 2 ** 32) * limit);
  };
}

/** Bits set, over all words. */
export function count(words: Iterable<number>): number {
  let sum = 0;
  for (const word of words) {
    for (let rest = word; rest !== 0; rest &= rest - 1) sum++;
  }
  return sum;
}
