import { describe, expect, it } from "vitest";
import { normalQuantile, proportionInterval } from "../../src/availability/interval.ts";

/** Binomial probabilities by the recurrence from the mode, scaled to sum to one. */
function binomial(total: number, p: number): Float64Array {
  const weights = new Float64Array(total + 1);
  const mode = Math.floor((total + 1) * p);
  weights[mode] = 1;
  for (let k = mode; k < total; k++) {
    weights[k + 1] = (weights[k]! * (total - k) * p) / ((k + 1) * (1 - p));
  }
  for (let k = mode; k > 0; k--) {
    weights[k - 1] = (weights[k]! * k * (1 - p)) / ((total - k + 1) * p);
  }
  const sum = weights.reduce((all, one) => all + one, 0);
  return weights.map((weight) => weight / sum);
}

describe("normal quantile", () => {
  it.each([
    [0.025, 1.959963984540054],
    [0.005, 2.5758293035489004],
    [0.0005, 3.290526731491926],
    [0.00001, 4.264890793922602],
  ])("of %d is %d", (tail, z) => {
    expect(normalQuantile(tail)).toBeCloseTo(z, 9);
  });
});

describe("interval of a proportion", () => {
  it("is Clopper and Pearson's near the ends", () => {
    // No failure in n: the upper end solves (1-p)^n = 2.5%.
    const [low, high] = proportionInterval(0, 200_000, 0.05);
    expect(low).toBe(0);
    expect((1 - high) ** 200_000).toBeCloseTo(0.025, 9);
    // Published: 4 of 20 at 95% is [0.0573, 0.4366].
    const [least, most] = proportionInterval(4, 20, 0.05);
    expect(least).toBeCloseTo(0.0573, 4);
    expect(most).toBeCloseTo(0.4366, 4);
    expect(proportionInterval(0, 0, 0.05)).toEqual([0, 1]);
  });

  it("is Wilson's between", () => {
    // The roots of (x - p)² = z² p(1-p)/n for 40 of 100.
    const [low, high] = proportionInterval(40, 100, 0.05);
    expect(low).toBeCloseTo(0.3094013, 6);
    expect(high).toBeCloseTo(0.4979974, 6);
    for (const end of [low, high]) {
      expect((0.4 - end) ** 2).toBeCloseTo((1.959963984540054 ** 2 * end * (1 - end)) / 100, 12);
    }
  });

  it.each([20, 80])("is Wilson's from 20 of either on: %d of 100", (count) => {
    for (const end of proportionInterval(count, 100, 0.05)) {
      const square = (count / 100 - end) ** 2;
      expect(square).toBeCloseTo((1.959963984540054 ** 2 * end * (1 - end)) / 100, 12);
    }
  });

  it("reaches over both counts that one between them is near, where counts are few", () => {
    const [low] = proportionInterval(3, 1000, 0.05);
    const [, high] = proportionInterval(4, 1000, 0.05);
    expect(proportionInterval(3.4, 1000, 0.05)).toEqual([low, high]);
    const [mirroredLow, mirroredHigh] = proportionInterval(996.6, 1000, 0.05);
    expect(mirroredLow).toBeCloseTo(1 - high, 12);
    expect(mirroredHigh).toBeCloseTo(1 - low, 12);
    const between = proportionInterval(40.5, 100, 0.05);
    expect(between[0]).toBeGreaterThan(proportionInterval(40, 100, 0.05)[0]);
    expect(between[1]).toBeLessThan(proportionInterval(41, 100, 0.05)[1]);
  });

  it("mirrors failures and successes", () => {
    for (const [count, total] of [
      [3, 1000],
      [40, 100],
      [19, 50_000],
    ] as const) {
      const [low, high] = proportionInterval(count, total, 0.05);
      const [mirroredLow, mirroredHigh] = proportionInterval(total - count, total, 0.05);
      expect(mirroredLow).toBeCloseTo(1 - high, 12);
      expect(mirroredHigh).toBeCloseTo(1 - low, 12);
    }
  });

  it.each([0.05, 0.05 / 3])("misses with probability %d, or little more", (alpha) => {
    const total = 2000;
    const intervals = Array.from({ length: total + 1 }, (_, count) =>
      proportionInterval(count, total, alpha),
    );
    for (const p of [0.0005, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2, 0.5, 0.9, 0.995, 0.9995]) {
      const weights = binomial(total, p);
      const missed = intervals.reduce(
        (sum, [low, high], count) => (low <= p && p <= high ? sum : sum + weights[count]!),
        0,
      );
      // Exactly computed over all counts; Wilson's wobbles about its level, Clopper-Pearson's stays below.
      expect(missed).toBeLessThan(1.35 * alpha);
    }
  });
});
