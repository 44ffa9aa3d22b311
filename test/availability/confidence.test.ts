import { describe, expect, it } from "vitest";
import { logEvidence, meanSequence, sequenceInterval } from "../../src/availability/confidence.ts";
import { binomialWeights, drawBinomial, outcomes, uniforms } from "./simulate.ts";

/** The probability of ever having missed, with a look after every draw, over all that can be drawn. */
function everMissed(mean: number, draws: number, alpha: number): number {
  let alive = new Float64Array([1]);
  let missed = 0;
  for (let total = 1; total <= draws; total++) {
    const next = new Float64Array(total + 1);
    for (let sum = 0; sum <= total; sum++) {
      const mass = (alive[sum] ?? 0) * (1 - mean) + (alive[sum - 1] ?? 0) * mean;
      if (mass < 1e-12) continue;
      if (logEvidence(sum, total, mean) >= -Math.log(alpha)) missed += mass;
      else next[sum] = mass;
    }
    alive = next;
  }
  return missed;
}

describe("the evidence of the beta-binomial", () => {
  it.each([
    // From mpmath with 50 digits: a = 1/8, b = 1/2.
    [0, 1, 0.5, 0.4700036292457356],
    [1, 1, 0.5, -0.9162907318741551],
    [0, 100000, 0.0001, 8.349848824653307],
    [10, 100000, 0.0001, -3.6118059040423844],
    [3.25, 1000, 0.002, -2.2806804643955223],
    [17, 200000, 3e-5, 2.8064500351369492],
    [1000000, 10000000, 0.1005, 5.340298807548136],
    [9999990, 10000000, 0.999998, -6.306693765613894],
    [400000.5, 1000000, 0.4, -7.876161438206548],
    [5, 10, 0.5, -2.2029137977766893],
  ])("of a sum of %d in %d draws against %d is e^%d", (sum, count, mean, expected) => {
    expect(Math.abs(logEvidence(sum, count, mean) / expected - 1)).toBeLessThan(1e-12);
  });

  it("is 1 in the mean under the mean that it is against, over all that can be drawn", () => {
    for (const mean of [0.001, 0.02, 0.3, 0.5, 0.95]) {
      for (const total of [1, 2, 10, 80]) {
        const expected = binomialWeights(total, mean).reduce((sum, weight, failed) => {
          return weight === 0 ? sum : sum + weight * Math.exp(logEvidence(failed, total, mean));
        }, 0);
        expect(expected).toBeCloseTo(1, 11);
      }
    }
  });

  it("rules out for good what cannot be where anything was seen, and nothing else", () => {
    expect(logEvidence(1e-6, 1000, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(logEvidence(999.999, 1000, 1)).toBe(Number.POSITIVE_INFINITY);
    expect(logEvidence(0, 1000, 1)).toBe(Number.POSITIVE_INFINITY);
    for (const [sum, mean] of [
      [0, 0],
      [1000, 1],
    ] as const) {
      expect(logEvidence(sum, 1000, mean)).toBeLessThan(0);
    }
  });

  it("is at most 1 in the mean where draws are fractions", () => {
    const values = [0, 0.2, 0.8, 1];
    const probabilities = [0.7, 0.15, 0.1, 0.05];
    const mean = 0.2 * 0.15 + 0.8 * 0.1 + 0.05;
    for (const total of [1, 2, 5, 14]) {
      let expected = 0;
      for (const { counts, weight } of outcomes(total, probabilities)) {
        const sum = counts.reduce((all, count, at) => all + count * values[at]!, 0);
        expected += weight * Math.exp(logEvidence(sum, total, mean));
      }
      expect(expected).toBeLessThan(1);
      expect(expected).toBeGreaterThan(0.3);
    }
  });
});

describe("an interval that one may look at all the time", () => {
  it.each([
    [0.1, 0.05],
    [0.01, 0.05],
    [0.5, 0.2],
  ])("misses %d ever in 1,000 draws with probability %d at most: exactly", (mean, alpha) => {
    const missed = everMissed(mean, 1000, alpha);
    expect(missed).toBeLessThanOrEqual(alpha);
    expect(missed).toBeGreaterThan(alpha / 20);
  });

  it("misses in at most 5% of 2,000 runs of a mixture with 100 looks each", () => {
    let missed = 0;
    for (let run = 0; run < 2000; run++) {
      const uniform = uniforms(run);
      const p = [0.002, 0.02, 0.2][run % 3]!;
      const mean = 0.2 * p + 0.8 * (p / 2);
      let sum = 0;
      for (let count = 200; count <= 20_000; count += 200) {
        sum += 0.2 * drawBinomial(uniform, 200, p) + 0.8 * drawBinomial(uniform, 200, p / 2);
        if (Math.abs(sum / count - mean) < 0.02 * mean) continue;
        if (logEvidence(sum, count, mean) < Math.log(20)) continue;
        missed++;
        break;
      }
    }
    expect(missed).toBeLessThan(0.05 * 2000);
  });

  it("is where the evidence is below 1/alpha", () => {
    for (const [sum, count] of [
      [0, 1000],
      [1, 1000],
      [12.4, 50_000],
      [500, 1000],
      [999, 1000],
      [1000, 1000],
    ] as const) {
      const [low, high] = meanSequence(sum, count, 0.05);
      for (const [end, outer, inner] of [
        [low, low * (1 - 1e-9), low * (1 + 1e-9)],
        [high, 1 - (1 - high) * (1 - 1e-9), high * (1 - 1e-9)],
      ] as const) {
        if (end === 0 || end === 1) continue;
        expect(logEvidence(sum, count, end)).toBeCloseTo(Math.log(20), 5);
        expect(logEvidence(sum, count, inner)).toBeLessThan(Math.log(20));
        if (outer !== end)
          expect(logEvidence(sum, count, outer)).toBeGreaterThan(Math.log(20) - 1e-9);
      }
      expect(low).toBeLessThanOrEqual(sum / count);
      expect(high).toBeGreaterThanOrEqual(sum / count);
    }
    expect(meanSequence(0, 0, 0.05)).toEqual([0, 1]);
    expect(meanSequence(0, 1000, 0.05)[0]).toBe(0);
    expect(meanSequence(1000, 1000, 0.05)[1]).toBe(1);
  });

  it("of losses alone mirrors that of gains alone", () => {
    const of = (sign: 1 | -1) =>
      [0, 0.1, 0.25].map((value, at) => ({ value: sign * value, count: [900, 70, 30][at]! }));
    const [low, high] = sequenceInterval(of(1), { low: 0, high: 0.25 }, 0.05);
    const [least, most] = sequenceInterval(of(-1), { low: -0.25, high: 0 }, 0.05);
    expect(least).toBeCloseTo(-high, 14);
    expect(most).toBeCloseTo(-low, 14);
    expect(low).toBeGreaterThan(0);
  });

  it("is scaled to what a value may be", () => {
    const tallies = [
      { value: 0, count: 900 },
      { value: 0.05, count: 60 },
      { value: 0.2, count: 40 },
    ];
    const [low, high] = meanSequence((0.05 * 60 + 0.2 * 40) / 0.25, 1000, 0.05);
    const found = sequenceInterval(tallies, { low: 0, high: 0.25 }, 0.05);
    expect(found[0]).toBeCloseTo(0.25 * low, 12);
    expect(found[1]).toBeCloseTo(0.25 * high, 12);
    // Gains and losses may each miss half as often.
    const lost = tallies.map(({ value, count }) => ({
      value: value === 0.2 ? -0.2 : value,
      count,
    }));
    const gains = meanSequence((0.05 * 60) / 0.25, 1000, 0.025);
    const losses = meanSequence((0.2 * 40) / 0.4, 1000, 0.025);
    const [least, most] = sequenceInterval(lost, { low: -0.4, high: 0.25 }, 0.05);
    expect(least).toBeCloseTo(0.25 * gains[0] - 0.4 * losses[1], 12);
    expect(most).toBeCloseTo(0.25 * gains[1] - 0.4 * losses[0], 12);
    expect(sequenceInterval(tallies, { low: 0, high: 0 }, 0.05)).toEqual([0, 0]);
    expect(sequenceInterval([], { low: -0.5, high: 0.25 }, 0.05)).toEqual([-0.5, 0.25]);
  });

  it("misses a difference in at most 5% of 300 runs with 20 looks each", () => {
    let missed = 0;
    let widest = 0;
    for (let run = 0; run < 300; run++) {
      const uniform = uniforms(run);
      const [gain, loss] = [
        [0.02, 0.02],
        [0.001, 0.03],
      ][run % 2] as [number, number];
      let tallies = [0, 0, 0];
      for (let look = 0; look < 20; look++) {
        const gained = drawBinomial(uniform, 1000, gain);
        const lost = drawBinomial(uniform, 1000 - gained, loss / (1 - gain));
        tallies = [tallies[0]! + gained, tallies[1]! + lost, tallies[2]! + 1000 - gained - lost];
        const values = [1, -1, 0].map((value, at) => ({ value, count: tallies[at]! }));
        const [low, high] = sequenceInterval(values, { low: -1, high: 1 }, 0.05);
        if (look === 19) widest = Math.max(widest, high - low);
        if (low <= gain - loss && gain - loss <= high) continue;
        missed++;
        break;
      }
    }
    expect(missed).toBeLessThan(0.05 * 300);
    expect(widest).toBeLessThan(0.03);
  });

  it("is the same to the last bit on every machine", () => {
    expect(meanSequence(37.4, 200_000, 0.05)).toEqual([
      0.00009366882227614595, 0.00032804801870529475,
    ]);
  });
});
