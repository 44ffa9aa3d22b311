import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Claim,
  decideByRange,
  onOneFigure,
  type Range,
  sumOfRanges,
  timesRange,
} from "../../src/availability/claim.ts";

const exactly = (value: number): Range => ({ low: value, high: value });

/** A probability of failing, of any size. */
const failing = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 12 }))
  .map(([part, zeros]) => part * 10 ** -zeros);

const range = fc.tuple(failing, failing).map(([one, other]) => ({
  low: Math.min(one, other),
  high: Math.max(one, other),
}));

const claims = fc.record({
  base: fc.constantFrom(0, -1, -1.2, 1),
  head: fc.constantFrom(1, 0, -1),
  beyond: fc.oneof(fc.constant(0), failing),
});

const options = { seed: 3, numRuns: 2000 };

describe("a claim on exact figures", () => {
  const belowSlo = (slo: number): Claim => ({ base: 0, head: 1, beyond: slo });
  const drop = (limit: number): Claim => ({ base: -1, head: 1, beyond: limit });

  it("is never open", () => {
    fc.assert(
      fc.property(claims, failing, failing, (claim, base, head) => {
        expect(decideByRange(claim, exactly(base), exactly(head))).not.toBe("open");
      }),
      options,
    );
  });

  it("is that U is above the SLO's by more than counts as nothing", () => {
    fc.assert(
      fc.property(failing, failing, fc.constantFrom(0, 1e-12, 2e-12, -2e-12), (limit, any, by) => {
        for (const head of [any, limit + by]) {
          const expected = head - limit > 1e-12 ? "yes" : "no";
          expect(decideByRange(belowSlo(limit), exactly(any), exactly(head))).toBe(expected);
        }
      }),
      options,
    );
    expect(decideByRange(belowSlo(0.001), exactly(0), exactly(0.001))).toBe("no");
    expect(decideByRange(belowSlo(0.001), exactly(0), exactly(0.001 + 5e-13))).toBe("no");
    expect(decideByRange(belowSlo(0.001), exactly(0), exactly(0.001 + 2e-12))).toBe("yes");
  });

  it("is a drop of availability beyond the limit, as subtracted from pairs", () => {
    fc.assert(
      fc.property(failing, failing, fc.constantFrom(0, 1e-6, 0.001, 0.05), (base, head, limit) => {
        // As the difference of two figures is made: of the smaller pair, and 0 up to 1e-12.
        const delta = base + head < 1 ? base - head : 1 - head - (1 - base);
        const fall = Math.abs(delta) <= 1e-12 ? 0 : -delta;
        // What is within the last digits of the limit may go either way.
        fc.pre(Math.abs(fall - limit - 1e-12) > 1e-15);
        const expected = fall - limit > 1e-12 ? "yes" : "no";
        expect(decideByRange(drop(limit), exactly(base), exactly(head))).toBe(expected);
      }),
      options,
    );
    // A drop of exactly the limit, though 0.002 - 0.001 is not 0.001 to the last digit.
    expect(decideByRange(drop(0.001), exactly(0.001), exactly(0.002))).toBe("no");
    expect(decideByRange(drop(0.1), exactly(0.2), exactly(0.3))).toBe("no");
    expect(decideByRange(drop(0), exactly(0.2), exactly(0.2))).toBe("no");
  });

  it("is a growth of the downtime beyond the limit, multiplied out", () => {
    const growth: Claim = { base: -1.2, head: 1, beyond: 0 };
    expect(decideByRange(growth, exactly(0.001), exactly(0.0012))).toBe("no");
    expect(decideByRange(growth, exactly(0.001), exactly(0.00121))).toBe("yes");
    expect(decideByRange(growth, exactly(0), exactly(0))).toBe("no");
    expect(decideByRange(growth, exactly(0), exactly(1e-9))).toBe("yes");
  });
});

describe("a claim on bounded figures", () => {
  it("is open only where two figures within the bounds are on different sides", () => {
    fc.assert(
      fc.property(claims, range, range, (claim, base, head) => {
        const corners = [base.low, base.high].flatMap((one) =>
          [head.low, head.high].map((other) => decideByRange(claim, exactly(one), exactly(other))),
        );
        const found = decideByRange(claim, base, head);
        if (corners.every((one) => one === "yes")) expect(found).toBe("yes");
        else if (corners.every((one) => one === "no")) expect(found).toBe("no");
        else expect(found).toBe("open");
      }),
      options,
    );
  });

  it("takes one figure on both sides as the same, wherever it lies", () => {
    const known = { low: 0.1, high: 0.2 };
    const drop: Claim = { base: -1, head: 1, beyond: 0 };
    expect(decideByRange(drop, known, known)).toBe("open");
    expect(decideByRange(onOneFigure(drop), known, known)).toBe("no");
    const growth: Claim = { base: -1.2, head: 1, beyond: 0 };
    expect(decideByRange(onOneFigure(growth), known, known)).toBe("no");
  });
});

describe("a range", () => {
  it("holds what its factor and its sum make of all that it holds", () => {
    expect(timesRange(-2, { low: 0.1, high: 0.3 })).toEqual({ low: -0.6, high: -0.2 });
    expect(timesRange(2, { low: 0.1, high: 0.3 })).toEqual({ low: 0.2, high: 0.6 });
    expect(sumOfRanges({ low: 1, high: 2 }, { low: -4, high: 8 })).toEqual({ low: -3, high: 10 });
  });
});
