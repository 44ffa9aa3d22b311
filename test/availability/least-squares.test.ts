import { describe, expect, it } from "vitest";
import { fitLeastSquares, type Residuals } from "../../src/availability/least-squares.ts";

const WIDE = [-50, 50] as const;

/** With a count of how often it is asked. */
function counted(of: Residuals): { readonly of: Residuals; readonly asked: () => number } {
  let asked = 0;
  return {
    of: (unknowns) => {
      asked++;
      return of(unknowns);
    },
    asked: () => asked,
  };
}

describe("a fit", () => {
  it("is that of the normal equations where residuals are linear", () => {
    // 2x + y = 5, x - 3y = -8, x + y = 3.5: the least squares of all three.
    const { unknowns, residuals, rank } = fitLeastSquares(
      ([x = 0, y = 0]) => [2 * x + y - 5, x - 3 * y + 8, x + y - 3.5],
      [10, -10],
      WIDE,
    );
    // JᵀJ = [[6, 0], [0, 11]], Jᵀb = [5.5, 32.5].
    expect(unknowns[0]).toBeCloseTo(5.5 / 6, 6);
    expect(unknowns[1]).toBeCloseTo(32.5 / 11, 6);
    expect(residuals[2]).toBeCloseTo(5.5 / 6 + 32.5 / 11 - 3.5, 6);
    expect(rank).toBe(2);
  });

  it("is the same where the unknowns are hardly told apart, yet are", () => {
    const { unknowns, rank } = fitLeastSquares(
      ([x = 0, y = 0]) => [x + y - 3, 0.1 * (x - y) - 0.1],
      [0, 0],
      WIDE,
    );
    expect(unknowns[0]).toBeCloseTo(2, 5);
    expect(unknowns[1]).toBeCloseTo(1, 5);
    expect(rank).toBe(2);
  });

  it("of what only a sum of two tells is the point of that line nearest to the start", () => {
    for (const start of [
      [0, 0],
      [4, -1],
      [-2, 9],
    ] as const) {
      const [a, b] = start;
      const { unknowns, residuals, rank } = fitLeastSquares(
        ([x = 0, y = 0]) => [x + y - 5],
        start,
        WIDE,
      );
      const half = (5 - a - b) / 2;
      expect(rank).toBe(1);
      expect(unknowns[0]).toBeCloseTo(a + half, 3);
      expect(unknowns[1]).toBeCloseTo(b + half, 3);
      expect(residuals[0]).toBeCloseTo(0, 3);
    }
  });

  it("leaves alone what is told ten thousand times less than the other", () => {
    const told = (slope: number) =>
      fitLeastSquares(([x = 0, y = 0]) => [x - 1, slope * (y - 2)], [0, 0], WIDE);
    // Squares of slopes: 2e-4 and 0.5e-4 of the largest.
    expect(told(Math.sqrt(2e-4)).rank).toBe(2);
    expect(told(Math.sqrt(2e-4)).unknowns[1]).toBeCloseTo(2, 3);
    expect(told(Math.sqrt(0.5e-4)).rank).toBe(1);
    expect(told(Math.sqrt(0.5e-4)).unknowns[1]).toBeLessThan(1);
    const steep = (slope: number) =>
      fitLeastSquares(([x = 0, y = 0]) => [30 * (x - 1), slope * (y - 2)], [0, 0], WIDE).rank;
    expect([steep(30 * Math.sqrt(2e-4)), steep(30 * Math.sqrt(0.5e-4))]).toEqual([2, 1]);
  });

  it("counts what is told of one unknown alone, and of either of two", () => {
    expect(fitLeastSquares(([x = 0]) => [x - 3], [0], WIDE).rank).toBe(1);
    expect(fitLeastSquares(([x = 0]) => [x * 0], [0], WIDE).rank).toBe(0);
    expect(fitLeastSquares(([x = 0]) => [x - 3, 0], [0, 7], WIDE)).toMatchObject({ rank: 1 });
    expect(fitLeastSquares(([, y = 0]) => [y - 3, 0], [7, 0], WIDE)).toMatchObject({ rank: 1 });
  });

  it("keeps to the near end of a curved valley", () => {
    const start = [0.001, -0.001] as const;
    const { unknowns, residuals } = fitLeastSquares(
      ([x = 0, y = 0]) => [x + y + (x - y) ** 2 - 5],
      start,
      WIDE,
    );
    expect(residuals[0]).toBeCloseTo(0, 2);
    // The straight way there leads to a point at 3.5.
    expect(Math.hypot(unknowns[0]! - start[0], unknowns[1]! - start[1])).toBeLessThan(3);
  });

  it("moves one unknown where the other stays", () => {
    expect(fitLeastSquares(([x = 0]) => [x - 3, 0], [0, 7], WIDE).unknowns[0]).toBeCloseTo(3, 3);
  });

  it("stays near where its residuals end, though no slope leads back from beyond", () => {
    const { unknowns } = fitLeastSquares(([x = 0]) => [Math.sqrt(Math.max(0, 3 - x))], [0], WIDE);
    expect(unknowns[0]).toBeLessThan(3.5);
  });

  it("is asked for no longer than it moves", () => {
    // Linear: a step or two of each pull, and two slopes and a point for each.
    const linear = counted(([x = 0]) => [x - 3]);
    expect(fitLeastSquares(linear.of, [0], WIDE).unknowns[0]).toBeCloseTo(3, 7);
    expect(linear.asked()).toBeLessThan(75);
    const still = counted(([x = 0]) => [x]);
    expect(fitLeastSquares(still.of, [0], WIDE).unknowns[0]).toBe(0);
    expect(still.asked()).toBeLessThan(20);
  });

  it("ends where its residuals only ever get worse", () => {
    // A slope that leads nowhere: each step is worse than none.
    const worse = counted(([x = 0]) => [1 + Math.abs(x - 1) ** 0.5]);
    const { unknowns } = fitLeastSquares(worse.of, [1.0000001], WIDE);
    expect(unknowns[0]).toBeCloseTo(1, 3);
    expect(worse.asked()).toBeLessThan(3 * 61 * 3 + 10);
  });

  it("stays within its limits on the way, too", () => {
    const seen: number[] = [];
    const { unknowns } = fitLeastSquares(
      ([x = 0, y = 0]) => {
        seen.push(x, y);
        return [x - 9, y + 9, 0.1 * (x + y)];
      },
      [8, -8],
      [-5, 5],
    );
    expect(unknowns).toEqual([5, -5]);
    expect(Math.max(...seen.map(Math.abs))).toBeLessThan(5.001);
  });
});
