import { describe, expect, it } from "vitest";
import { type Figures, reachedSets, spreadOf } from "../../src/availability/cluster.ts";
import { clusterSlopes } from "../../src/availability/cluster-slopes.ts";
import type { Probability } from "../../src/model/model.ts";
import { parts } from "./models.ts";

/** What a cycle's figures rest on, in one list: its nodes, the links into it, the links in it. */
type Cycle = {
  readonly size: number;
  readonly links: readonly (readonly [from: number, to: number])[];
  readonly ups: readonly Probability[];
};

const full = (size: number) =>
  Array.from(
    { length: size * size },
    (_, at) => [at % size, Math.floor(at / size)] as const,
  ).filter(([from, to]) => from !== to);
const ring = (size: number) =>
  Array.from({ length: size }, (_, at) => [at, (at + 1) % size] as const);

/** Unlike values, the first few of which are given. */
function cycle(size: number, links: Cycle["links"], first: readonly number[] = []): Cycle {
  const ups = Array.from({ length: 2 * size + links.length }, (_, at) =>
    parts(first[at] ?? 150 + ((at * 367) % 700)),
  );
  return { size, links, ups };
}

function figuresOf({ size, links, ups }: Cycle): Figures {
  const places = Array.from({ length: size }, (_, at) => at);
  return {
    nodes: places.map((at) => ups[at]!),
    entering: places.map((at) => ups[size + at]!),
    inside: places.map((to) =>
      places.map((from) => {
        const link = links.findIndex((one) => one[0] === from && one[1] === to);
        return link < 0 ? null : ups[2 * size + link]!;
      }),
    ),
  };
}

/** By set of nodes: P that it is what is reached, over all states of all parts. */
function byForce({ size, links, ups }: Cycle): Float64Array {
  const found = new Float64Array(2 ** size);
  for (let state = 0; state < 2 ** ups.length; state++) {
    const isUp = (part: number) => ((state >> part) & 1) === 1;
    let reached = 0;
    for (let round = 0; round < size; round++) {
      for (let at = 0; at < size; at++) if (isUp(at) && isUp(size + at)) reached |= 1 << at;
      links.forEach(([from, to], link) => {
        if (((reached >> from) & 1) === 1 && isUp(to) && isUp(2 * size + link)) reached |= 1 << to;
      });
    }
    found[reached]! += ups.reduce((chance, { p, q }, part) => chance * (isUp(part) ? p : q), 1);
  }
  return found;
}

const CYCLES: readonly (readonly [string, Cycle])[] = [
  ["two that call each other", cycle(2, full(2))],
  ["three in a ring", cycle(3, ring(3))],
  ["three of which each calls each", cycle(3, full(3))],
  ["four in a ring with a way across", cycle(4, [...ring(4), [0, 2]])],
  [
    "three with what never and what always is up",
    cycle(3, full(3), [1000, 0, 500, 0, 1000, 300, 0, 1000, 1000]),
  ],
];

describe("a cycle's sets of reached nodes", () => {
  it.each(CYCLES)("are as likely as all states together say: %s", (_, one) => {
    const figures = figuresOf(one);
    const found = reachedSets(figures, spreadOf(figures.inside));
    byForce(one).forEach((chance, set) => {
      expect(Math.abs(found[set]! - chance)).toBeLessThan(1e-14);
    });
  });
});

describe("the slopes of a weighted sum over them", () => {
  it.each(CYCLES)("are the sum with a part up less the sum with it down: %s", (_, one) => {
    const { size, links, ups } = one;
    const figures = figuresOf(one);
    // A set that is worth nothing has no slope of its own; the others weigh unlike.
    const gain = Float64Array.from({ length: 2 ** size }, (_, set) => (set % 3) * (1 + set / 8));
    const { nodes, entering, inside } = clusterSlopes(figures, spreadOf(figures.inside), gain);
    const found = [...nodes, ...entering, ...links.map(([from, to]) => inside[to]![from]!)];
    const worth = (part: number, up: Probability) =>
      byForce({ ...one, ups: ups.with(part, up) }).reduce(
        (sum, chance, set) => sum + gain[set]! * chance,
        0,
      );
    expect(found.length).toBe(ups.length);
    found.forEach((slope, part) => {
      const truth = worth(part, parts(1000)) - worth(part, parts(0));
      expect(Math.abs(slope - truth)).toBeLessThan(1e-13);
    });
  });
});
