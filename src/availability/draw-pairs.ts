import type { Probability } from "../model/model.ts";
import { nextWord, type Stream } from "./random.ts";
import { list, ROW, type Rows, STATES } from "./sampler-rows.ts";

/** Entries of a guide, by the top bits of a random word. */
const GUIDE_BITS = 12;
const GUIDE = 2 ** GUIDE_BITS;
/** Of a random word, one step of its uniform number. */
const UNIT = 2 ** -32;

/**
 * Independent events given that at least two of them happen. Of the events in order, the first that
 * happens is i with weight S_(i-1) q_i T_i, where S_i = Π_(k ≤ i) p_k and T_i = P(one after i happens);
 * the second is the next after i, and so on by the events' own probabilities. No state is thrown away.
 */
export type Pairs = {
  /** P that at least two happen, and that fewer do: sums of positive terms. */
  readonly chance: Probability;
  /** Sums of the weights of the first, so that the last is 2^32. */
  readonly first: Float64Array;
  readonly firstGuide: Uint32Array;
  /** P that one of the events up to i happens, 1 - S_i. */
  readonly happened: Float64Array;
  readonly happenedGuide: Uint32Array;
  /** Steps of the guide a unit of probability. */
  readonly happenedSteps: number;
  /** S_i, and T_i times 2^32. */
  readonly none: Float64Array;
  readonly later: Float64Array;
};

export function pairsOf(events: readonly Probability[]): Pairs {
  const later = new Float64Array(events.length);
  let noneAfter = 1;
  let single = 0;
  for (let i = events.length - 1, after = 0; i >= 0; i--) {
    const { p, q } = events[i]!;
    later[i] = after * 2 ** 32;
    after = q + p * after;
    single = single * p + q * noneAfter;
    noneAfter *= p;
  }
  const first = new Float64Array(events.length);
  const happened = new Float64Array(events.length);
  const none = new Float64Array(events.length);
  let before = 1;
  let one = 0;
  let two = 0;
  events.forEach(({ p, q }, i) => {
    one += before * q;
    two += before * q * (later[i]! / 2 ** 32);
    before *= p;
    happened[i] = one;
    none[i] = before;
    first[i] = two;
  });
  if (two > 0) for (let i = 0; i < first.length; i++) first[i] = (first[i]! / two) * 2 ** 32;
  return {
    chance: { p: two, q: noneAfter + single },
    first,
    firstGuide: guideOf(first),
    happened,
    happenedGuide: guideOf(happened),
    happenedSteps: one === 0 ? 0 : GUIDE / one,
    none,
    later,
  };
}

/** Of each of equal steps up to the last sum, the first place whose sum is beyond its beginning. */
function guideOf(sums: Float64Array): Uint32Array {
  const guide = new Uint32Array(GUIDE);
  for (let step = 0, place = 0; step < GUIDE; step++) {
    const beginning = (step / GUIDE) * sums.at(-1)!;
    while (place < sums.length - 1 && sums[place]! <= beginning) place++;
    guide[step] = place;
  }
  return guide;
}

/**
 * Write what happens in every state of a block, event i in row `rowOf[i]`; all rows are clear. One
 * function with everything at hand, since nothing else is done as often. The event after i is the
 * first with a uniform number below T_i, times S_i, between what has happened up to i and up to it.
 */
export function drawPairs(pairs: Pairs, rowOf: Int32Array, stream: Stream, rows: Rows): void {
  const { first, firstGuide, happened, happenedGuide, happenedSteps, none, later } = pairs;
  const { words } = rows;
  const last = happened.length - 1;
  for (let state = 0; state < STATES; state++) {
    const word = state >>> 5;
    const bit = 1 << state;
    const choice = nextWord(stream) >>> 0;
    let event = firstGuide[choice >>> (32 - GUIDE_BITS)]!;
    while (first[event]! <= choice) event++;
    words[rowOf[event]! * ROW + word]! |= bit;
    let share = (nextWord(stream) >>> 0) * UNIT * later[event]!;
    do {
      const target = happened[event]! + none[event]! * (share * UNIT);
      event = happenedGuide[Math.min(GUIDE - 1, (target * happenedSteps) | 0)]!;
      while (event < last && happened[event]! <= target) event++;
      words[rowOf[event]! * ROW + word]! |= bit;
      share = nextWord(stream) >>> 0;
    } while (share < later[event]!);
  }
  for (const row of rowOf) list(rows, row);
}
