import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatAvailability,
  formatDowntime,
  formatGrowth,
  formatPercent,
  formatPoints,
  formatProbability,
  formatShortfall,
  formatSpent,
} from "../../src/availability/figures.ts";

const SEED = { seed: 20260201, numRuns: 3000 };

/** Availabilities of every size, the near-perfect ones as often as the others, with both sides known. */
const figures = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 14 }))
  .map(([fraction, nines]) => {
    const unavailability = fraction * 10 ** -nines;
    return { availability: 1 - unavailability, unavailability };
  });

function parse(text: string): number {
  expect(text).toMatch(/^\d+(\.\d+)?%$/);
  return Number(`${text.slice(0, -1)}e-2`);
}

describe("availability", () => {
  test.each([
    [0.0068, "99.32%"],
    [0.0019, "99.81%"],
    [0.0005, "99.95%"],
    [0.000049, "99.9951%"],
    [0.005, "99.50%"],
    [0.00123, "99.87%"],
    [1e-9, "99.9999999%"],
    [1e-17, "99.999999999999999%"],
    [0, "100%"],
    [1, "0%"],
    [0.4, "60.00%"],
    [0.99995, "0.005%"],
  ])("unavailability %d is printed as %s", (unavailability, expected) => {
    expect(formatAvailability({ availability: 1 - unavailability, unavailability })).toBe(expected);
  });

  test("a bare number is read by its decimal text", () => {
    expect(formatAvailability(0.999999)).toBe("99.9999%");
    expect(formatAvailability(0.9979000000000001)).toBe("99.79%");
    expect(formatAvailability(0.7 + 0.1)).toBe("80.00%");
    expect(formatAvailability(1 - 2 ** -53)).not.toBe("100%");
  });

  test("a promise of 100% does not make one of what can fail", () => {
    const figure = { availability: 1 - 1e-13, unavailability: 1e-13 };
    expect(formatAvailability(figure, { thresholds: [1] })).not.toBe("100%");
  });

  test("the noise of a sum does not cost a digit", () => {
    expect(
      formatAvailability({ availability: 0.9999, unavailability: 0.00010000000000000005 }),
    ).toBe("99.99%");
  });

  test("that of what next to never works is read from the availability, whose complement is 1", () => {
    expect(formatAvailability({ availability: 1.5e-13, unavailability: 1 - 1.5e-13 })).toBe(
      "0.000000000015%",
    );
  });

  test("it is never above the figure, and 100% only when nothing fails", () => {
    fc.assert(
      fc.property(figures, (figure) => {
        const text = formatAvailability(figure);
        expect(parse(text)).toBeLessThanOrEqual(figure.availability + 1e-12);
        expect(text === "100%").toBe(figure.unavailability === 0);
      }),
      SEED,
    );
  });

  test("it never crosses a threshold, and equals one only within 1e-12", () => {
    const near = fc
      .tuple(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: 3, max: 16 }),
      )
      .map(([steps, offset, power]) => ({
        slo: steps / 100_000,
        availability: steps / 100_000 + offset * 10 ** -power,
      }))
      .filter(({ availability }) => availability > 0 && availability < 1);
    fc.assert(
      fc.property(near, ({ slo, availability }) => {
        const figure = { availability, unavailability: 1 - availability };
        const printed = parse(formatAvailability(figure, { thresholds: [slo] }));
        const distance = availability - slo;
        if (distance > 1.01e-12) expect(printed).toBeGreaterThan(slo);
        if (distance < -1.01e-12) expect(printed).toBeLessThan(slo);
        if (Math.abs(distance) < 0.99e-12) expect(printed).toBe(slo);
      }),
      SEED,
    );
  });

  test("two figures that differ are printed apart", () => {
    fc.assert(
      fc.property(figures, fc.double({ min: 2e-12, max: 0.01, noNaN: true }), (figure, loss) => {
        const unavailability = Math.min(1, figure.unavailability + loss);
        const other = { availability: 1 - unavailability, unavailability };
        fc.pre(unavailability - figure.unavailability > 2e-12);
        const before = parse(formatAvailability(figure, { others: [other] }));
        expect(parse(formatAvailability(other, { others: [figure] }))).toBeLessThan(before);
      }),
      SEED,
    );
  });
});

