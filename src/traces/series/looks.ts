import type { Evidence } from "../observed.ts";
import { untilOf } from "../until.ts";
import { follows, type History, stepOf } from "./history.ts";

/**
 * θ from histories of the replicas of one service: samples as so many independent looks.
 *
 * A replica that is down now is down at the next sample too, so that samples say less than their number.
 * Its states alternate; with m1 and m0 the mean, v1 and v0 the variance of the number of samples that it
 * stays up and down, the share of the n samples that are up, A, has in the long run the variance
 *
 *     (m1² v0 + m0² v1) / (m1 + m0)³ / n
 *
 * (alternating renewal process; Cox, "Renewal Theory", 1962, 7.4), and n' independent looks would have
 * A(1 - A)/n', so that with A = m1/(m1 + m0)
 *
 *     n' = n m1 m0 (m1 + m0) / (m1² v0 + m0² v1).
 *
 * Were the states a Markov chain, the v would be m(m - 1) and n' = n (1 - r)/(1 + r) for r the correlation of
 * neighbours: about half a look a failure and a repair. They are taken as at least that, and as what
 * the whole spells show where that is more: repairs of most different lengths say less.
 *
 * What was down is given in whole looks, rounded down, and the looks in proportion, so that good/total
 * stays A. `null`: no failure that ended, or less than one look of them.
 */
export function looksOf(histories: readonly History[]): Evidence | null {
  const tally = openTally();
  for (const history of histories) count(history, tally);
  const { samples, up, changes, upNext, downNext } = tally;
  if (changes === 0 || upNext === 0 || downNext === 0) return null;
  const meanUp = (2 * upNext) / changes;
  const meanDown = (2 * downNext) / changes;
  const spreadUp = Math.max(meanUp * (meanUp - 1), dispersion(tally.upSpells) * meanUp ** 2);
  const spreadDown = Math.max(
    meanDown * (meanDown - 1),
    dispersion(tally.downSpells) * meanDown ** 2,
  );
  const perLook = meanUp ** 2 * spreadDown + meanDown ** 2 * spreadUp;
  const looks = perLook <= 0 ? 1 : (meanUp * meanDown * (meanUp + meanDown)) / perLook;
  const down = 1 - up / samples;
  const bad = Math.floor(Math.min(1, looks) * samples * down + 1e-9);
  if (bad === 0) return null;
  const total = Math.max(bad, Math.round(bad / down));
  return {
    good: total - bad,
    total,
    until: untilOf(tally.last === null ? null : tally.last * 1e6),
  };
}

type Tally = {
  /** Replicas looked at, and of these those up. */
  samples: number;
  up: number;
  /** Times that a replica went down, and that one came up. */
  changes: number;
  /** Replicas up, and down, at samples that have a next one. */
  upNext: number;
  downNext: number;
  /** Samples that whole spells last. */
  readonly upSpells: Moments;
  readonly downSpells: Moments;
  /** Seconds. */
  last: number | null;
};

type Moments = { count: number; sum: number; squares: number };

function openTally(): Tally {
  const moments = (): Moments => ({ count: 0, sum: 0, squares: 0 });
  return {
    samples: 0,
    up: 0,
    changes: 0,
    upNext: 0,
    downNext: 0,
    upSpells: moments(),
    downSpells: moments(),
    last: null,
  };
}

function count({ times, up, of }: History, tally: Tally): void {
  const step = stepOf(times);
  let length = 0;
  // The first spell, and each after a hole, began before it was seen.
  let whole = false;
  for (const [i, time] of times.entries()) {
    const down = of[i]! - up[i]!;
    tally.samples += of[i]!;
    tally.up += up[i]!;
    length += 1;
    if (tally.last === null || time > tally.last) tally.last = time;
    const next = times[i + 1];
    if (next === undefined || !follows(time, next, step)) {
      [length, whole] = [0, false];
      continue;
    }
    const downNext = of[i + 1]! - up[i + 1]!;
    tally.upNext += up[i]!;
    tally.downNext += down;
    tally.changes += Math.abs(downNext - down);
    if (down > 0 === downNext > 0) continue;
    if (whole) note(down > 0 ? tally.downSpells : tally.upSpells, length);
    [length, whole] = [0, true];
  }
}

function note(moments: Moments, length: number): void {
  moments.count += 1;
  moments.sum += length;
  moments.squares += length * length;
}

/** Variance over squared mean; 0 of less than two. */
function dispersion({ count: n, sum, squares }: Moments): number {
  if (n < 2) return 0;
  const mean = sum / n;
  return Math.max(0, (squares - n * mean * mean) / (n - 1)) / mean ** 2;
}
