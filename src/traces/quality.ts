import type { Quality } from "./observed.ts";
import { FLAGS, type Records, SAMPLED, SAMPLING_TOLD, WORDS } from "./records.ts";
import { openReusedIds } from "./reused-ids.ts";
import type { JoinedTrace } from "./trace.ts";

/** Counts what the quality report tells, trace by trace. */
export type QualityCounter = {
  readonly add: (records: Records, trace: JoinedTrace) => void;
  readonly finish: (told: ToldElsewhere) => Quality;
};

/** What no trace by itself shows. */
export type ToldElsewhere = Pick<
  Quality,
  "sources" | "spans" | "links" | "lostLinks" | "sharedNames"
>;

export function openQuality(): QualityCounter {
  const ids = openReusedIds();
  const counts = { traces: 0, duplicates: 0, clashes: 0, orphans: 0, manyRoots: 0, rootless: 0 };
  const of = { skewed: 0, nameless: 0, told: 0, sampled: 0 };
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  const add = ({ words }: Records, trace: JoinedTrace) => {
    const { spans, rows, roots, duplicates, clashes, repeated } = trace;
    counts.traces++;
    counts.duplicates += duplicates;
    counts.clashes += clashes;
    let whole = 0;
    let sampling = 0;
    for (const root of roots) {
      if (spans[root]!.orphan) counts.orphans++;
      else whole++;
    }
    if (whole > 1) counts.manyRoots++;
    if (whole === 0) counts.rootless++;
    for (let at = 0; at < spans.length; at++) {
      const { start, end, service, parent } = spans[at]!;
      if (service === null) of.nameless++;
      if (start !== null && start < from) from = start;
      const last = end ?? start;
      if (last !== null && last > until) until = last;
      if (end !== null && parent >= 0 && isBefore(end, spans[parent]!.start)) of.skewed++;
      const word = rows[at]! * WORDS;
      sampling |= words[word + FLAGS]!;
      // The two sides of a shared id are one id; so is one that clashes, counted above.
      if (!repeated.has(rows[at]!)) ids.add(words[word + 4]!, words[word + 5]!);
    }
    // Jaeger's clients tell it of the root alone.
    if ((sampling & SAMPLING_TOLD) !== 0) of.told++;
    if ((sampling & SAMPLED) !== 0) of.sampled++;
  };
  return {
    add,
    finish: (told) => ({
      ...told,
      traces: counts.traces,
      duplicates: counts.duplicates,
      orphans: counts.orphans,
      manyRoots: counts.manyRoots,
      rootless: counts.rootless,
      skewed: of.skewed,
      reusedIds: ids.count() + counts.clashes,
      nameless: of.nameless,
      sampled: of.told === 0 ? null : of.sampled,
      from: seconds(from),
      until: seconds(until),
    }),
  };
}

/** Whether a span was over before its parent began: no call runs backwards, so clocks differ. */
function isBefore(end: number, parentStart: number | null): boolean {
  return parentStart !== null && end < parentStart;
}

function seconds(time: number): number | null {
  return Number.isFinite(time) ? Math.floor(time / 1_000_000) : null;
}
