import type { Diagnostic } from "../../yaml/diagnostic.ts";

/** One time series of Prometheus: its samples in order of time. */
export type Series = {
  readonly name: string;
  /** Without `__name__`; an absent label reads as `""`, which is the same to Prometheus. */
  readonly labels: ReadonlyMap<string, string>;
  /** Seconds since the epoch, rising; `NaN` alone: a scrape that does not say when. */
  readonly times: readonly number[];
  readonly values: readonly number[];
};

export type SeriesReading = {
  readonly series: readonly Series[];
  /** An error: nothing of the file is read. */
  readonly diagnostics: readonly Diagnostic[];
};

/** The value of a label; `""` where it is absent. */
export function labelOf(series: Series, label: string): string {
  return series.labels.get(label) ?? "";
}

/** The last sample. */
export function lastOf({ times, values }: Series): {
  readonly time: number;
  readonly value: number;
} {
  return { time: times.at(-1)!, value: values.at(-1)! };
}

/** A series in progress, by its name and labels. */
export type SeriesTable = {
  readonly add: (
    name: string,
    labels: ReadonlyMap<string, string>,
    time: number,
    value: number,
  ) => void;
  readonly finish: () => readonly Series[];
};

/** Joins samples of the same name and labels, puts them in order, and keeps the last of one moment. */
export function openSeriesTable(): SeriesTable {
  const table = new Map<string, { series: Series; times: number[]; values: number[] }>();
  return {
    add: (name, labels, time, value) => {
      const key = keyOf(name, labels);
      let row = table.get(key);
      if (row === undefined) {
        const [times, values]: [number[], number[]] = [[], []];
        row = { series: { name, labels, times, values }, times, values };
        table.set(key, row);
      }
      row.times.push(time);
      row.values.push(value);
    },
    finish: () => [...table.values()].map(({ series }) => ordered(series)),
  };
}

/** Its samples by time, one a moment. */
export function ordered(series: Series): Series {
  const { times, values } = series;
  if (times.every((time, i) => i === 0 || times[i - 1]! < time)) return series;
  const order = times.map((_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);
  const kept = order.filter((index, i) => times[order[i + 1] ?? -1] !== times[index]);
  return { ...series, times: kept.map((i) => times[i]!), values: kept.map((i) => values[i]!) };
}

/**
 * Series of several files as one each: the same name and labels are one history, whose moments count once.
 * Of scrapes that do not say when they were, the last is taken; `repeated` are how many others there were.
 */
export function joinSeries(all: readonly Series[]): {
  readonly series: readonly Series[];
  readonly repeated: number;
} {
  const groups = new Map<string, Series[]>();
  for (const one of all) {
    const key = keyOf(one.name, one.labels);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  let repeated = 0;
  const series = [...groups.values()].map((group) => {
    const dated = group.filter(({ times }) => !Number.isNaN(times[0]!));
    if (dated.length === 0) {
      repeated += group.length - 1;
      return group.at(-1)!;
    }
    repeated += group.length - dated.length;
    if (dated.length === 1) return dated[0]!;
    const times = dated.flatMap((one) => one.times);
    return ordered({ ...dated[0]!, times, values: dated.flatMap((one) => one.values) });
  });
  return { series, repeated };
}

function keyOf(name: string, labels: ReadonlyMap<string, string>): string {
  return JSON.stringify([name, ...[...labels].sort(([a], [b]) => (a < b ? -1 : 1))]);
}
