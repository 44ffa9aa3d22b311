import { describe, expect, it } from "vitest";
import { drawnPart } from "../../src/availability/drawn-figure.ts";
import type { Figure } from "../../src/availability/figure.ts";
import { contrast, drawFigures } from "../../src/availability/joint.ts";
import { failureByEnumeration, type Kind, randomSampled } from "./sampler-oracle.ts";

/** Of so many different networks, each to be drawn. */
function figures(count: number, kind: Kind = "plain"): readonly Figure[] {
  return Array.from({ length: count }, (_, seed): Figure => {
    const rest = randomSampled(kind, seed);
    const factor = { p: 0.9, q: 0.1 };
    const open = { factor, rest, signature: `${seed}` };
    const part = { share: 1, kind: "open", up: { p: 0, q: 0.1 }, ...open } as const;
    return { parts: [part], range: { low: 0.1, high: 1 } };
  });
}

const KNOWN: Figure = {
  parts: [{ share: 1, kind: "exact", up: { p: 0.75, q: 0.25 } }],
  range: { low: 0.25, high: 0.25 },
};

describe("figures in the same states", () => {
  const BLOCK = 2 ** 13;

  it("cost what they are allowed to at the most, and are not drawn where that is not a block", () => {
    for (const count of [2, 80]) {
      const all = figures(count);
      const one = drawFigures(all, { seed: 1, states: 1 })!.cost;
      const draw = (drawing: number, states = 8 * BLOCK) =>
        drawFigures(all, { seed: 1, states, drawing });
      expect(draw(0.99 * one)).toBeNull();
      expect(draw(one)!.cost).toBe(one);
      expect(draw(3.5 * one)!.cost).toBe(3 * one);
      expect(draw(100 * one)!.cost).toBe(8 * one);
      const seen = [...draw(3.5 * one)!.patterns.values()].reduce((sum, states) => sum + states, 0);
      expect(seen).toBe(3 * BLOCK);
    }
  });

  it("cost less than each by itself, but for the dead of a kill", () => {
    const cost = (all: readonly Figure[]) => drawFigures(all, { seed: 1, states: 1 })!.cost;
    // A quarter of a transition for each of the four nodes and five links of each.
    const [two, four] = [2, 4].map((count) => (BLOCK * count * (4 + 5)) / 4);
    expect(cost(figures(2))).toBe(two! * (1 / 2 + 1 / 2));
    expect(cost(figures(4))).toBe(four! * (1 / 4 + 1 / 2));
    expect(cost(figures(2, "urn"))).toBe(two);
    expect(cost([...figures(2), ...figures(4, "urn").slice(2)])).toBe(four);
    expect(cost([...figures(4), KNOWN])).toBe(cost(figures(4)));
  });

  it("that are known cost nothing, whatever drawing may cost", () => {
    const joint = drawFigures([KNOWN], { seed: 1, states: 8 * BLOCK, drawing: 0 })!;
    expect(joint.cost).toBe(0);
    expect(joint.patterns.size).toBe(0);
    expect(contrast(joint, [2])).toEqual({ value: 1.5, interval: [1.5, 1.5] });
    // Beside what is drawn they are what they are.
    const beside = drawFigures([KNOWN, ...figures(1)], { seed: 1, states: 1 })!;
    expect(contrast(beside, [1, 0]).value).toBe(0.75);
  });

  it("that are bounded keep the range of all situations beside what is drawn", () => {
    const part = { share: 1, kind: "bounded", up: { p: 0.8, q: 0.1 } } as const;
    const bounded: Figure = { parts: [part], range: { low: 0.15, high: 0.3 } };
    const beside = drawFigures([bounded, ...figures(1)], { seed: 1, states: 1 })!;
    const { value, interval } = contrast(beside, [1, 0]);
    expect(value).toBeCloseTo(0.775, 12);
    expect(interval[0]).toBeCloseTo(0.7, 12);
    expect(interval[1]).toBeCloseTo(0.85, 12);
  });

  it("have their sum in its interval, few or many", () => {
    for (const count of [3, 60, 200]) {
      const all = figures(count);
      const factors = all.map((_, at) => (at % 2 === 0 ? 1 : -1) / count);
      let missed = 0;
      const exact = all.reduce((sum, { parts: [part] }, at) => {
        const { rest } = part as { rest: Parameters<typeof failureByEnumeration>[0] };
        return sum + factors[at]! * 0.9 * (1 - failureByEnumeration(rest));
      }, 0);
      for (let seed = 1; seed <= 20; seed++) {
        const { interval, value } = contrast(drawFigures(all, { seed, states: BLOCK })!, factors);
        expect(Math.abs(value - exact)).toBeLessThan(0.02);
        if (exact < interval[0] || exact > interval[1]) missed++;
      }
      expect(missed).toBeLessThanOrEqual(2);
    }
  });

  it("of more than are drawn side by side are none", () => {
    const [one] = figures(1);
    const [part] = one!.parts;
    const many = Array.from({ length: 2_049 }, (_, at) => ({
      ...one!,
      parts: [{ ...part!, signature: `${at}` } as typeof part & object],
    }));
    expect(drawFigures(many, { seed: 1, states: 1 })).toBeNull();
  });

  it("differ by what was drawn of both, also where what is certain of one is more than was drawn of it", () => {
    const sure = { p: 1, q: 0 };
    const base = drawnPart(1, sure, 1, 0, { low: 0.06, high: 1 });
    const head = drawnPart(1, sure, 1, 1, { low: 0.055, high: 1 });
    // Of 10,000 states: in 500 both fail, in 10 the second alone.
    const patterns = new Map([
      [0, 9_490],
      [2, 10],
      [3, 500],
    ]);
    const { value, interval } = contrast({ figures: [base, head], patterns, cost: 0 }, [-1, 1]);
    expect(value).toBeCloseTo(-0.001, 12);
    expect(value).toBeGreaterThan(interval[0]);
    expect(value).toBeLessThan(interval[1]);
  });
});
