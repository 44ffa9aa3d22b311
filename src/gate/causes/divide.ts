import { type FactSet, feasibleOrders, type Orders, sharesOf, stuckTogether } from "./orders.ts";

/** What an endpoint's figure is when some facts are as at head and the others as at base. */
export type Game = {
  /** At most 16. */
  readonly facts: number;
  readonly isFeasible: (set: FactSet) => boolean;
  /** v(more) - v(less); the same for the same two. */
  readonly gain: (less: FactSet, more: FactSet) => number;
};

/** Facts that share an effect, for they cannot be told apart. */
export type Share = { readonly facts: FactSet; readonly effect: number };

/** Facts in parts that feasible orders, of which there is one at least, take one by one. */
export type Parting = {
  readonly parts: readonly FactSet[];
  /** Of the parts. */
  readonly orders: Orders;
};

/**
 * Divide v(all) - v(∅) over the facts: averaged over the feasible orders. Facts that no feasible order
 * takes one by one are taken together.
 */
export function divide({ facts, isFeasible, gain }: Game): readonly Share[] {
  const { parts, orders } = partingOf(facts, isFeasible);
  const joined = (set: FactSet) => unionOf(parts, set);
  const effects = sharesOf(orders, (less, more) => gain(joined(less), joined(more)));
  return parts.map((part, at) => ({ facts: part, effect: effects[at]! }));
}

/** Every fact by itself, if orders allow it. */
export function partingOf(facts: number, isFeasible: (set: FactSet) => boolean): Parting {
  let parts: readonly FactSet[] = Array.from({ length: facts }, (_, fact) => 1 << fact);
  for (;;) {
    const joined = (set: FactSet) => unionOf(parts, set);
    const isOpen = (set: FactSet) => isFeasible(joined(set));
    const orders = feasibleOrders(parts.length, isOpen);
    if (orders.total > 0) return { parts, orders };
    parts = stuckTogether(parts.length, isOpen).map(joined);
  }
}

/** The facts of a set of parts. */
export function unionOf(parts: readonly FactSet[], set: FactSet): FactSet {
  return parts.reduce((all, facts, at) => ((set >> at) & 1 ? all | facts : all), 0);
}
