import { describe, expect, it } from "vitest";
import { structureOf } from "../../src/availability/structure.ts";
import { engine } from "../../src/flow/engine.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { type SweepFigure, type SweepResult, sweepEndpoint } from "../../src/gate/sweep.ts";
import { sweptOf } from "../../src/gate/swept.ts";
import type { Model, Probability } from "../../src/model/model.ts";
import { drawing, layered, runWith } from "./limits/hard.ts";

/** Of which no figure that costs something is exact. */
const hard: Engine = {
  ...drawing,
  alike: () => null,
  compare: (base, head, options, claims) =>
    engine.compare(base, head, { ...options, most: 3e5 }, claims),
};

function sweep(one: Model, asked: string, by = hard, seed = 1): SweepResult {
  const swept = sweptOf(one, asked);
  if ("message" in swept) throw new Error(swept.message);
  const endpoint = one.endpoints[0]!;
  return sweepEndpoint(runWith(by, seed), one, endpoint, structureOf(one, endpoint), swept);
}

function promise(p: number): Probability {
  return { p, q: 1 - p };
}

/** The exact one at the levels of the other. */
function exactAt(exact: SweepResult, failing: number): SweepFigure {
  return exact.points.find((one) => Math.abs(one.failing - failing) < 1e-15)!;
}

function holds({ interval: [low, high] = [1, 0] }: SweepFigure, { availability }: SweepFigure) {
  return low - 1e-12 <= availability && availability <= high + 1e-12;
}

const SLO = promise(0.9);
const EXACT = {
  theta: sweep(layered(SLO), "theta", engine),
  rho: sweep(layered(SLO), "rho", engine),
};

describe("a sweep whose figures are drawn", () => {
  const drawn = [1, 2, 3].flatMap((seed) =>
    (["theta", "rho"] as const).map((asked) => ({
      exact: EXACT[asked],
      found: sweep(layered(SLO), asked, hard, seed),
    })),
  );

  it("tells between what each figure lies, 95 times in a hundred", () => {
    let [misses, count] = [0, 0];
    for (const { exact, found } of drawn) {
      expect(found.exact).toBe(false);
      const pairs = [
        ...found.points.map((one) => [one, exactAt(exact, one.failing)] as const),
        [found.current, exact.current] as const,
        [found.dominance.perfectNodes, exact.dominance.perfectNodes] as const,
        [found.dominance.perfectDependencies, exact.dominance.perfectDependencies] as const,
      ];
      for (const [one, other] of pairs) {
        if (one.interval === undefined) {
          expect(Math.abs(one.availability - other.availability)).toBeLessThan(1e-12);
          continue;
        }
        count++;
        const [low, high] = one.interval;
        expect(high - low).toBeLessThan(0.03);
        expect(one.availability).toBeGreaterThanOrEqual(low);
        expect(one.availability).toBeLessThanOrEqual(high);
        if (!holds(one, other)) misses++;
      }
    }
    expect(count).toBeGreaterThan(40);
    // Of some 60, each with 5% at the most: more than 9 one time in a thousand.
    expect(misses).toBeLessThanOrEqual(9);
  });

  it("falls, however its noise would have it", () => {
    for (const { found } of drawn) {
      const falls = found.points.map(({ unavailability }) => unavailability);
      expect(falls).toEqual(falls.toSorted((a, b) => a - b));
    }
  });

  it("brackets the level at which the SLO is lost", () => {
    for (const { exact, found } of drawn) {
      const { crossing } = found;
      if (exact.crossing?.kind !== "at" || crossing?.kind !== "between") throw new Error("crosses");
      const [kept, missed] = [crossing.kept!.failing, crossing.missed!.failing];
      expect(kept).toBeLessThanOrEqual(exact.crossing.failing);
      expect(missed).toBeGreaterThan(exact.crossing.failing);
      expect(missed / kept).toBeLessThan(2);
    }
  });

  it("keeps or misses its SLO at all levels, where that is sure", () => {
    const at = (slo: number, asked: string) => sweep(layered(promise(slo)), asked).crossing;
    expect(at(0.999, "rho")).toEqual({ kind: "never" });
    expect(at(0.5, "s0-3")).toEqual({ kind: "always" });
  });

  it("leaves open what is too close to tell", () => {
    // What it is where nothing fails: on the line at 100%, and missed further down.
    const best = EXACT.rho.points[0]!.availability;
    const crossing = sweep(layered(promise(best)), "rho").crossing;
    expect(crossing).toMatchObject({ kind: "between", kept: null });
    if (crossing?.kind !== "between") return;
    expect(crossing.missed!.failing).toBeGreaterThan(1e-4);
    // One service hardly matters: the SLO is within the noise at every level.
    const middle = sweep(layered(null), "s0-3", engine).points;
    const slo = (middle[0]!.availability + middle.at(-1)!.availability) / 2;
    expect(sweep(layered(promise(slo)), "s0-3").crossing?.kind).toMatch(/^(unknown|between)$/);
  });

  it("says what dominates as the exact figures do, or that it is not decided", () => {
    for (const { exact, found } of drawn) {
      expect(found.dominance.dominant).toBe(exact.dominance.dominant);
    }
    const vague: Engine = {
      ...hard,
      compare: (base, head, options, claims) => ({
        ...hard.compare(base, head, options, claims),
        decisions: claims.map(() => "open"),
      }),
    };
    expect(sweep(layered(SLO), "theta", vague).dominance.dominant).toBe("undecided");
  });

  it("is the same in every run", () => {
    expect(sweep(layered(SLO), "rho")).toEqual(sweep(layered(SLO), "rho"));
  });
});
