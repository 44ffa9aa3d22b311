import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import schema from "../../schema/result.schema.json" with { type: "json" };
import type { Crossing, Level, SweepPoint, SweepResult } from "../../src/gate/sweep.ts";
import { plain } from "../../src/report/plain.ts";
import { drawSweep } from "../../src/report/sweep-drawing.ts";
import { sweepMarkdown } from "../../src/report/sweep-report.ts";
import { crossingWords, dominanceWords, surenessWords } from "../../src/report/sweep-words.ts";

function level(failing: number): Level {
  return { level: 1 - failing, failing };
}

/** U = q, of which a factor of three either way is not known. */
function curve(crossing: Crossing): SweepResult {
  const figure = (unavailability: number) => ({
    availability: 1 - unavailability,
    unavailability,
    interval: [1 - Math.min(1, 3 * unavailability), 1 - unavailability / 3] as const,
  });
  const points = [0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1].map(
    (failing): SweepPoint => ({ ...level(failing), ...figure(failing), limited: 0 }),
  );
  return {
    endpoint: "GET /",
    swept: "service",
    component: "pay",
    units: 1,
    now: { low: level(1e-3), high: level(1e-3) },
    current: figure(1e-3),
    slo: 0.99,
    points,
    crossing,
    dominance: {
      dependencies: 0,
      limited: 0,
      perfectNodes: figure(1e-3),
      perfectDependencies: { availability: 0.998, unavailability: 0.002 },
      dominant: "undecided",
    },
    exact: false,
  };
}

const between = (kept: Level | null, missed: Level | null): Crossing => ({
  kind: "between",
  kept,
  missed,
});
const both = curve(between(level(0.0123456), level(0.0234512)));

describe("a sweep that is not exact, in words", () => {
  it("tells levels that are sure to be kept and missed, each rounded to its safe side", () => {
    expect(plain(crossingWords(both))).toBe(
      "`GET /` keeps its SLO of 99% while each replica of `pay` is available 98.77% at least (now 99.9%) and misses it from 97.65% down; between these its figures are not exact enough to tell.",
    );
    const whole = curve(between(level(0.01), level(0.02)));
    expect(plain(crossingWords(whole))).toContain("available 99% at least (now 99.9%)");
    expect(plain(crossingWords(whole))).toContain("from 98% down");
    const most = curve(between(level(0.5), level(0.99999)));
    expect(plain(crossingWords(most))).toContain("misses it from 0% down");
  });

  it("tells the one end that is known", () => {
    expect(plain(crossingWords(curve(between(level(0.01), null))))).toBe(
      "`GET /` keeps its SLO of 99% while each replica of `pay` is available 99% at least (now 99.9%); below that its figures are not exact enough to tell.",
    );
    expect(plain(crossingWords(curve(between(null, level(0.02)))))).toBe(
      "`GET /` misses its SLO of 99% from 98% down, as each replica of `pay` (now 99.9%) gets worse; above that its figures are not exact enough to tell.",
    );
    const perfect = curve(between(level(0), level(0.02)));
    expect(plain(crossingWords(perfect))).toContain("while each replica of `pay` never fails");
  });

  it("does not say what dominates where that is not decided", () => {
    expect(plain(dominanceWords(both))).toBe(
      "Whether it lacks replicas or dependencies more is not decided: with perfect replicas it would be available about 99.90% (99.70% – 99.967%), with perfect dependencies 99.80%.",
    );
  });

  it("marks in a table only what surely misses the SLO, with each interval", () => {
    const rows = sweepMarkdown(both, 80).at(-1)!.split("\n");
    const row = (start: string) => rows.find((one) => one.startsWith(`| ${start} |`))!;
    expect(row("99%")).toContain("about 99.00%<br><sub>97.00% – 99.67%</sub>");
    expect(row("90%")).toContain("about 90.00% ⚠️<br>");
    expect(row("99%")).not.toContain("⚠️");
  });
});

describe("a drawn sweep that is not exact", () => {
  it("has a bar through each figure, from the best to the worst that it may be", () => {
    for (const [glyphs, bar] of [
      ["ascii", ":"],
      ["braille", "┊"],
    ] as const) {
      const drawn = drawSweep(both, 72, glyphs);
      // A factor of three is half a decade: of six decades in ten rows most of a row either way.
      expect(drawn.slice(0, 10).join("").split(bar).length - 1).toBeGreaterThan(5);
      const exact = { ...both, points: both.points.map(({ interval: _, ...one }) => one) };
      const { interval: _, ...current } = both.current;
      expect(drawSweep({ ...exact, current }, 72, glyphs).join("")).not.toContain(bar);
    }
    expect(surenessWords(both)).toContain("95%");
    expect(surenessWords({ ...both, exact: true })).toBeNull();
  });

  it("keeps its scale where no drawn state failed", () => {
    const none = both.points.map((one) =>
      one.failing <= 1e-5
        ? { ...one, availability: 1, unavailability: 0, interval: [0.99998, 1] as const }
        : one,
    );
    const drawn = drawSweep({ ...both, points: none }, 72, "ascii");
    expect(drawn[0]).toMatch(/^ {3}99\.999% \|/);
  });
});

it("is published as the schema has it", () => {
  const { $defs } = schema;
  const validate = new Ajv2020({ strict: false }).compile({ $ref: "#/$defs/sweep", $defs });
  for (const crossing of [both.crossing!, between(null, level(0.1)), between(level(0), null)]) {
    expect(validate(curve(crossing)), JSON.stringify(validate.errors)).toBe(true);
  }
});
