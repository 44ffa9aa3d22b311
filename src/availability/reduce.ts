import type { Need } from "../model/model.ts";
import { ABSENT, type Ground } from "./ground.ts";
import { type GroundLeaf, mandatoryParts } from "./mandatory.ts";
import { allOf, type Formula, forEachLeaf, mapLeaves } from "./need.ts";
import type { Network, NetworkLink, NetworkNeed, Part } from "./network.ts";

/** A = P(all mandatory components are up) · P(rest | they are). */
export type Reduced = {
  /** Components, the entry among them; without one of them the need fails. */
  readonly mandatory: readonly number[];
  /** `null`: nothing else matters. */
  readonly rest: Network | null;
};

/**
 * Reduce a need to what lies between the entry and what it asks for. No component of the rest is
 * mandatory or certain, and all that is reached for sure is its node 0.
 *
 * @param isCertain whether a component (numbered as in `Measure`) is always up
 * @returns `null` where the need can never hold
 */
export function reduce(
  ground: Ground,
  need: Need,
  isCertain: (component: number) => boolean,
): Reduced | null {
  const services = ground.nodeOf.length;
  const entry = ground.services[0]!;
  const asked = askedOf(ground, need);
  if (asked === false) return null;
  if (asked === true) return { mandatory: [entry], rest: null };

  const mandatory = mandatoryParts(ground, asked);
  const components = new Set([entry]);
  for (const node of mandatory.nodes) components.add(ground.services[node]!);
  for (const link of mandatory.links) components.add(services + ground.links[link]!.dependency);
  const certain = (component: number) => components.has(component) || isCertain(component);
  return { mandatory: [...components], rest: restOf(ground, asked, certain) };
}

/** A need in terms of what the entry can reach, which is live itself; or its truth, where that settles it. */
export function askedOf(ground: Ground, need: Need): Formula<GroundLeaf> | boolean {
  return mapLeaves<Exclude<Need, { kind: "atLeast" }>, GroundLeaf>(need, (leaf) => {
    if (leaf.kind === "service") {
      const node = ground.nodeOf[leaf.service]!;
      return node === 0 || (node !== ABSENT && { kind: "node", node });
    }
    const link = ground.linkOf[leaf.dependency]!;
    return link !== ABSENT && { kind: "link", link };
  });
}

/** Parts of a ground by their components; what is certain has none. */
type View = {
  readonly ground: Ground;
  readonly node: (node: number) => Part;
  readonly link: (link: number) => Part;
  /** Nodes that are reached whatever is drawn. */
  readonly sure: Uint8Array;
};

function restOf(
  ground: Ground,
  asked: Formula<GroundLeaf>,
  isCertain: (component: number) => boolean,
): Network | null {
  const part = (component: number): Part => ({
    component: isCertain(component) ? null : component,
  });
  const services = ground.nodeOf.length;
  const node = (one: number) => part(ground.services[one]!);
  const link = (one: number) => part(services + ground.links[one]!.dependency);
  const view = { ground, node, link, sure: reachedForSure(ground, node, link) };
  const split = new Set<number>();
  const open = mapLeaves<GroundLeaf, SplitLeaf>(asked, (leaf) => openLeaf(view, leaf, split));
  if (typeof open === "boolean") return null;
  return renumber(view, open, split);
}

/** Over certain links to certain nodes. */
function reachedForSure(
  { outgoing, links }: Ground,
  node: (node: number) => Part,
  link: (link: number) => Part,
): Uint8Array {
  const sure = new Uint8Array(outgoing.length);
  sure[0] = 1;
  const queue = [0];
  for (const from of queue) {
    for (const one of outgoing[from]!) {
      const { to } = links[one]!;
      if (sure[to] === 1 || link(one).component !== null || node(to).component !== null) continue;
      sure[to] = 1;
      queue.push(to);
    }
  }
  return sure;
}

/** r_v of a node, or of the node that a link is split by. */
type SplitLeaf =
  | { readonly kind: "node"; readonly node: number }
  | { readonly kind: "split"; readonly link: number };

/**
 * u_d in terms of reached nodes. A link that is not certain is split by a certain node x, reached when
 * its source is and it is up: u_d holds when x is reached and the target lives, and then the target is
 * reached, too.
 */
function openLeaf(
  { ground, node, link, sure }: View,
  leaf: GroundLeaf,
  split: Set<number>,
): Formula<SplitLeaf> | boolean {
  if (leaf.kind === "node") return sure[leaf.node] === 1 || leaf;
  const { from, to } = ground.links[leaf.link]!;
  const target: SplitLeaf | true = sure[to] === 1 ||
    node(to).component === null || { kind: "node", node: to };
  if (link(leaf.link).component === null) {
    const source: SplitLeaf | true = sure[from] === 1 || { kind: "node", node: from };
    if (source === true) return target;
    return target === true ? source : { kind: "atLeast", k: 2, of: [source, target] };
  }
  split.add(leaf.link);
  const through: SplitLeaf = { kind: "split", link: leaf.link };
  return target === true ? through : { kind: "atLeast", k: 2, of: [through, target] };
}

/** Keep what leads to an open leaf, with all sure nodes as node 0. */
function renumber(view: View, need: Formula<SplitLeaf>, split: ReadonlySet<number>): Network {
  const { ground, sure } = view;
  const wanted = new Uint8Array(ground.services.length);
  const queue: number[] = [];
  const want = (node: number) => {
    if (sure[node] === 1 || wanted[node] === 1) return;
    wanted[node] = 1;
    queue.push(node);
  };
  forEachLeaf<SplitLeaf>(need, (leaf) => {
    want(leaf.kind === "node" ? leaf.node : ground.links[leaf.link]!.from);
  });
  for (const node of queue)
    for (const link of ground.incoming[node]!) want(ground.links[link]!.from);

  const nodes: Part[] = [{ component: null }];
  const place = new Int32Array(ground.services.length);
  const splitPlace = new Map<number, number>();
  const kept: number[] = [];
  for (let node = 0; node < ground.services.length; node++) {
    if (wanted[node] === 1) place[node] = nodes.push(view.node(node)) - 1;
    for (const link of wanted[node] === 1 || sure[node] === 1 ? ground.outgoing[node]! : []) {
      if (split.has(link)) splitPlace.set(link, nodes.push({ component: null }) - 1);
      if (split.has(link) || wanted[ground.links[link]!.to] === 1) kept.push(link);
    }
  }
  const links: NetworkLink[] = [];
  const add = (component: number | null, from: number, to: number) => {
    if (from !== to && to !== 0) links.push({ component, from, to });
  };
  for (const link of kept) {
    const { from, to } = ground.links[link]!;
    const source = place[from]!;
    const middle = splitPlace.get(link);
    const { component } = view.link(link);
    add(component, source, middle ?? place[to]!);
    if (middle !== undefined) add(null, middle, place[to]!);
  }
  return {
    nodes,
    links,
    need: networkNeed(need, place, splitPlace),
  };
}

function networkNeed(
  need: Formula<SplitLeaf>,
  place: Int32Array,
  splitPlace: ReadonlyMap<number, number>,
): NetworkNeed {
  if (need.kind === "atLeast") {
    const of = need.of.map((one) => networkNeed(one, place, splitPlace));
    return need.k === of.length ? allOf(of) : { kind: "atLeast", k: need.k, of };
  }
  return {
    kind: "node",
    node: need.kind === "node" ? place[need.node]! : splitPlace.get(need.link)!,
  };
}
