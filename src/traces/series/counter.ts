import type { Series } from "./series.ts";

/** When the metric of some series is first seen, and how long it takes from sample to sample. Seconds. */
export type Window = { readonly first: number; readonly step: number };

/** The window of series that were asked for together; the step is the least between two samples. */
export function windowOf(all: readonly Series[]): Window {
  let [first, step] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { times } of all) {
    for (const [i, time] of times.entries()) {
      if (time < first) first = time;
      if (i > 0 && time - times[i - 1]! < step) step = time - times[i - 1]!;
    }
  }
  return { first, step };
}

/** What a double counts one by one: beyond it nothing was counted. */
const MOST_COUNTED = Number.MAX_SAFE_INTEGER;

/**
 * By how much a counter grew, at least 0. A value below the one before it was counted from 0 anew, as
 * Prometheus' `increase` has it, but nothing is extrapolated. A counter that is first seen more than a step
 * and a half after the others began at 0 then: of `…_failed_total` the first failure would be lost else,
 * which is when the series comes into being. One sample alone is all that was ever counted. What is
 * no finite number is left out, as Prometheus does, and what can be no count is taken for the largest one.
 */
export function increaseOf(series: Series, { first, step }: Window): number {
  const counted = [...series.values.keys()].filter((i) => Number.isFinite(series.values[i]));
  if (counted.length === 0) return 0;
  const times = counted.map((i) => series.times[i]!);
  const values = counted.map((i) => Math.min(series.values[i]!, MOST_COUNTED));
  if (values.length === 1 && !(step < Number.POSITIVE_INFINITY)) return Math.max(0, values[0]!);
  const isNew = times[0]! > first + 1.5 * step;
  let sum = isNew ? Math.max(0, values[0]!) : 0;
  for (let i = 1; i < values.length; i++) {
    const [before, now] = [values[i - 1]!, values[i]!];
    sum += now >= before ? now - before : Math.max(0, now);
  }
  return sum;
}
