import type { Contracted, ContractedLink } from "./contract.ts";
import { CERTAIN_PART, type PartId } from "./expression.ts";

/** A node with more ways in than this is asked about piecemeal. */
const MOST_WAYS = 8;
/** Ways in of each piece. */
const PIECE = 4;

/**
 * Split nodes with many ways in: certain nodes before them gather a few ways each, one after the other,
 * so that no step looks at many callers at once and early callers need not be remembered for long.
 */
export function narrow(network: Contracted): Contracted {
  const ways = network.nodes.map((): ContractedLink[] => []);
  for (const link of network.links) ways[link.to]!.push(link);
  if (ways.every((all) => all.length <= MOST_WAYS)) return network;
  const nodes: PartId[] = [...network.nodes];
  const links: ContractedLink[] = [];
  ways.forEach((all, to) => {
    if (all.length <= MOST_WAYS) {
      links.push(...all);
      return;
    }
    // Links of a contracted network stand in the order of the nodes that they come from.
    const left = [...all];
    let gathered: number | null = null;
    while (left.length > 0) {
      const piece = left.splice(0, PIECE);
      const into: number = left.length === 0 ? to : nodes.push(CERTAIN_PART) - 1;
      if (gathered !== null) links.push({ part: CERTAIN_PART, from: gathered, to: into });
      links.push(...piece.map(({ part, from }) => ({ part, from, to: into })));
      gathered = into;
    }
  });
  return { ...network, nodes, links };
}
