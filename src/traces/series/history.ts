/** How many of the replicas that there should be were up, time after time. */
export type History = {
  readonly service: string;
  readonly namespace: string;
  /** `null`: replicas are counted and not told apart. */
  readonly instance: string | null;
  readonly from: HistorySource;
  /** Seconds since the epoch, rising; `NaN` alone: a scrape that does not say when. */
  readonly times: readonly number[];
  /** At most `of` at each time. */
  readonly up: readonly number[];
  readonly of: readonly number[];
};

/** Most trusted first: what a service's θ is taken from is the first that is there. */
export const HISTORY_SOURCES = ["replicas", "readiness", "up", "probe", "restarts"] as const;

export type HistorySource = (typeof HISTORY_SOURCES)[number];

/**
 * Whether one sample follows another without a hole: the usual distance, and a scrape more that was
 * missed, for `step` the median distance of the history.
 */
export function follows(before: number, after: number, step: number): boolean {
  return after - before <= 2.5 * step;
}

/** The median distance between samples, in seconds; 0 where there are less than two. */
export function stepOf(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  gaps.sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? 0;
}
