import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addPatterns, countPatterns, tallyOf } from "../../src/availability/patterns.ts";

/** State by state and bit by bit. */
function countedOneByOne(failures: readonly Int32Array[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (let state = 0; state < 32 * failures[0]!.length; state++) {
    const pattern = failures.reduce((sum, words, subject) => {
      return ((words[Math.floor(state / 32)]! >>> (state % 32)) & 1) === 1
        ? sum + 2 ** subject
        : sum;
    }, 0);
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return counts;
}

const sorted = (patterns: Iterable<readonly [number, number]>) =>
  [...patterns].sort(([one], [other]) => one - other);

const failures = fc
  .tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 4 }))
  .chain(([subjects, length]) => {
    const word = fc.oneof(fc.constantFrom(0, -1), fc.integer());
    const words = fc.array(word, { minLength: length, maxLength: length });
    return fc.array(
      words.map((one) => Int32Array.from(one)),
      { minLength: subjects, maxLength: subjects },
    );
  });

describe("patterns of failing subjects", () => {
  it("are counted as they would be one by one", () => {
    fc.assert(
      fc.property(failures, (words) => {
        expect(sorted(countPatterns(words))).toEqual(sorted(countedOneByOne(words)));
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it("of many subjects are told apart", () => {
    const words = Array.from({ length: 50 }, (_, subject) => Int32Array.of(1 << (subject % 32)));
    expect(sorted(countPatterns(words))).toEqual(sorted(countedOneByOne(words)));
    expect(countPatterns(words).get(2 ** 49 + 2 ** 17)).toBe(1);
  });

  it("add up over blocks", () => {
    fc.assert(
      fc.property(failures, (words) => {
        const parts = words[0]!.length;
        const blocks = Array.from({ length: parts }, (_, at) =>
          countPatterns(words.map((one) => one.slice(at, at + 1))),
        );
        expect(sorted(blocks.reduce(addPatterns))).toEqual(sorted(countPatterns(words)));
      }),
      { seed: 6, numRuns: 100 },
    );
  });

  it("come to a value by the weights of those that fail", () => {
    const patterns = new Map([
      [0, 900],
      [1, 50],
      [2, 30],
      [3, 15],
      [4, 5],
    ]);
    const tallies = tallyOf([0.25, 0.5], patterns);
    // A subject without a weight counts for nothing; so states of the third count as those of none.
    expect(tallies).toEqual([
      { value: 0, count: 905 },
      { value: 0.25, count: 50 },
      { value: 0.5, count: 30 },
      { value: 0.75, count: 15 },
    ]);
    expect(tallyOf([-1, 1], patterns)).toEqual([
      { value: 0, count: 920 },
      { value: -1, count: 50 },
      { value: 1, count: 30 },
    ]);
  });
});
