import type { StudyConfig } from "./config.ts";
import type { Progress, Row, StudyResult } from "./row.ts";

/** Evaluate every scenario of a study: the same configuration gives the same rows on every machine. */
export function runStudy(_config: StudyConfig, _onProgress?: Progress): StudyResult {
  return { rows: [], scale: [] };
}

/** The exact figure that a row's Monte Carlo figure estimates. */
export function simulatedTarget({ exact, reference }: Row): number | null {
  return exact ?? reference;
}
