import type { Meaning, Peer, TraceSpan } from "./calls.ts";
import { compareText } from "./compare-text.ts";
import type { EmitterName } from "./emitter.ts";
import type { Table } from "./intern.ts";
import { EMITTER, FAILED, FLAGS, kindOf, MEANING, PEER, type Records, WORDS } from "./records.ts";
import { indexIds, MISSING, type Parent, parentOf } from "./span-ids.ts";

export type Tables = {
  readonly emitters: Table<EmitterName>;
  readonly meanings: Table<Meaning>;
  readonly peers: Table<Peer>;
};

/** One trace, its spans joined to their parents. */
export type JoinedTrace = {
  /** Parents before children. */
  readonly spans: readonly TraceSpan[];
  /** Of each span, the record it came from. */
  readonly rows: readonly number[];
  readonly roots: readonly number[];
  readonly duplicates: number;
  /** Records whose id another record before them has. */
  readonly repeated: ReadonlySet<number>;
  /** Spans whose id another span of this trace has too, though they are no two sides of one call. */
  readonly clashes: number;
};

/**
 * Joins the records of one trace, in whatever order they came and however often. A span is the same as
 * another where id, service and start are, and the kind unless one lacks it (Zipkin reports a span in
 * pieces: "spans may be reported incomplete"). A client and a server may share one id (Zipkin's B3
 * `shared`); a child of both belongs to the side that has its service.
 */
export function joinTrace(records: Records, given: Int32Array, tables: Tables): JoinedTrace {
  const rows = inOrder(records, given, tables);
  const ids = indexIds(records, rows, tables);
  const parents = ids.kept.map((row) => parentOf(records, row, ids, tables));
  const order = topDown(parents);
  const places = new Int32Array(order.length);
  order.forEach((at, place) => {
    places[at] = place;
  });
  const spans = order.map((at) =>
    spanOf(records, ids.kept[at]!, parents[at]!.at < 0 ? -1 : places[parents[at]!.at]!, {
      orphan: parents[at]!.orphan,
      tables,
    }),
  );
  return {
    spans,
    rows: order.map((at) => ids.kept[at]!),
    roots: spans.flatMap(({ parent }, at) => (parent < 0 ? [at] : [])),
    duplicates: rows.length - ids.kept.length,
    repeated: ids.repeated,
    clashes: ids.clashes,
  };
}

/** By what records say and not by how they came, so that the same spans give the same in any order. */
export function inOrder(records: Records, rows: Int32Array, tables: Tables): Int32Array {
  const { times } = records;
  let sorted = true;
  for (let i = 1; i < rows.length && sorted; i++) {
    sorted = times[rows[i - 1]! * 8 + 4]! < times[rows[i]! * 8 + 4]!;
  }
  return sorted ? rows : rows.sort((a, b) => compareRecords(records, a, b, tables));
}

function compareRecords({ words, times }: Records, a: number, b: number, tables: Tables): number {
  const start = compareTimes(times[a * 8 + 4]!, times[b * 8 + 4]!);
  if (start !== 0) return start;
  const [x, y] = [a * WORDS, b * WORDS];
  const id = words[x + 4]! - words[y + 4]! || words[x + 5]! - words[y + 5]!;
  if (id !== 0) return id;
  const flags = words[y + FLAGS]! - words[x + FLAGS]!;
  if (flags !== 0) return flags;
  const end = compareTimes(times[a * 8 + 5]!, times[b * 8 + 5]!);
  if (end !== 0) return end;
  const parent = words[x + 6]! - words[y + 6]! || words[x + 7]! - words[y + 7]!;
  if (parent !== 0) return parent;
  if (words[x + EMITTER] === words[y + EMITTER] && words[x + MEANING] === words[y + MEANING]) {
    return 0;
  }
  return compareText(textOf(words, x, tables), textOf(words, y, tables));
}

function textOf(words: Int32Array, word: number, { emitters, meanings }: Tables): string {
  return JSON.stringify([
    emitters.get(words[word + EMITTER]!),
    meanings.get(words[word + MEANING]!),
  ]);
}

/** What is not told comes last. */
function compareTimes(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) || a < b ? -1 : 1;
}

/** Indices with parents before children; a circle is cut where it is entered first. */
function topDown(parents: Parent[]): number[] {
  const count = parents.length;
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  for (let at = count - 1; at >= 0; at--) {
    const { at: parent } = parents[at]!;
    if (parent < 0) continue;
    next[at] = first[parent]!;
    first[parent] = at;
  }
  const order: number[] = [];
  const seen = new Uint8Array(count);
  const walk = (root: number) => {
    let done = order.push(root) - 1;
    seen[root] = 1;
    for (; done < order.length; done++) {
      for (let at = first[order[done]!]!; at >= 0; at = next[at]!) {
        if (seen[at] === 1) continue;
        seen[at] = 1;
        order.push(at);
      }
    }
  };
  for (let at = 0; at < count; at++) if (parents[at]!.at < 0) walk(at);
  for (let at = 0; at < count; at++) {
    if (seen[at] === 1) continue;
    parents[at] = MISSING;
    walk(at);
  }
  return order;
}

function spanOf(
  { words, times }: Records,
  row: number,
  parent: number,
  { orphan, tables }: { readonly orphan: boolean; readonly tables: Tables },
): TraceSpan {
  const word = row * WORDS;
  const flags = words[word + FLAGS]!;
  const { service, instance } = tables.emitters.get(words[word + EMITTER]!);
  const start = times[row * 8 + 4]!;
  const end = times[row * 8 + 5]!;
  const peer = words[word + PEER]!;
  return {
    parent,
    orphan,
    kind: kindOf(flags),
    service,
    instance,
    start: Number.isNaN(start) ? null : start,
    end: Number.isNaN(end) ? null : end,
    failed: (flags & FAILED) !== 0,
    meaning: tables.meanings.get(words[word + MEANING]!),
    peer: peer < 0 ? null : tables.peers.get(peer),
  };
}
