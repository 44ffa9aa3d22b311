import type { AskOptions } from "../availability/estimate.ts";
import { MOST_TRANSITIONS } from "../availability/solve.ts";
import type { Subject } from "../availability/subject.ts";
import type { GateRun } from "./engine.ts";
import { patienceOf } from "./ration.ts";

/** Transitions that all figures of one answer may cost where they are not exact: some seconds. */
const WORK = 1e9;
/** What bounds it and what draws it cost a figure, in what `most` stands for. */
const SHARES = 3;

/**
 * With what each of several figures of one endpoint is to be asked for: where an exact one is in reach with as
 * much work as it takes, else with its share. Work is counted, not timed, so that every machine does the same.
 *
 * @param figures at least 1
 */
export function sharedAmong(
  { engine, options }: GateRun,
  subject: Subject,
  figures: number,
): AskOptions {
  const price = engine.price?.(subject) ?? 0;
  if (price <= MOST_TRANSITIONS) return options;
  return { ...options, most: (WORK * patienceOf(options)) / SHARES / figures };
}
