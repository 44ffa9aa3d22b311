import { MOST_ATTEMPTS } from "./attempts.ts";
import type { Outcome } from "./calls.ts";
import type { Evidence, Timing } from "./observed.ts";
import { untilOf } from "./until.ts";

/**
 * ρ, λ and r of one dependency, counted call by call. By semantics.md a call comes through with
 *
 *     ρ_eff = ρ · (1 - (1-λ)^(r+1)):
 *
 * one state of the channel for all attempts of a call, and attempts that end in time independently. So a
 * logical call is one trial of ρ: its channel was up if an attempt brought a reply, down if one failed
 * otherwise than by time and none brought one, and up if all of them ended by time alone, since λ has
 * these. Attempts of calls whose channel was up are the trials of λ. What failed thus counts in ρ or in
 * λ and never in both, and where calls make one attempt each the product is the share of calls that came
 * through, to the last digit.
 */
export type CallTally = {
  /** Calls whose channel was up, and all of them. */
  up: number;
  calls: number;
  /** Attempts in time, and all, of calls whose channel was up. */
  inTime: number;
  attempts: number;
  /** Calls whose channel was up and of which no attempt ended in time. */
  gaveUp: number;
  /** By how many attempts, all of them timed out, a call had made: how many, and which made one more. */
  readonly waited: number[];
  readonly repeated: number[];
  /** Microseconds since the epoch, of the last that counts. */
  until: number | null;
};

export function openCallTally(): CallTally {
  return {
    up: 0,
    calls: 0,
    inTime: 0,
    attempts: 0,
    gaveUp: 0,
    waited: [],
    repeated: [],
    until: null,
  };
}

/** Counts one logical call by the outcomes of its attempts, in their order; `end`: of the last, in µs. */
export function countCall(
  tally: CallTally,
  outcomes: readonly Outcome[],
  end: number | null,
): void {
  let usable = 0;
  let late = 0;
  let unusable = 0;
  for (const outcome of outcomes) {
    if (outcome === "usable") usable += 1;
    else if (outcome === "timed-out") late += 1;
    else if (outcome === "unusable") unusable += 1;
  }
  if (usable + late + unusable === 0) return;
  tally.calls += 1;
  if (end !== null && (tally.until === null || end > tally.until)) tally.until = end;
  if (late > 0) countWaiting(tally, outcomes);
  if (usable === 0 && unusable > 0) return;
  tally.up += 1;
  tally.inTime += usable;
  tally.attempts += usable + late;
  if (usable === 0) tally.gaveUp += 1;
}

function countWaiting({ waited, repeated }: CallTally, outcomes: readonly Outcome[]): void {
  for (let made = 1; made <= Math.min(outcomes.length, MOST_ATTEMPTS); made += 1) {
    if (outcomes[made - 1] !== "timed-out") return;
    waited[made] = (waited[made] ?? 0) + 1;
    if (outcomes.length > made) repeated[made] = (repeated[made] ?? 0) + 1;
  }
}

/** Of ρ: calls whose channel was up, of all calls whose end is known. `null`: there are none. */
export function evidenceOf({ up, calls, until }: CallTally): Evidence | null {
  return calls === 0 ? null : { good: up, total: calls, until: untilOf(until) };
}

/**
 * λ and r; `null`: nothing timed out, and λ has nothing to say. r is how often most calls try again that
 * have only timed out so far. Where they mostly do not, or where all attempts of a call time out together
 * more often than attempts that are independent could, λ is that of calls and r is 0: repeating did not
 * help as the equation has it, and would promise what was not seen.
 */
export function timingOf(tally: CallTally): Timing | null {
  const { up, inTime, attempts, gaveUp } = tally;
  if (inTime === attempts) return null;
  const until = untilOf(tally.until);
  const retries = retriesOf(tally);
  if (retries === 0 || failTogether(tally, retries)) {
    return { onTime: { good: up - gaveUp, total: up, until }, retries: 0 };
  }
  return { onTime: { good: inTime, total: attempts, until }, retries };
}

function retriesOf({ waited, repeated }: CallTally): number {
  let retries = 0;
  while (2 * (repeated[retries + 1] ?? 0) > (waited[retries + 1] ?? 0)) retries += 1;
  return retries;
}

/** One chance in so many that calls whose attempts are independent are taken for others. */
const DOUBT = 1000;

/**
 * Whether more calls gave up than (1-λ)^(r+1) allows, λ at the low end of what its counts leave open:
 * Chernoff's bound of the binomial tail, P(X >= t) <= e^(t-m) (m/t)^t for t above the mean m.
 */
function failTogether({ up, inTime, attempts, gaveUp }: CallTally, retries: number): boolean {
  const late = attempts - inTime;
  const most = Math.min(1, (late + 2 * Math.sqrt(late) + 2) / attempts);
  const mean = up * most ** (retries + 1);
  if (gaveUp <= mean) return false;
  return gaveUp - mean + gaveUp * Math.log(mean / gaveUp) < -Math.log(DOUBT);
}
