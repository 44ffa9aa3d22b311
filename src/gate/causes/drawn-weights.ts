import type { DrawnFigure } from "../../availability/drawn-figure.ts";
import { contrast, type Joint } from "../../availability/joint.ts";
import { type Bench, isStanding } from "./drawn-work.ts";
import type { Fact } from "./facts.ts";
import { DUST, type Units, type Weigh } from "./gather.ts";
import type { Mixtures } from "./mixtures.ts";

/** Enough to tell the heavy from the light. */
const STATES = 2 ** 15;

/**
 * Weighs units by what they move in the same drawn states. That draws did not see one move anything does not
 * show that it does not: it weighs nothing only where the figures are the same by what they are made of.
 *
 * @param allowed transitions for all that are weighed at once; what was weighed before is remembered
 */
export function drawnWeights(
  mixtures: Mixtures,
  facts: readonly Fact[],
  bench: Bench,
  allowed: number,
): Weigh {
  const places = new Map(facts.map((fact, place) => [fact, place]));
  const known = new Map<string, readonly number[] | null>();
  return (units) => {
    const key = units.map((unit) => unit.map((fact) => places.get(fact)).join("+")).join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = weighed(mixtures, units, bench, Math.min(allowed, bench.left()));
    known.set(key, found);
    return found;
  };
}

function weighed(
  mixtures: Mixtures,
  units: Units,
  bench: Bench,
  allowed: number,
): readonly number[] | null {
  if (!bench.mixes(2 * units.length + 2, allowed)) return null;
  const all = [
    mixtures.of(() => false),
    mixtures.of(() => true),
    ...units.map((unit) => mixtures.of((fact) => unit.includes(fact))),
    ...units.map((unit) => mixtures.of((fact) => !unit.includes(fact))),
  ];
  const standing = all.filter(isStanding);
  const joint = bench.draw(standing, STATES, allowed);
  if (joint === null) return null;
  const placeOf = new Map<unknown, number>(standing.map((one, place) => [one, place]));
  const moved = (less: number, more: number) =>
    between(joint, placeOf.get(all[less]) ?? null, placeOf.get(all[more]) ?? null);
  return units.map((_, at) => moved(0, 2 + at) + moved(2 + units.length + at, 1));
}

/** |v(more) - v(less)|; `null`: one that is down. */
function between(joint: Joint, less: number | null, more: number | null): number {
  const { figures } = joint;
  const [from, to] = [less, more].map((at) => (at === null ? DOWN : figures[at]!));
  if (isSame(from!, to!)) return 0;
  const factors = figures.map((_, at) => Number(at === more) - Number(at === less));
  return Math.max(2 * DUST, Math.abs(contrast(joint, factors).value));
}

const DOWN: DrawnFigure = { known: { low: 1, high: 1 }, weights: [], within: { low: 1, high: 1 } };

/** Whether two figures are made of the same: what was worked out, and what was drawn. */
function isSame(one: DrawnFigure, other: DrawnFigure): boolean {
  const length = Math.max(one.weights.length, other.weights.length);
  return (
    one.known.low === other.known.low &&
    one.known.high === other.known.high &&
    Array.from({ length }, (_, at) => at).every(
      (at) => (one.weights[at] ?? 0) === (other.weights[at] ?? 0),
    )
  );
}
