import type { Item } from "./layout.ts";
import type { ByTarget, Step, Work } from "./plan.ts";
import type { Slots } from "./slots.ts";

/** One outcome of a step: its weight, and what changes of the items written; `null` where the need fails. */
export type Outcome = { readonly code: number; readonly written: ReadonlyMap<Item, number> | null };

/** What the items read are worth in the pattern at hand; 0 of one that is not open yet. */
export type Values = (item: Item) => number;

/**
 * Lay out a step: list its transitions by the patterns of the bits that it reads, and give the bits of
 * what is read and not written to what is written anew.
 */
export function stepOf(
  slots: Slots,
  widthOf: (item: Item) => number,
  work: Work,
  read: readonly Item[],
  write: readonly Item[],
  outcomesOf: (value: Values, pattern: number) => readonly Outcome[],
): Step {
  const places = bitsOf(slots, read);
  const inBits = allBits(slots, read);
  const restBits = slots.inUse().filter((bit) => !inBits.includes(bit));
  for (const item of read) if (!write.includes(item)) slots.close(item);
  for (const item of write) {
    if (!slots.isOpen(item)) slots.open(item, widthOf(item));
  }
  const outBits = allBits(slots, write);
  const written = bitsOf(slots, write);
  const start: number[] = [];
  const target: number[] = [];
  const code: number[] = [];
  for (let pattern = 0; pattern < 2 ** inBits.length; pattern++) {
    start.push(target.length);
    const value = (item: Item) => {
      const bits = places.get(item);
      return bits === undefined ? 0 : gather(pattern, bits);
    };
    for (const outcome of outcomesOf(value, pattern)) {
      code.push(outcome.code);
      target.push(
        outcome.written === null ? 2 ** outBits.length : join(written, outcome.written, value),
      );
    }
  }
  start.push(target.length);
  return {
    work,
    inBits,
    outBits,
    restBits,
    inOffsets: offsetsOf(inBits),
    outOffsets: offsetsOf(outBits),
    start: Int32Array.from(start),
    target: Int32Array.from(target),
    code: Int32Array.from(code),
    weights: code.reduce((most, one) => Math.max(most, one + 1), 0),
    byTarget: byTarget(2 ** outBits.length + 1, start, target, code),
  };
}

export function offsetsOf(bits: readonly number[]): Int32Array {
  const offsets = new Int32Array(2 ** bits.length);
  bits.forEach((bit, at) => {
    for (let pattern = 2 ** at; pattern < 2 ** (at + 1); pattern++) {
      offsets[pattern] = offsets[pattern - 2 ** at]! + 2 ** bit;
    }
  });
  return offsets;
}

/** A counting sort. */
function byTarget(
  targets: number,
  start: readonly number[],
  target: readonly number[],
  code: readonly number[],
): ByTarget {
  const first = new Int32Array(targets + 1);
  for (const one of target) first[one + 1]!++;
  for (let one = 0; one < targets; one++) first[one + 1]! += first[one]!;
  const next = first.slice();
  const source = new Int32Array(target.length);
  const codes = new Int32Array(target.length);
  for (let from = 0; from + 1 < start.length; from++) {
    for (let at = start[from]!; at < start[from + 1]!; at++) {
      const place = next[target[at]!]!++;
      source[place] = from;
      codes[place] = code[at]!;
    }
  }
  return { start: first, source, code: codes };
}

function allBits(slots: Slots, items: readonly Item[]): readonly number[] {
  const bits: number[] = [];
  for (const item of items) bits.push(...slots.of(item));
  return bits;
}

/** Of items that are read: the positions of their bits in the pattern. */
export function bitsOf(slots: Slots, read: readonly Item[]): ReadonlyMap<Item, readonly number[]> {
  let next = 0;
  return new Map(read.map((item) => [item, slots.of(item).map(() => next++)]));
}

export function gather(pattern: number, bits: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < bits.length; at++) sum |= ((pattern >> bits[at]!) & 1) << at;
  return sum;
}

/** The pattern of the bits written, in the order of the items. */
function join(
  places: ReadonlyMap<Item, readonly number[]>,
  changed: ReadonlyMap<Item, number>,
  value: Values,
): number {
  let pattern = 0;
  for (const [item, [first = 0]] of places) {
    pattern |= (changed.get(item) ?? value(item)) << first;
  }
  return pattern;
}
