import { ABSENT, type Ground } from "./ground.ts";
import type { Formula } from "./need.ts";

/** What a need asks of a ground: r_v of a node, or u_d of a link. */
export type GroundLeaf =
  | { readonly kind: "node"; readonly node: number }
  | { readonly kind: "link"; readonly link: number };

export type Mandatory = {
  readonly nodes: ReadonlySet<number>;
  readonly links: ReadonlySet<number>;
};

type Finding = { readonly nodes: Set<number>; readonly links: Set<number> };

/**
 * The components whose failure alone makes the need false: of r_v the dominators of v, nodes and
 * links; of u_d those of its source, itself and its target; of `atLeast k` those without which fewer
 * than k inputs can hold. The need must be satisfiable with everything up.
 */
export function mandatoryParts(ground: Ground, need: Formula<GroundLeaf>): Mandatory {
  const found: Finding = { nodes: new Set(), links: new Set() };
  const climbed = new Set<number>();
  const collect = (one: Formula<GroundLeaf>): void => {
    if (one.kind === "atLeast") {
      if (one.k === one.of.length) one.of.forEach(collect);
      else addFrequent(ground, one, found);
    } else {
      visitLeaf(
        ground,
        one,
        (node) => {
          if (climbed.has(node)) return false;
          climbed.add(node);
          found.nodes.add(node);
          return true;
        },
        (link) => found.links.add(link),
        (node) => found.nodes.add(node),
      );
    }
  };
  collect(need);
  return found;
}

/** The dominators of a leaf from itself up, until `climb` says that the rest is known. */
function visitLeaf(
  ground: Ground,
  leaf: GroundLeaf,
  climb: (node: number) => boolean,
  link: (link: number) => void,
  target: (node: number) => void,
): void {
  let node = leaf.kind === "node" ? leaf.node : ground.links[leaf.link]!.from;
  while (climb(node)) {
    const only = ground.onlyLink[node]!;
    if (only !== ABSENT) link(only);
    if (node === 0) break;
    node = ground.dominator[node]!;
  }
  if (leaf.kind === "link") {
    link(leaf.link);
    target(ground.links[leaf.link]!.to);
  }
}

/** Add what is mandatory for so many of the inputs that too few can hold without it. */
function addFrequent(
  ground: Ground,
  { k, of }: { readonly k: number; readonly of: readonly Formula<GroundLeaf>[] },
  into: Finding,
): void {
  const nodes = new Map<number, number>();
  const links = new Map<number, number>();
  for (const input of of) {
    const count = (counts: Map<number, number>, one: number) =>
      counts.set(one, (counts.get(one) ?? 0) + 1);
    if (input.kind === "atLeast") {
      const inner = mandatoryParts(ground, input);
      for (const node of inner.nodes) count(nodes, node);
      for (const link of inner.links) count(links, link);
    } else {
      const own = new Set<number>();
      const once = (node: number) => {
        if (!own.has(node)) count(nodes, node);
        own.add(node);
      };
      visitLeaf(
        ground,
        input,
        (node) => {
          once(node);
          return true;
        },
        (link) => count(links, link),
        once,
      );
    }
  }
  for (const [node, inputs] of nodes) if (inputs > of.length - k) into.nodes.add(node);
  for (const [link, inputs] of links) if (inputs > of.length - k) into.links.add(link);
}
