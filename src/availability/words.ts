import type { Program } from "./program.ts";

/*
 * States of a system 32 at a time: bit b of a component's word is its state in the b-th of them.
 */

/** Eq. (12, 13): the least fixed point. Links stand in reverse postorder, so one pass mostly does. */
export function spread(
  { from, to }: Program,
  live: Int32Array,
  up: Int32Array,
  reached: Int32Array,
): void {
  reached.fill(0);
  reached[0] = live[0]!;
  for (let changed = true; changed; ) {
    changed = false;
    for (let link = 0; link < up.length; link++) {
      const target = to[link]!;
      const gained = reached[from[link]!]! & up[link]! & live[target]! & ~reached[target]!;
      if (gained === 0) continue;
      reached[target]! |= gained;
      changed = true;
    }
  }
}

/** Of each gate, where at least 0, 1, …, k of its inputs hold. */
export type Counters = readonly Int32Array[];

export function countersFor({ gates }: Program): Counters {
  return gates.map(({ k }) => new Int32Array(k + 1));
}

function supply(counter: Int32Array, word: number): void {
  for (let j = counter.length - 1; j > 0; j--) counter[j]! |= counter[j - 1]! & word;
}

/** Where the top gate holds. */
export function gateWord(
  { gates, gatesOfService, gatesOfLink, from, to }: Program,
  live: Int32Array,
  up: Int32Array,
  reached: Int32Array,
  counters: Counters,
): number {
  for (const counter of counters) {
    counter.fill(0);
    counter[0] = -1;
  }
  for (let service = 0; service < live.length; service++) {
    for (const gate of gatesOfService[service]!) supply(counters[gate]!, reached[service]!);
  }
  for (let link = 0; link < up.length; link++) {
    for (const gate of gatesOfLink[link]!) {
      supply(counters[gate]!, reached[from[link]!]! & up[link]! & live[to[link]!]!);
    }
  }
  for (let gate = gates.length - 1; gate > 0; gate--) {
    supply(counters[gates[gate]!.parent]!, counters[gate]!.at(-1)!);
  }
  return counters[0]!.at(-1)!;
}
