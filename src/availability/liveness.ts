import type { Probability } from "../model/model.ts";
import type { Component, Unit } from "./measure.ts";
import { CERTAIN, NEVER } from "./probability.ts";
import { quorumOf } from "./quorum.ts";

/**
 * P that at least `quorum` units live, given which members are up: Eq. (5) for a service, Eq. (11) for
 * a dependency. `victims` of the units are taken away first, any set as likely as any other; of a
 * component in the urn these are its dead. Both sides are sums of positive terms.
 */
export function liveGiven(
  { units, quorum }: Component,
  isUp: (member: number) => boolean,
  victims: number,
): Probability {
  if (quorum <= 0) return CERTAIN;
  const standing = statesOf(units, isUp);
  if (standing.length < quorum || units.length - victims < quorum) return NEVER;
  if (victims === 0) return quorumOf(standing, quorum);
  if (!alike(standing)) return survivingQuorum(standing, units.length, victims, quorum);
  const { reached, missed } = growingQuorum(standing[0]!, standing.length, quorum, victims);
  const taken = hypergeometric(units.length, victims, standing.length);
  return settled(shrunk(reached, taken), shrunk(missed, taken));
}

/**
 * The derivative of `liveGiven` by each unit's own availability, A(1) - A(0): P that the unit is left
 * in place and that exactly `quorum - 1` of the others live. 0 where a member of the unit is down.
 */
export function unitSlopes(
  { units, quorum }: Component,
  isUp: (member: number) => boolean,
  victims: number,
): Float64Array {
  const slopes = new Float64Array(units.length);
  const at = units.flatMap((unit, index) => (stands(unit, isUp) ? [index] : []));
  if (quorum <= 0 || at.length < quorum || units.length - victims < quorum) return slopes;
  const standing = at.map((index) => units[index]!.up);
  const found =
    victims === 0 && !alike(standing)
      ? pivotal(standing, quorum)
      : pivotalOfKinds(standing, units.length, victims, quorum);
  at.forEach((index, position) => {
    slopes[index] = found[position]!;
  });
  return slopes;
}

/**
 * P that d of `drawn` replicas are dead, d from 0 to `drawn`, when `dead` of all `n` are, any set as
 * likely as any other. From the mode outwards by ratios of neighbours: nothing overflows.
 */
export function hypergeometric(n: number, dead: number, drawn: number): Float64Array {
  const chances = new Float64Array(drawn + 1);
  const least = Math.max(0, dead + drawn - n);
  const most = Math.min(dead, drawn);
  const mode = Math.floor(((dead + 1) * (drawn + 1)) / (n + 2));
  const start = Math.min(most, Math.max(least, mode));
  const ratio = (d: number) => ((dead - d) * (drawn - d)) / ((d + 1) * (n - dead - drawn + d + 1));
  chances[start] = 1;
  let sum = 1;
  for (let d = start; d < most; d++) sum += chances[d + 1] = chances[d]! * ratio(d);
  for (let d = start; d > least; d--) sum += chances[d - 1] = chances[d]! / ratio(d - 1);
  for (let d = least; d <= most; d++) chances[d]! /= sum;
  return chances;
}

function stands({ members }: Unit, isUp: (member: number) => boolean): boolean {
  return members.every(isUp);
}

function statesOf(units: readonly Unit[], isUp: (member: number) => boolean): Probability[] {
  const states: Probability[] = [];
  for (const unit of units) if (stands(unit, isUp)) states.push(unit.up);
  return states;
}

function alike(states: readonly Probability[]): boolean {
  const [first] = states;
  return states.every(({ p, q }) => p === first!.p && q === first!.q);
}

type Growing = {
  readonly reached: Float64Array;
  readonly missed: Float64Array;
  /** P of exactly quorum - 1. */
  readonly short: Float64Array;
};

/** The quorum among the first m of `count` like units, for every m that `victims` can leave. */
function growingQuorum(
  { p, q }: Probability,
  count: number,
  quorum: number,
  victims: number,
): Growing {
  const reached = new Float64Array(count + 1);
  const missed = new Float64Array(count + 1);
  const short = new Float64Array(count + 1);
  // Under a kill all are certain, and there may be thousands.
  if (q === 0) {
    if (quorum - 1 <= count) short[quorum - 1] = 1;
    return { reached: reached.fill(1, quorum), missed: missed.fill(1, 0, quorum), short };
  }
  const exactly = new Float64Array(quorum);
  exactly[0] = 1;
  for (let m = 0; ; m++) {
    short[m] = exactly[quorum - 1]!;
    if (m >= count - victims) missed[m] = sum(exactly);
    if (m === count) return { reached, missed, short };
    reached[m + 1] = reached[m]! + exactly[quorum - 1]! * p;
    for (let i = Math.min(quorum - 1, m + 1); i > 0; i--) {
      exactly[i] = exactly[i]! * q + exactly[i - 1]! * p;
    }
    exactly[0]! *= q;
  }
}

