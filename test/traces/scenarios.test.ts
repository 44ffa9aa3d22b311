import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObservedScenario } from "../../src/traces/observed.ts";
import { leanScenarios } from "../../src/traces/scenarios.ts";

const set = (calls: string, traces: number): ObservedScenario => ({
  calls: calls === "" ? [] : calls.split(""),
  traces,
});
const told = (...sets: ObservedScenario[]) =>
  leanScenarios(sets).map(({ calls, traces }) => `${traces} ${calls.join("")}`);

describe("scenarios", () => {
  it("are one where all requests call the same", () => {
    expect(told(set("ab", 7))).toEqual(["7 ab"]);
    expect(told()).toEqual([]);
  });

  it("are the sets themselves where none is rare, most first", () => {
    expect(told(set("a", 20), set("ab", 80))).toEqual(["80 ab", "20 a"]);
    expect(told(set("", 10), set("a", 10))).toEqual(["10 ", "10 a"]);
  });

  it("have rare sets in the one that says least too much", () => {
    expect(told(set("abc", 500), set("ab", 495), set("b", 5))).toEqual(["500 ab", "500 abc"]);
  });

  it("lose a callee that fewer than 1 in 100 requests call, with no weight lost", () => {
    expect(told(set("a", 9950), set("ab", 50))).toEqual(["10000 a"]);
    expect(told(set("a", 9900), set("ab", 100))).toEqual(["9900 a", "100 ab"]);
  });

  it("lose no more than that altogether: many rare sets are one that needs all of theirs", () => {
    const rare = Array.from("bcdefghijklmnopq", (letter) => set(`a${letter}`, 50));
    const lean = leanScenarios([set("a", 10_000), ...rare]);
    const needed = new Set(lean.flatMap(({ calls }) => calls));
    expect(lean.length).toBeLessThanOrEqual(6);
    expect(16 - [...needed].filter((one) => one !== "a").length).toBeLessThanOrEqual(2);
  });

  it("are six at the most", () => {
    const sets = Array.from({ length: 32 }, (_, bits) =>
      set(
        Array.from("abcde", (letter, at) => ((bits >> at) & 1 ? letter : "")).join(""),
        10 + bits,
      ),
    );
    expect(leanScenarios(sets)).toHaveLength(6);
  });

  /** Sets over six callees, each at most once. */
  const arbitrary = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 5000 })), {
      selector: ([bits]) => bits,
      minLength: 1,
      maxLength: 64,
    })
    .map((list) =>
      list.map(([bits, traces]) =>
        set(
          Array.from("abcdef", (letter, at) => ((bits >> at) & 1 ? letter : "")).join(""),
          traces,
        ),
      ),
    );
  const sum = (sets: readonly ObservedScenario[]) =>
    sets.reduce((total, { traces }) => total + traces, 0);

  it("keep the weight, tell each set once and none that is rare, in whatever order they come", () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(), (sets, turn) => {
        const lean = leanScenarios(sets);
        expect(sum(lean)).toBe(sum(sets));
        expect(lean.length).toBeLessThanOrEqual(6);
        expect(new Set(lean.map(({ calls }) => calls.join())).size).toBe(lean.length);
        if (lean.length > 1) {
          for (const { traces } of lean) expect(traces).toBeGreaterThanOrEqual(0.01 * sum(sets));
        }
        const at = turn % sets.length;
        expect(leanScenarios([...sets.slice(at), ...sets.slice(0, at)].reverse())).toEqual(lean);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it("promise no more than the sets do, but for 1 in 100 requests", () => {
    const availability = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 6,
      maxLength: 6,
    });
    fc.assert(
      fc.property(arbitrary, availability, (sets, ups) => {
        // Callees that fail independently: Σ π_c A_c of the mixture.
        const up = (list: readonly ObservedScenario[]) =>
          list.reduce(
            (total, { calls, traces }) =>
              total + calls.reduce((product, one) => product * ups["abcdef".indexOf(one)]!, traces),
            0,
          ) / sum(list);
        expect(up(leanScenarios(sets))).toBeLessThanOrEqual(up(sets) + 0.01 + 1e-12);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
