import type { StudyConfig } from "../study/config.ts";
import { cellsOf } from "../study/config-families.ts";
import type { Figure } from "../study/figure.ts";
import { openFigureThread } from "../study/figure-apart.ts";
import type { Progress, StudyResult } from "../study/row.ts";
import { runStudy } from "../study/run.ts";
import { TITLES } from "../study/titles.ts";
import { progressBar } from "./progress.ts";

export type Pictured = {
  readonly result: StudyResult;
  /** Figure 1, on its way; `null` where the study has no family to draw. */
  readonly drawing: Promise<Figure | null> | null;
};

/**
 * Runs a study, while Figure 1 is drawn beside its Monte Carlo: what is drawn is computed first. Every cell
 * draws from the study's seed and its own name, so that this moves no figure.
 *
 * @param erases whether a progress bar may be shown on a terminal
 */
export function runWithPicture(config: StudyConfig, erases: boolean): Pictured {
  const bar = progressBar(process.stderr, erases);
  const total = config.families.reduce((sum, one) => sum + cellsOf(one).rows, 0);
  const mapped = config.families.filter(({ family }) => family === "sensitivity");
  const others = config.families.filter((one) => !mapped.includes(one));
  const showFrom =
    (before: number): Progress =>
    (done, _, family) =>
      bar.show(before + done, total, TITLES[family]);
  const thread = mapped.length === 0 ? null : openFigureThread();
  try {
    const first = runStudy({ ...config, families: mapped }, showFrom(0));
    const drawing = thread?.draw(first.rows) ?? null;
    const second = runStudy({ ...config, families: others }, showFrom(first.rows.length));
    const place = new Map(config.families.map(({ family }, at) => [family, at]));
    const rows = [...first.rows, ...second.rows].toSorted(
      (one, other) => (place.get(one.family) ?? 0) - (place.get(other.family) ?? 0),
    );
    return { result: { rows, scale: second.scale }, drawing };
  } catch (error) {
    thread?.close();
    throw error;
  } finally {
    bar.clear();
  }
}
