import { describe, expect, it } from "vitest";
import { meansOf } from "../../src/study/families/scenario.ts";
import { fanoutOf } from "../../src/study/families/systems.ts";
import { seedOf } from "../../src/study/seed.ts";
import { DEFAULT, familyOf } from "./default-study.ts";

const PROBABILITY = { p: 0.9, q: 0.1 };

describe("the seed of a cell", () => {
  it("is a whole number that the engine takes, of its own for each seed and name", () => {
    const names = Array.from({ length: 1000 }, (_, at) => `chain k=${at}`);
    const seeds = [0, 1, 20260605, Number.MAX_SAFE_INTEGER].flatMap((seed) =>
      names.map((name) => seedOf(seed, name)),
    );
    expect(new Set(seeds).size).toBe(seeds.length);
    for (const seed of seeds) {
      expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true);
    }
    // Some use all 53 bits.
    expect(Math.max(...seeds)).toBeGreaterThan(0.99 * 2 ** 53);
  });

  it("is another for each scenario, family and study", () => {
    const draw = (seed: number, family: "chain" | "fanout", scenario: string) =>
      meansOf(familyOf(family), { ...DEFAULT, seed }).simulated(
        scenario,
        fanoutOf(2, PROBABILITY, PROBABILITY),
      )!.estimate;
    const estimates = [
      draw(1, "chain", "a"),
      draw(1, "chain", "b"),
      draw(1, "fanout", "a"),
      draw(2, "chain", "a"),
    ];
    expect(new Set(estimates).size).toBe(4);
    expect(draw(1, "chain", "a")).toBe(estimates[0]);
  });
});
