import { INSTANCE_RANKS } from "./emitter.ts";

/** R of one service, as its spans tell it. */
export type Instances = {
  readonly alive: number | null;
  readonly ever: number;
};

/** What is known of one instance: which attribute named it, and when spans of it began, in µs. */
export type Presence = {
  readonly instance: string;
  readonly rank: number;
  readonly spans: number;
  /** `null`: no span of it tells a time. */
  readonly first: number | null;
  readonly last: number | null;
};

/** An instance may be idle for so long between two spans; most are heard of far more often. In µs. */
export const WINDOW = 5 * 60 * 1_000_000;

/**
 * How many instances a service has: those seen within one window of five minutes, which is the median
 * over all windows from the first to the last span, weighted by time; what is shorter than two windows
 * is one, and windows that see none are left out. A window around a deploy sees the
 * old ones and the new ones; the median passes over it as long as deploys take less than half of the
 * time. An instance counts in all windows between its first and its last span.
 *
 * Attributes of different ranks may name one instance twice: those of the rank that most spans tell count.
 */
export function countInstances(presences: readonly Presence[]): Instances {
  const rank = likeliestRank(presences);
  const counted = presences.filter((presence) => presence.rank === rank);
  const named = united(counted);
  if (named.length === 0) return { alive: null, ever: 0 };
  const timed = named.filter((one) => one.first !== null && one.last !== null);
  return { alive: timed.length === 0 ? named.length : medianAlive(timed), ever: named.length };
}

function likeliestRank(presences: readonly Presence[]): number {
  const spans = new Array<number>(INSTANCE_RANKS + 1).fill(0);
  for (const presence of presences) spans[presence.rank]! += presence.spans;
  let best: number = INSTANCE_RANKS;
  for (let rank = INSTANCE_RANKS - 1; rank >= 0; rank--) {
    if (spans[rank]! > 0 && (best === INSTANCE_RANKS || spans[rank]! >= spans[best]!)) best = rank;
  }
  return best === INSTANCE_RANKS ? -1 : best;
}

/** One presence an instance. */
function united(presences: readonly Presence[]): Presence[] {
  const byName = new Map<string, Presence>();
  for (const one of presences) {
    const before = byName.get(one.instance);
    if (before === undefined) byName.set(one.instance, one);
    else {
      byName.set(one.instance, {
        ...before,
        first: least(before.first, one.first),
        last: most(before.last, one.last),
      });
    }
  }
  return [...byName.values()];
}

function least(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

function most(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

/** The window [t, t+WINDOW] slides over all time; an instance is in it for t in [first-WINDOW, last]. */
function medianAlive(presences: readonly Presence[]): number {
  const from = presences.reduce((time, { first }) => Math.min(time, first!), Infinity);
  const until = presences.reduce((time, { last }) => Math.max(time, last!), -Infinity) - WINDOW;
  if (until <= from + WINDOW) return presences.length;
  const steps: [at: number, by: number][] = [];
  for (const { first, last } of presences) {
    steps.push([Math.max(from, first! - WINDOW), 1], [Math.min(until, last!), -1]);
  }
  steps.sort((a, b) => a[0] - b[0]);
  const weights: number[] = [];
  let alive = 0;
  let before = from;
  for (const [at, by] of steps) {
    weights[alive] = (weights[alive] ?? 0) + Math.min(at, until) - before;
    before = Math.min(at, until);
    alive += by;
  }
  weights[0] = 0;
  return medianOf(weights);
}

/** Of values by their weight. */
function medianOf(weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + (weight ?? 0), 0);
  let sum = 0;
  for (let value = 0; value < weights.length; value++) {
    sum += weights[value] ?? 0;
    if (2 * sum >= total) return value;
  }
  return Math.max(0, weights.length - 1);
}
