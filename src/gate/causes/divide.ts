import { type FactSet, feasibleOrders, sharesOf, stuckTogether } from "./orders.ts";

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

/**
 * Divide v(all) - v(∅) over the facts: averaged over the feasible orders. Facts that no feasible order
 * takes one by one are taken together.
 */
export function divide(game: Game): readonly Share[] {
  let units: readonly FactSet[] = Array.from({ length: game.facts }, (_, fact) => 1 << fact);
  for (;;) {
    const joined = (set: FactSet) => unionOf(units, set);
    const isFeasible = (set: FactSet) => game.isFeasible(joined(set));
    const orders = feasibleOrders(units.length, isFeasible);
    if (orders.total > 0) {
      const effects = sharesOf(orders, (less, more) => game.gain(joined(less), joined(more)));
      return units.map((facts, at) => ({ facts, effect: effects[at]! }));
    }
    units = stuckTogether(units.length, isFeasible).map(joined);
  }
}

function unionOf(units: readonly FactSet[], set: FactSet): FactSet {
  return units.reduce((all, facts, at) => ((set >> at) & 1 ? all | facts : all), 0);
}
