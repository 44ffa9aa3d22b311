import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Counting,
  countsAt,
  isInput,
  isOpenOperation,
  mergePaths,
  openPaths,
  settlePaths,
} from "../../src/traces/paths.ts";

type Count = { n: number };

const counting: Counting<Count> = {
  open: () => ({ n: 0 }),
  merge: (into, from) => {
    into.n += from.n;
  },
  isWord: isInput,
};

function treeOf(paths: readonly string[], how = counting, left = 20_000) {
  const root = openPaths<Count>();
  const budget = { left };
  for (const path of paths) {
    countsAt(root, path.split("/").filter(Boolean), how, budget).n += 1;
  }
  return root;
}

function settled(paths: readonly string[], how = counting, left = 20_000): string[] {
  return settlePaths(treeOf(paths, how, left), how)
    .map(({ segments, counts }) => `${counts.n} /${segments.join("/")}`)
    .sort();
}

const numbered = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

describe("paths", () => {
  it("stay as they are where words come again", () => {
    const paths = numbered(60, (at) => `/api/word${at % 30}`);
    expect(settled(paths)).toHaveLength(30);
  });

  it("have words as ids where most of more than twenty come once", () => {
    const paths = numbered(30, (at) => `/sellers/name${at}/items`);
    expect(settled([...paths, "/cart", "/"])).toEqual(["1 /", "1 /cart", "30 /sellers/{id}/items"]);
    expect(settled(numbered(20, (at) => `/sellers/name${at}`))).toHaveLength(20);
  });

  it("have words as ids where there are more than a hundred", () => {
    const paths = numbered(308, (at) => `/sellers/name${at % 101}`);
    expect(settled(paths)).toEqual(["308 /sellers/{id}"]);
  });

  it("are folded below what was folded", () => {
    const paths = numbered(90, (at) => `/sellers/name${at}/of/word${at}`);
    expect(settled(paths)).toEqual(["90 /sellers/{id}/of/{id}"]);
  });

  it("keep the routes of programmers, and fold what clients call their operations", () => {
    const routes = { ...counting, isWord: isOpenOperation };
    expect(
      settled(
        numbered(300, (at) => `/api/word${at}`),
        routes,
      ),
    ).toHaveLength(300);
    const operations = numbered(30, (at) => `/graphql/ query Q${at}`);
    expect(settled(operations, routes)).toEqual(["30 /graphql/ "]);
    expect(settled([...operations.slice(0, 2)], routes)).toHaveLength(2);
  });

  it("are bounded", () => {
    const paths = numbered(5000, (at) => `/a${at % 17}/b${at % 71}/c${at % 97}`);
    const told = settled(paths, counting, 100);
    expect(told.length).toBeLessThan(250);
    expect(told.some((one) => one.endsWith("{rest}"))).toBe(true);
    const sum = told.reduce((total, one) => total + Number.parseInt(one, 10), 0);
    expect(sum).toBe(5000);
  });

  it("come out one and the same in whatever order, and from whatever parts", () => {
    const path = fc
      .tuple(fc.nat(3), fc.nat(130), fc.nat(3))
      .map(([a, b, c]) => `/a${a}/b${b % (a < 3 ? 131 : 25)}${c === 0 ? "" : `/c${c}`}`);
    fc.assert(
      fc.property(
        fc.array(path, { minLength: 400, maxLength: 900 }),
        fc.infiniteStream(fc.nat()),
        fc.nat(900),
        (paths, keys, cut) => {
          const shuffled = paths
            .map((one) => [keys.next().value as number, one] as const)
            .sort(([a], [b]) => a - b)
            .map(([, one]) => one);
          const expected = settled(paths);
          expect(settled(shuffled)).toEqual(expected);
          const [one, other] = [treeOf(shuffled.slice(0, cut)), treeOf(shuffled.slice(cut))];
          mergePaths(one, other, counting);
          expect(
            settlePaths(one, counting)
              .map(({ segments, counts }) => `${counts.n} /${segments.join("/")}`)
              .sort(),
          ).toEqual(expected);
        },
      ),
      { seed: 3, numRuns: 60, endOnFailure: true },
    );
  });
});