describe("points, growth and percentages", () => {
  test("a shortfall adds up with what is printed", () => {
    expect(formatShortfall({ availability: 0.9932, unavailability: 0.0068 }, 0.995)).toBe(
      "0.18 points",
    );
    expect(formatShortfall({ availability: 0.99321, unavailability: 0.00679 }, 0.995)).toBe(
      "0.18 points",
    );
    expect(formatShortfall(0.99499, 0.995)).toBe("0.01 points");
    expect(formatShortfall(0.989949, 0.98995)).toBe("0.001 points");
  });

  test("points", () => {
    expect(formatPoints(-0.0049)).toBe("0.49 points");
    expect(formatPoints(0)).toBe("0 points");
    expect(formatPoints(1e-29)).toBe("0.000000000000000000000000001 points");
    expect(formatPoints(0.0010004, [0.001])).toBe("0.10004 points");
    expect(formatPoints(0.0010000000000000009, [0.001])).toBe("0.10 points");
    expect(formatPoints(0.0009999999995, [0.001])).toBe("0.10 points");
  });

  test("growth is floored and told apart from its limit", () => {
    expect(formatGrowth(0.349)).toBe("34%");
    expect(formatGrowth(12.5)).toBe("1250%");
    expect(formatGrowth(0.2004, [0.2])).toBe("20.04%");
  });

  test("the spent budget is a share of the SLO's own", () => {
    expect(formatSpent(0.0046, 0.995)).toBe("92%");
    expect(formatSpent(0.000450001, 0.9995, [0.9])).toBe("90.0002%");
    expect(formatSpent(5e-10, 0.999999999)).toBe("50%");
  });

  test("what a person wrote comes back", () => {
    expect(formatPercent(0.995)).toBe("99.5%");
    expect(formatPercent(0.001)).toBe("0.1%");
    expect(formatPercent(1.5)).toBe("150%");
    expect(formatPercent(0)).toBe("0%");
    expect(formatProbability({ p: 1 - 1e-9, q: 1e-9 })).toBe("99.9999999%");
    expect(formatProbability({ p: 1, q: 1e-20 })).toBe("99.999999999999999999%");
    expect(formatProbability({ p: 0.07, q: 0.93 })).toBe("7%");
    expect(formatProbability({ p: 1e-17, q: 1 })).toBe("0.000000000000001%");
  });
});

describe("downtime in 30 days", () => {
  test.each([
    [0, "none"],
    [0.0019, "1 h 22 min"],
    [0.0068, "4 h 54 min"],
    [0.0005, "22 min"],
    [1.467e-5, "38 s"],
    [1e-9, "2.6 ms"],
    [1e-12, "2.6 µs"],
    [1e-14, "under 1 µs"],
    [0.0001, "4 min 19 s"],
    [59.99 / 43200, "1 h"],
    [59.7 / 2_592_000, "1 min"],
    [599.8 / 2_592_000, "10 min"],
    [0.9996 / 2_592_000, "1 s"],
    [9.95e-7 / 2_592_000, "1 µs"],
    [9.995e-4 / 2_592_000, "1 ms"],
    [0.9995 / 2_592_000, "1 s"],
    [59.5 / 2_592_000, "1 min"],
    [9.95 / 2_592_000, "10 s"],
    [12.34 / 2_592_000, "12 s"],
    [1440 / 43200, "1 d"],
    [0.04, "1 d 5 h"],
    [1, "30 d"],
  ])("of unavailability %d is %s", (unavailability, expected) => {
    expect(formatDowntime(unavailability)).toBe(expected);
  });

  test("is near the figure and never none for what can fail", () => {
    const unit = new Map([
      ["d", 86400],
      ["h", 3600],
      ["min", 60],
      ["s", 1],
      ["ms", 1e-3],
      ["µs", 1e-6],
    ]);
    fc.assert(
      fc.property(figures, ({ unavailability }) => {
        const text = formatDowntime(unavailability);
        expect(text === "none").toBe(unavailability === 0);
        if (text === "none" || text.startsWith("under")) return;
        const words = text.split(" ");
        let seconds = 0;
        for (let at = 0; at < words.length; at += 2) {
          seconds += Number(words[at]) * (unit.get(words[at + 1] ?? "") ?? Number.NaN);
        }
        expect(Math.abs(seconds / (unavailability * 2_592_000) - 1)).toBeLessThan(0.052);
      }),
      SEED,
    );
  });
});
