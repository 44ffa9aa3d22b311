import { describe, expect, it } from "vitest";
import type { Crossing, SweepPoint, SweepResult } from "../../src/gate/sweep.ts";
import { plain } from "../../src/report/plain.ts";
import { drawSweep } from "../../src/report/sweep-drawing.ts";
import { sweepMarkdown } from "../../src/report/sweep-report.ts";
import { crossingWords, dominanceWords } from "../../src/report/sweep-words.ts";

/** U = q to a power. */
function curve(power: number, crossing: Crossing | null, slo: number | null = 0.99): SweepResult {
  const levels = [0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1];
  const points = levels.map((failing): SweepPoint => {
    const unavailability = failing ** power;
    return {
      level: 1 - failing,
      failing,
      availability: 1 - unavailability,
      unavailability,
      limited: 0,
    };
  });
  const figure = { availability: 0.999, unavailability: 0.001 };
  const level = { level: 0.999, failing: 0.001 };
  return {
    endpoint: "GET /",
    swept: "service",
    component: "pay|ment",
    units: 1,
    now: { low: level, high: level },
    current: figure,
    slo,
    points,
    crossing,
    dominance: {
      dependencies: 2,
      limited: 1,
      perfectNodes: figure,
      perfectDependencies: { availability: 1, unavailability: 0 },
      dominant: "dependencies",
    },
    exact: true,
  };
}

const crossing: Crossing = { kind: "at", level: 1 - 0.0123456, failing: 0.0123456 };

describe("a sweep in words", () => {
  it("never prints a level at which the SLO is missed already", () => {
    expect(plain(crossingWords(curve(1, crossing)))).toBe(
      "`GET /` keeps its SLO of 99% while each replica of `pay|ment` is available 98.77% at least (now 99.9%).",
    );
  });

  it("tells where there is no such level, and where nothing is promised", () => {
    const told = (one: Crossing | null, slo: number | null = 0.99) =>
      plain(crossingWords(curve(1, one, slo)));
    expect(told({ kind: "always" })).toContain("however bad each replica of `pay|ment`");
    expect(told({ kind: "never" })).toContain("misses its SLO of 99% even where");
    expect(told({ kind: "unknown" })).toMatch(
      /is not known at any level of .*not exact enough to tell/,
    );
    expect(told(null, null)).toContain("has no SLO to keep");
    const idle = { ...curve(1, { kind: "always" }), now: null };
    expect(plain(crossingWords(idle))).toBe("`pay|ment` has no part in `GET /`.");
  });

  it("says whether replicas or dependencies are lacking", () => {
    expect(plain(dominanceWords(curve(1, crossing)))).toBe(
      "Dependencies are what it lacks most: with perfect replicas it would be available 99.90%, with perfect dependencies 100%; 1 of 2 calls fails more often than what it leads to, where more replicas are in vain.",
    );
  });

  it("is a table in Markdown, with what misses the SLO marked", () => {
    const table = sweepMarkdown(curve(1, crossing), 80).at(-1)!;
    expect(table).toContain("| 99.9% | 99.90% |");
    expect(table).toContain("| 90% | 90.00% ⚠️ |");
    expect(table).not.toMatch(/\| 99% \| 99.00% ⚠️/);
    for (const line of table.split("\n")) expect(line.match(/(?<!\\)\|/g)).toHaveLength(4);
  });
});

describe("a drawn sweep", () => {
  it("is a straight line where one failure is enough, in nines", () => {
    const drawn = drawSweep(curve(1, crossing), 72, "ascii");
    const rows = drawn.slice(0, 10).map((line) => line.slice(12));
    const middles = rows.map((row) => {
      const at = [...row].flatMap((sign, x) => (sign === "*" ? [x] : []));
      return (Math.min(...at) + Math.max(...at)) / 2;
    });
    middles.forEach((middle, y) => {
      expect(Math.abs(middle - (59 * y) / 9)).toBeLessThan(4);
    });
    expect(drawn[0]).toMatch(/^ {2}99\.9999% \|/);
    expect(drawn[9]).toMatch(/^ {8}0% \|/);
    // 99% of six nines: two thirds of the way down.
    expect(drawn[6]).toMatch(/^ {7}99% \|-+/);
    expect(drawn[11]).toContain("99.99%");
  });

  it("has the endpoint as it is, and no line wider than asked", () => {
    for (const width of [20, 40, 72, 200]) {
      const drawn = drawSweep(curve(2, crossing), width, "braille");
      expect(drawn.join("").match(/●/g)).toHaveLength(1);
      for (const line of drawn) {
        expect([...line].length).toBeLessThanOrEqual(Math.min(72, Math.max(32, width)));
      }
    }
  });

  it("uses nothing but ASCII where the terminal has nothing else", () => {
    expect(drawSweep(curve(2, crossing), 72, "ascii").join("")).toMatch(/^[\x20-\x7e]*$/);
  });

  it("draws perfect and hopeless endpoints, too", () => {
    const flat = (unavailability: number): SweepResult => {
      const one = curve(1, { kind: "always" }, null);
      const figure = { availability: 1 - unavailability, unavailability };
      const points = one.points.map((point) => ({ ...point, ...figure }));
      return { ...one, points, current: figure };
    };
    for (const share of [0, 1]) {
      const drawn = drawSweep(flat(share), 72, "ascii");
      expect(drawn[share === 0 ? 0 : 9]).toContain("****");
    }
  });
});
