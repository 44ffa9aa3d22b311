/** Words of a row; a state is a bit. A power of two, so that the top bits of a random word place a failure. */
export const WORDS = 256;
export const STATES = 32 * WORDS;
/** From one row to the next. Longer than a row by a line, so that equal words of rows do not share a cache set. */
export const ROW = WORDS + 16;
/** Takes a random word to a state of the block. */
export const STATE_SHIFT = 32 - 13;

/**
 * Rows of a block's states, a bit set where something fails. Failures are rare: of each row stands
 * also which words are not zero, in `at[row · ROW …]`, `sizes[row]` of them in any order.
 */
export type Rows = {
  readonly words: Int32Array;
  readonly at: Uint16Array;
  readonly sizes: Int32Array;
};

export function newRows(count: number): Rows {
  return {
    words: new Int32Array(count * ROW),
    at: new Uint16Array(count * ROW),
    sizes: new Int32Array(count),
  };
}

export function clearRows({ words, at, sizes }: Rows): void {
  for (let row = 0; row < sizes.length; row++) {
    const base = row * ROW;
    const end = base + sizes[row]!;
    for (let place = base; place < end; place++) words[base + at[place]!] = 0;
    sizes[row] = 0;
  }
}

/** Add failures of the states of one word; `bits` may be zero. */
export function mark({ words, at, sizes }: Rows, row: number, word: number, bits: number): void {
  if (bits === 0) return;
  const base = row * ROW;
  const before = words[base + word]!;
  if (before === 0) at[base + sizes[row]!++] = word;
  words[base + word] = before | bits;
}

/** Add all failures of another row. */
export function markRow(rows: Rows, row: number, from: Rows, source: number): void {
  const base = source * ROW;
  const end = base + from.sizes[source]!;
  for (let place = base; place < end; place++) {
    const word = from.at[place]!;
    mark(rows, row, word, from.words[base + word]!);
  }
}

/** List the words of a row that was written outright; without a branch, which would be guessed wrong. */
export function list({ words, at, sizes }: Rows, row: number): void {
  const base = row * ROW;
  let size = 0;
  for (let word = 0; word < WORDS; word++) {
    const bits = words[base + word]!;
    at[base + size] = word;
    size += (bits | (0 - bits)) >>> 31;
  }
  sizes[row] = size;
}
