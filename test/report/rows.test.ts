import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { intervalOf } from "../../src/report/rows.ts";
import { bounded, exact, sampled } from "./samples.ts";

describe("an interval", () => {
  test("is none of an exact figure, from and to of a sampled one, and certain of a bounded one", () => {
    expect(intervalOf(exact(0.001))).toBeNull();
    expect(intervalOf(sampled(0.001, 0.0001))).toBe("99.89% – 99.91%");
    expect(intervalOf(bounded(0.9991, 0.9992))).toBe("between 99.91% and 99.92%, certain");
    expect(intervalOf(bounded(0.99901234, 0.99909876))).toBe(
      "between 99.901% and 99.910%, certain",
    );
    expect(intervalOf(bounded(0.99, 0.999999))).toBe("between 99.00% and 99.9999%, certain");
    expect(intervalOf(bounded(0.5, 1))).toBe("between 50.00% and 100%, certain");
  });

  test("that is certain holds the figure as it is printed, too", () => {
    const end = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1e-6, noNaN: true }).map((q) => 1 - q),
      fc.constantFrom(0, 0.1, 0.995, 0.9989, 0.99999, 1),
    );
    fc.assert(
      fc.property(end, end, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const text = intervalOf(bounded(low, high)) ?? "";
        const [, from, to] = /^between ([\d.]+)% and ([\d.]+)%, certain$/.exec(text) ?? [];
        expect(Number(`${from}e-2`)).toBeLessThanOrEqual(low + 1e-12);
        expect(Number(`${to}e-2`)).toBeGreaterThanOrEqual(high);
        expect(Number(to)).toBeLessThanOrEqual(100);
      }),
      { seed: 4, numRuns: 2000 },
    );
  });
});
