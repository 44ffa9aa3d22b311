import { describe, expect, it } from "vitest";
import { proportionInterval } from "../../src/availability/interval.ts";
import { meanInterval } from "../../src/availability/mean-interval.ts";
import { binomialWeights, drawBinomial, outcomes, uniforms } from "./simulate.ts";

type Law = {
  readonly total: number;
  readonly values: readonly number[];
  readonly means: readonly number[];
};

/**
 * How often the 95% interval covers the mean of a value in {0, ...values}, of which so many of each
 * are expected: computed over all that can be drawn, up to what is less likely than 1e-6.
 */
function coverage({ total, values, means }: Law) {
  const probabilities = means.map((mean) => mean / total);
  const none = 1 - probabilities.reduce((sum, one) => sum + one, 0);
  const mean = values.reduce((sum, value, at) => sum + value * probabilities[at]!, 0);
  const extremes = { low: values.includes(-1) ? -1 : 0, high: 1 };
  const found = { covers: 0, width: 0 };
  for (const { counts, weight } of outcomes(total, [...probabilities, none], 1e-6)) {
    const tallies = [...values, 0].map((value, at) => ({ value, count: counts[at]! }));
    const [low, high] = meanInterval(tallies, extremes, 0.05);
    if (low <= mean && mean <= high) found.covers += weight;
    found.width += weight * (high - low);
  }
  const square = values.reduce((sum, value, at) => sum + value * value * probabilities[at]!, 0);
  const error = Math.sqrt((square - mean * mean) / total);
  return { covers: found.covers, width: found.width / (2 * 1.96 * error) };
}

function memo<T>(of: (count: number) => T): (count: number) => T {
  const known = new Map<number, T>();
  return (count) => {
    const value = known.get(count) ?? of(count);
    known.set(count, value);
    return value;
  };
}

