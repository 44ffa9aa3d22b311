import { describe, expect, it } from "vitest";
import { credibleDifference, credibleOf } from "../../src/availability/credible.ts";
import type { Parameter } from "../../src/availability/parameters.ts";
import type { Draws } from "../../src/availability/uncertainty.ts";
import { betaQuantile } from "../../src/numbers/beta.ts";

/** Points with these failure probabilities, and what they rest on: parameters by good of 1,000. */
function drawsOf(
  q: readonly number[],
  parameters: readonly { good: number; values?: readonly number[]; moves?: number }[] = [
    { good: 990 },
  ],
): Draws {
  const made = parameters.map(({ good }, at) => ({
    key: `${at}`,
    name: `p${at}`,
    component: at,
    evidence: { good, total: 1000 },
  })) as unknown as readonly Parameter[];
  return {
    p: Float64Array.from(q, (one) => 1 - one),
    q: Float64Array.from(q),
    parameters: made,
    valuesOf: (parameter) => {
      const values = Float64Array.from(parameters[made.indexOf(parameter)]!.values ?? q);
      return { p: values.map((one) => 1 - one), q: values };
    },
    // Each moves the figure by so much of what it moves itself.
    at: (parameter, up) => {
      const share = parameters[made.indexOf(parameter)]!.moves ?? 1;
      return { p: 1 - share * up.q, q: share * up.q };
    },
  };
}

describe("what a figure may be", () => {
  it("is from the 2.5% to the 97.5% quantile: the i-th of n points stands for (i + ½)/n", () => {
    // In any order; 40 points, so that the ends lie halfway between the first two and the last two.
    const values = Array.from({ length: 40 }, (_, at) => (((at * 7) % 40) + 1) / 1000);
    const { interval, mean, points } = credibleOf(drawsOf(values), null);
    expect(1 - interval[0]).toBeCloseTo(0.0395, 14);
    expect(1 - interval[1]).toBeCloseTo(0.0015, 14);
    expect(mean).toBeCloseTo(1 - 0.0205, 14);
    expect(points).toBe(40);
    // Of few points the ends are the least and the greatest.
    const few = credibleOf(drawsOf([0.3, 0.1, 0.2]), null);
    expect([1 - few.interval[0], 1 - few.interval[1]]).toEqual([
      expect.closeTo(0.3, 14),
      expect.closeTo(0.1, 14),
    ]);
    expect(credibleOf(drawsOf([0.25]), null).interval).toEqual([0.75, 0.75]);
  });

  it("keeps a promise at the points at which it is not missed by more than counts as nothing", () => {
    const probability = (slo: number, ...q: readonly number[]) =>
      credibleOf(drawsOf(q), { p: 1 - slo, q: slo }).probability;
    expect(probability(0, 0, 1e-12, 1.1e-12, 0.5)).toBe(2 / 4);
    expect(probability(0.25, 0.1, 0.25, 0.25 + 1e-11)).toBe(2 / 3);
    expect(credibleOf(drawsOf([0.1]), null)).not.toHaveProperty("probability");
  });

  it("rests most on what moves it furthest over its own interval, all else as it is", () => {
    const given = [{ good: 999 }, { good: 900, moves: 0.5 }, { good: 950, moves: 0.1 }];
    const { most } = credibleOf(drawsOf([0.1, 0.2], given), null);
    const [high, low] = [0.975, 0.025].map((p) => betaQuantile({ p, q: 1 - p }, 900.5, 100.5));
    expect(most.component).toBe("p1");
    expect([most.good, most.total]).toEqual([900, 1000]);
    expect(most.interval[0]).toBeCloseTo(1 - 0.5 * low!.q, 12);
    expect(most.interval[1]).toBeCloseTo(1 - 0.5 * high!.q, 12);
    // Of two that move it as far the first.
    const alike = credibleOf(drawsOf([0.1], [{ good: 900 }, { good: 900 }]), null);
    expect(alike.most.component).toBe("p0");
  });

  it("is asked of the 32 only whose values go along with it most, either way", () => {
    const q = [0.1, 0.2, 0.3, 0.4];
    const loose = [0.2, 0.1, 0.1, 0.2];
    const many = (at: number, values: readonly number[]) =>
      Array.from({ length: 33 }, (_, one) =>
        one === at ? { good: 500, values } : { good: 990, values: [0.1, 0.2, 0.3, 0.41] },
      );
    const most = (given: Parameters<typeof drawsOf>[1]) =>
      credibleOf(drawsOf(q, given), null).most.component;
    // It moves the figure furthest, but none of its values tells so, the figure being what it is.
    expect(most(many(7, loose))).toBe("p0");
    expect(most(many(7, [0.2, 0.2, 0.2, 0.2]))).toBe("p0");
    expect(most(many(7, [0, 0.3, 0, 0.1]))).toBe("p0");
    expect(most(many(7, [0.4, 0.3, 0.2, 0.1]))).toBe("p7");
    expect(most(many(7, [0.01, 0.02, 0.03, 0.04]))).toBe("p7");
    // All are tried where there are no more.
    expect(most(many(7, loose).slice(0, 32))).toBe("p7");
  });
});

describe("what a difference may be", () => {
  it("is head less base point by point, of as many points as both have", () => {
    const base = drawsOf([0.1, 0.2, 0.3]);
    const head = drawsOf([0.2, 0.2]);
    const { interval, mean, probability, points } = credibleDifference(base, head);
    expect(points).toBe(2);
    expect(mean).toBeCloseTo(-0.05, 14);
    expect(interval[0]).toBeCloseTo(-0.1, 14);
    expect(interval[1]).toBe(0);
    expect(probability).toBe(1 / 2);
    const turned = credibleDifference(head, base);
    expect(turned.points).toBe(2);
    expect(turned.mean).toBeCloseTo(0.05, 14);
    expect(turned.probability).toBe(0);
  });

  it("is of a certain side at every point, and up to 1e-12 not the worse", () => {
    const certain = { p: 1, q: 0 };
    const head = drawsOf([0, 1e-12, 1.1e-12, 1e-3]);
    const { points, probability } = credibleDifference(certain, head);
    expect(points).toBe(4);
    expect(probability).toBe(2 / 4);
    expect(credibleDifference(head, certain).probability).toBe(0);
  });

  it("keeps the digits of the smaller pair", () => {
    // Near 1 the availabilities share their digits; near 0 the unavailabilities do.
    const sides = (...pairs: readonly { p: number; q: number }[]) =>
      pairs.map(({ p, q }) => ({ ...drawsOf([q]), p: Float64Array.of(p), q: Float64Array.of(q) }));
    const rare = sides({ p: 1, q: 3e-20 }, { p: 1, q: 1e-20 });
    expect(credibleDifference(rare[0]!, rare[1]!).mean).toBeCloseTo(2e-20, 30);
    const seldom = sides({ p: 1e-20, q: 1 }, { p: 3e-20, q: 1 });
    expect(credibleDifference(seldom[0]!, seldom[1]!).mean).toBeCloseTo(2e-20, 30);
  });
});
