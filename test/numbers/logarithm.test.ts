import { describe, expect, it } from "vitest";
import {
  log,
  logBeta,
  logBetaPower,
  logBeyondLinear,
  logOnePlus,
} from "../../src/numbers/logarithm.ts";

const powers = Array.from({ length: 601 }, (_, at) => 10 ** ((at - 300) / 1));

describe("the engine's own logarithm", () => {
  it("is the platform's to a few units in the last place", () => {
    for (const power of powers) {
      for (const factor of [1, 1.3, 2.7, 7.1]) {
        const x = factor * power;
        if (x !== 1) expect(Math.abs(log(x) / Math.log(x) - 1)).toBeLessThan(1e-15);
      }
    }
    for (const x of [1 - 2 ** -53, 1 + 2 ** -52, 0.9999, 1.0001, 0.7, 0.71, 1.41, 1.42]) {
      expect(Math.abs(log(x) / Math.log(x) - 1)).toBeLessThan(1e-15);
    }
    expect(log(1)).toBe(0);
    expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it("keeps all digits of a number near 1", () => {
    for (const power of powers.filter((one) => one < 10)) {
      for (const x of [power, -power, 2.4 * power, -0.24 * power]) {
        if (x <= -1) continue;
        expect(Math.abs(logOnePlus(x) / Math.log1p(x) - 1)).toBeLessThan(1.5e-15);
      }
    }
  });

  it.each([
    // From mpmath with 50 digits.
    [0.125, 0.5, 2.2309538049895563],
    [3, 4, -4.0943445622221],
    [1000.5, 0.5, -2.8816376965611603],
    [14.9, 15.1, -20.873907213958066],
    [1e6, 1e7, -3351003.012003191],
  ])("of B(%d, %d) is %d", (x, y, expected) => {
    expect(Math.abs(logBeta(x, y) / expected - 1)).toBeLessThan(1e-14);
    expect(Math.abs(logBeta(y, x) / expected - 1)).toBeLessThan(1e-14);
  });

  it("leaves the powers of B to others", () => {
    const [x, y] = [7.5, 30.25];
    const powers = (x - 2) * Math.log(x / (x + y)) + (y - 3) * Math.log(y / (x + y));
    expect(logBetaPower(x, y, 2, 3)).toBeCloseTo(logBeta(x, y) - powers, 12);
  });
});

describe("what is left of a logarithm without its first term", () => {
  it("keeps its digits near 0", () => {
    for (const t of [1e-9, -1e-9, 1e-4, -1e-4, 0.01, -0.01]) {
      const series = [2, 3, 4, 5, 6, 7, 8].reduceRight(
        (sum, n) => (n % 2 === 0 ? -1 : 1) * (t ** n / n) + sum,
        0,
      );
      expect(Math.abs(logBeyondLinear(t, 1 + t) / series - 1)).toBeLessThan(1e-14);
    }
    for (const t of [-0.9, -0.3, -0.24, 0.24, 0.3, 5]) {
      expect(Math.abs(logBeyondLinear(t, 1 + t) - (Math.log1p(t) - t))).toBeLessThan(1e-14);
    }
  });
});
