import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countPatterns, tallyOf } from "../../src/availability/patterns.ts";
import { countWidePatterns } from "../../src/availability/wide-patterns.ts";

/** Words of so many subjects, of which neighbours mostly fail in the same states. */
const failures = (most: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: 3 }))
    .chain(([subjects, length]) => {
      const word = fc.oneof(fc.constantFrom(0, 0, -1, 1 << 31, 7), fc.integer());
      const words = fc.array(word, { minLength: length, maxLength: length });
      return fc.array(
        words.map((one) => Int32Array.from(one)),
        { minLength: subjects, maxLength: subjects },
      );
    });

const counts = (tallies: readonly { readonly value: number; readonly count: number }[]) =>
  new Map(tallies.map(({ value, count }) => [value, count]));

describe("patterns of many failing subjects", () => {
  it("come to what a sum over each state comes to", () => {
    fc.assert(
      fc.property(failures(90), (words) => {
        // Whole numbers, so that no order of adding rounds.
        const weights = words.map((_, k) => ((k * 37) % 101) - 50);
        const values = new Map<number, number>();
        for (let state = 0; state < 32 * words[0]!.length; state++) {
          const value = words.reduce(
            (sum, one, k) => sum + ((one[state >> 5]! >>> (state & 31)) & 1) * weights[k]!,
            0,
          );
          values.set(value, (values.get(value) ?? 0) + 1);
        }
        expect(counts(tallyOf(weights, countWidePatterns(words)))).toEqual(values);
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it("are those of few", () => {
    fc.assert(
      fc.property(failures(20), (words) => {
        const weights = words.map((_, k) => 2 ** k);
        const wide = countWidePatterns(words);
        expect(counts(tallyOf(weights, wide))).toEqual(
          counts(tallyOf(weights, countPatterns(words))),
        );
        expect([...wide.values()].sort()).toEqual([...countPatterns(words).values()].sort());
      }),
      { seed: 12, numRuns: 100 },
    );
  });

  it("of a subject without a weight counts for nothing", () => {
    const words = [Int32Array.of(3), Int32Array.of(5)];
    expect(counts(tallyOf([1], countWidePatterns(words)))).toEqual(
      new Map([
        [0, 30],
        [1, 2],
      ]),
    );
  });
});
