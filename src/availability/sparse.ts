import type { Plan, Step } from "./plan.ts";
import type { Run } from "./run.ts";
import { weigh } from "./weigh.ts";

/** What is known of a figure for sure: A ≥ p, U ≥ q, and p + q + dropped = 1. */
export type Bounds = { readonly p: number; readonly q: number; readonly dropped: number };

export type Thrift = {
  /** States of less mass than this are dropped. */
  readonly least: number;
  /** So many states are kept at the most: beyond, the lightest are dropped. */
  readonly most: number;
};

/**
 * T2: the same program as T1 over those states only that have mass. What is dropped is neither up nor
 * down: the answer is between p and p + dropped.
 */
export function runSparse(plan: Plan, run: Run, thrift: Thrift): Bounds {
  const words = Math.max(1, Math.ceil(plan.bits / 32));
  let now = newStates(words);
  let next = newStates(words);
  const empty = new Int32Array(words);
  add(now, empty, 1);
  let failed = 0;
  let dropped = 0;
  for (const step of plan.steps) {
    reset(next);
    failed += advance(step, run, now, next);
    [now, next] = [next, now];
    dropped += drop(now, thrift);
  }
  let held = 0;
  for (let at = 0; at < now.count; at++) held += now.mass[at]!;
  return { p: held, q: failed, dropped };
}

/** States by key, a few words each, with their mass; and where to find them by the hash of the key. */
type States = {
  readonly words: number;
  count: number;
  keys: Int32Array;
  mass: Float64Array;
  /** Index + 1, by hash; 0 where there is none. */
  places: Int32Array;
};

const FIRST_ROOM = 64;

function newStates(words: number): States {
  return {
    words,
    count: 0,
    keys: new Int32Array(FIRST_ROOM * words),
    mass: new Float64Array(FIRST_ROOM),
    places: new Int32Array(2 * FIRST_ROOM),
  };
}

function reset(states: States): void {
  states.places.fill(0);
  states.count = 0;
}

function add(states: States, key: Int32Array, mass: number): void {
  const { words, keys, places } = states;
  let slot = hashOf(key, 0, words) & (places.length - 1);
  for (let found = places[slot]!; found !== 0; found = places[slot]!) {
    const from = (found - 1) * words;
    let at = 0;
    while (at < words && keys[from + at] === key[at]) at++;
    if (at === words) {
      states.mass[found - 1]! += mass;
      return;
    }
    slot = (slot + 1) & (places.length - 1);
  }
  if (states.count === states.mass.length) {
    grow(states);
    add(states, key, mass);
    return;
  }
  const from = states.count * words;
  for (let at = 0; at < words; at++) keys[from + at] = key[at]!;
  states.mass[states.count++] = mass;
  places[slot] = states.count;
}

/** Multiplicative mixing as in Murmur3 (Appleby, public domain). */
function hashOf(keys: Int32Array, from: number, words: number): number {
  let hash = 0x2f4a3b1d;
  for (let at = 0; at < words; at++) {
    hash = Math.imul(hash ^ keys[from + at]!, 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

function grow(states: States): void {
  const { keys, mass } = states;
  states.keys = new Int32Array(2 * keys.length);
  states.keys.set(keys);
  states.mass = new Float64Array(2 * mass.length);
  states.mass.set(mass);
  states.places = new Int32Array(4 * mass.length);
  rehash(states);
}

function rehash({ words, count, keys, places }: States): void {
  places.fill(0);
  for (let index = 0; index < count; index++) {
    let slot = hashOf(keys, index * words, words) & (places.length - 1);
    while (places[slot] !== 0) slot = (slot + 1) & (places.length - 1);
    places[slot] = index + 1;
  }
}

/** One step from one set of states to the other. Returns the mass that fails in it. */
function advance(step: Step, run: Run, now: States, next: States): number {
  const { inBits, outBits, start, target, code } = step;
  const { words, keys } = now;
  const weights = new Float64Array(step.weights);
  weigh(step, run, weights);
  const fails = 2 ** outBits.length;
  const cleared = new Int32Array(words).fill(-1);
  for (const bit of inBits) cleared[bit >> 5]! &= ~(1 << (bit & 31));
  const written = masksOf(outBits, words);
  const key = new Int32Array(words);
  let failed = 0;
  for (let index = 0; index < now.count; index++) {
    const from = index * words;
    let pattern = 0;
    for (let at = 0; at < inBits.length; at++) {
      const bit = inBits[at]!;
      pattern |= ((keys[from + (bit >> 5)]! >>> (bit & 31)) & 1) << at;
    }
    const mass = now.mass[index]!;
    for (let to = start[pattern]!; to < start[pattern + 1]!; to++) {
      const part = mass * weights[code[to]!]!;
      if (part === 0) continue;
      const goal = target[to]!;
      if (goal === fails) {
        failed += part;
        continue;
      }
      for (let at = 0; at < words; at++) {
        key[at] = (keys[from + at]! & cleared[at]!) | written[goal * words + at]!;
      }
      add(next, key, part);
    }
  }
  return failed;
}

/** Of each pattern: its bits in place. */
function masksOf(bits: readonly number[], words: number): Int32Array {
  const masks = new Int32Array(2 ** bits.length * words);
  bits.forEach((bit, at) => {
    for (let pattern = 2 ** at; pattern < 2 ** (at + 1); pattern++) {
      for (let word = 0; word < words; word++) {
        masks[pattern * words + word] = masks[(pattern - 2 ** at) * words + word]!;
      }
      masks[pattern * words + (bit >> 5)]! |= 1 << (bit & 31);
    }
  });
  return masks;
}

/** Drop what is too light; and, of too many, the lightest. Returns the mass that is gone. */
function drop(states: States, { least, most }: Thrift): number {
  let limit = least;
  if (states.count > most) limit = Math.max(least, limitFor(states, most));
  if (limit <= 0) return 0;
  const { words, keys, mass } = states;
  let dropped = 0;
  let kept = 0;
  for (let index = 0; index < states.count; index++) {
    const one = mass[index]!;
    if (one < limit) {
      dropped += one;
      continue;
    }
    if (kept !== index) {
      mass[kept] = one;
      keys.copyWithin(kept * words, index * words, (index + 1) * words);
    }
    kept++;
  }
  states.count = kept;
  return dropped;
}

/** A mass that at most so many states reach: the least of the heaviest. */
function limitFor({ mass, count }: States, most: number): number {
  const sorted = mass.slice(0, count).sort();
  const limit = sorted[count - most]!;
  // Of states of equal mass none may be preferred to another: all go.
  return sorted[count - most - 1] === limit ? limit * (1 + 2 ** -52) : limit;
}
