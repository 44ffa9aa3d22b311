import { keyOf, newStream, nextWord, openStream, type Stream } from "./random.ts";
import { DIMENSIONS } from "./sobol-directions.ts";

/** Points of a sequence: 2^LEVELS. */
const LEVELS = 10;
export const POINTS = 2 ** LEVELS;

/**
 * One coordinate of 1,024 points of a Sobol sequence, scrambled: of the first 2^k each
 * interval [i/2^k, (i+1)/2^k) has one. By a random linear map of the digits and a shift (Matoušek, 1998,
 * "On the L2-discrepancy for anchored boxes"), drawn by seed and name: whoever asks for the same dimension
 * by the same name gets the same points.
 *
 * @param dimension from 0. Those beyond the table have polynomials of degree 10 or more, of which so few
 *   points show the initial numbers alone; these are free, and drawn too
 */
export function scrambledCoordinate(dimension: number, seed: number, name: string): Float64Array {
  const stream = newStream();
  openStream(stream, keyOf(seed, name), 0, 0);
  const rows = Array.from({ length: 32 }, (_, row) => maskOf(row, nextWord(stream)));
  const columns = columnsOf(dimension, stream).map((column) => scrambled(column, rows));
  const shift = nextWord(stream);
  return Float64Array.from({ length: POINTS }, (_, point) => {
    let digits = shift;
    for (let level = 0; level < LEVELS; level++) {
      if (((point >> level) & 1) === 1) digits ^= columns[level]!;
    }
    return ((digits >>> 0) + 0.5) / 2 ** 32;
  });
}

/** Direction numbers as binary digits after the point, the first digit the sign bit of a word. */
function columnsOf(dimension: number, stream: Stream): readonly number[] {
  const numbers = directionNumbers(dimension) ?? drawn(stream);
  return numbers.map((number, level) => number << (31 - level));
}

/** m_1 to m_10 of a dimension; `null` beyond the table. */
export function directionNumbers(dimension: number): readonly number[] | null {
  if (dimension === 0) return Array.from({ length: LEVELS }, () => 1);
  const known = DIMENSIONS[dimension - 1];
  return known === undefined ? null : extended(known.polynomial, known.initial);
}

/** m_i = 2a_1 m_{i-1} ⊕ 2²a_2 m_{i-2} ⊕ … ⊕ 2^s m_{i-s} ⊕ m_{i-s}, Bratley and Fox (1988), Algorithm 659. */
function extended(polynomial: number, initial: readonly number[]): readonly number[] {
  const numbers = initial.slice(0, LEVELS);
  const degree = initial.length;
  for (let at = numbers.length; at < LEVELS; at++) {
    let next = numbers[at - degree]! ^ (numbers[at - degree]! << degree);
    for (let back = 1; back < degree; back++) {
      if (((polynomial >> (degree - back)) & 1) === 1) next ^= numbers[at - back]! << back;
    }
    numbers.push(next);
  }
  return numbers;
}

function drawn(stream: Stream): readonly number[] {
  return Array.from({ length: LEVELS }, (_, level) => {
    const below = (1 << level) - 1;
    return ((nextWord(stream) & below) << 1) | 1;
  });
}

/** A row of a lower triangular matrix: any digits before this one, this one, and none behind. */
function maskOf(row: number, random: number): number {
  const own = 1 << (31 - row);
  const before = row === 0 ? 0 : -1 << (32 - row);
  return (random & before) | own;
}

function scrambled(column: number, rows: readonly number[]): number {
  return rows.reduce((digits, row, at) => digits | (parity(column & row) << (31 - at)), 0);
}

function parity(word: number): number {
  let folded = word ^ (word >>> 16);
  folded ^= folded >>> 8;
  folded ^= folded >>> 4;
  folded ^= folded >>> 2;
  return (folded ^ (folded >>> 1)) & 1;
}