describe("interval of a mean", () => {
  it("is that of the proportion where a value is 0 or the greatest", () => {
    for (const count of [0, 1, 19, 20, 300, 995, 1000]) {
      for (const weight of [1, 0.3, 0.0007]) {
        const tallies = [
          { value: 0, count: 1000 - count },
          { value: weight, count },
        ];
        const [low, high] = proportionInterval(count, 1000, 0.05);
        const found = meanInterval(tallies, { low: 0, high: weight }, 0.05);
        expect(found[0]).toBeCloseTo(weight * low, 14);
        expect(found[1]).toBeCloseTo(weight * high, 14);
        // In whichever order they are listed.
        const turned = meanInterval(tallies.toReversed(), { low: 0, high: weight }, 0.05);
        expect(turned).toEqual(found);
      }
    }
  });

  it("is the same where equal values come apart", () => {
    const zero = { value: 0, count: 900 };
    const intervalOf = (...tallies: { value: number; count: number }[]) =>
      meanInterval([zero, ...tallies], { low: -0.5, high: 0.5 }, 0.05);
    for (const value of [0.5, -0.5, 0.2]) {
      const apart = intervalOf({ value, count: 30 }, { value, count: 12 });
      const whole = intervalOf({ value, count: 42 });
      expect(apart[0]).toBeCloseTo(whole[0], 14);
      expect(apart[1]).toBeCloseTo(whole[1], 14);
    }
  });

  it("covers in 94 to 97% of 10,000 simulations with at least 20 expected failures", () => {
    for (const [total, p] of [
      [20_000, 0.001],
      [20_000, 0.0025],
      [5_000, 0.03],
      [1_000, 0.3],
    ] as const) {
      const uniform = uniforms(total + p);
      const covers = memo((count) => {
        const tallies = [
          { value: 0, count: total - count },
          { value: 1, count },
        ];
        const [low, high] = meanInterval(tallies, { low: 0, high: 1 }, 0.05);
        return low <= p && p <= high;
      });
      let covered = 0;
      for (let run = 0; run < 10_000; run++) {
        if (covers(drawBinomial(uniform, total, p))) covered++;
      }
      expect(covered, `${total} ${p}`).toBeGreaterThanOrEqual(9400);
      expect(covered, `${total} ${p}`).toBeLessThanOrEqual(9700);
    }
  });

  const mixtures: readonly Law[] = [0.5, 0.2, 0.01].flatMap((share) =>
    [
      // Expected failures of the member of the smaller share alone, and of the other alone.
      [10, 10],
      [30, 10],
      [10, 30],
      [60, 1],
      [1, 60],
      [300, 0.3],
      [60, 60],
    ].map((means) => ({ total: 1000, values: [share, 1 - share], means })),
  );

  it.each(mixtures)("covers the mean of a mixture in at least 95%: $values, $means", (law) => {
    const { covers, width } = coverage(law);
    expect(covers).toBeGreaterThan(0.95);
    // And is not much wider than it needs to be, where one kind does not outweigh many of another.
    if (Math.min(...law.means) >= 10) expect(width).toBeLessThan(1.3);
  });

  it.each([
    [6, 5, 1],
    [20, 3, 1],
    [2, 30, 1],
  ])("covers the mean of a mixture of which two may fail at once: %d, %d, %d", (...means) => {
    const values = [0.2, 0.8, 1];
    expect(coverage({ total: 1000, values, means }).covers).toBeGreaterThan(0.95);
  });

  it("is honest of a member of the greatest weight that was not seen to fail", () => {
    // The failures that were seen alone have a mean of 3e-4; 3.7 in 1,000 of the others may be missed.
    const tallies = [
      { value: 0, count: 970 },
      { value: 0.01, count: 30 },
    ];
    const [low, high] = meanInterval(tallies, { low: 0, high: 1 }, 0.05);
    expect(low).toBeLessThan(3e-4);
    expect(high).toBeGreaterThan(3.6e-3);
    expect(high).toBeLessThan(7e-3);
  });

  it.each([
    [5, 5],
    [1, 5],
    [0.5, 0.5],
    [25, 3],
    [20, 20],
    [0.01, 30],
    [100, 50],
  ])(
    "covers a difference of %d expected gains and %d losses in 95 of 100, or nearly",
    (...means) => {
      const { covers, width } = coverage({ total: 1000, values: [1, -1], means });
      expect(covers).toBeGreaterThan(0.949);
      if (Math.min(...means) >= 20) expect(width).toBeLessThan(1.1);
    },
  );

  it("is not the wide one of a proportion where some values are less than the greatest", () => {
    const [low, high] = meanInterval(
      [
        { value: 0, count: 970 },
        { value: 0.5, count: 20 },
        { value: 1, count: 10 },
      ],
      { low: 0, high: 1 },
      0.05,
    );
    const [least, most] = proportionInterval(20, 1000, 0.05);
    expect(high - low).toBeLessThan(most - least);
  });

  it("takes no notice of the unit of the values", () => {
    const inUnits = (unit: number) =>
      meanInterval(
        [
          { value: 0, count: 950 },
          { value: 0.2 * unit, count: 30 },
          { value: 0.8 * unit, count: 20 },
        ],
        { low: 0, high: unit },
        0.05,
      );
    const [one, other] = [inUnits(1), inUnits(0.3)];
    expect(other[0]).toBeCloseTo(0.3 * one[0], 14);
    expect(other[1]).toBeCloseTo(0.3 * one[1], 14);
  });

  it("is that of a proportion, stretched, where every draw is a gain or a loss", () => {
    const tallies = [1, -1].map((value) => ({ value, count: 500 }));
    const found = meanInterval(tallies, { low: -1, high: 1 }, 0.05);
    const due = proportionInterval(500, 1000, 0.05).map((end) => 2 * end - 1);
    expect(found[0]).toBeCloseTo(due[0]!, 3);
    expect(found[1]).toBeCloseTo(due[1]!, 3);
  });

  it("stays within the range, and says all of it of nothing drawn", () => {
    const extremes = { low: -0.3, high: 0.7 };
    expect(meanInterval([], extremes, 0.05)).toEqual([-0.3, 0.7]);
    const [low, high] = meanInterval([{ value: 0, count: 1 }], extremes, 0.05);
    expect(low).toBeGreaterThanOrEqual(-0.3);
    expect(high).toBeLessThanOrEqual(0.7);
    expect(meanInterval([{ value: 0, count: 9 }], { low: 0, high: 0 }, 0.05)).toEqual([0, 0]);
  });

  it("mirrors gains and losses", () => {
    const tallies = (sign: number) => [
      { value: 0, count: 900 },
      { value: 0.2 * sign, count: 40 },
      { value: 0.8 * sign, count: 33 },
      { value: -1 * sign, count: 27 },
    ];
    const [low, high] = meanInterval(tallies(1), { low: -1, high: 1 }, 0.05);
    const [mirroredLow, mirroredHigh] = meanInterval(tallies(-1), { low: -1, high: 1 }, 0.05);
    expect(mirroredLow).toBeCloseTo(-high, 14);
    expect(mirroredHigh).toBeCloseTo(-low, 14);
  });
});

it("simulates binomials that are binomial", () => {
  const uniform = uniforms(1);
  const weights = binomialWeights(50, 0.1);
  const counts = new Float64Array(51);
  for (let run = 0; run < 20_000; run++) counts[drawBinomial(uniform, 50, 0.1)]! += 1;
  for (let k = 0; k < 15; k++) {
    const error = Math.sqrt(20_000 * weights[k]!);
    expect(Math.abs(counts[k]! - 20_000 * weights[k]!)).toBeLessThan(4 * error + 2);
  }
});
