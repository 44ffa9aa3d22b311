import { bitCount } from "./bits.ts";
import type { Tally } from "./mean-interval.ts";
import { valueInWide, type WidePatterns } from "./wide-patterns.ts";

/**
 * How many drawn states had each pattern of failing subjects: the sum of 2^k over the subjects k that
 * failed. Up to 53 subjects; beyond, see `WidePatterns`.
 */
export type Patterns = ReadonlyMap<number, number>;

/** So many subjects and fewer are counted in an array with a place for every pattern. */
const DENSE = 12;

/** Of failure words, as many for each subject; one bit a state, and every bit counts. */
export function countPatterns(failures: readonly Int32Array[]): Patterns {
  if (failures.length > DENSE) return countRarePatterns(failures);
  const counts = new Int32Array(1 << failures.length);
  const length = failures[0]?.length ?? 0;
  for (let at = 0; at < length; at++) countWord(failures, at, 0, -1, 0, counts);
  const patterns = new Map<number, number>();
  counts.forEach((count, pattern) => {
    if (count > 0) patterns.set(pattern, count);
  });
  return patterns;
}

/** Part the states of `word` by whether a subject fails, then by the next, while there are any. */
function countWord(
  failures: readonly Int32Array[],
  at: number,
  subject: number,
  word: number,
  pattern: number,
  counts: Int32Array,
): void {
  if (subject === failures.length) {
    counts[pattern]! += bitCount(word);
    return;
  }
  const failing = word & failures[subject]![at]!;
  const next = subject + 1;
  if (failing !== 0) countWord(failures, at, next, failing, pattern | (1 << subject), counts);
  if (failing !== word) countWord(failures, at, next, word ^ failing, pattern, counts);
}

/** State by state, where there are too many patterns for a place each. */
function countRarePatterns(failures: readonly Int32Array[]): Patterns {
  const patterns = new Map<number, number>();
  const length = failures[0]?.length ?? 0;
  for (let state = 0; state < 32 * length; state++) {
    let pattern = 0;
    for (let subject = failures.length - 1; subject >= 0; subject--) {
      pattern = 2 * pattern + ((failures[subject]![state >> 5]! >>> (state & 31)) & 1);
    }
    patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
  }
  return patterns;
}

export function addPatterns<Pattern extends number | string>(
  one: ReadonlyMap<Pattern, number>,
  other: ReadonlyMap<Pattern, number>,
): ReadonlyMap<Pattern, number> {
  const sums = new Map(one);
  for (const [pattern, count] of other) sums.set(pattern, (sums.get(pattern) ?? 0) + count);
  return sums;
}

/** Of Σ weights[k] over the failing subjects k, one tally for each value. */
export function tallyOf(
  weights: readonly number[],
  patterns: Patterns | WidePatterns,
): readonly Tally[] {
  const counts = new Map<number, number>();
  for (const [pattern, count] of patterns) {
    const value =
      typeof pattern === "number" ? valueIn(weights, pattern) : valueInWide(weights, pattern);
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}

function valueIn(weights: readonly number[], pattern: number): number {
  let value = 0;
  let left = pattern;
  for (const weight of weights) {
    if (left % 2 === 1) value += weight;
    left = Math.floor(left / 2);
  }
  return value;
}
