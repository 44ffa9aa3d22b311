import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../src/numbers/jeffreys.ts";

function off(found: number, true_: number): number {
  return Math.abs(found / true_ - 1);
}

describe("Jeffreys' interval", () => {
  it("is the quantiles of Beta(good + ½, bad + ½)", () => {
    // As another program prints them: of 47 failures in 100,000 calls, and of 5 in 10.
    const { low, high } = jeffreysInterval(99_953, 100_000);
    expect(off(high.q, 0.0003496445077638278)).toBeLessThan(1e-12);
    expect(off(low.q, 0.0006192420551014072)).toBeLessThan(1e-12);
    const even = jeffreysInterval(5, 10);
    expect(off(even.low.p, 0.22352867025270517)).toBeLessThan(1e-12);
    expect(off(even.high.q, 0.22352867025270517)).toBeLessThan(1e-12);
  });

  it("reaches to the end where all or none were good, and is everything of nothing", () => {
    expect(jeffreysInterval(1000, 1000).high).toEqual({ p: 1, q: 0 });
    expect(off(jeffreysInterval(1000, 1000).low.q, 0.0025081643414222978)).toBeLessThan(1e-12);
    expect(jeffreysInterval(0, 10).low).toEqual({ p: 0, q: 1 });
    expect(jeffreysInterval(0, 0)).toEqual({ low: { p: 0, q: 1 }, high: { p: 1, q: 0 } });
  });

  it("is narrower where it may miss more often", () => {
    const [narrow, wide] = [jeffreysInterval(990, 1000, 0.1), jeffreysInterval(990, 1000, 0.01)];
    expect(narrow.low.p).toBeGreaterThan(wide.low.p);
    expect(narrow.high.p).toBeLessThan(wide.high.p);
  });
});
