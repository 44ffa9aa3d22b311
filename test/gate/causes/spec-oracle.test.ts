import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyOrder } from "./every-order.ts";
import { availabilityOf, dividedSpecs, modelOf } from "./scene.ts";
import { draft, EDITS, ENDPOINTS, isWhole, specOf } from "./spec-edits.ts";

/** The spec after some of the edits, written anew: nothing of it is mixed by the engine. */
function edited(shape: number, names: readonly string[], set: number, allUp = false) {
  const one = draft(ENDPOINTS[shape]!());
  for (const [name, edit] of Object.entries(EDITS)) {
    const at = names.indexOf(name);
    if (at >= 0 && (set >> at) & 1) edit(one);
  }
  return specOf(one, allUp);
}

async function figureOf(shape: number, names: readonly string[], set: number, allUp = false) {
  const spec = edited(shape, names, set, allUp);
  return spec === null ? 0 : availabilityOf(await modelOf(spec));
}

const RUNS = 20;

describe("causes against every order of editing the spec", () => {
  test("each edit has the effect that it has on average", async () => {
    const cases = fc.tuple(
      fc.nat({ max: ENDPOINTS.length - 1 }),
      fc
        .subarray(Object.keys(EDITS), { minLength: 2, maxLength: 4 })
        .filter(isWhole)
        .filter((names) => names.length > 1),
    );
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ([shape, names]) => {
        const sets = 2 ** names.length;
        const values: number[] = [];
        const allUp: number[] = [];
        for (let set = 0; set < sets; set++) {
          values.push(await figureOf(shape, names, set));
          allUp.push(await figureOf(shape, names, set, true));
        }
        const least = Math.max(allUp[0]!, allUp.at(-1)!) - 1e-9;
        const expected = everyOrder({
          facts: names.length,
          isFeasible: (set) => allUp[set]! >= least,
          gain: (less, more) => values[more]! - values[less]!,
        });
        const [base, head] = [edited(shape, names, 0), edited(shape, names, sets - 1)];
        const { delta, causes } = await dividedSpecs(base!, head!);
        const sum = causes.reduce((all, { effect }) => all + effect, 0);
        expect(Math.abs(sum - delta)).toBeLessThan(1e-14);
        expect(causes.every(({ changes }) => changes.length > 0)).toBe(true);
        if (expected === null || delta === 0) return;
        compared++;
        const effects = causes.map(({ effect }) => effect).sort((a, b) => a - b);
        const oracle = expected.filter((one) => Math.abs(one) > 1e-13).sort((a, b) => a - b);
        expect(effects).toHaveLength(oracle.length);
        effects.forEach((effect, at) => {
          expect(Math.abs(effect - oracle[at]!)).toBeLessThan(1e-12);
        });
      }),
      { seed: 11, numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
  });
});
