import { bitCount } from "../availability/bits.ts";
import { proportionInterval } from "../availability/interval.ts";
import { openSampler } from "../availability/sampler.ts";
import { situationsOf } from "../availability/situations.ts";
import type { Subject } from "../availability/subject.ts";
import { wholeOf } from "../availability/whole.ts";
import { openChoice } from "./choice.ts";
import type { Simulated } from "./row.ts";

export type SimulateOptions = {
  /** States to draw, a whole number of at least 1. */
  readonly samples: number;
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number;
  /** Of the interval, from 0 to 1 - 1e-8: 0.95, 0.999, … */
  readonly confidence: number;
};

/**
 * A by crude Monte Carlo: in each of so many states every replica, channel, attempt in time and domain
 * member that the entry can reach is drawn, nothing factored out or weighted, and Φ is decided by
 * reachability (Eq. 12, 13). A state of a workload mixture is of one of its members, drawn by their
 * shares, and happens in one of the incidents or outside, drawn likewise. Of a fault with
 * alternatives, the one with the least estimate. The interval is Wilson's, near 0 and 1
 * Clopper-Pearson's.
 */
export function simulate({ model, endpoint, fault }: Subject, options: SimulateOptions): Simulated {
  const { entry, completion, mixture } = endpoint;
  const failures = situationsOf(model, fault).map((situation) => {
    const cases = mixture.flatMap(({ share, need }) =>
      situation.map(({ weight, measure }) => ({
        share: share * weight,
        whole: wholeOf(model, { entry, completion, need }, measure),
      })),
    );
    return failuresAmong(cases, options);
  });
  const most = Math.max(...failures);
  const { samples, confidence } = options;
  const [low, high] = proportionInterval(most, samples, 1 - confidence);
  return { estimate: (samples - most) / samples, samples, interval: [1 - high, 1 - low] };
}

type Case = { readonly share: number; readonly whole: ReturnType<typeof wholeOf> };

/** How many of the first states fail, of blocks of which the last may be cut. */
function failuresAmong(cases: readonly Case[], { samples, seed }: SimulateOptions): number {
  const { block, blockSize } = openSampler(
    cases.map(({ whole }) => whole),
    seed,
    "units",
  );
  const chosen = openChoice(
    cases.map(({ share }) => share),
    seed,
  );
  let count = 0;
  for (let index = 0, left = samples; left > 0; index++, left -= blockSize) {
    count += bitsIn(chosenOf(block(index), chosen(index)), Math.min(blockSize, left));
  }
  return count;
}

/** The failures of the case that was chosen, in each state. */
function chosenOf(failed: readonly Int32Array[], choices: readonly Int32Array[]): Int32Array {
  const [only] = failed;
  if (failed.length === 1) return only!;
  return only!.map((_, word) =>
    failed.reduce((bits, words, at) => bits | (words[word]! & choices[at]![word]!), 0),
  );
}

/** Bits set in the first states. */
function bitsIn(words: Int32Array, states: number): number {
  const whole = states >>> 5;
  const rest = states & 31;
  let count = rest === 0 ? 0 : bitCount(words[whole]! & ((1 << rest) - 1));
  for (let word = 0; word < whole; word++) count += bitCount(words[word]!);
  return count;
}
