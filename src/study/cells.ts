import { proportionInterval } from "../availability/interval.ts";
import { groupedBy } from "./group.ts";
import type { FamilyName, Row, Simulated } from "./row.ts";
import { simulatedTarget } from "./run.ts";

/** The simulated cells of one family, beside the exact figures that they estimate. */
export type CellSummary = {
  readonly family: FamilyName;
  readonly cells: number;
  /** States a cell. */
  readonly samples: number;
  /** Cells whose interval, at the study's own confidence, holds the exact figure. */
  readonly inside: number;
  /** The same of the 99.9% interval. */
  readonly insideWide: number;
  readonly largestError: number;
  /** Half of the widest interval at the study's own confidence. */
  readonly widestHalf: number;
};

/** Of the interval whose misses count as a finding against the study. */
const WIDE_ALPHA = 0.001;

/** What a Monte Carlo figure is held to: the engine's, or where that was not asked for, the closed form. */
function truthOf(row: Row): number | null {
  return simulatedTarget(row) ?? row.closedForm;
}

/** How far a row's Monte Carlo figure is from the exact one; `null` where nothing was simulated. */
export function errorOf(row: Row): number | null {
  const target = truthOf(row);
  if (row.simulated === null || target === null) return null;
  return Math.abs(row.simulated.estimate - target);
}

/** Half of a row's interval. */
export function halfWidth({ simulated }: Row): number | null {
  return simulated === null ? null : (simulated.interval[1] - simulated.interval[0]) / 2;
}

/** One summary for each family that was simulated, in the order of the rows. */
export function summariseCells(rows: readonly Row[]): readonly CellSummary[] {
  const simulated = rows.filter((row) => errorOf(row) !== null);
  return [...groupedBy(simulated, ({ family }) => family)].map(([family, cells]) => ({
    family,
    cells: cells.length,
    samples: cells[0]?.simulated?.samples ?? 0,
    inside: cells.filter((row) => holds(row, (one) => one.interval)).length,
    insideWide: cells.filter((row) => holds(row, wideInterval)).length,
    largestError: Math.max(...cells.map((row) => errorOf(row) ?? 0)),
    widestHalf: Math.max(...cells.map((row) => halfWidth(row) ?? 0)),
  }));
}

function holds(row: Row, intervalOf: (simulated: Simulated) => readonly [number, number]): boolean {
  const target = truthOf(row);
  if (row.simulated === null || target === null) return true;
  const [low, high] = intervalOf(row.simulated);
  return low <= target && target <= high;
}

function wideInterval({ estimate, samples }: Simulated): readonly [number, number] {
  return proportionInterval(Math.round(estimate * samples), samples, WIDE_ALPHA);
}

/**
 * The probability that so many of the cells, or more, miss their 99.9% interval by chance alone:
 * P(X ≥ missed) of a binomial X.
 */
export function chanceOfMisses(missed: number, cells: number): number {
  if (missed === 0) return 1;
  // From P(X = 0) upwards; each term from the one before it.
  let term = 1;
  for (let cell = 0; cell < cells; cell++) term *= 1 - WIDE_ALPHA;
  let sum = 0;
  for (let seen = 0; seen <= cells; seen++) {
    if (seen >= missed) sum += term;
    term *= ((cells - seen) / (seen + 1)) * (WIDE_ALPHA / (1 - WIDE_ALPHA));
  }
  return sum;
}
