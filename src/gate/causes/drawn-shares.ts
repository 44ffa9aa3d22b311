import { contrast, type Joint } from "../../availability/joint.ts";
import { partingOf, type Share, unionOf } from "./divide.ts";
import { isStanding, type Standing } from "./drawn-work.ts";
import type { Board } from "./game.ts";
import { type FactSet, type Step, stepsOf } from "./orders.ts";

/** An effect, and its 95% interval. */
export type DrawnShare = Share & { readonly interval: readonly [number, number] };

/** What there is to draw for the shares of units: the sets that lie on feasible orders, and what counts how. */
export type Drawing = {
  /** Facts that share an effect. */
  readonly parts: readonly FactSet[];
  /** Of all sets that are not down anyhow. */
  readonly mixtures: readonly Standing[];
  /** Of each part, in order: what the availability of each of the mixtures counts. */
  readonly factors: readonly (readonly number[])[];
};

/**
 * φ_i = Σ w (v(S∪i) - v(S)) is one sum of figures with factors of either sign. The w of a part sum to one: so
 * its interval is about as wide as that of a difference of two figures, however many there are.
 */
export function drawingOf({ mixtureOf, isFeasible }: Board, units: number): Drawing {
  const { parts, orders } = partingOf(units, isFeasible);
  const steps = stepsOf(orders).map((step) => ({
    ...step,
    less: unionOf(parts, step.less),
    more: unionOf(parts, step.more),
  }));
  const passed = new Set(steps.flatMap(({ less, more }) => [less, more]));
  const standing = new Map<FactSet, Standing>();
  for (const set of [...passed].sort((a, b) => a - b)) {
    const mixture = mixtureOf(set);
    if (isStanding(mixture)) standing.set(set, mixture);
  }
  const factors = factorsOf(steps, parts.length, [...standing.keys()]);
  return { parts, mixtures: [...standing.values()], factors };
}

function factorsOf(
  steps: readonly Step[],
  parts: number,
  sets: readonly FactSet[],
): readonly (readonly number[])[] {
  const placeOf = new Map(sets.map((set, place) => [set, place]));
  const factors = Array.from({ length: parts }, () => sets.map(() => 0));
  for (const { fact, less, more, weight } of steps) {
    const own = factors[fact]!;
    const [from, to] = [placeOf.get(less), placeOf.get(more)];
    if (from !== undefined) own[from]! -= weight;
    if (to !== undefined) own[to]! += weight;
  }
  return factors;
}

/** The shares, from figures of the sets in the same states. */
export function drawnShares({ parts, factors }: Drawing, joint: Joint): readonly DrawnShare[] {
  return parts.map((facts, at) => {
    const { value, interval } = contrast(joint, factors[at]!);
    return { facts, effect: value, interval };
  });
}
