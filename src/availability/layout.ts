import { condense } from "./condense.ts";
import type { Contracted, ContractedLink } from "./contract.ts";
import { CERTAIN_PART, type PartId } from "./expression.ts";
import { type Gates, layOutGates } from "./gates.ts";
import { orderSteps } from "./order.ts";

/** What a plan has to know of the components of a measure; the same in every run of it. */
export type Traits = {
  /** Members that a component's units sit on and that are decided in the frontier, in order. */
  readonly openMembers: (component: number) => readonly number[];
  /** Units of a component whose dead are drawn from the urn; 0 where they are not. */
  readonly urnUnits: (component: number) => number;
  /** Dead units of the urn. */
  readonly dead: number;
};

/** A node, a cycle, or a component that must be up by itself (a guard), decided in one go. */
export type Block = {
  readonly nodes: readonly number[];
  readonly guard: number | null;
  /** Links into its nodes from outside, and within. */
  readonly entering: readonly ContractedLink[];
  readonly inside: readonly ContractedLink[];
};

/** Blocks in their order, and what each uses of what is remembered between them. */
export type Layout = {
  readonly gates: Gates;
  readonly blocks: readonly Block[];
  /** By block, without repetition. */
  readonly uses: readonly (readonly Item[])[];
};

/** Remembered between blocks: r_v, a gate's count, a member's state. Numbered. */
export type Item = number;

export type Items = {
  readonly node: (node: number) => Item;
  readonly gate: (gate: number) => Item;
  readonly member: (member: number) => Item;
};

/** Nodes first, then gates, then members. */
export function itemsOf(nodes: number, gates: number): Items {
  return {
    node: (node) => node,
    gate: (gate) => nodes + gate,
    member: (member) => nodes + gates + member,
  };
}

export function layOut(network: Contracted, guards: readonly number[], traits: Traits): Layout {
  const gates = layOutGates(network.nodes.length, network.need);
  const condensed = condense(network);
  const blockOf = new Int32Array(network.nodes.length).fill(-1);
  condensed.blocks.forEach((nodes, block) => {
    for (const node of nodes) blockOf[node] = block;
  });
  const entering = condensed.blocks.map((): ContractedLink[] => []);
  const inside = condensed.blocks.map((): ContractedLink[] => []);
  /** Nodes that a later block calls upon. */
  const calls = new Uint8Array(network.nodes.length);
  for (const link of condensed.links) {
    const block = blockOf[link.to]!;
    if (blockOf[link.from] === block) inside[block]!.push(link);
    else {
      entering[block]!.push(link);
      calls[link.from] = 1;
    }
  }
  const blocks: Block[] = condensed.blocks.map((nodes, block) => ({
    nodes,
    guard: null,
    entering: entering[block]!,
    inside: inside[block]!,
  }));
  for (const guard of guards) blocks.push({ nodes: [], guard, entering: [], inside: [] });

  const items = itemsOf(network.nodes.length, gates.gates.length);
  const isKept = (node: number) => node !== 0 && gates.required[node] === 0 && calls[node] === 1;
  const uses = blocks.map((block) => usesOf(network, gates, items, block, isKept, traits));
  const width: number[] = [];
  for (const items of uses) {
    for (const item of items) width[item] ??= widthOf(item, network.nodes.length, gates);
  }
  for (let item = 0; item < width.length; item++) width[item] ??= 0;
  const after = blocks.map(({ entering }) => {
    const callers = new Set<number>();
    for (const { from } of entering) if (from !== 0) callers.add(blockOf[from]!);
    return [...callers];
  });
  const order = orderSteps({ after, uses, width });
  return {
    gates,
    blocks: order.map((block) => blocks[block]!),
    uses: order.map((block) => uses[block]!),
  };
}

/** Bits that an item takes: a count goes up to its limit. */
export function widthOf(item: Item, nodes: number, { gates }: Gates): number {
  const gate = gates[item - nodes];
  return gate === undefined ? 1 : bitsFor(gate.limit);
}

/** Bits of the numbers from 0 to `most`. */
export function bitsFor(most: number): number {
  return 32 - Math.clz32(most);
}

function usesOf(
  network: Contracted,
  gates: Gates,
  items: Items,
  block: Block,
  isKept: (node: number) => boolean,
  traits: Traits,
): readonly Item[] {
  const used = new Set<Item>();
  const useMembers = (component: number) => {
    for (const member of traits.openMembers(component)) used.add(items.member(member));
  };
  const usePart = (part: PartId) => {
    const component = componentOf(network, part);
    if (component !== null) useMembers(component);
  };
  for (const node of block.nodes) {
    if (isKept(node)) used.add(items.node(node));
    for (let gate of gates.gatesOf[node]!) {
      for (; gate !== -1; gate = gates.gates[gate]!.parent) used.add(items.gate(gate));
    }
    usePart(network.nodes[node]!);
  }
  for (const { from, part } of block.entering) {
    if (isKept(from)) used.add(items.node(from));
    usePart(part);
  }
  for (const { part } of block.inside) usePart(part);
  if (block.guard !== null) useMembers(block.guard);
  return [...used];
}

/** The component that a part is, where it is one and no more. */
export function componentOf({ expressions }: Contracted, part: PartId): number | null {
  if (part === CERTAIN_PART || expressions.kind[part] !== "component") return null;
  return expressions.left[part]!;
}
