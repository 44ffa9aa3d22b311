import type { Probability } from "../model/model.ts";
import { drawRow, thinRow } from "./draw-failures.ts";
import { drawLot } from "./draw-lot.ts";
import { drawPairs, type Pairs, pairsOf } from "./draw-pairs.ts";
import { CERTAIN } from "./probability.ts";
import { keyOf, newStream, openStream, type Stream } from "./random.ts";
import { countWord, resetCounter } from "./sampler-counter.ts";
import { type Grain, type Plan, planOf, type Sampled, type Tally } from "./sampler-plan.ts";
import { type Course, courseOf, failuresOf } from "./sampler-reach.ts";
import { clearRows, list, mark, newRows, ROW, type Rows, STATES, WORDS } from "./sampler-rows.ts";

export type { Sampled } from "./sampler-plan.ts";

export type Sampler = {
  /** Of the states that are drawn: P that a state is one of them; in all others every subject holds. */
  readonly stratum: Probability;
  /** States of a block, a multiple of 32. */
  readonly blockSize: number;
  /**
   * Failure words of each subject in a block, a bit set where its need fails. The next call writes
   * them anew. A block's draws depend on the seed, the names and its index alone, so that blocks may
   * be asked for in any order.
   */
  readonly block: (index: number) => readonly Int32Array[];
};

/** Above this P(at least two failures) it costs more to draw them so than it saves. */
const RARE = 0.1;

/**
 * Draw states of several subjects at once, with shared draws for components of equal name. Where at
 * least two components must fail before a need does, and seldom do, only such states are drawn.
 */
export function openSampler(
  subjects: readonly Sampled[],
  seed: number,
  grain: Grain = "components",
): Sampler {
  const plan = planOf(subjects, seed, grain);
  const lost = newRows(Math.max(0, ...subjects.map(({ network }) => network.nodes.length)));
  const courses = subjects.map(({ network }, subject) =>
    courseOf(network, plan.rowsOf[subject]!, lost),
  );
  const rows = newRows(plan.rows);
  const stream = newStream();
  const pairs = grain === "units" ? null : rarePairs(plan, courses, rows);
  const rowOf = Int32Array.from(plan.sources, ({ row }) => row);
  const key = keyOf(seed, "at least two");

  function block(index: number): readonly Int32Array[] {
    clearRows(rows);
    if (pairs === null) drawSources(plan, index, stream, rows);
    else if (pairs.chance.p > 0) {
      openStream(stream, key, index, 0);
      drawPairs(pairs, rowOf, stream, rows);
    }
    thinSources(plan, index, stream, rows);
    for (const lot of plan.lots) drawLot(lot, index, rows);
    for (const tally of plan.tallies) count(tally, rows);
    return courses.map((course) => failuresOf(course, rows));
  }

  return { stratum: pairs?.chance ?? CERTAIN, blockSize: STATES, block };
}

function drawSources({ sources }: Plan, block: number, stream: Stream, rows: Rows): void {
  for (const { key, index, law, row } of sources) {
    openStream(stream, key, block, 2 * index);
    drawRow(law, stream, rows, row);
  }
}

/** The failures of the smaller probabilities are among those of the greater: one uniform number decides. */
function thinSources({ sources }: Plan, block: number, stream: Stream, rows: Rows): void {
  for (const { key, index, row, thinner } of sources) {
    if (thinner.length === 0) continue;
    openStream(stream, key, block, 2 * index + 1);
    let from = row;
    for (const { digits, row: to } of thinner) {
      thinRow(digits, stream, rows, from, to);
      from = to;
    }
  }
}

function count({ row, units, counter }: Tally, rows: Rows): void {
  resetCounter(counter);
  for (const parts of units) {
    for (let word = 0; word < WORDS; word++) {
      let down = 0;
      for (const part of parts) down |= rows.words[part * ROW + word]!;
      countWord(counter, word, down);
    }
  }
  rows.words.set(counter.reached, row * ROW);
  list(rows, row);
}

/** The way to draw at least two failures; `null` where it does not hold or does not pay. */
function rarePairs(plan: Plan, courses: readonly Course[], rows: Rows): Pairs | null {
  if (plan.tallies.length > 0) return null;
  const pairs = pairsOf(plan.sources.map(({ up }) => up));
  if (pairs.chance.p >= RARE) return null;
  return toleratesOne(plan, courses, rows) ? pairs : null;
}

/** Whether every need holds with no failure and with each alone, as it does once mandatory parts are factored out. */
function toleratesOne({ sources }: Plan, courses: readonly Course[], rows: Rows): boolean {
  const states = STATES - 1;
  for (let start = 0; start === 0 || start < sources.length; start += states) {
    clearRows(rows);
    sources.slice(start, start + states).forEach(({ row, thinner }, state) => {
      for (const target of [row, ...thinner.map((each) => each.row)]) {
        mark(rows, target, state >>> 5, 1 << state);
      }
    });
    if (courses.some((course) => failuresOf(course, rows).some((word) => word !== 0))) return false;
  }
  return true;
}
