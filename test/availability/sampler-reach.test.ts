import { describe, expect, it } from "vitest";
import type { Network, NetworkNeed } from "../../src/availability/network.ts";
import { newStream, nextUniform, openStream } from "../../src/availability/random.ts";
import { courseOf, failuresOf } from "../../src/availability/sampler-reach.ts";
import { mark, newRows, ROW, WORDS } from "../../src/availability/sampler-rows.ts";

const node = (index: number): NetworkNeed => ({ kind: "node", node: index });
const atLeast = (k: number, ...of: NetworkNeed[]): NetworkNeed => ({ kind: "atLeast", k, of });

type Way = readonly [from: number, to: number, component: number | null];

/** Components by node, then ways; `need` over its nodes. */
function network(
  nodes: readonly (number | null)[],
  ways: readonly Way[],
  need: NetworkNeed,
): Network {
  return {
    nodes: nodes.map((component) => ({ component })),
    links: ways.map(([from, to, component]) => ({ component, from, to })),
    need,
  };
}

/** Eq. (12, 13), where the entry may fail, too. */
function holds({ nodes, links, need }: Network, isUp: (component: number) => boolean): boolean {
  const works = (component: number | null) => component === null || isUp(component);
  const reached = new Set(works(nodes[0]!.component) ? [0] : []);
  for (const at of reached) {
    for (const { component, from, to } of links) {
      if (from === at && works(component) && works(nodes[to]!.component)) reached.add(to);
    }
  }
  const met = (one: NetworkNeed): boolean =>
    one.kind === "node" ? reached.has(one.node) : one.of.filter(met).length >= one.k;
  return met(need);
}

/** Checks every state of some words against the network's own predicate; how many of them fail. */
function compared(one: Network, seed: number, chance = 0.3): number {
  const stream = newStream();
  openStream(stream, [seed, 1], 0, 0);
  const used = [...one.nodes, ...one.links].flatMap(({ component }) => component ?? []);
  const count = Math.max(-1, ...used) + 1;
  const rows = newRows(count);
  const looked = [0, 1, 17, WORDS - 1];
  for (let row = 0; row < count; row++) {
    for (const word of looked) {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) if (nextUniform(stream) < chance) bits |= 1 << bit;
      mark(rows, row, word, bits);
    }
  }
  const course = courseOf(
    one,
    Int32Array.from({ length: count }, (_, at) => at),
  );
  let failed = 0;
  // Twice: nothing of the first time is left.
  for (let time = 0; time < 2; time++) {
    const words = failuresOf(course, rows);
    for (const word of [...looked, 2, 200]) {
      for (let bit = 0; bit < 32; bit++) {
        const isUp = (component: number) =>
          ((rows.words[component * ROW + word]! >>> bit) & 1) === 0;
        const isFailed = ((words[word]! >>> bit) & 1) === 1;
        expect(isFailed).toBe(!holds(one, isUp));
        if (isFailed) failed++;
      }
    }
  }
  return failed / 2;
}

const STATES_COMPARED = 6 * 32;

describe("the states in which a network fails", () => {
  const forward: readonly Way[] = [
    [0, 1, 3],
    [0, 2, 4],
    [1, 3, 5],
    [2, 3, null],
    [0, 3, 6],
    [3, 4, 7],
  ];
  const back: readonly Way[] = [...forward, [3, 1, 8], [4, 2, null], [2, 1, 9]];

  it.each([
    ["a node", network([null, 0, 1, 2, null], forward, node(4))],
    ["the entry", network([0, 1], [[0, 1, 2]], node(0))],
    [
      "one of three, to the first of which nothing leads",
      network(
        [null, null, 0, 1],
        [
          [0, 2, 2],
          [0, 3, 3],
        ],
        atLeast(1, node(1), node(2), node(3)),
      ),
    ],
    ["two of three", network([null, 0, 1, 2, 8], forward, atLeast(2, node(1), node(2), node(4)))],
    [
      "needs within needs",
      network(
        [9, 0, 1, 2, 8],
        forward,
        atLeast(2, atLeast(1, node(1), node(2)), node(3), atLeast(2, node(0), node(4))),
      ),
    ],
    ["a node behind a cycle", network([null, 0, 1, 2, null], back, node(4))],
    ["a cycle whose entry may fail", network([0, 1, 2, 10, 11], back, node(4))],
    ["two of a cycle", network([10, 0, 1, 2, 11], back, atLeast(2, node(1), node(2), node(4)))],
    [
      "a link to itself and to the entry",
      network(
        [0, 1, 2],
        [
          [0, 1, 3],
          [1, 1, 4],
          [1, 0, 5],
          [1, 2, null],
        ],
        node(2),
      ),
    ],
    [
      "links beside each other",
      network(
        [null, 0],
        [
          [0, 1, 1],
          [0, 1, 2],
          [0, 1, 3],
        ],
        node(1),
      ),
    ],
  ])("are those in which its predicate does: %s", (_, one) => {
    for (const [seed, chance] of [
      [1, 0.3],
      [2, 0.05],
      [3, 0.8],
    ] as const) {
      const failed = compared(one, seed, chance);
      expect(failed).toBeGreaterThan(0);
      expect(failed).toBeLessThan(STATES_COMPARED);
    }
  });

  it("are all of them where nothing leads to what is needed, with cycles and without", () => {
    expect(compared(network([null, 0, null], [[0, 1, 1]], node(2)), 1)).toBe(STATES_COMPARED);
    const apart = network(
      [null, 0, null, null],
      [
        [0, 1, 1],
        [2, 3, null],
        [3, 2, null],
      ],
      node(3),
    );
    expect(compared(apart, 1)).toBe(STATES_COMPARED);
  });

  it("are none of them where nothing is needed", () => {
    expect(compared(network([null, 0], [[0, 1, 1]], atLeast(0)), 1)).toBe(0);
  });
});
