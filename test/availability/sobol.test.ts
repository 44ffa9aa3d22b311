import { describe, expect, it } from "vitest";
import { directionNumbers, POINTS, scrambledCoordinate } from "../../src/availability/sobol.ts";
import { DIMENSIONS } from "../../src/availability/sobol-directions.ts";

/** Columns as another program has them, in 1024ths: the points of which the index is a power of two. */
const KNOWN = new Map([
  [0, [512, 256, 128, 64, 32, 16, 8, 4, 2, 1]],
  [1, [512, 768, 640, 960, 544, 816, 680, 1020, 514, 771]],
  [2, [512, 768, 384, 576, 928, 368, 568, 788, 418, 627]],
  [10, [512, 256, 640, 64, 32, 432, 632, 140, 350, 695]],
  [40, [512, 768, 128, 704, 864, 688, 568, 36, 634, 647]],
  [99, [512, 256, 640, 320, 352, 80, 360, 468, 434, 543]],
  [100, [512, 768, 384, 448, 928, 592, 264, 492, 294, 243]],
]);

function cells(points: Float64Array, count: number): readonly number[] {
  return [...points].map((one) => Math.floor(one * count));
}

describe("direction numbers", () => {
  it("are those of the table, extended by its polynomials", () => {
    for (const [dimension, columns] of KNOWN) {
      const numbers = directionNumbers(dimension)!;
      expect(numbers.map((one, level) => one * 2 ** (9 - level))).toEqual(columns);
    }
    expect(directionNumbers(101)).toBeNull();
  });

  it("are odd and small enough, of all polynomials up to degree 9", () => {
    const degree = (polynomial: number) => polynomial.toString(2).length - 1;
    const counts = new Map<number, number>();
    for (const { polynomial, initial } of DIMENSIONS) {
      counts.set(degree(polynomial), (counts.get(degree(polynomial)) ?? 0) + 1);
      expect(initial.length).toBe(degree(polynomial));
      initial.forEach((one, at) => {
        expect(one % 2).toBe(1);
        expect(one).toBeLessThan(2 ** (at + 1));
      });
    }
    // φ(2^n - 1)/n of them are primitive.
    expect([...counts.values()]).toEqual([1, 1, 2, 2, 6, 6, 18, 16, 48]);
  });
});

describe("a scrambled coordinate", () => {
  it("has one point in each interval, for every power of two and in every dimension", () => {
    for (const dimension of [0, 1, 2, 57, 100, 101, 5000]) {
      const points = scrambledCoordinate(dimension, 7, `of ${dimension}`);
      expect(points.length).toBe(POINTS);
      for (let count = 1; count <= POINTS; count *= 2) {
        expect(new Set(cells(points.subarray(0, count), count)).size).toBe(count);
      }
      expect(points.every((one) => one > 0 && one < 1)).toBe(true);
    }
  });

  it("is the same for the same seed and name, and another for others", () => {
    const points = scrambledCoordinate(3, 7, "a -> b");
    expect(scrambledCoordinate(3, 7, "a -> b")).toEqual(points);
    expect(scrambledCoordinate(3, 8, "a -> b")).not.toEqual(points);
    expect(scrambledCoordinate(3, 7, "b -> a")).not.toEqual(points);
    // The bits of every machine.
    expect(points[0]).toBe(0.7518384534632787);
  });

  it("fills squares with another one evenly", () => {
    // The first two dimensions are a (0, 10, 2)-net: scrambling leaves one point in every elementary box.
    const [x, y] = [scrambledCoordinate(0, 1, "x"), scrambledCoordinate(1, 1, "y")];
    for (let wide = 0; wide <= 10; wide++) {
      const [across, down] = [2 ** wide, 2 ** (10 - wide)];
      const boxes = new Set(
        [...x].map((_, i) => Math.floor(x[i]! * across) * down + Math.floor(y[i]! * down)),
      );
      expect(boxes.size).toBe(POINTS);
    }
    // Of any two, also drawn ones, no sixteenth of the square has many more than its share of 64.
    for (const [one, other] of [
      [20, 80],
      [101, 400],
      [5, 900],
    ] as const) {
      const [u, v] = [scrambledCoordinate(one, 1, "u"), scrambledCoordinate(other, 1, "v")];
      const counts = new Map<number, number>();
      u.forEach((_, i) => {
        const box = Math.floor(u[i]! * 4) * 4 + Math.floor(v[i]! * 4);
        counts.set(box, (counts.get(box) ?? 0) + 1);
      });
      for (const count of counts.values()) expect(Math.abs(count - 64)).toBeLessThanOrEqual(32);
    }
  });

  it("is uniform over seeds: the mean of a square has the error of a fine rule, not of chance", () => {
    const errors = Array.from({ length: 64 }, (_, seed) => {
      const points = scrambledCoordinate(4, seed, "square");
      return points.reduce((sum, x) => sum + x * x, 0) / POINTS - 1 / 3;
    });
    // By chance it would be 0.3/√1024 = 0.009.
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1e-4);
    const mean = errors.reduce((sum, one) => sum + one, 0) / errors.length;
    expect(Math.abs(mean)).toBeLessThan(1e-5);
  });
});
