import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contract } from "../../src/availability/contract.ts";
import { narrow } from "../../src/availability/narrow.ts";
import type { Network } from "../../src/availability/network.ts";
import { contractedHolds, networkHolds, reductionsOf, shapes, someStates } from "./networks.ts";

describe("contraction", () => {
  it("leaves the need as it is in every state, and merges only what is free", () => {
    let merged = 0;
    fc.assert(
      fc.property(shapes, fc.nat({ max: 1000 }), ({ model, endpoint }, seed) => {
        const isFree = (component: number) => seed % 2 === 0 || component % 3 > 0;
        for (const reduced of reductionsOf(model, endpoint)) {
          if (!reduced?.rest) continue;
          const found = contract(reduced.rest, isFree);
          for (const isUp of someStates(20, seed)) {
            expect(contractedHolds(found, isUp)).toBe(networkHolds(reduced.rest, isUp));
          }
          const { kind, left, right } = found.expressions;
          kind.forEach((one, part) => {
            if (one === "component") return;
            merged++;
            for (const operand of [left[part]!, right[part]!]) {
              if (kind[operand] === "component") expect(isFree(left[operand]!)).toBe(true);
            }
          });
        }
      }),
      { numRuns: 1500, seed: 43 },
    );
    expect(merged).toBeGreaterThan(500);
  });

  it("makes one link of a chain, and of two chains beside each other", () => {
    const chains: Network = {
      nodes: [null, 0, 1, null].map((component) => ({ component })),
      links: [
        { component: 2, from: 0, to: 1 },
        { component: 3, from: 1, to: 3 },
        { component: 4, from: 0, to: 2 },
        { component: 5, from: 2, to: 3 },
      ],
      need: { kind: "node", node: 3 },
    };
    const { nodes, links } = contract(chains, () => true);
    expect([nodes.length, links.length]).toEqual([2, 1]);
    expect(contract(chains, () => false).links.length).toBe(4);
  });
});

describe("what is merged", () => {
  /** Nodes and links that are left, of a network that needs its last node. */
  const left = (
    nodes: readonly (number | null)[],
    ways: readonly (readonly [from: number, to: number, component: number | null])[],
    isFree: (component: number) => boolean = () => true,
  ) => {
    const network: Network = {
      nodes: nodes.map((component) => ({ component })),
      links: ways.map(([from, to, component]) => ({ component, from, to })),
      need: { kind: "node", node: nodes.length - 1 },
    };
    const found = contract(network, isFree);
    for (const isUp of someStates(30, nodes.length)) {
      expect(contractedHolds(found, isUp)).toBe(networkHolds(network, isUp));
    }
    return [found.nodes.length, found.links.length];
  };
  /** Two callers, which both call two nodes, of which each calls the last. */
  const crossed = (middle: number | null, onward: number | null) =>
    left(
      [null, 0, 1, middle, 9, null],
      [
        [0, 1, 2],
        [0, 2, 3],
        [1, 3, 4],
        [2, 3, 5],
        [1, 4, 6],
        [2, 4, 7],
        [3, 5, onward],
        [4, 5, 8],
      ],
    );

  it("is a certain node with many ways in and a certain way out, and no other", () => {
    expect(crossed(null, null)).toEqual([5, 7]);
    expect(crossed(10, null)).toEqual([6, 8]);
    expect(crossed(null, 10)).toEqual([6, 8]);
    expect(crossed(10, 11)).toEqual([6, 8]);
  });

  it("is nothing that is fixed, be it the node, the way in, or the way out", () => {
    const chain = (fixed: number) =>
      left(
        [null, 0, null],
        [
          [0, 1, 1],
          [1, 2, 2],
        ],
        (component) => component !== fixed,
      );
    expect(chain(9)).toEqual([2, 1]);
    for (const fixed of [0, 1, 2]) expect(chain(fixed)).toEqual([3, 2]);
    const beside = (fixed: number) =>
      left(
        [null, null],
        [
          [0, 1, 0],
          [0, 1, 1],
          [0, 1, 2],
        ],
        (component) => component !== fixed,
      );
    expect(beside(9)).toEqual([2, 1]);
    for (const fixed of [0, 1, 2]) expect(beside(fixed)).toEqual([2, 2]);
  });

  it("is dropped where nothing leads there, or nothing leads on, with what only it led to", () => {
    const ways = [
      [0, 3, 0],
      [1, 2, 1],
      [2, 3, 2],
    ] as const;
    expect(left([null, 3, 4, null], ways)).toEqual([2, 1]);
    const ends = [
      [0, 3, 0],
      [0, 1, 1],
      [1, 2, 2],
    ] as const;
    expect(left([null, 3, 4, null], ends)).toEqual([2, 1]);
  });
});

describe("a node with many ways in", () => {
  it("is asked about piecemeal, with the same answer in every state", () => {
    for (const callers of [8, 9, 10, 13, 16, 21]) {
      const nodes = [
        { component: null },
        ...Array.from({ length: callers + 1 }, (_, at) => ({ component: at })),
      ];
      const last = callers + 1;
      const links = Array.from({ length: callers }, (_, at) => [
        { component: null, from: 0, to: at + 1 },
        { component: last + at, from: at + 1, to: last },
      ]).flat();
      const wide: Network = { nodes, links, need: { kind: "node", node: last } };
      const narrowed = narrow(contract(wide, () => false));
      const ways = narrowed.nodes.map((_, node) => narrowed.links.filter(({ to }) => to === node));
      expect(Math.max(...ways.map(({ length }) => length))).toBe(callers === 8 ? 8 : 5);
      let held = 0;
      for (const isUp of someStates(200, callers)) {
        const truth = networkHolds(wide, isUp);
        expect(contractedHolds(narrowed, isUp)).toBe(truth);
        if (truth) held++;
      }
      expect(held).toBeGreaterThan(50);
      expect(held).toBeLessThan(195);
    }
  });

  it("is the only one that is split, by the order of its callers", () => {
    const callers = 9;
    const [eight, nine] = [callers + 1, callers + 2];
    const links = Array.from({ length: callers }, (_, at) => [
      { component: null, from: 0, to: at + 1 },
      ...(at < 8 ? [{ component: 20 + at, from: at + 1, to: eight }] : []),
      { component: 40 + at, from: at + 1, to: nine },
    ]).flat();
    const both: Network = {
      nodes: Array.from({ length: callers + 3 }, (_, at) => ({ component: at === 0 ? null : at })),
      links: links.toReversed(),
      need: { kind: "atLeast", k: 2, of: [eight, nine].map((node) => ({ kind: "node", node })) },
    };
    const { nodes, links: split } = narrow(contract(both, () => false));
    // Four ways into one node more, four of the next into another, and the last into the node itself.
    expect(nodes.length).toBe(both.nodes.length + 2);
    const into = (node: number) =>
      split.flatMap(({ from, to }) => (to === node ? [from] : [])).toSorted((a, b) => a - b);
    expect(into(eight)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const [first, second] = [both.nodes.length, both.nodes.length + 1];
    expect(into(first)).toEqual([1, 2, 3, 4]);
    expect(into(second)).toEqual([5, 6, 7, 8, first]);
    expect(into(nine)).toEqual([9, second]);
  });
});
