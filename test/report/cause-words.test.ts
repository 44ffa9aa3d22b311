import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPoints } from "../../src/availability/figures.ts";
import type { Cause, Change } from "../../src/gate/result.ts";
import { causeRows, causeWords, systemFirst } from "../../src/report/cause-words.ts";
import { plain } from "../../src/report/plain.ts";
import { FEWER_PAYMENTS } from "./samples.ts";

const cause = (effect: number, ...changes: readonly Change[]): Cause => ({
  changes: changes.length === 0 ? [FEWER_PAYMENTS] : changes,
  effect,
});

const effects = (all: readonly number[], delta = all.reduce((sum, one) => sum + one, 0)) =>
  causeRows(
    all.map((one) => cause(one)),
    delta,
  ).map(({ effect }) => effect);

const ADDED: Change = {
  kind: "predicate",
  subject: "GET /",
  base: null,
  head: "fraud",
  file: "availability.yaml",
  line: 7,
  side: "head",
};

describe("causes in words", () => {
  test.each<[readonly Change[], string]>([
    [[FEWER_PAYMENTS], "`payment` runs 1 replica instead of 3"],
    [
      [FEWER_PAYMENTS, ADDED],
      "`payment` runs 1 replica instead of 3, and `GET /` asks for `fraud`, too",
    ],
    [[FEWER_PAYMENTS, ADDED, ADDED], "`payment` runs 1 replica instead of 3, and 2 more changes"],
    [[{ ...ADDED, base: "fraud", head: null }], "`GET /` no longer asks for `fraud`"],
  ])("%#", (changes, words) => {
    expect(plain(causeWords(cause(-0.1, ...changes)))).toBe(words);
  });

  test("effects have the decimals of the delta", () => {
    expect(effects([-0.004951, -0.000021])).toEqual(["−0.49", "−<0.01"]);
    expect(effects([-0.000049, -0.000022])).toEqual(["−0.0049", "−0.0022"]);
    expect(effects([0.3, -0.1])).toEqual(["+30.00", "−10.00"]);
  });

  test("effects sum to the delta as it is printed", () => {
    // Each rounds to 0.12, and is floored to 0.11, while the delta is 0.35.
    expect(effects([-0.00116, -0.00117, -0.00118])).toEqual(["−0.11", "−0.12", "−0.12"]);
  });

  test("effects sum to the delta as it is printed, whatever they are", () => {
    const some = fc.array(fc.double({ min: -0.4, max: 0.4, noNaN: true }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 8 }), (all, scale) => {
        const own = all.map((one) => one / 10 ** scale);
        const delta = own.reduce((sum, one) => sum + one, 0);
        fc.pre(Math.abs(delta) > 1e-11 && Math.abs(delta) <= 1);
        const shown = effects(own, delta).map((text) => text.replace("−", "-").replace("+", ""));
        const printed = Number(formatPoints(delta).split(" ")[0]);
        const unit = 10 ** -(formatPoints(delta).split(" ")[0]!.split(".")[1]?.length ?? 0);
        shown.forEach((text, at) => {
          const value = text.includes("<") ? 0 : Number(text);
          expect(Math.abs(value - own[at]! * 100)).toBeLessThan(unit * (1 + 1e-6));
        });
        const sum = shown.reduce((sum, text) => sum + (text.includes("<") ? 0 : Number(text)), 0);
        expect(Math.abs(Math.abs(sum) - printed)).toBeLessThan(unit / 1000);
      }),
      { seed: 9, numRuns: 500 },
    );
  });

  test("evidence comes after the system", () => {
    const evidence = cause(-0.2, { ...FEWER_PAYMENTS, kind: "evidence" });
    const rows = systemFirst(causeRows([evidence, cause(-0.1)], -0.3));
    expect(rows.map(({ effect }) => effect)).toEqual(["−10.00", "−20.00"]);
  });
});
