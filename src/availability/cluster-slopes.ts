import { placesIn } from "./bits.ts";
import type { Figures, Spread } from "./cluster.ts";

/** What a weighted sum over the sets of reached nodes owes to each node and link of a cycle: ∂/∂p. */
export type ClusterSlopes = {
  readonly nodes: Float64Array;
  readonly entering: Float64Array;
  readonly inside: readonly Float64Array[];
};

/** The slopes of Σ gain(T) · P(T is reached): back over the same sums as in `reachedSets` and `spreadOf`. */
export function clusterSlopes(figures: Figures, spread: Spread, gain: Float64Array): ClusterSlopes {
  const size = figures.nodes.length;
  const slopes: ClusterSlopes = {
    nodes: new Float64Array(size),
    entering: new Float64Array(size),
    inside: figures.inside.map(() => new Float64Array(size)),
  };
  const ofChance = new Float64Array(spread.chance.length);
  for (let set = 0; set < gain.length; set++) {
    if (gain[set] === 0) continue;
    const hits = slopesOfHits(figures, spread, set, gain[set]!, slopes, ofChance);
    slopesOfRest(figures, set, gain[set]! * hits, slopes);
  }
  slopesOfSpread(figures, spread, ofChance, slopes);
  return slopes;
}

/** P(T) = alone(T) · hits(T): the links from outside, and the spread within T. Returns hits(T). */
function slopesOfHits(
  { nodes, entering, inside }: Figures,
  { chance, ways }: Spread,
  set: number,
  gain: number,
  slopes: ClusterSlopes,
  ofChance: Float64Array,
): number {
  let alone = gain;
  for (let at = 0; at < nodes.length; at++) {
    const { p, q } = nodes[at]!;
    alone *= ((set >> at) & 1) === 1 ? p : q + p * missedBy(entering, inside, at, set);
  }
  const members = placesIn(set);
  const factors = new Float64Array(members.length);
  let hits = 0;
  for (let hit = set; ; hit = (hit - 1) & set) {
    const way = ways[hit]! + 2 * ways[set & ~hit]!;
    members.forEach((at, index) => {
      factors[index] = ((hit >> at) & 1) === 1 ? entering[at]!.p : entering[at]!.q;
    });
    const product = eachWithout(factors, (index, others) => {
      const at = members[index]!;
      const sign = ((hit >> at) & 1) === 1 ? 1 : -1;
      slopes.entering[at]! += sign * alone * chance[way]! * others;
    });
    hits += product * chance[way]!;
    ofChance[way]! += alone * product;
    if (hit === 0) return hits;
  }
}

/** What lives in T, and what is dead or missed outside of it. */
function slopesOfRest(
  { nodes, entering, inside }: Figures,
  set: number,
  gain: number,
  slopes: ClusterSlopes,
): void {
  const factors = Float64Array.from(nodes, ({ p, q }, at) =>
    ((set >> at) & 1) === 1 ? p : q + p * missedBy(entering, inside, at, set),
  );
  eachWithout(factors, (at, others) => {
    const slope = gain * others;
    if (((set >> at) & 1) === 1) {
      slopes.nodes[at]! += slope;
      return;
    }
    const { p } = nodes[at]!;
    const callers = placesIn(set).filter((from) => inside[at]![from] !== null);
    const links = Float64Array.from(
      [entering[at]!, ...callers.map((from) => inside[at]![from]!)],
      ({ q }) => q,
    );
    const missed = eachWithout(links, (link, rest) => {
      const into = link === 0 ? slopes.entering : slopes.inside[at]!;
      into[link === 0 ? at : callers[link - 1]!]! -= slope * p * rest;
    });
    slopes.nodes[at]! += slope * (missed - 1);
  });
}

function slopesOfSpread(
  { inside }: Figures,
  { chance, ways }: Spread,
  ofChance: Float64Array,
  slopes: ClusterSlopes,
): void {
  for (let all = ways.length - 1; all > 0; all--) {
    for (let from = (all - 1) & all; from !== 0; from = (from - 1) & all) {
      const rest = all & ~from;
      const slope = ofChance[ways[from]! + 2 * ways[rest]!]!;
      if (slope === 0) continue;
      const caller = 31 - Math.clz32(from & -from);
      const others = from & (from - 1);
      const called = placesIn(rest).filter((at) => inside[at]![caller] !== null);
      const most = called.reduce((sum, at) => sum | (1 << at), 0);
      const factors = new Float64Array(called.length);
      for (let hit = most; ; hit = (hit - 1) & most) {
        const way = ways[others | hit]! + 2 * ways[rest & ~hit]!;
        called.forEach((at, index) => {
          const { p, q } = inside[at]![caller]!;
          factors[index] = ((hit >> at) & 1) === 1 ? p : q;
        });
        const product = eachWithout(factors, (index, without) => {
          const at = called[index]!;
          const sign = ((hit >> at) & 1) === 1 ? 1 : -1;
          slopes.inside[at]![caller]! += sign * slope * chance[way]! * without;
        });
        ofChance[way]! += slope * product;
        if (hit === 0) break;
      }
    }
  }
}

function missedBy(
  entering: Figures["entering"],
  inside: Figures["inside"],
  at: number,
  set: number,
): number {
  let missed = entering[at]!.q;
  for (let left = set; left !== 0; left &= left - 1) {
    missed *= inside[at]![31 - Math.clz32(left & -left)]?.q ?? 1;
  }
  return missed;
}

/** Visit the product of all other factors at each; returns the product of all. No division. */
function eachWithout(
  factors: Float64Array,
  visit: (index: number, others: number) => void,
): number {
  let before = 1;
  for (let index = 0; index < factors.length; index++) {
    let others = before;
    for (let after = index + 1; after < factors.length; after++) others *= factors[after]!;
    visit(index, others);
    before *= factors[index]!;
  }
  return before;
}
