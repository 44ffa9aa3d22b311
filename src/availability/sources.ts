import type { Contracted, ContractedLink } from "./contract.ts";
import { CERTAIN_PART, type PartId } from "./expression.ts";
import { type Block, componentOf, type Item, type Items, type Traits } from "./layout.ts";
import {
  ALWAYS,
  type ClusterWork,
  type JoinWork,
  type LinkSource,
  type NodeSource,
  type PartSource,
} from "./plan.ts";

/** The item that says whether a component of the urn lives. */
export const liveItem = (component: number): Item => -2 - component;

/** Where the parts of a block come from, given the bits of what it reads. */
export function workOf(
  network: Contracted,
  block: Block,
  items: Items,
  traits: Traits,
  bitOf: (item: Item) => number | null,
): JoinWork | ClusterWork {
  const relevant: number[] = [];
  const positions = new Map<Item, number>();
  /** Where a bit stands among the relevant ones; `null` where it is not read. */
  const positionOf = (item: Item): number | null => {
    const known = positions.get(item);
    if (known !== undefined) return known;
    const bit = bitOf(item);
    if (bit === null) return null;
    positions.set(item, relevant.length);
    return relevant.push(bit) - 1;
  };
  const openPart = (part: PartId, component: number): PartSource => ({
    kind: "open",
    part,
    component,
    members: traits.openMembers(component).map((member) => ({
      member,
      bit: positionOf(items.member(member))!,
    })),
  });
  const componentSource = (part: PartId, component: number | null): NodeSource => {
    if (component === null) return { kind: "part", part };
    const live = positionOf(liveItem(component));
    if (live !== null) return { kind: "drawn", bit: live };
    return traits.openMembers(component).length === 0
      ? { kind: "part", part }
      : openPart(part, component);
  };
  const nodeSource = (part: PartId) => componentSource(part, componentOf(network, part));
  const linkSource = ({ part, from }: ContractedLink): LinkSource => {
    const source = nodeSource(part);
    if (source.kind === "drawn") throw new Error("channels are in no urn");
    return { source, caller: positionOf(items.node(from)) ?? ALWAYS };
  };
  const { nodes, guard, entering, inside } = block;
  const [node] = nodes;
  if (node === undefined) {
    return { kind: "join", relevant, node: componentSource(CERTAIN_PART, guard), guard, links: [] };
  }
  if (nodes.length === 1) {
    const links = entering.map(linkSource);
    return { kind: "join", relevant, node: nodeSource(network.nodes[node]!), guard: null, links };
  }
  return {
    kind: "cluster",
    relevant,
    nodes: nodes.map((one) => nodeSource(network.nodes[one]!)),
    entering: nodes.map((one) => entering.filter(({ to }) => to === one).map(linkSource)),
    inside: nodes.map((one) =>
      inside
        .filter(({ to }) => to === one)
        .map((link) => ({ ...linkSource(link), caller: nodes.indexOf(link.from) })),
    ),
  };
}
