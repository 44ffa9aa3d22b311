import { describe, expect, test } from "vitest";
import { against } from "../../../src/gate/limits/against.ts";
import { purseOf } from "../../../src/gate/limits/purse.ts";

describe("work that several share", () => {
  test("is all of it for one, and a quarter of what is left for the first of many", () => {
    expect(purseOf(1e9, 1).share()).toBe(1e9);
    const purse = purseOf(1e9, 100);
    expect(purse.share()).toBe(2.5e8);
    purse.pay(2e8);
    expect(purse.share()).toBe(2e8);
  });

  test("is a larger part of what is left the fewer are still to come", () => {
    const purse = purseOf(1e9, 2);
    expect(purse.share()).toBe(5e8);
    purse.pay(5e8);
    expect(purse.share()).toBe(5e8);
  });

  test("is nothing below a million transitions, with which nothing is tried", () => {
    expect(purseOf(4e6, 4).share()).toBe(1e6);
    expect(purseOf(3e6, 4).share()).toBe(0);
  });

  test("is never spent twice, and what is of no use is nothing", () => {
    const purse = purseOf(1e9, 3);
    let spent = 0;
    for (let time = 0; time < 20; time++) {
      const share = purse.share();
      spent += share;
      purse.pay(share);
    }
    expect(spent).toBeLessThan(1e9 + 1);
    expect(purse.share()).toBe(0);
    const other = purseOf(1e9, 3);
    other.pay(5e9);
    expect(other.share()).toBe(0);
  });
});

describe("a figure against an SLO", () => {
  const slo = { p: 0.99, q: 0.01 };
  const figure = (availability: number, interval?: readonly [number, number]) => ({
    availability,
    unavailability: 1 - availability,
    ...(interval === undefined ? {} : { interval }),
  });

  test("is decided by what it may be, whatever its middle says", () => {
    expect(against(figure(0.991), slo)).toBe("keeps");
    expect(against(figure(0.989), slo)).toBe("below");
    expect(against(figure(0.995, [0.99, 1]), slo)).toBe("keeps");
    expect(against(figure(0.995, [0.9899, 1]), slo)).toBe("open");
    expect(against(figure(0.98, [0.97, 0.99]), slo)).toBe("open");
    expect(against(figure(0.98, [0.97, 0.9899]), slo)).toBe("below");
  });
});
