import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Stand } from "../../src/gate/limits/against.ts";
import { ASKED, bracketOf } from "../../src/gate/sweep-bracket.ts";

const LEVELS = [0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1];

/** Decided but for levels within a factor of where it crosses. */
function standing(crossing: number, blur: number) {
  return (failing: number): Stand => {
    if (failing < crossing / blur) return "keeps";
    return failing > crossing * blur ? "below" : "open";
  };
}

function bracket(stand: (failing: number) => Stand) {
  let asked = 0;
  const crossing = bracketOf(
    LEVELS.map((failing) => ({ failing, stand: stand(failing) })),
    (failing) => {
      asked++;
      expect(failing).toBeGreaterThan(0);
      return stand(failing);
    },
  );
  expect(asked).toBeLessThanOrEqual(ASKED);
  return crossing;
}

describe("between which levels an SLO is lost", () => {
  it("has the level in it, and is narrowed to little more than what cannot be told", () => {
    const levels = fc.record({
      nines: fc.double({ min: 0.05, max: 5.9, noNaN: true }),
      blur: fc.double({ min: 1, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(levels, ({ nines, blur }) => {
        const crossing = 10 ** -nines;
        const found = bracket(standing(crossing, blur));
        if (found.kind !== "between") throw new Error(found.kind);
        const kept = found.kept!.failing;
        expect(kept).toBeLessThanOrEqual(crossing);
        // Of one decade a thirty-second part.
        if (kept > 0) expect(crossing / blur / kept).toBeLessThan(10 ** (1 / 32) * 1.05);
        if (found.missed === null) return;
        expect(found.missed.failing).toBeGreaterThanOrEqual(crossing);
        if (kept > 0) expect(found.missed.failing / (crossing * blur)).toBeLessThan(1.2);
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it("asks for what narrows it, and for nothing where that is told", () => {
    const asked: number[] = [];
    const bracketed = (levels: readonly (readonly [number, Stand])[], stand: Stand = "open") => {
      asked.length = 0;
      const known = levels.map(([failing, one]) => ({ failing, stand: one }));
      return bracketOf(known, (failing) => {
        asked.push(failing);
        return stand;
      });
    };
    // Ends as close as two hundredths tell what there is to tell.
    bracketed([
      [0.001, "keeps"],
      [0.00101, "below"],
    ]);
    expect(asked).toEqual([]);
    // Below a level that never fails there is no half way in nines.
    bracketed([
      [0, "keeps"],
      [1, "below"],
    ]);
    expect(asked).toEqual([]);
    bracketed([
      [0, "open"],
      [1, "open"],
    ]);
    expect(asked).toEqual([]);
    // Where all in between is kept, the next is half of what is left, in nines; and then from the other end.
    const found = bracketed(
      [
        [1e-4, "keeps"],
        [1, "below"],
      ],
      "keeps",
    );
    expect(asked.map((one) => -Math.log10(one))).toEqual(
      [2, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128].map((one) =>
        expect.closeTo(one, 12),
      ),
    );
    const last = asked.at(-1)!;
    expect(found).toEqual({
      kind: "between",
      kept: { level: 1 - last, failing: last },
      missed: { level: 0, failing: 1 },
    });
  });

  it("is all levels or none where the ends are decided, and not known where nothing is", () => {
    expect(bracket(() => "keeps")).toEqual({ kind: "always" });
    expect(bracket(() => "below")).toEqual({ kind: "never" });
    expect(bracket(() => "open")).toEqual({ kind: "unknown" });
  });

  it("is open at an end of which nothing is decided", () => {
    expect(bracket((failing) => (failing > 0.01 ? "below" : "open"))).toMatchObject({
      kind: "between",
      kept: null,
    });
    expect(bracket((failing) => (failing < 0.01 ? "keeps" : "open"))).toMatchObject({
      kind: "between",
      missed: null,
    });
  });

  it("is not known where one level was decided wrongly", () => {
    const odd = (failing: number): Stand => (failing === 0.1 ? "keeps" : "below");
    expect(bracket(odd)).toEqual({ kind: "unknown" });
  });
});
