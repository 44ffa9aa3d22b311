import type { Fact } from "./facts.ts";
import { type Figure, gainBetween, type Mixtures } from "./mixtures.ts";

/** Facts in parts that are switched together; what is in none has no effect, and is as at head. */
export type Units = readonly (readonly Fact[])[];

/** Facts up to which each is looked at by itself before they are counted with their service. */
const MOST_LOOKED_AT = 128;
/** Differences up to this are what rounding leaves. */
export const DUST = 1e-15;

/**
 * At most so many units: each fact by itself; else without those that have no effect; else those of one
 * service together; else the heaviest of these, and the rest as one.
 */
export function unitsOf(
  facts: readonly Fact[],
  most: number,
  mixtures: Mixtures,
  ends: { readonly base: Figure; readonly head: Figure },
): Units {
  const singly = facts.map((fact) => [fact]);
  if (facts.length <= most) return singly;
  const weigh = (units: Units) => (units.length > MOST_LOOKED_AT ? null : weights(units));
  const weights = (units: Units): ReadonlyMap<readonly Fact[], number> =>
    new Map(units.map((unit) => [unit, weightOf(unit, mixtures, ends)]));
  const known = weigh(singly);
  const effective = known === null ? singly : withEffect(singly, known, mixtures, ends);
  if (effective.length <= most) return effective;
  const groups = byGroup(effective, known);
  if (groups.length <= most) return groups;
  const heavy = weigh(groups);
  const ranked = groups.toSorted((a, b) => (heavy?.get(b) ?? 0) - (heavy?.get(a) ?? 0));
  return [...ranked.slice(0, most - 1), ranked.slice(most - 1).flat()];
}

/** What a unit moves when it is adopted first, and when it is last. */
function weightOf(
  unit: readonly Fact[],
  mixtures: Mixtures,
  { base, head }: { readonly base: Figure; readonly head: Figure },
): number {
  const first = mixtures.of((fact) => unit.includes(fact)).figure();
  const without = mixtures.of((fact) => !unit.includes(fact)).figure();
  return Math.abs(gainBetween(base, first)) + Math.abs(gainBetween(without, head));
}

/** All where those without effect had one together. */
function withEffect(
  units: Units,
  weights: ReadonlyMap<readonly Fact[], number>,
  mixtures: Mixtures,
  { base }: { readonly base: Figure },
): Units {
  const idle = new Set(units.filter((unit) => weights.get(unit)! <= DUST).flat());
  if (idle.size === 0) return units;
  const together = mixtures.of((fact) => idle.has(fact)).figure();
  if (Math.abs(gainBetween(base, together)) > DUST) return units;
  return units.filter(([fact]) => !idle.has(fact!));
}

/** Of each group the facts, the heaviest first. */
export function byGroup(units: Units, weights: ReadonlyMap<readonly Fact[], number> | null): Units {
  const groups = new Map<string, Fact[]>();
  const sorted = units.toSorted((a, b) => (weights?.get(b) ?? 0) - (weights?.get(a) ?? 0));
  for (const [fact] of sorted) {
    const known = groups.get(fact!.group);
    if (known === undefined) groups.set(fact!.group, [fact!]);
    else known.push(fact!);
  }
  return [...groups.values()];
}
