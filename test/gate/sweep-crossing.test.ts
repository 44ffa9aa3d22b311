import { describe, expect, it } from "vitest";
import type { Stand } from "../../src/gate/limits/against.ts";
import type { Crossing } from "../../src/gate/sweep.ts";
import { crossingOf } from "../../src/gate/sweep-crossing.ts";
import type { Standing } from "../../src/gate/sweep-figures.ts";
import type { Probability } from "../../src/model/model.ts";

const LEVELS = [0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1];

type Curve = {
  /** What fails, by how often what is swept does. */
  readonly u: (failing: number) => number;
  readonly slo: number;
  /** Half the width of what a figure may be. */
  readonly width?: (failing: number) => number;
  readonly isAffine?: boolean;
  readonly steady?: boolean;
  readonly fine?: boolean;
};

function crossing({ u, slo, width = () => 0, ...rest }: Curve): {
  readonly found: Crossing;
  readonly asked: readonly number[];
} {
  const asked: number[] = [];
  const at = ({ q }: Probability): Standing => {
    const [value, half] = [u(q), width(q)];
    const figure = { availability: 1 - value, unavailability: value };
    if (half === 0) return { figure, stand: value <= slo ? "keeps" : "below" };
    const stand: Stand = value + half <= slo ? "keeps" : value - half > slo ? "below" : "open";
    return { figure: { ...figure, interval: [1 - value - half, 1 - value + half] }, stand };
  };
  const points = LEVELS.map((failing) => {
    const { figure, stand } = at({ p: 1 - failing, q: failing });
    return { level: 1 - failing, failing, ...figure, limited: 0, stand };
  });
  const found = crossingOf({
    points,
    slo: { p: 1 - slo, q: slo },
    at: (up) => {
      expect(up.p).toBe(1 - up.q);
      asked.push(up.q);
      return at(up);
    },
    isAffine: false,
    steady: true,
    fine: true,
    ...rest,
  });
  return { found, asked };
}

function levelOf({ found }: { readonly found: Crossing }): number {
  if (found.kind !== "at") throw new Error(found.kind);
  expect(found.level).toBe(1 - found.failing);
  return found.failing;
}

describe("the level at which an SLO is lost", () => {
  // Three replicas, all alike.
  const cubic = { u: (q: number) => q ** 3, slo: 1e-4 };
  const root = 1e-4 ** (1 / 3);

  it("is that of the curve to the last digit where figures are cheap, and kept there", () => {
    const found = levelOf(crossing({ ...cubic, fine: true }));
    expect(Math.abs(found / root - 1)).toBeLessThan(1e-14);
    expect(found ** 3).toBeLessThanOrEqual(cubic.slo);
  });

  it("is told to a millionth of its decade by 20 figures where each is dear", () => {
    const coarse = crossing({ ...cubic, fine: false });
    expect(coarse.asked).toHaveLength(20);
    // Between 90% and 99%.
    expect(root - levelOf(coarse)).toBeGreaterThanOrEqual(0);
    expect(root - levelOf(coarse)).toBeLessThan(1e-6 * 0.09);
  });

  it("ends where two levels are next to each other as numbers", () => {
    const { asked } = crossing({ ...cubic, fine: true });
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(60);
  });

  it("is where the straight line of one state has it, without another figure", () => {
    const line = crossing({ u: (q) => 0.001 + 0.4 * q, slo: 0.005, isAffine: true });
    expect(line.asked).toEqual([]);
    expect(Math.abs(levelOf(line) - 0.01)).toBeLessThan(1e-15);
    // Its ends are enough: what lies between may be drawn.
    const drawn = crossing({
      u: (q) => 0.001 + 0.4 * q,
      slo: 0.005,
      isAffine: true,
      width: (q) => (q === 0 || q === 1 ? 0 : 0.001),
    });
    expect(drawn.asked).toEqual([]);
    expect(Math.abs(levelOf(drawn) - 0.01)).toBeLessThan(1e-15);
  });

  it.each([
    ["either end", (q: number) => (q === 0 || q === 1 ? 1e-4 : 0)],
    ["the best", (q: number) => (q === 0 ? 1e-4 : 0)],
    ["the worst", (q: number) => (q === 1 ? 1e-4 : 0)],
  ])("lies between two levels where %s is drawn, though the line is straight", (_, width) => {
    const { found } = crossing({
      u: (q) => 0.001 + 0.4 * q,
      slo: 0.005,
      isAffine: true,
      width: (q) => width(q),
    });
    if (found.kind !== "between") throw new Error(found.kind);
    expect(found.kept!.failing).toBeLessThanOrEqual(0.01);
    expect(found.missed!.failing).toBeGreaterThan(0.01);
  });

  it("lies between two levels where any figure is drawn", () => {
    const { found } = crossing({ ...cubic, width: (q) => (q === 0.01 ? 1e-9 : 0) });
    expect(found).toMatchObject({ kind: "between" });
  });

  it("is none where no level keeps the SLO, or each does, without another figure", () => {
    for (const isAffine of [false, true]) {
      const flat = (u: number) => crossing({ u: () => u, slo: 0.005, isAffine });
      expect(flat(0.006)).toEqual({ found: { kind: "never" }, asked: [] });
      expect(flat(0.005)).toEqual({ found: { kind: "always" }, asked: [] });
    }
  });

  it("is not known where exact figures do not fall; of drawn ones that is noise", () => {
    expect(crossing({ ...cubic, steady: false })).toEqual({
      found: { kind: "unknown" },
      asked: [],
    });
    const line = { u: (q: number) => q, slo: 0.005, isAffine: true, steady: false };
    expect(crossing(line).found).toEqual({ kind: "unknown" });
    const drawn = crossing({ ...cubic, steady: false, width: (q) => (q > 0 && q < 1 ? 1e-9 : 0) });
    expect(drawn.found).toMatchObject({ kind: "between" });
  });
});
