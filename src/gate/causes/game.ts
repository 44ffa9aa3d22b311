import type { Fact } from "./facts.ts";
import type { Units } from "./gather.ts";
import type { Mixture, Mixtures } from "./mixtures.ts";
import type { FactSet } from "./orders.ts";

/** Of the share of a mixture that holds: what rounding leaves. */
const ROUNDING = 1e-9;

/** The mixtures of units, by which of them are as at head, and which of them can work at all. */
export type Board = {
  readonly whole: FactSet;
  readonly mixtureOf: (set: FactSet) => Mixture;
  readonly isFeasible: (set: FactSet) => boolean;
};

/** @param facts of which those in no unit are as at head */
export function boardOf(mixtures: Mixtures, facts: readonly Fact[], units: Units): Board {
  const idle = new Set(facts);
  for (const fact of units.flat()) idle.delete(fact);
  const whole = 2 ** units.length - 1;
  const known = new Map<FactSet, Mixture>();
  const mixtureOf = (set: FactSet): Mixture => {
    const before = known.get(set);
    if (before !== undefined) return before;
    const adopted = new Set(units.flatMap((unit, at) => ((set >> at) & 1 ? unit : [])));
    const one = mixtures.of((fact) => adopted.has(fact) || idle.has(fact));
    known.set(set, one);
    return one;
  };
  const least = Math.max(mixtureOf(0).allUp, mixtureOf(whole).allUp) - ROUNDING;
  return { whole, mixtureOf, isFeasible: (set) => mixtureOf(set).allUp >= least };
}
