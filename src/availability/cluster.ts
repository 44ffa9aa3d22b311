import type { Probability } from "../model/model.ts";

/** A cycle in one situation. */
export type Figures = {
  readonly nodes: readonly Probability[];
  /** By node: that one of the links from outside is up. */
  readonly entering: readonly Probability[];
  /** By node and caller: that one of the links is up; `null` where there is none. */
  readonly inside: readonly (readonly (Probability | null)[])[];
};

/** P that all of a set is reached over links within it, from a part of it: by `ways[from] + 2 · ways[rest]`. */
export type Spread = { readonly chance: Float64Array; readonly ways: Int32Array };

/**
 * From the nodes F of a set all others T are reached: the lowest of F calls, some N of T are hit, and
 * the rest of F with N has to reach T without N. Each pair (F, T) once, a set after all within it.
 */
export function spreadOf(inside: Figures["inside"]): Spread {
  const size = inside.length;
  const ways = new Int32Array(2 ** size);
  for (let set = 1; set < ways.length; set++) {
    const low = 31 - Math.clz32(set & -set);
    ways[set] = ways[set & (set - 1)]! + 3 ** low;
  }
  // Where nothing is left to be reached it is certain, and from nothing nothing is reached.
  const chance = new Float64Array(3 ** size);
  chance[0] = 1;
  for (let all = 1; all < ways.length; all++) {
    for (let from = all; from !== 0; from = (from - 1) & all) {
      const rest = all & ~from;
      chance[ways[from]! + 2 * ways[rest]!] = callOf(inside, { chance, ways }, from, rest);
    }
  }
  return { chance, ways };
}

function callOf(
  inside: Figures["inside"],
  { chance, ways }: Spread,
  from: number,
  rest: number,
): number {
  const caller = 31 - Math.clz32(from & -from);
  const others = from & (from - 1);
  let called = 0;
  for (let at = 0; at < inside.length; at++) {
    if (((rest >> at) & 1) === 1 && (inside[at]![caller]?.p ?? 0) > 0) called |= 1 << at;
  }
  let sum = 0;
  for (let hit = called; ; hit = (hit - 1) & called) {
    let weight = chance[ways[others | hit]! + 2 * ways[rest & ~hit]!]!;
    for (let left = called; left !== 0 && weight !== 0; left &= left - 1) {
      const at = 31 - Math.clz32(left & -left);
      const { p, q } = inside[at]![caller]!;
      weight *= ((hit >> at) & 1) === 1 ? p : q;
    }
    sum += weight;
    if (hit === 0) return sum;
  }
}

/** By set of nodes: P that it is exactly what is reached. */
export function reachedSets(
  { nodes, entering, inside }: Figures,
  { chance, ways }: Spread,
): Float64Array {
  const found = new Float64Array(2 ** nodes.length);
  for (let set = 0; set < found.length; set++) {
    let weight = 1;
    for (let at = 0; at < nodes.length && weight !== 0; at++) {
      const node = nodes[at]!;
      if (((set >> at) & 1) === 1) {
        weight *= node.p;
        continue;
      }
      let missed = entering[at]!.q;
      for (let left = set; left !== 0; left &= left - 1) {
        missed *= inside[at]![31 - Math.clz32(left & -left)]?.q ?? 1;
      }
      weight *= node.q + node.p * missed;
    }
    if (weight === 0) continue;
    let hits = 0;
    for (let hit = set; ; hit = (hit - 1) & set) {
      let one = chance[ways[hit]! + 2 * ways[set & ~hit]!]!;
      for (let left = set; left !== 0 && one !== 0; left &= left - 1) {
        const at = 31 - Math.clz32(left & -left);
        one *= ((hit >> at) & 1) === 1 ? entering[at]!.p : entering[at]!.q;
      }
      hits += one;
      if (hit === 0) break;
    }
    found[set] = weight * hits;
  }
  return found;
}
