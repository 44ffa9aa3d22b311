import { describe, expect, it } from "vitest";
import { exponential } from "../../src/numbers/exponential.ts";

describe("the exponential", () => {
  it("is the platform's to a few units in the last place", () => {
    for (let x = -700; x < 700; x += 0.37) {
      expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-15);
    }
    expect(exponential(0)).toBe(1);
    expect(exponential(-1e9)).toBe(0);
    expect(exponential(1e9)).toBe(Number.POSITIVE_INFINITY);
  });
});
