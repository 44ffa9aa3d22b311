import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonLength, falloutOf, listed } from "../../../src/gate/limits/fallout.ts";
import { atLeast, endpoint, parts } from "../../availability/models.ts";

function told(fault: string, below: number, open: number) {
  const fallout = falloutOf();
  for (let at = 0; at < below + open; at++) {
    const asked = { ...endpoint(0, atLeast(0)), name: `GET /${at}`, slo: parts(900) };
    const figure = { availability: 0.5, unavailability: 0.5 };
    fallout.add(asked, at < below ? figure : { ...figure, interval: [0.4, 0.95] });
  }
  return { fault, kind: "service" as const, fallout };
}

const sizes = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 9 })), { maxLength: 12 });

describe("lists of what each failure takes down", () => {
  test("are no longer together than a result carries, and what is left out is counted", () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 24, max: 200 }), (given, most) => {
        const blasts = listed(
          given.map(([below, open], at) => told(`s${at}`, below, open)),
          most,
        );
        const lengths = blasts.flatMap(({ endpoints, undecided = [] }) => [
          endpoints.length,
          undecided.length,
        ]);
        const rows = lengths.reduce((sum, one) => sum + one, 0);
        expect(rows).toBeLessThanOrEqual(most);
        const all = given.reduce((sum, [below, open]) => sum + below + open, 0);
        const more = blasts.reduce(
          (sum, { moreEndpoints = 0, moreUndecided = 0 }) => sum + moreEndpoints + moreUndecided,
          0,
        );
        expect(rows + more).toBe(all);
        if (all <= most) expect(more).toBe(0);
        // None is cut that is shorter than one that is not.
        const longest = Math.max(0, ...lengths);
        for (const { endpoints, moreEndpoints, moreUndecided } of blasts) {
          expect([moreEndpoints, moreUndecided]).not.toContain(0);
          if (moreEndpoints !== undefined) expect(endpoints.length).toBe(longest);
        }
        for (const blast of blasts) {
          const [below, open] = given[Number(blast.fault.slice(1))]!;
          expect(blast.endpoints.length + (blast.moreEndpoints ?? 0)).toBe(below);
          expect((blast.undecided?.length ?? 0) + (blast.moreUndecided ?? 0)).toBe(open);
        }
        // By how many are below, then by how many are open, of which there are nine at the most.
        const order = blasts.map(({ fault }) => {
          const [below, open] = given[Number(fault.slice(1))]!;
          return 10 * below + open;
        });
        expect(order).toEqual(order.toSorted((a, b) => b - a));
      }),
      { seed: 92 },
    );
  });

  test("have the interval of what is drawn or bounded, and none of what is exact", () => {
    const [blast] = listed([told("s0", 1, 1)]);
    expect(blast).toStrictEqual({
      fault: "s0",
      kind: "service",
      endpoints: [{ name: "GET /0", availability: 0.5 }],
      undecided: [{ name: "GET /1", availability: 0.5, interval: [0.4, 0.95] }],
    });
    // What is exactly as promised keeps it.
    const kept = falloutOf();
    const promised = { ...endpoint(0, atLeast(0)), slo: parts(900) };
    kept.add(promised, { availability: 0.9, unavailability: 0.1 });
    expect(listed([{ fault: "s0", kind: "service", fallout: kept }])).toEqual([]);
    // One of which nothing is promised falls below nothing.
    const fallout = falloutOf();
    fallout.add(endpoint(0, atLeast(0)), { availability: 0, unavailability: 1 });
    expect(listed([{ fault: "s0", kind: "service", fallout }])).toEqual([]);
  });

  test("are cut to the greatest common length that fits", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 20 }), { minLength: 1 }),
        fc.nat({ max: 300 }),
        (all, most) => {
          const sum = (length: number) =>
            all.reduce((rows, one) => rows + Math.min(one, length), 0);
          const length = commonLength(all, most);
          if (length > 1) expect(sum(length)).toBeLessThanOrEqual(most);
          if (Number.isFinite(length)) expect(sum(length + 1)).toBeGreaterThan(most);
        },
      ),
      { seed: 93 },
    );
  });
});
