import type { GateRun } from "../engine.ts";
import type { Cause } from "../result.ts";
import { causesIn } from "./cause.ts";
import type { Share } from "./divide.ts";
import { type DrawnShare, drawingOf, drawnShares } from "./drawn-shares.ts";
import { drawnWeights } from "./drawn-weights.ts";
import { type Bench, benchOf } from "./drawn-work.ts";
import type { Fact } from "./facts.ts";
import { boardOf } from "./game.ts";
import { type Units, unitsOf } from "./gather.ts";
import { type Mixtures, mixturesOf } from "./mixtures.ts";
import type { Sides } from "./sides.ts";

/** Facts that are told apart, as of exact figures; and where so many show nothing, or are too dear. */
const MOST_UNITS = 10;
const FEW_UNITS = 5;
/** Of the work that is left: what more than a few may take. */
const MANY = 3 / 4;
/** Of all work: what it may take to weigh facts, which are too many. */
const WEIGHING = 1 / 8;
/** States, at most. */
const STATES = 2 ** 17;
/** Of the delta: what draws may leave unexplained before nothing is told apart. */
const UNSURE = 0.5;

/**
 * Causes where mixtures have to be drawn or bounded: the same rule, over the same states for all mixtures. What is
 * left to the delta as it is printed, which was drawn by itself, is laid where the draws are the least sure: to
 * each cause by the square of the width of its interval (the least change, as in the adjustment of observations).
 *
 * @param work transitions that it may cost
 * @returns `null` where that costs more than there is, or where draws do not show it
 */
export function drawnCauses(
  run: GateRun,
  sides: Sides,
  facts: readonly Fact[],
  delta: number,
  work: number,
): readonly Cause[] | null {
  const bench = benchOf(run, sides, work);
  if (bench === null) return null;
  const mixtures = mixturesOf(run, sides, facts, 0);
  const weigh = drawnWeights(mixtures, facts, bench, WEIGHING * work);
  const causesOf = (most: number, least: number, part: number): readonly Cause[] | null => {
    for (let units = Math.min(most, facts.length); units >= least; units--) {
      const chosen = unitsOf(facts, units, weigh);
      if (chosen.length < 2) return null;
      const shares = sharesOf(bench, mixtures, facts, chosen, part * bench.left());
      if (shares !== null) return adjusted(chosen, shares, delta);
      units = Math.min(units, chosen.length);
    }
    return null;
  };
  return causesOf(MOST_UNITS, FEW_UNITS + 1, MANY) ?? causesOf(FEW_UNITS, 2, 1);
}

/** @returns `null` where these are too many for what is allowed */
function sharesOf(
  bench: Bench,
  mixtures: Mixtures,
  facts: readonly Fact[],
  units: Units,
  allowed: number,
): readonly DrawnShare[] | null {
  if (!bench.mixes(2 ** units.length, allowed)) return null;
  const board = boardOf(mixtures, facts, units);
  const drawing = drawingOf(board, units.length);
  const joint = bench.draw(drawing.mixtures, STATES, allowed);
  return joint === null ? null : drawnShares(drawing, joint);
}

/** So that they sum to the delta; `null` where draws do not even show of one whether it helped or harmed. */
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
  return moved.every(isOpen) ? null : causesIn(units, moved);
}

/** Whether it may have helped as well as harmed. */
function isOpen({
  effect,
  interval: [low, high] = [effect, effect],
}: Pick<Cause, "effect" | "interval">) {
  return low <= 0 && high >= 0;
}
