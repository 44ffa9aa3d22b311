import type { Estimate } from "../../availability/estimate.ts";
import { type Contrast, contrast, type Joint } from "../../availability/joint.ts";
import type { Subject } from "../../availability/subject.ts";
import type { GateRun } from "../engine.ts";
import type { Figure } from "./against.ts";
import type { Purse } from "./purse.ts";

/** States in which the endpoint is drawn as it is and at both ends of an assumption: at most, and at least. */
const MOST_STATES = 2 ** 17;
const LEAST_STATES = 2 ** 14;
/** The endpoint as it is, and both ends. */
const FIGURES = 3;
/** Of what one figure may cost: what it may take to find out whether it need be drawn. */
const SOLVING = 1 / 4;
/** Availabilities that differ by less do not. */
const SAME = 1e-12;

/** What the endpoint is at an end of an assumption; `unmoved`: what it is anyhow, in every state. */
export type DrawnEnd = Figure & { readonly isUnmoved: boolean };

/** The ends of one assumption; `null`: they were not drawn. */
export type DrawEnds = (ends: readonly Subject[]) => readonly DrawnEnd[] | null;

/**
 * Draws the ends of so many assumptions about a figure that is drawn or bounded. All of one assumption share
 * their states: what it moves stands out of a noise that moves both alike.
 *
 * @param estimate the figure as it was printed, from which the ends are reckoned
 * @param most assumptions
 * @returns for how many there is work, and who draws them
 */
export function drawingEnds(
  run: GateRun,
  subject: Subject,
  estimate: Estimate,
  purse: Purse,
  most: number,
): { readonly count: number; readonly draw: DrawEnds } {
  const none = { count: 0, draw: () => null };
  const { together, spent } = run.engine;
  if (together === undefined || spent === undefined || most === 0) return none;
  const share = purse.share();
  // Where everything costs as much as the least, as many as that allows; else all, each the more.
  const priceOf = (states: number, solving: number) =>
    FIGURES * spent(subject, { ...DRAWN, samples: states }, solving);
  const least = priceOf(LEAST_STATES, 0);
  const count = Math.min(most, Math.floor((share * (1 - SOLVING)) / least));
  if (count === 0) return none;
  const each = share / count;
  const solving = (SOLVING * each) / FIGURES;
  const fixed = priceOf(0, solving);
  const perState = (priceOf(LEAST_STATES, solving) - fixed) / LEAST_STATES;
  const paid = perState === 0 ? MOST_STATES : Math.floor((each - fixed) / perState);
  const states = Math.max(LEAST_STATES, Math.min(MOST_STATES, paid));
  const draw: DrawEnds = (ends) => {
    purse.pay(priceOf(states, solving));
    const options = { seed: run.options.seed, states, most: solving };
    const joint = together([subject, ...ends], options);
    return joint === null ? null : ends.map((_, at) => endOf(joint, at + 1, estimate));
  };
  return { count, draw };
}

const DRAWN: Estimate = { availability: 0, unavailability: 1, method: "monte-carlo" };

/**
 * The printed figure and what moves it, so that no noise of that figure counts as moved; but the end by itself
 * where that is the surer. Its interval has both in it.
 */
function endOf(joint: Joint, at: number, { availability }: Estimate): DrawnEnd {
  const factors = (own: number, head: number) =>
    joint.figures.map((_, figure) => (figure === at ? own : figure === 0 ? head : 0));
  const moved = contrast(joint, factors(1, -1));
  const alone = contrast(joint, factors(1, 0));
  const isSurer = widthOf(alone) < widthOf(moved);
  const value = within(isSurer ? alone.value : availability + moved.value);
  const [low, high] = alone.interval.map(within);
  return {
    availability: value,
    unavailability: 1 - value,
    interval: [Math.min(low!, value), Math.max(high!, value)],
    isUnmoved: moved.interval.every((end) => Math.abs(end) < SAME),
  };
}

function within(availability: number): number {
  return Math.min(1, Math.max(0, availability));
}

function widthOf({ interval: [low, high] }: Contrast): number {
  return high - low;
}
