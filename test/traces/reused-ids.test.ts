import { describe, expect, it } from "vitest";
import { openReusedIds } from "../../src/traces/reused-ids.ts";
import { randomOf } from "./generate-random.ts";

describe("span ids that several traces use", () => {
  /** So many ids, of which every tenth comes twice. */
  function idsOf(count: number, seed: number): readonly (readonly [number, number])[] {
    const { next } = randomOf(seed);
    const word = (): number => (next() * 2 ** 32) | 0;
    const ids = Array.from({ length: count }, () => [word(), word()] as const);
    return [...ids, ...ids.filter((_, at) => at % 10 === 0)];
  }

  function counted(ids: readonly (readonly [number, number])[], most: number): number {
    const reused = openReusedIds(most);
    for (const [high, low] of ids) reused.add(high, low);
    return reused.count();
  }

  it("are counted one by one while there is room for all", () => {
    expect(counted(idsOf(30_000, 1), 1 << 15)).toBe(3000);
    expect(
      counted(
        [
          [0, 0],
          [0, 1],
          [1, 0],
          [0, 0],
          [0, 0],
        ],
        8,
      ),
    ).toBe(1);
  });

  it("are estimated beyond, by some of them", () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const found = counted(idsOf(40_000, seed), 1 << 12);
      // Some 2,500 to 4,096 ids are kept, 250 of them reused: sqrt(250) is a fifteenth.
      expect(Math.abs(found / 4000 - 1)).toBeLessThan(4 / 15);
    }
  });

  it("are those whatever their order", () => {
    const ids = idsOf(20_000, 3);
    expect(counted(randomOf(4).shuffled(ids), 1 << 10)).toBe(counted(ids, 1 << 10));
  });
});
