import { describe, expect, it } from "vitest";
import { evidenceAbove, evidenceBelow } from "../../src/availability/e-process.ts";
import { outcomes } from "./simulate.ts";

type Law = { readonly values: readonly number[]; readonly probabilities: readonly number[] };

const meanOf = ({ values, probabilities }: Law) =>
  values.reduce((sum, value, at) => sum + value * probabilities[at]!, 0);

const rangeOf = ({ values }: Law) => ({ low: Math.min(...values), high: Math.max(...values) });

/** E of the evidence after so many draws, over all that can be drawn. */
function expected(evidence: typeof evidenceAbove, law: Law, total: number, mean: number): number {
  let sum = 0;
  for (const { counts, weight } of outcomes(total, law.probabilities)) {
    const tallies = law.values.map((value, at) => ({ value, count: counts[at]! }));
    sum += weight * evidence(mean, rangeOf(law), tallies);
  }
  return sum;
}

const laws: Record<string, Law> = {
  "a rare failure": { values: [0, 1], probabilities: [0.99, 0.01] },
  "a failure as likely as not": { values: [0, 1], probabilities: [0.5, 0.5] },
  "a gain or a loss": { values: [-1, 0, 1], probabilities: [0.1, 0.6, 0.3] },
  "a mixture": { values: [0, 0.2, 0.8, 1], probabilities: [0.7, 0.15, 0.1, 0.05] },
};

describe("the evidence of an e-process", () => {
  it.each(Object.entries(laws))("is 1 in the mean where the mean is the limit: %s", (_, law) => {
    // Computed over all outcomes, not simulated: Σ w_l (1 + λ_l (E[W] - m))^n.
    for (const total of law.values.length === 2 ? [1, 2, 10, 60] : [1, 2, 5, 12]) {
      for (const evidence of [evidenceAbove, evidenceBelow]) {
        expect(expected(evidence, law, total, meanOf(law))).toBeCloseTo(1, 11);
      }
    }
  });

  it.each(Object.entries(laws))("is at most 1 in the mean on the wrong side: %s", (_, law) => {
    const { low, high } = rangeOf(law);
    const mean = meanOf(law);
    for (const part of [0.02, 0.3, 0.9, 1]) {
      const beyond = mean + part * (high - mean);
      const before = mean - part * (mean - low);
      expect(expected(evidenceAbove, law, 7, beyond)).toBeLessThan(1);
      expect(expected(evidenceBelow, law, 7, before)).toBeLessThan(1);
      if (part === 1) continue;
      expect(expected(evidenceAbove, law, 7, before)).toBeGreaterThan(1);
      expect(expected(evidenceBelow, law, 7, beyond)).toBeGreaterThan(1);
    }
  });

  it("is the weighted sum of products that it says", () => {
    const tallies = [
      { value: 0, count: 901 },
      { value: 0.2, count: 60 },
      { value: 1, count: 39 },
    ];
    let sum = 0;
    let shares = 0;
    for (let level = 0; level < 16; level++) {
      const stake = (0.9 / 0.03) * 2 ** -level;
      const share = 1 / ((level + 1) * (level + 2));
      let product = 1;
      for (const { value, count } of tallies) {
        for (let n = 0; n < count; n++) product *= 1 + stake * (value - 0.03);
      }
      sum += share * product;
      shares += share;
    }
    const found = evidenceAbove(0.03, { low: 0, high: 1 }, tallies);
    expect(found / (sum / shares)).toBeCloseTo(1, 12);
  });

  it("mirrors", () => {
    const drawn = (sign: number) => [
      { value: sign, count: 70 },
      { value: -sign, count: 40 },
      { value: 0, count: 5000 },
    ];
    const range = { low: -1, high: 1 };
    expect(evidenceAbove(0.001, range, drawn(1))).toBe(evidenceBelow(-0.001, range, drawn(-1)));
  });

  it("does not depend on the unit that W is in, up to the ends of its range", () => {
    const drawn = [
      { value: 0, count: 40 },
      { value: 2 ** -70, count: 3 },
      { value: 1, count: 1 },
    ];
    // Powers of two: the same to the last bit.
    for (const unit of [2 ** -40, 2, 2 ** 40]) {
      const tallies = drawn.map(({ value, count }) => ({ value: unit * value, count }));
      for (const [low, mean] of [0, -1].flatMap((low) =>
        [low, 0.25, 1].map((mean) => [low, mean]),
      )) {
        for (const evidence of [evidenceAbove, evidenceBelow]) {
          const found = evidence(unit * mean!, { low: unit * low!, high: unit }, tallies);
          expect(found).toBe(evidence(mean!, { low: low!, high: 1 }, drawn));
          expect(found).not.toBeNaN();
        }
      }
    }
  });

  it("neither overflows nor underflows on the way to what it comes to", () => {
    // Factors of 10^-300 and 10^300 in turn: only the end counts, in whatever order they come.
    const range = { low: 0, high: 1 };
    const failures = { value: 1, count: 50_000 };
    const rest = { value: 0, count: 950_000 };
    for (const order of [
      [failures, rest],
      [rest, failures],
    ]) {
      const found = evidenceAbove(0.0499, range, order);
      expect(found).toBeGreaterThan(0.01);
      expect(found).toBeLessThan(1);
    }
    expect(evidenceAbove(0.0001, range, [failures, rest])).toBe(Number.POSITIVE_INFINITY);
    expect(evidenceAbove(0.999, range, [failures, rest])).toBeLessThan(1e-12);
    expect(evidenceBelow(0.5, range, [failures, rest])).toBe(Number.POSITIVE_INFINITY);
  });

  it("takes a limit at the end of the range: one draw beyond it is enough", () => {
    const range = { low: 0, high: 1 };
    expect(evidenceAbove(0, range, [{ value: 0, count: 1000 }])).toBeCloseTo(1, 12);
    const one = [...[{ value: 0, count: 1000 }], { value: 1e-6, count: 1 }];
    expect(evidenceAbove(0, range, one)).toBeGreaterThan(1e20);
    expect(evidenceBelow(0, range, one)).toBeLessThan(1);
  });

  it("is the same to the last bit on every machine", () => {
    const tallies = [
      { value: 0, count: 197_301 },
      { value: 0.2, count: 1834 },
      { value: 1, count: 865 },
    ];
    expect(evidenceAbove(0.006, { low: 0, high: 1 }, tallies)).toBe(0.03459691422453931);
    expect(evidenceBelow(0.0065, { low: 0, high: 1 }, tallies)).toBe(0.8023465369409531);
  });
});
