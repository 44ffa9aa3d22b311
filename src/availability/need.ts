import type { NetworkNeed } from "./network.ts";

/** A monotone formula over leaves of any kind: a leaf, or a gate that holds when k of its inputs do. */
export type Formula<Leaf> = Leaf | Gate<Leaf>;
type Gate<Leaf> = {
  readonly kind: "atLeast";
  readonly k: number;
  readonly of: readonly Formula<Leaf>[];
};

type Kind = { readonly kind: string };

/** Replace each leaf by a formula or by its truth, and drop what that settles. */
export function mapLeaves<From extends Kind, To extends Kind>(
  need: Formula<From>,
  replace: (leaf: From) => Formula<To> | boolean,
): Formula<To> | boolean {
  if (!isGate<From>(need)) return replace(need);
  let { k } = need;
  const open: Formula<To>[] = [];
  for (const input of need.of) {
    const mapped = mapLeaves(input, replace);
    if (mapped === true) k--;
    else if (mapped !== false) open.push(mapped);
  }
  if (k <= 0) return true;
  if (k > open.length) return false;
  return open.length === 1 ? open[0]! : { kind: "atLeast", k, of: open };
}

function isGate<Leaf extends Kind>(need: Formula<Leaf>): need is Gate<Leaf> {
  return need.kind === "atLeast";
}

/** Every leaf, as often as it is named. */
export function forEachLeaf<Leaf extends Kind>(
  need: Formula<Leaf>,
  visit: (leaf: Leaf) => void,
): void {
  if (isGate<Leaf>(need)) for (const input of need.of) forEachLeaf(input, visit);
  else visit(need);
}

/** The needs of which every one must hold: a conjunction taken apart. */
export function conjuncts(need: NetworkNeed): readonly NetworkNeed[] {
  if (need.kind !== "atLeast" || need.k < need.of.length) return [need];
  return need.of.flatMap(conjuncts);
}

export function allOf(of: readonly NetworkNeed[]): NetworkNeed {
  return of.length === 1 ? of[0]! : { kind: "atLeast", k: of.length, of };
}
