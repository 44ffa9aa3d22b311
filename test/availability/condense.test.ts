import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { condense } from "../../src/availability/condense.ts";
import { contract } from "../../src/availability/contract.ts";
import type { Network } from "../../src/availability/network.ts";
import { contractedHolds, reductionsOf, shapes, someStates } from "./networks.ts";

describe("condensing cycles", () => {
  it("drops links of no use alone, and sets callers before what they call", () => {
    let dropped = 0;
    let cycles = 0;
    fc.assert(
      fc.property(shapes, fc.nat({ max: 1000 }), ({ model, endpoint }, seed) => {
        for (const reduced of reductionsOf(model, endpoint)) {
          if (!reduced?.rest) continue;
          const network = contract(reduced.rest, () => true);
          const { blocks, links } = condense(network);
          dropped += network.links.length - links.length;
          for (const isUp of someStates(20, seed)) {
            const truth = contractedHolds(network, isUp);
            expect(contractedHolds({ ...network, links }, isUp)).toBe(truth);
          }
          const all = blocks.flat().toSorted((one, other) => one - other);
          expect(all).toEqual(network.nodes.map((_, node) => node).slice(1));
          const blockOf = (node: number) => blocks.findIndex((block) => block.includes(node));
          for (const { from, to } of links) {
            expect(from === 0 || blockOf(from) <= blockOf(to)).toBe(true);
          }
          for (const block of blocks.filter(({ length }) => length > 1)) {
            cycles++;
            for (const start of block) {
              const reached = new Set([start]);
              for (const from of reached) {
                for (const link of links) if (link.from === from) reached.add(link.to);
              }
              expect(block.every((node) => reached.has(node))).toBe(true);
            }
          }
        }
      }),
      { numRuns: 1500, seed: 44 },
    );
    expect(dropped).toBeGreaterThan(100);
    expect(cycles).toBeGreaterThan(100);
  });

  it("sets a chain and what it leads to in the order of calls, whatever the numbers", () => {
    const chain = (order: readonly number[]) => {
      const ways = order.slice(1).map((to, at) => ({ component: 10 + to, from: order[at]!, to }));
      const network: Network = {
        nodes: order.map((_, at) => ({ component: at === 0 ? null : at })),
        links: ways,
        need: { kind: "atLeast", k: 4, of: [1, 2, 3, 4].map((node) => ({ kind: "node", node })) },
      };
      return condense(contract(network, () => true));
    };
    for (const order of [
      [0, 1, 2, 3, 4],
      [0, 4, 3, 2, 1],
      [0, 2, 4, 1, 3],
    ]) {
      const { blocks, links } = chain(order);
      expect(blocks).toEqual(order.slice(1).map((node) => [node]));
      expect(links).toHaveLength(4);
    }
  });

  it("makes no cycle of a way back from what only it leads to", () => {
    const network: Network = {
      nodes: [null, 0, 1].map((component) => ({ component })),
      links: [
        { component: 2, from: 0, to: 1 },
        { component: 3, from: 1, to: 2 },
        { component: 4, from: 2, to: 1 },
      ],
      need: { kind: "atLeast", k: 1, of: [1, 2].map((node) => ({ kind: "node", node })) },
    };
    const contracted = contract(network, () => true);
    const { blocks, links } = condense(contracted);
    expect(blocks).toEqual([[1], [2]]);
    expect(links.length).toBe(2);
    const fromBoth = { ...network, links: [...network.links, { component: 5, from: 0, to: 2 }] };
    expect(condense(contract(fromBoth, () => true)).blocks.map((one) => one.length)).toEqual([2]);
  });

  it("looks for useless links however many there are outside of cycles", () => {
    const [row, web] = [20, 64];
    const links = Array.from({ length: row }, (_, from) => ({ from, to: from + 1 })).flatMap(
      ({ from, to }) =>
        from === 0
          ? [{ from, to }]
          : [
              { from, to },
              { from: to, to: from },
            ],
    );
    for (let to = 1; to < web; to++) {
      for (let from = 0; from < to; from++) links.push({ from: row + 1 + from, to: row + 1 + to });
    }
    expect(links).toHaveLength(1 + 2 * 19 + 2016);
    const nodes = Array.from({ length: 1 + row + web }, (_, node) => node);
    const network: Network = {
      nodes: nodes.map((node) => ({ component: node === 0 ? null : node })),
      links: [...links, { from: 0, to: row + 1 }].map((one, at) => ({
        ...one,
        component: 100 + at,
      })),
      need: { kind: "atLeast", k: 1, of: nodes.slice(1).map((node) => ({ kind: "node", node })) },
    };
    const contracted = contract(network, () => true);
    const kept = condense(contracted).links;
    expect(contracted.links.length - kept.length).toBe(19);
  });
});
