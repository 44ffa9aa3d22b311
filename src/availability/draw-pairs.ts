import type { Probability } from "../model/model.ts";
import { nextWord, type Stream } from "./random.ts";
import { mark, type Rows, STATES } from "./sampler-rows.ts";

/** Entries of a guide, by the top bits of a random word. */
const GUIDE_BITS = 12;
const GUIDE = 2 ** GUIDE_BITS;

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

/** Mark what happens in every state of a block, event i in row `rowOf[i]`; all rows are clear. */
export function drawPairs(pairs: Pairs, rowOf: Int32Array, stream: Stream, rows: Rows): void {
  const { first, firstGuide, happened, none, later } = pairs;
  for (let state = 0; state < STATES; state++) {
    const word = state >>> 5;
    const bit = 1 << state;
    const choice = nextWord(stream) >>> 0;
    let event = firstGuide[choice >>> (32 - GUIDE_BITS)]!;
    while (first[event]! <= choice) event++;
    mark(rows, rowOf[event]!, word, bit);
    let share = ((nextWord(stream) >>> 0) / 2 ** 32) * later[event]!;
    do {
      event = nextEvent(pairs, event, happened[event]! + none[event]! * (share / 2 ** 32));
      mark(rows, rowOf[event]!, word, bit);
      share = nextWord(stream) >>> 0;
    } while (share < later[event]!);
  }
}

/** The first event after another with `target` below what has happened up to it. */
function nextEvent({ happened, happenedGuide }: Pairs, after: number, target: number): number {
  const last = happened.length - 1;
  const step = Math.min(GUIDE - 1, Math.floor((target / happened[last]!) * GUIDE));
  let event = Math.max(after + 1, happenedGuide[step]!);
  while (event < last && happened[event]! <= target) event++;
  return event;
}
