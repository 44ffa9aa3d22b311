import type { Fact } from "./facts.ts";

/** Facts in parts that are switched together; what is in none has no effect, and is as at head. */
export type Units = readonly (readonly Fact[])[];

/**
 * What each unit moves when it is adopted first, and when it is last; up to `DUST` surely nothing. `null`: it is
 * not known.
 */
export type Weigh = (units: Units) => readonly number[] | null;

/** Facts up to which each is looked at by itself before they are counted with their service. */
const MOST_LOOKED_AT = 128;
/** Differences up to this are what rounding leaves. */
export const DUST = 1e-15;

/**
 * At most so many units: each fact by itself; else without those that have no effect; else those of one
 * service together; else the heaviest of these, and the rest as one.
 */
export function unitsOf(facts: readonly Fact[], most: number, weigh: Weigh): Units {
  const singly = facts.map((fact) => [fact]);
  if (facts.length <= most) return singly;
  const look = (units: Units): Weights | null => {
    const found = units.length > MOST_LOOKED_AT ? null : weigh(units);
    return found === null ? null : new Map(units.map((unit, at) => [unit, found[at]!]));
  };
  const known = look(singly);
  const effective = known === null ? singly : withEffect(singly, known, weigh);
  if (effective.length <= most) return effective;
  const groups = byGroup(effective, known);
  if (groups.length <= most) return groups;
  const heavy = look(groups);
  const ranked = groups.toSorted((a, b) => (heavy?.get(b) ?? 0) - (heavy?.get(a) ?? 0));
  return [...ranked.slice(0, most - 1), ranked.slice(most - 1).flat()];
}

type Weights = ReadonlyMap<readonly Fact[], number>;

/** All where those without effect had one together. */
function withEffect(units: Units, weights: Weights, weigh: Weigh): Units {
  const idle = new Set(units.filter((unit) => weights.get(unit)! <= DUST).flat());
  if (idle.size === 0) return units;
  const [together] = weigh([[...idle]]) ?? [];
  if (together === undefined || together > DUST) return units;
  return units.filter(([fact]) => !idle.has(fact!));
}

/** Of each group the facts, the heaviest first. */
function byGroup(units: Units, weights: Weights | null): Units {
  const groups = new Map<string, Fact[]>();
  const sorted = units.toSorted((a, b) => (weights?.get(b) ?? 0) - (weights?.get(a) ?? 0));
  for (const [fact] of sorted) {
    const known = groups.get(fact!.group);
    if (known === undefined) groups.set(fact!.group, [fact!]);
    else known.push(fact!);
  }
  return [...groups.values()];
}
