import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../../src/gate/result.ts";
import { exact } from "./models.ts";
import { play } from "./scene.ts";
import { playUnder, underRow } from "./under-scene.ts";

describe("properties", () => {
  const unavailabilities = fc.oneof(
    fc.double({ min: 0, max: 0.02, noNaN: true }),
    fc.constantFrom(0, 0.0045, 0.005, 0.00505, 0.01),
  );
  const settings = fc.record({
    maxDrop: fc.option(fc.constantFrom(0, 0.001, 0.01)),
    maxDowntimeIncrease: fc.option(fc.constantFrom(0, 0.2, 1)),
    warnAt: fc.constantFrom(0.5, 0.9, 1),
    preexisting: fc.constantFrom("warn" as const, "fail" as const),
  });
  const slos = fc.option(fc.constantFrom(0, 0.001, 0.005, 0.01));
  const rank: Record<Verdict, number> = { pass: 0, warn: 1, fail: 2 };

  test("identical models do not differ, and never fail but for what was old", () => {
    fc.assert(
      fc.property(unavailabilities, slos, settings, (u, slo, gate) => {
        const judged = play({
          base: exact(u),
          head: exact(u),
          carried: exact(u),
          slo: [slo, slo],
          gate: [gate, gate],
        });
        expect(judged.model.changes).toEqual([]);
        expect(judged.model.endpoints[0]).toMatchObject({ delta: 0, change: "unchanged" });
        expect(judged.reasons.every(({ code }) => code === "preexisting")).toBe(true);
      }),
      { seed: 7, numRuns: 1000 },
    );
  });

  test("a lower availability at head never gives a better verdict", () => {
    fc.assert(
      fc.property(
        unavailabilities,
        unavailabilities,
        unavailabilities,
        unavailabilities,
        slos,
        slos,
        settings,
        settings,
        (u, v, w, more, baseSlo, headSlo, baseGate, headGate) => {
          const scene = {
            base: exact(u),
            carried: exact(w),
            slo: [baseSlo, headSlo],
            gate: [baseGate, headGate],
          } as const;
          const before = play({ ...scene, head: exact(v) }).model.verdict;
          const after = play({ ...scene, head: exact(v + more) }).model.verdict;
          expect(rank[after]).toBeGreaterThanOrEqual(rank[before]);
        },
      ),
      { seed: 7, numRuns: 3000 },
    );
  });

  test("stricter settings at head never give a better verdict", () => {
    fc.assert(
      fc.property(
        unavailabilities,
        unavailabilities,
        settings,
        fc.constantFrom(0, 0.001),
        (u, v, gate, maxDrop) => {
          fc.pre(gate.maxDrop === null || maxDrop <= gate.maxDrop);
          const scene = { base: exact(u), head: exact(v) };
          const lax = play({ ...scene, gate: [gate, gate] }).model.verdict;
          const strict = play({ ...scene, gate: [gate, { ...gate, maxDrop, preexisting: "fail" }] })
            .model.verdict;
          expect(rank[strict]).toBeGreaterThanOrEqual(rank[lax]);
        },
      ),
      { seed: 7, numRuns: 1000 },
    );
  });

  const minima = fc.option(fc.constantFrom(0, 0.005, 0.01));

  test("under a fault, a lower availability at head never gives a better verdict", () => {
    fc.assert(
      fc.property(
        unavailabilities,
        unavailabilities,
        fc.option(unavailabilities, { nil: undefined }),
        unavailabilities,
        fc.tuple(minima, minima),
        fc.tuple(settings, settings),
        (u, v, w, more, [before, after], [baseGate, headGate]) => {
          const scene = {
            base: u,
            ...(w === undefined ? {} : { carried: w }),
            sides: [
              { minimum: before, gate: baseGate },
              { minimum: after, gate: headGate },
            ],
          } as const;
          const better = underRow(playUnder({ ...scene, head: v })).verdict;
          const worse = underRow(playUnder({ ...scene, head: v + more })).verdict;
          expect(rank[worse]).toBeGreaterThanOrEqual(rank[better]);
        },
      ),
      { seed: 7, numRuns: 1500 },
    );
  });

  test("a verdict is the worst of its rows, and of all rows under faults", () => {
    fc.assert(
      fc.property(unavailabilities, unavailabilities, minima, minima, (u, v, before, after) => {
        const { model, reasons } = playUnder({
          base: u,
          head: v,
          sides: [{ minimum: before }, { minimum: after }],
        });
        const [endpoint] = model.endpoints;
        expect(endpoint!.under[0]!.verdict).toBe(reasons[0]?.verdict ?? "pass");
        expect([endpoint!.verdict, model.verdict]).toEqual([
          endpoint!.under[0]!.verdict,
          endpoint!.under[0]!.verdict,
        ]);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
