import type { Contracted, ContractedLink } from "./contract.ts";
import { forEachLeaf } from "./need.ts";
import type { NetworkNeed } from "./network.ts";

/** Nodes that can be decided one after the other: single ones, and cycles as a whole. */
export type Condensed = {
  /** Callers stand before what they call. Node 0 is in none. */
  readonly blocks: readonly (readonly number[])[];
  /** Without those that lie on no simple way from the entry to a need. */
  readonly links: readonly ContractedLink[];
};

/** Beyond so many links in cycles it is not worth while to look for useless ones among them. */
const MOST_LINKS_TESTED = 2_000;

export function condense(network: Contracted): Condensed {
  const { blocks, blockOf } = stronglyConnected(network.nodes.length, network.links);
  const inside = ({ from, to }: ContractedLink) => from !== 0 && blockOf[from] === blockOf[to];
  const cyclic = network.links.filter(inside);
  if (cyclic.length === 0 || cyclic.length > MOST_LINKS_TESTED) {
    return { blocks, links: network.links };
  }
  const useless = new Set(cyclic.filter((link) => !isUseful(network, link)));
  const links = network.links.filter((link) => !useless.has(link));
  return { blocks: stronglyConnected(network.nodes.length, links).blocks, links };
}

/** Its source can be reached without its target, and from its target a need without its source. */
function isUseful({ nodes, links, need }: Contracted, { from, to }: ContractedLink): boolean {
  const spread = (start: number, without: number): Set<number> => {
    const reached = new Set([start]);
    const next = nodes.map((): number[] => []);
    for (const link of links) next[link.from]!.push(link.to);
    for (const node of reached) {
      for (const other of next[node]!) if (other !== without) reached.add(other);
    }
    return reached;
  };
  if (!spread(0, to).has(from)) return false;
  const ahead = spread(to, from);
  let useful = false;
  forEachLeaf<Extract<NetworkNeed, { kind: "node" }>>(need, ({ node }) => {
    if (ahead.has(node)) useful = true;
  });
  return useful;
}

/** Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972); iterative. Sources first. */
function stronglyConnected(
  size: number,
  links: readonly ContractedLink[],
): { readonly blocks: readonly (readonly number[])[]; readonly blockOf: Int32Array } {
  const next = Array.from({ length: size }, (): number[] => []);
  for (const { from, to } of links) next[from]!.push(to);
  const index = new Int32Array(size);
  const low = new Int32Array(size);
  const blockOf = new Int32Array(size).fill(-1);
  const blocks: number[][] = [];
  const stack: number[] = [];
  let count = 0;
  const path: { readonly node: number; next: number }[] = [];
  const enter = (node: number) => {
    index[node] = low[node] = ++count;
    stack.push(node);
    path.push({ node, next: 0 });
  };
  for (let root = 0; root < size; root++) {
    if (index[root] === 0) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top;
      const to = next[node]![top.next++];
      if (to !== undefined) {
        if (index[to] === 0) enter(to);
        else if (blockOf[to] === -1) low[node] = Math.min(low[node]!, index[to]!);
        continue;
      }
      path.pop();
      const caller = path.at(-1);
      if (caller !== undefined) low[caller.node] = Math.min(low[caller.node]!, low[node]!);
      if (low[node] !== index[node]) continue;
      const block: number[] = [];
      for (let member = -1; member !== node; ) {
        member = stack.pop()!;
        blockOf[member] = blocks.length;
        block.push(member);
      }
      blocks.push(block.reverse());
    }
  }
  return { blocks: blocks.filter((block) => block[0] !== 0).reverse(), blockOf };
}
