import { CERTAIN_PART, type Expressions, expressionBuilder, type PartId } from "./expression.ts";
import { forEachLeaf } from "./need.ts";
import type { Network, NetworkNeed } from "./network.ts";

/** A network whose parts may be made of several components. Node 0 is the entry. */
export type Contracted = {
  readonly expressions: Expressions;
  readonly nodes: readonly PartId[];
  readonly links: readonly ContractedLink[];
  readonly need: NetworkNeed;
};

export type ContractedLink = { readonly part: PartId; readonly from: number; readonly to: number };

type Link = { part: PartId; readonly from: number; readonly to: number };

/**
 * Contract series and merge parallels: a node that no need names, with one way in and one way out, is
 * a link; links of one pair are one. A certain node with one certain way out is merged into its target.
 *
 * @param isFree whether a component is independent of all others, so that it may be merged with them
 */
export function contract(network: Network, isFree: (component: number) => boolean): Contracted {
  const { component, all, any, expressions } = expressionBuilder();
  const fixed = new Set<PartId>();
  const partOf = (one: number | null): PartId => {
    const part = component(one);
    if (one !== null && !isFree(one)) fixed.add(part);
    return part;
  };
  const nodes = network.nodes.map((node) => partOf(node.component));
  const needed = new Uint8Array(nodes.length);
  forEachLeaf<Extract<NetworkNeed, { kind: "node" }>>(network.need, ({ node }) => {
    needed[node] = 1;
  });
  const into = nodes.map(() => new Set<Link>());
  const out = nodes.map(() => new Set<Link>());
  const pairs = new Map<number, Link>();
  const gone = new Uint8Array(nodes.length);
  const queue: number[] = [];

  const add = (part: PartId, from: number, to: number): void => {
    if (from === to || to === 0) return;
    const pair = from * nodes.length + to;
    const other = pairs.get(pair);
    if (other !== undefined && !fixed.has(part) && !fixed.has(other.part)) {
      other.part = any(other.part, part);
      return;
    }
    const link = { part, from, to };
    if (!fixed.has(part)) pairs.set(pair, link);
    out[from]!.add(link);
    into[to]!.add(link);
  };
  // A link goes with one of its ends: its pair is asked for no more.
  const remove = (link: Link): void => {
    out[link.from]!.delete(link);
    into[link.to]!.delete(link);
    queue.push(link.from, link.to);
  };
  const drop = (node: number): void => {
    gone[node] = 1;
    for (const link of [...into[node]!, ...out[node]!]) remove(link);
  };
  const contractAt = (node: number): void => {
    const [way] = out[node]!;
    if (way === undefined || out[node]!.size > 1) {
      if (way === undefined) drop(node);
      return;
    }
    const part = nodes[node]!;
    if (fixed.has(part) || fixed.has(way.part)) return;
    const [entering] = into[node]!;
    if (entering === undefined) drop(node);
    else if (into[node]!.size === 1) {
      if (fixed.has(entering.part)) return;
      drop(node);
      add(all(all(entering.part, part), way.part), entering.from, way.to);
    } else if (part === CERTAIN_PART && way.part === CERTAIN_PART) {
      const ways = [...into[node]!];
      drop(node);
      for (const one of ways) add(one.part, one.from, way.to);
    }
  };

  for (const { component: one, from, to } of network.links) add(partOf(one), from, to);
  for (let node = nodes.length - 1; node > 0; node--) queue.push(node);
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node !== 0 && gone[node] === 0 && needed[node] === 0) contractAt(node);
  }
  return renumber(expressions, nodes, gone, out, network.need);
}

function renumber(
  expressions: Expressions,
  nodes: readonly PartId[],
  gone: Uint8Array,
  out: readonly ReadonlySet<Link>[],
  need: NetworkNeed,
): Contracted {
  const place = new Int32Array(nodes.length);
  const kept: PartId[] = [];
  nodes.forEach((part, node) => {
    if (gone[node] === 0) place[node] = kept.push(part) - 1;
  });
  const links = out.flatMap((all) =>
    [...all].map(({ part, from, to }) => ({ part, from: place[from]!, to: place[to]! })),
  );
  const moved = (one: NetworkNeed): NetworkNeed =>
    one.kind === "node"
      ? { kind: "node", node: place[one.node]! }
      : { ...one, of: one.of.map(moved) };
  return { expressions, nodes: kept, links, need: moved(need) };
}
