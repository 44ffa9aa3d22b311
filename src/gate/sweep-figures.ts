import type { Endpoint, Model, Probability } from "../model/model.ts";
import type { GateRun } from "./engine.ts";
import type { SweepFigure } from "./sweep.ts";

/** Of one decade, as people write them: 99.9%, 99.85%, 99.8%, 99.7%, 99.5%, 99.3%. */
const STEPS = [1, 1.5, 2, 3, 5, 7] as const;

/** The best level below 100% is six nines. */
const DECADES = 6;

/** Transitions of one figure up to which a curve is drawn finely, and beyond which none is exact. */
const CHEAP = 1e6;
const DEAR = 2e7;

/** Figures of one endpoint in variants of its model: prepared once, and evaluated for each. */
export type FiguresOver = {
  readonly of: (variant: Model) => SweepFigure;
  /** How often what is swept fails, from 0 to 1. */
  readonly levels: readonly number[];
  readonly isCheap: boolean;
  /** Whether all figures asked for so far are. */
  readonly isExact: () => boolean;
};

/** @param model its variants have the same services, dependencies and members in the same order */
export function figuresOver(run: GateRun, model: Model, endpoint: Endpoint): FiguresOver {
  const { engine, options } = run;
  const like = { model, endpoint, fault: null };
  const isCheap = (engine.price?.(like) ?? 0) <= CHEAP;
  let exact = true;
  return {
    of: (variant) => {
      const subject = { model: variant, endpoint, fault: null };
      const alike = engine.alike?.(subject, like, DEAR) ?? null;
      if (alike !== null) return clamped(alike);
      const { estimate } = engine.estimate(subject, options, []);
      if (estimate.method !== "exact") exact = false;
      return clamped(estimate);
    },
    levels: levelsOf(isCheap ? STEPS : [1]),
    isCheap,
    isExact: () => exact,
  };
}

function clamped({ availability, unavailability }: SweepFigure): SweepFigure {
  return {
    availability: Math.min(1, availability),
    unavailability: Math.min(1, unavailability),
  };
}

function levelsOf(steps: readonly number[]): readonly number[] {
  const levels = [0];
  for (let decade = DECADES; decade > 0; decade--) {
    // A quotient of whole numbers is the double nearest to what is written.
    for (const step of steps) levels.push((step * 10) / 10 ** (decade + 1));
  }
  return [...levels, 1];
}

export function levelAt(failing: number): Probability {
  return { p: 1 - failing, q: failing };
}
