import { describe, expect, it } from "vitest";
import { betaQuantile } from "../../src/numbers/beta.ts";
import { betaQuantiles } from "../../src/numbers/beta-draws.ts";

const CHANCES = Float64Array.from([
  1e-9,
  1e-5,
  1e-3,
  0.01,
  0.1,
  0.3,
  0.4999,
  0.5,
  0.77,
  0.9,
  0.999,
  0.99999,
  1 - 1e-9,
]);

describe("quantiles of many chances", () => {
  it("are those of each, on both sides, to what draws need", () => {
    for (const [bad, total] of [
      [0, 1],
      [0, 1000],
      [0, 1e9],
      [1, 2],
      [3, 1e4],
      [47, 1e5],
      [999, 1000],
      [5e5, 1e6],
    ] as const) {
      const [a, b] = [total - bad + 0.5, bad + 0.5];
      const { p, q } = betaQuantiles(CHANCES, a, b);
      CHANCES.forEach((chance, at) => {
        const exact = betaQuantile({ p: chance, q: 1 - chance }, a, b);
        expect(Math.abs(p[at]! / exact.p - 1), `${bad} of ${total} at ${chance}`).toBeLessThan(
          1e-5,
        );
        expect(Math.abs(q[at]! / exact.q - 1), `${bad} of ${total} at ${chance}`).toBeLessThan(
          1e-5,
        );
      });
    }
  });
});
