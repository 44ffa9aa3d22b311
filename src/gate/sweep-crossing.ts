import type { Probability } from "../model/model.ts";
import type { Crossing, SweepFigure, SweepPoint } from "./sweep.ts";
import { levelAt } from "./sweep-figures.ts";

/** Halvings of a bracket: to the last digit of a double; where each figure is dear, to a millionth. */
const FINE = 60;
const COARSE = 20;

export type CrossingQuestion = {
  /** From a level of 100% down to 0%. */
  readonly points: readonly SweepPoint[];
  readonly slo: Probability;
  readonly at: (up: Probability) => SweepFigure;
  /** One state alone takes the level: then U is affine in it, whatever else the system is. */
  readonly isAffine: boolean;
  /** The figures are exact and fall. */
  readonly steady: boolean;
  readonly fine: boolean;
};

/** The lowest level at which the SLO is kept, all being kept above it. */
export function crossingOf(question: CrossingQuestion): Crossing {
  const { points, slo, at, isAffine, steady, fine } = question;
  const keeps = ({ unavailability }: SweepFigure) => unavailability <= slo.q;
  const best = points[0]!;
  const worst = points.at(-1)!;
  if (!steady) return { kind: "unknown" };
  if (!keeps(best)) return { kind: "never" };
  if (keeps(worst)) return { kind: "always" };
  if (isAffine) {
    // U(q) = U(0) + q(U(1) - U(0)).
    const failing = (slo.q - best.unavailability) / (worst.unavailability - best.unavailability);
    return told(failing);
  }
  const first = points.findIndex((point) => !keeps(point));
  let low = points[first - 1]!.failing;
  let high = points[first]!.failing;
  for (let step = 0; step < (fine ? FINE : COARSE); step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (keeps(at(levelAt(middle)))) low = middle;
    else high = middle;
  }
  return told(low);
}

function told(failing: number): Crossing {
  return { kind: "at", level: 1 - failing, failing };
}
