import { addPatterns, countPatterns, type Patterns } from "./patterns.ts";
import type { Sampler } from "./sampler.ts";

/** Where all is decided, so many states are drawn all the same, for the sake of the figures. */
export const ENOUGH = 2 ** 18;
/** A look at the claims costs about as much as a block: look when so much was drawn since the last. */
const LOOK = 1.05;

/**
 * States that are drawn in one go: whole blocks, of the last one the first states. Within a stretch nobody looks
 * at the claims, and so its tally is all that is known of it, whoever drew it.
 */
export type Stretch = {
  /** The first block. */
  readonly from: number;
  readonly states: number;
  /** Whether the claims are looked at after it. */
  readonly isLook: boolean;
};

/**
 * All states of a draw in stretches: known beforehand, since neither the looks nor `ENOUGH` depend on what is
 * drawn.
 *
 * @param samples at least 1
 */
export function stretchesOf(samples: number, blockSize: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  let seen = 0;
  for (let states = 0; states < samples; ) {
    const drawn = Math.min(samples, states + blockSize);
    const isLook = drawn >= seen * LOOK || drawn === samples;
    const crosses = Math.floor(drawn / ENOUGH) > Math.floor(states / ENOUGH);
    states = drawn;
    if (isLook) seen = states;
    if (!isLook && !crosses) continue;
    stretches.push({ from: Math.ceil(start / blockSize), states: states - start, isLook });
    start = states;
  }
  return stretches;
}

/** The patterns of a stretch: a sum over blocks, each of which depends on seed, names and index alone. */
export function drawStretch(sampler: Sampler, { from, states }: Stretch): Patterns {
  let patterns: Patterns = new Map();
  for (let done = 0, block = from; done < states; done += sampler.blockSize, block++) {
    const drawn = Math.min(sampler.blockSize, states - done);
    patterns = addPatterns(patterns, firstStates(sampler.block(block), drawn));
  }
  return patterns;
}

/** The patterns of a block's first states. */
function firstStates(failures: readonly Int32Array[], states: number): Patterns {
  const words = states >>> 5;
  const whole = countPatterns(failures.map((all) => all.subarray(0, words)));
  const left = new Map<number, number>();
  for (let bit = 0; bit < states % 32; bit++) {
    let pattern = 0;
    for (let subject = failures.length - 1; subject >= 0; subject--) {
      pattern = 2 * pattern + ((failures[subject]![words]! >>> bit) & 1);
    }
    left.set(pattern, (left.get(pattern) ?? 0) + 1);
  }
  return addPatterns(whole, left);
}