/** The mean of a figure of `growingQuorum` when d of its units are taken away with chance `taken[d]`. */
function shrunk(figures: Float64Array, taken: Float64Array): number {
  let sum = 0;
  taken.forEach((chance, d) => {
    if (chance > 0) sum += chance * figures[taken.length - 1 - d]!;
  });
  return sum;
}

/** At least `quorum` of unlike units when `victims` of `all`, which has more that stand no longer, go. */
function survivingQuorum(
  standing: readonly Probability[],
  all: number,
  victims: number,
  quorum: number,
): Probability {
  const spare = standing.length - quorum;
  if (quorum <= spare) {
    const live = countdown(standing, all, victims, { limit: quorum, takenCount: false });
    return settled(live.reached, sum(live.counts));
  }
  const failing = standing.map(({ p, q }) => ({ p: q, q: p }));
  const failed = countdown(failing, all, victims, { limit: spare + 1, takenCount: true });
  const { p, q } = settled(failed.reached, sum(failed.counts));
  return { p: q, q: p };
}

/** The larger is 1 less the smaller, so that the two sum to 1. */
function settled(reached: number, missed: number): Probability {
  return reached < missed ? { p: reached, q: 1 - reached } : { p: 1 - missed, q: missed };
}

function sum(values: Float64Array): number {
  return values.reduce((total, x) => total + x, 0);
}

/**
 * P over (taken, counted) after all events, counts from `limit` absorbed into `reached`. Of the `all - i`
 * that are left before event i, each is as likely to be the next of the victims still to be taken.
 */
function countdown(
  events: readonly Probability[],
  all: number,
  victims: number,
  { limit, takenCount }: { readonly limit: number; readonly takenCount: boolean },
): { readonly reached: number; readonly counts: Float64Array } {
  const counts = new Float64Array((victims + 1) * limit);
  counts[0] = 1;
  let reached = 0;
  events.forEach(({ p, q }, i) => {
    const left = all - i;
    for (let t = Math.min(victims, i + 1); t >= 0; t--) {
      const row = t * limit;
      const stay = Math.max(0, left - victims + t) / left;
      const take = t === 0 ? 0 : (victims - t + 1) / left;
      const before = row - limit;
      reached += counts[row + limit - 1]! * stay * p;
      if (takenCount && t > 0) reached += counts[before + limit - 1]! * take;
      for (let c = limit - 1; c >= 0; c--) {
        let chance = counts[row + c]! * stay * q;
        if (c > 0) chance += counts[row + c - 1]! * stay * p;
        if (t > 0 && !takenCount) chance += counts[before + c]! * take;
        if (t > 0 && takenCount && c > 0) chance += counts[before + c - 1]! * take;
        counts[row + c] = chance;
      }
    }
  });
  return { reached, counts };
}

/** P that exactly `quorum - 1` of the others live, for each unit: prefixes met with suffixes. */
function pivotal(standing: readonly Probability[], quorum: number): number[] {
  const spare = standing.length - quorum;
  const few = quorum - 1 <= spare;
  const events = few ? standing : standing.map(({ p, q }) => ({ p: q, q: p }));
  const width = Math.min(quorum - 1, spare) + 1;
  const prefixes = [Float64Array.from({ length: width }, (_, c) => (c === 0 ? 1 : 0))];
  for (const event of events) prefixes.push(counted(prefixes.at(-1)!, event));
  const found = new Array<number>(events.length);
  let suffix = prefixes[0]!;
  for (let i = events.length - 1; i >= 0; i--) {
    const prefix = prefixes[i]!;
    found[i] = prefix.reduce((total, x, c) => total + x * suffix[width - 1 - c]!, 0);
    suffix = counted(suffix, events[i]!);
  }
  return found;
}

function counted(exactly: Float64Array, { p, q }: Probability): Float64Array<ArrayBuffer> {
  return Float64Array.from(exactly, (x, c) => x * q + (c > 0 ? exactly[c - 1]! * p : 0));
}

/** The same with victims: units of one availability have one slope, and there are few kinds. */
function pivotalOfKinds(
  standing: readonly Probability[],
  all: number,
  victims: number,
  quorum: number,
): number[] {
  const known = new Map<string, number>();
  const uniform = alike(standing);
  return standing.map(({ p, q }, index) => {
    const kind = `${p} ${q}`;
    const before = known.get(kind);
    if (before !== undefined) return before;
    const others = standing.toSpliced(index, 1);
    const chance = uniform
      ? shrunk(
          growingQuorum(standing[index]!, others.length, quorum, victims).short,
          hypergeometric(all - 1, victims, others.length),
        )
      : exactlyOf(others, all - 1, victims, quorum - 1);
    const slope = ((all - victims) / all) * chance;
    known.set(kind, slope);
    return slope;
  });
}

/** P that exactly `count` of the units are neither taken nor down. */
function exactlyOf(
  standing: readonly Probability[],
  all: number,
  victims: number,
  count: number,
): number {
  const limit = count + 1;
  const { counts } = countdown(standing, all, victims, { limit, takenCount: false });
  let total = 0;
  for (let t = 0; t <= victims; t++) total += counts[t * limit + count]!;
  return total;
}
