import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SweepPoint } from "../../src/gate/sweep.ts";
import { falling } from "../../src/gate/sweep-falling.ts";

function point(u: number, width: number | null): SweepPoint {
  const interval = [Math.max(0, 1 - u - (width ?? 0)), Math.min(1, 1 - u + (width ?? 0))] as const;
  return {
    level: 0.5,
    failing: 0.5,
    availability: 1 - u,
    unavailability: u,
    limited: 0,
    ...(width === null ? {} : { interval }),
  };
}

/** max over starts of min over ends of the mean between: what isotonic regression is (Robertson and others, 1988). */
function maxMin(points: readonly SweepPoint[], at: number): number {
  const weight = ({ interval: [low, high] = [0, 0] }: SweepPoint) => (high - low) ** -2;
  const mean = (from: number, to: number) => {
    const all = points.slice(from, to + 1);
    const sum = all.reduce((total, one) => total + weight(one), 0);
    return all.reduce((total, one) => total + weight(one) * one.unavailability, 0) / sum;
  };
  const places = points.map((_, place) => place);
  return Math.max(
    ...places
      .filter((from) => from <= at)
      .map((from) => Math.min(...places.filter((to) => to >= at).map((to) => mean(from, to)))),
  );
}

describe("a curve that was drawn point by point", () => {
  const drawn = fc.array(
    fc.record({
      u: fc.double({ min: 0, max: 1, noNaN: true }),
      width: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it("becomes the nearest that falls, with each value in its interval", () => {
    fc.assert(
      fc.property(drawn, (all) => {
        const points = all.map(({ u, width }) => point(u, width));
        const found = falling(points);
        found.forEach(({ unavailability, availability, interval }, at) => {
          expect(Math.abs(unavailability - maxMin(points, at))).toBeLessThan(1e-9);
          expect(Math.abs(availability + unavailability - 1)).toBeLessThan(1e-12);
          expect(interval![0]).toBeLessThanOrEqual(
            Math.min(availability, points[at]!.interval![0]),
          );
          expect(interval![1]).toBeGreaterThanOrEqual(availability);
        });
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it("stays as it is where it falls, and wherever it is exact", () => {
    const falls = [point(0, 0.1), point(0.2, 0.1), point(0.2, null), point(0.5, 0.1)];
    expect(falling(falls)).toEqual(falls);
    const [first, second] = falling([point(0.3, 0.1), point(0.2, null)]);
    expect(second).toEqual(point(0.2, null));
    expect(Math.abs(first!.unavailability - 0.2)).toBeLessThan(1e-12);
  });
});
