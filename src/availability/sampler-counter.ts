import { ROW, type Rows, WORDS } from "./sampler-rows.ts";

/**
 * Counts of failures in every state at once, in binary: plane b holds bit b of the counts. They start
 * at 2^planes - threshold, so that the carry out of the last plane tells that the threshold is reached.
 */
export type Counter = {
  readonly threshold: number;
  readonly planes: Int32Array;
  readonly reached: Int32Array;
};

/** `threshold` is at least 1. */
export function newCounter(threshold: number): Counter {
  let planes = 0;
  while (2 ** planes < threshold) planes++;
  return {
    threshold,
    planes: new Int32Array(planes * WORDS),
    reached: new Int32Array(WORDS),
  };
}

export function resetCounter({ threshold, planes, reached }: Counter): void {
  const count = planes.length / WORDS;
  for (let plane = 0; plane < count; plane++) {
    const start = 2 ** count - threshold;
    planes.fill(-((start >>> plane) & 1), plane * WORDS, (plane + 1) * WORDS);
  }
  reached.fill(0);
}

export function countWord({ planes, reached }: Counter, word: number, bits: number): void {
  let carry = bits;
  for (let place = word; place < planes.length && carry !== 0; place += WORDS) {
    const before = planes[place]!;
    planes[place] = before ^ carry;
    carry &= before;
  }
  reached[word]! |= carry;
}

/** Count the failures of a row. */
export function countRow(counter: Counter, { words, at, sizes }: Rows, row: number): void {
  const base = row * ROW;
  const end = base + sizes[row]!;
  for (let place = base; place < end; place++) {
    const word = at[place]!;
    countWord(counter, word, words[base + word]!);
  }
}
