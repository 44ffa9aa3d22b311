import type { Probability } from "../model/model.ts";
import type { Crossing, SweepPoint } from "./sweep.ts";
import { bracketOf } from "./sweep-bracket.ts";
import { levelAt, type Standing } from "./sweep-figures.ts";

/** Halvings of a bracket: to the last digit of a double; where each figure is dear, to a millionth. */
const FINE = 60;
const COARSE = 20;

export type CrossingQuestion = {
  /** From a level of 100% down to 0%. */
  readonly points: readonly (SweepPoint & Pick<Standing, "stand">)[];
  readonly slo: Probability;
  readonly at: (up: Probability) => Standing;
  /** One state alone takes the level: then U is affine in it, whatever else the system is. */
  readonly isAffine: boolean;
  /** Whether the figures fall: of exact ones, if they do not no level can be told. */
  readonly steady: boolean;
  readonly fine: boolean;
};

/** The lowest level at which the SLO is kept, all being kept above it; or between which levels it lies. */
export function crossingOf(question: CrossingQuestion): Crossing {
  const { points, slo, at, isAffine, steady, fine } = question;
  const best = points[0]!;
  const worst = points.at(-1)!;
  const isExact = points.every(({ interval }) => interval === undefined);
  if (isExact && !steady) return { kind: "unknown" };
  const isLine = isAffine && best.interval === undefined && worst.interval === undefined;
  if (!isExact && !isLine) return bracketOf(points, (failing) => at(levelAt(failing)).stand);
  if (best.stand !== "keeps") return { kind: "never" };
  if (worst.stand === "keeps") return { kind: "always" };
  if (isLine) {
    // U(q) = U(0) + q(U(1) - U(0)).
    const failing = (slo.q - best.unavailability) / (worst.unavailability - best.unavailability);
    return told(failing);
  }
  const first = points.findIndex(({ stand }) => stand !== "keeps");
  let low = points[first - 1]!.failing;
  let high = points[first]!.failing;
  for (let step = 0; step < (fine ? FINE : COARSE); step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (at(levelAt(middle)).stand === "keeps") low = middle;
    else high = middle;
  }
  return told(low);
}

function told(failing: number): Crossing {
  return { kind: "at", level: 1 - failing, failing };
}
