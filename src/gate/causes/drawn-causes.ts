import { contrast } from "../../availability/joint.ts";
import type { Subject } from "../../availability/subject.ts";
import type { GateRun } from "../engine.ts";
import type { Cause } from "../result.ts";
import { causesIn } from "./cause.ts";
import { divide, type Share } from "./divide.ts";
import type { Fact } from "./facts.ts";
import { type Board, boardOf } from "./game.ts";
import { byGroup, type Units, unitsOf } from "./gather.ts";
import { type Figure, type Mixture, type Mixtures, mixturesOf } from "./mixtures.ts";
import type { FactSet } from "./orders.ts";
import type { Sides } from "./sides.ts";

/** Facts that are told apart: as many mixtures of them are drawn side by side. */
const MOST_UNITS = 5;
/** States of each mixture. */
const STATES = 2 ** 17;
/** Of the delta: what draws may leave unexplained before nothing is told apart. */
const UNSURE = 0.5;

/**
 * Causes where mixtures have to be drawn or bounded: the same rule, over the same states for all mixtures. What is
 * left to the delta as it is printed, which was drawn by itself, is laid where the draws are the least sure: to
 * each cause by the square of the width of its interval (the least change, as in the adjustment of observations).
 *
 * @returns `null` where that costs more than there is, or where draws do not show it
 */
export function drawnCauses(
  run: GateRun,
  sides: Sides,
  facts: readonly Fact[],
  delta: number,
  work: number,
): readonly Cause[] | null {
  const { together, spent } = run.engine;
  if (together === undefined || spent === undefined) return null;
  const most = work / 2 ** (MOST_UNITS + 2);
  const estimate = { availability: 0, unavailability: 1, method: "monte-carlo", samples: STATES };
  const prices = [sides.base, sides.head].map((one) =>
    spent(one, { ...estimate, method: "monte-carlo" }, most),
  );
  const paid = work / Math.max(...prices);
  const units = Math.min(MOST_UNITS, Math.floor(Math.log2(paid)));
  if (units < 2) return null;
  const draw = (subjects: readonly Subject[]) =>
    together(subjects, { seed: run.options.seed, states: STATES, most });
  const mixtures = drawnMixtures(mixturesOf(run, sides, facts, 0), draw);
  const chosen = unitsWithin(facts, units, paid, mixtures);
  if (chosen === null || chosen.length < 2) return null;
  const shares = drawnShares(boardOf(mixtures, facts, chosen), chosen, draw);
  return shares === null ? null : adjusted(chosen, shares, delta);
}

/** Chosen by what each moves where that can be paid for, else those of one service together; `null`: too many. */
function unitsWithin(
  facts: readonly Fact[],
  most: number,
  paid: number,
  mixtures: Mixtures,
): Units | null {
  if (facts.length > most && 2 * facts.length + 2 > paid) {
    const singly = facts.map((fact) => [fact]);
    const groups = byGroup(singly, null);
    return groups.length <= most ? groups : null;
  }
  const ends = { base: mixtures.of(() => false).figure(), head: mixtures.of(() => true).figure() };
  return unitsOf(facts, most, mixtures, ends);
}

type Draw = (
  subjects: readonly Subject[],
) => ReturnType<NonNullable<GateRun["engine"]["together"]>>;

/** Mixtures whose figures are drawn, each by itself: enough to choose whom to tell apart. */
function drawnMixtures(mixtures: Mixtures, draw: Draw): Mixtures {
  return {
    ...mixtures,
    of: (isAdopted) => {
      const one = mixtures.of(isAdopted);
      return { ...one, figure: () => drawnFigure(one, draw) };
    },
  };
}

function drawnFigure({ subject }: Mixture, draw: Draw): Figure {
  const joint = subject === null ? null : draw([subject]);
  const availability = joint === null ? 0 : contrast(joint, [1]).value;
  return { availability, unavailability: 1 - availability };
}

type DrawnShare = Share & { readonly interval: readonly [number, number] };

/**
 * Every share is a sum of figures with factors of either sign. The factors of one figure are the shares where it
 * alone is 1 and all others are 0.
 */
function drawnShares(
  { whole, mixtureOf, isFeasible }: Board,
  units: Units,
  draw: Draw,
): readonly DrawnShare[] | null {
  const sets = Array.from({ length: whole + 1 }, (_, set) => set).filter(
    (set) => mixtureOf(set).subject !== null,
  );
  const joint = draw(sets.map((set) => mixtureOf(set).subject!));
  if (joint === null) return null;
  const sharesOf = (value: (set: FactSet) => number) =>
    divide({
      facts: units.length,
      isFeasible,
      gain: (less, more) => value(more) - value(less),
    });
  const factors = sets.map((own) => sharesOf((set) => (set === own ? 1 : 0)));
  return sharesOf(() => 0).map(({ facts }, at) => {
    const { value, interval } = contrast(
      joint,
      factors.map((shares) => shares[at]!.effect),
    );
    return { facts, effect: value, interval };
  });
}

/** So that they sum to the delta. */
function adjusted(
  units: Units,
  shares: readonly DrawnShare[],
  delta: number,
): readonly Cause[] | null {
  const missing = delta - shares.reduce((sum, { effect }) => sum + effect, 0);
  if (Math.abs(missing) > UNSURE * Math.abs(delta)) return null;
  const squares = shares.map(({ interval }) => (interval[1] - interval[0]) ** 2);
  // Where nothing was drawn, what bounds leave is laid by the size of the effects.
  const sure = squares.every((one) => one === 0);
  const weights = sure ? shares.map(({ effect }) => Math.abs(effect)) : squares;
  const all = weights.reduce((sum, one) => sum + one, 0);
  if (all === 0) return null;
  const moved = shares.map(({ facts, effect, interval }, at): Share & Pick<Cause, "interval"> => {
    const by = (missing * weights[at]!) / all;
    if (squares[at] === 0) return { facts, effect: effect + by };
    return { facts, effect: effect + by, interval: [interval[0] + by, interval[1] + by] };
  });
  return causesIn(units, moved);
}
