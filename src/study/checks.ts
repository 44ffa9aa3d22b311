import { chanceOfMisses } from "./cells.ts";
import type { Row, StudyResult } from "./row.ts";
import { simulatedTarget } from "./run.ts";
import type { Table2Row } from "./table2.ts";
import { TITLES } from "./titles.ts";

/** What a study is held to, each figure counted. */
export type Checks = {
  /** Rows that have a closed form. */
  readonly closedForms: number;
  /** The largest distance of an engine's figure from its closed form. */
  readonly furthest: number;
  readonly cells: number;
  /** Simulated cells whose 99.9% interval misses the exact figure. */
  readonly missed: number;
  /** Figures that the paper prints for a system of this study, and how many of ours agree. */
  readonly published: number;
  readonly agreeing: number;
  /** What does not hold, a line each; empty where the study stands. */
  readonly faults: readonly string[];
};

/** Differences up to this are zero (contract §2). */
const ZERO = 1e-12;

/** Rarer misses than this are no chance: one study in a million. */
const RARE = 1e-6;

/** Hold every figure against what is known of it otherwise. */
export function checkStudy(result: StudyResult, table: readonly Table2Row[]): Checks {
  const rows = [...result.rows, ...result.scale];
  const distances = rows.map((row) => ({ row, distance: distanceOf(row) }));
  const known = distances.filter(({ distance }) => distance !== null);
  const figures = table.flatMap(({ family, figures: own }) =>
    own.filter(({ agrees }) => agrees !== null).map((figure) => ({ family, figure })),
  );
  const cells = table.reduce((sum, one) => sum + (one.cells?.cells ?? 0), 0);
  const missed = cells - table.reduce((sum, one) => sum + (one.cells?.insideWide ?? 0), 0);
  const wrong = figures.filter(({ figure }) => figure.agrees === false);
  return {
    closedForms: known.length,
    furthest: known.reduce((most, { distance }) => Math.max(most, distance ?? 0), 0),
    cells,
    missed,
    published: figures.length,
    agreeing: figures.length - wrong.length,
    faults: [
      ...known
        .filter(({ distance }) => !((distance ?? 0) <= ZERO))
        .map(({ row }) => `${TITLES[row.family]}, ${row.scenario}: not what its closed form says`),
      ...wrong.map(
        ({ family, figure }) => `${TITLES[family]}, ${figure.name}: not what the paper prints`,
      ),
      ...(chanceOfMisses(missed, cells) < RARE
        ? [
            `${missed} of ${cells} simulated cells miss their 99.9% interval: more than chance allows`,
          ]
        : []),
    ],
  };
}

/** How far the engine is from the closed form; `null` where the row has not both. */
function distanceOf(row: Row): number | null {
  const figure = simulatedTarget(row);
  return row.closedForm === null || figure === null ? null : Math.abs(figure - row.closedForm);
}
