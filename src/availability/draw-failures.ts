import type { Probability } from "../model/model.ts";
import { binaryDigits, nextUniform, nextWord, type Stream } from "./random.ts";
import { list, mark, ROW, type Rows, STATE_SHIFT, STATES, WORDS } from "./sampler-rows.ts";

/** Above this failure probability, 32 states at a time cost less than failures one by one. */
const SPARSE = 0.1;

/** How the failures of one event fall on the states of a block, each with one probability. */
export type Law =
  | { readonly kind: "always" }
  /** `tails[c]` = P(at least c + 1 of the block's states fail). */
  | { readonly kind: "few"; readonly tails: Float64Array }
  /** The binary digits of q. */
  | { readonly kind: "many"; readonly digits: Uint8Array };

export function lawOf(up: Probability): Law {
  if (up.p === 0 || up.q >= 1) return { kind: "always" };
  if (up.q > SPARSE) return { kind: "many", digits: binaryDigits(up.q) };
  return { kind: "few", tails: binomialTails(up, STATES) };
}

/**
 * P(N ≥ c), c from 1 on, of a binomial N, up to where a uniform number cannot fall below it. From the
 * mode outwards by ratios of neighbours, since (1 - q)^L is 0 in a double for many an L.
 */
export function binomialTails({ p, q }: Probability, trials: number): Float64Array {
  const mode = Math.floor((trials + 1) * q);
  const below = [1];
  for (let c = mode, term = 1; c > 0 && term > 2 ** -80; c--) {
    term *= (c / (trials - c + 1)) * (p / q);
    below.push(term);
  }
  const above: number[] = [];
  for (let c = mode, term = 1; c < trials && term > 2 ** -80; c++) {
    term *= ((trials - c) / (c + 1)) * (q / p);
    above.push(term);
  }
  const sums = new Float64Array(mode + above.length + 1);
  let sum = 0;
  for (let c = sums.length - 1; c >= 0; c--) {
    if (c > mode) sum += above[c - mode - 1]!;
    else if (mode - c < below.length) sum += below[mode - c]!;
    sums[c] = sum;
  }
  let size = 1;
  while (size < sums.length && sums[size]! / sum >= 2 ** -53) size++;
  const tails = sums.slice(1, size);
  for (let c = 0; c < tails.length; c++) tails[c]! /= sum;
  return tails;
}

/** Draw the failures of a row, which is clear. */
export function drawRow(law: Law, stream: Stream, rows: Rows, row: number): void {
  if (law.kind === "few") {
    scatter(countOf(law.tails, nextUniform(stream)), stream, rows, row);
    return;
  }
  const base = row * ROW;
  for (let word = 0; word < WORDS; word++) {
    rows.words[base + word] = law.kind === "always" ? -1 : staying(-1, law.digits, stream);
  }
  list(rows, row);
}

/** How many of the tails are above a uniform number: the inverse of the distribution. */
function countOf(tails: Float64Array, uniform: number): number {
  let low = 0;
  for (let high = tails.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (uniform < tails[middle]!) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** So many distinct states, any set as likely as any other: one that is taken is drawn again. */
function scatter(count: number, stream: Stream, { words, at, sizes }: Rows, row: number): void {
  const base = row * ROW;
  let size = 0;
  for (let left = count; left > 0; ) {
    const state = nextWord(stream) >>> STATE_SHIFT;
    const word = state >>> 5;
    const before = words[base + word]!;
    const after = before | (1 << state);
    if (after === before) continue;
    if (before === 0) at[base + size++] = word;
    words[base + word] = after;
    left--;
  }
  sizes[row] = size;
}

/** Of the failures of a row those that also befall a smaller probability, digits / 1 times as great. */
export function thinRow(
  digits: Uint8Array,
  stream: Stream,
  rows: Rows,
  from: number,
  to: number,
): void {
  const base = from * ROW;
  const end = base + rows.sizes[from]!;
  for (let place = base; place < end; place++) {
    const word = rows.at[place]!;
    mark(rows, to, word, staying(rows.words[base + word]!, digits, stream));
  }
}

/**
 * Of the bits of a word those whose uniform number is below the number with these binary digits.
 * Digit by digit, until every bit is told apart from it.
 */
function staying(word: number, digits: Uint8Array, stream: Stream): number {
  let undecided = word;
  let kept = 0;
  for (let digit = 0; digit < digits.length && undecided !== 0; digit++) {
    const random = nextWord(stream);
    if (digits[digit] === 1) {
      kept |= undecided & ~random;
      undecided &= random;
    } else {
      undecided &= ~random;
    }
  }
  return kept;
}
