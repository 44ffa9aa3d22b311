import type { Meaning, Peer, TraceSpan } from "./calls.ts";
import type { EmitterName } from "./emitter.ts";
import type { Table } from "./intern.ts";
import {
  EMITTER,
  FAILED,
  FLAGS,
  FOLLOWS,
  HAS_PARENT,
  kindOf,
  MEANING,
  PEER,
  type Records,
  WORDS,
} from "./records.ts";

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
    clashes: ids.clashes,
  };
}

/** By what records say and not by how they came, so that the same spans give the same in any order. */
function inOrder(records: Records, rows: Int32Array, tables: Tables): Int32Array {
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is not told comes last. */
function compareTimes(a: number, b: number): number {
  if (a === b) return 0;
  if (a !== a) return b !== b ? 0 : 1;
  return b !== b || a < b ? -1 : 1;
}

type Ids = {
  /** Records without duplicates. */
  readonly kept: number[];
  readonly clashes: number;
  /** Hash table of indices into `kept`, and of each the next of the same id. */
  readonly table: Int32Array;
  readonly same: Int32Array;
};

function slotOf(words: Int32Array, high: number, low: number, table: Int32Array, ids: number[]) {
  let slot = idHash(high, low) & (table.length - 1);
  for (let at = table[slot]!; at >= 0; at = table[slot]!) {
    const word = ids[at]! * WORDS;
    if (words[word + 5] === low && words[word + 4] === high) break;
    slot = (slot + 1) & (table.length - 1);
  }
  return slot;
}

function idHash(high: number, low: number): number {
  const hash = Math.imul(high ^ Math.imul(low, 0x85ebca6b), 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

/** Of so many spans with one id each is looked at: ids that are all the same must not cost a square. */
const MOST_OF_ONE_ID = 64;

function indexIds(records: Records, rows: Int32Array, tables: Tables): Ids {
  const { words } = records;
  let size = 8;
  while (size < rows.length * 2) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const same = new Int32Array(rows.length).fill(-1);
  const kept: number[] = [];
  let clashes = 0;
  for (const row of rows) {
    const word = row * WORDS;
    const slot = slotOf(words, words[word + 4]!, words[word + 5]!, table, kept);
    const head = table[slot]!;
    let twin = -1;
    let clash = false;
    let steps = 0;
    for (let at = head; at >= 0 && twin < 0 && steps < MOST_OF_ONE_ID; at = same[at]!) {
      steps++;
      if (isSame(records, kept[at]!, row, tables)) twin = at;
      else if (!areSides(words, kept[at]!, row)) clash = true;
    }
    if (twin >= 0) {
      if (richness(records, row) > richness(records, kept[twin]!)) kept[twin] = row;
      continue;
    }
    if (clash) clashes++;
    const at = kept.push(row) - 1;
    if (head < 0) table[slot] = at;
    else {
      same[at] = same[head]!;
      same[head] = at;
    }
  }
  return { kept, clashes, table, same };
}

function isSame({ words, times }: Records, a: number, b: number, tables: Tables): boolean {
  const [x, y] = [a * WORDS, b * WORDS];
  const [kindA, kindB] = [words[x + FLAGS]! & 7, words[y + FLAGS]! & 7];
  if (kindA !== kindB && kindA !== 0 && kindB !== 0) return false;
  if (serviceOf(words, a, tables) !== serviceOf(words, b, tables)) return false;
  const [startA, startB] = [times[a * 8 + 4]!, times[b * 8 + 4]!];
  return startA === startB || startA !== startA || startB !== startB;
}

function serviceOf(words: Int32Array, row: number, { emitters }: Tables): string | null {
  return emitters.get(words[row * WORDS + EMITTER]!).service;
}

function areSides(words: Int32Array, a: number, b: number): boolean {
  const kinds = [kindOf(words[a * WORDS + FLAGS]!), kindOf(words[b * WORDS + FLAGS]!)];
  const calling = kinds.filter((kind) => kind === "client" || kind === "producer").length;
  const called = kinds.filter((kind) => kind === "server" || kind === "consumer").length;
  return calling === 1 && called === 1;
}

/** How much a report of a span tells, to keep the fullest one. */
function richness({ words, times }: Records, row: number): number {
  const timed =
    Number(!Number.isNaN(times[row * 8 + 4])) + Number(!Number.isNaN(times[row * 8 + 5]));
  return timed * 2 + ((words[row * WORDS + FLAGS]! & 7) === 0 ? 0 : 1);
}

/** Index into `kept`; -1: none, or (`orphan`) one that is not there. */
type Parent = { readonly at: number; readonly orphan: boolean };

const NONE: Parent = { at: -1, orphan: false };
const MISSING: Parent = { at: -1, orphan: true };

function parentOf(records: Records, row: number, ids: Ids, tables: Tables): Parent {
  const { words } = records;
  const word = row * WORDS;
  const flags = words[word + FLAGS]!;
  const own = find(words, words[word + 4]!, words[word + 5]!, ids);
  // The other side of a shared id comes before the parent that both sides tell.
  if (ids.same[own]! >= 0 && isCalled(flags)) {
    let steps = 0;
    for (let at = own; at >= 0 && steps < MOST_OF_ONE_ID; at = ids.same[at]!) {
      steps++;
      if (ids.kept[at] !== row && isCalling(words[ids.kept[at]! * WORDS + FLAGS]!)) {
        return { at, orphan: false };
      }
    }
  }
  if ((flags & HAS_PARENT) === 0) return NONE;
  const [high, low] = [words[word + 6]!, words[word + 7]!];
  if (high === words[word + 4] && low === words[word + 5]) return NONE;
  const head = find(words, high, low, ids);
  if (head < 0) return (flags & FOLLOWS) === 0 ? MISSING : NONE;
  return { at: nearest(words, head, serviceOf(words, row, tables), ids, tables), orphan: false };
}

function find(words: Int32Array, high: number, low: number, { table, kept }: Ids): number {
  return table[slotOf(words, high, low, table, kept)]!;
}

function isCalled(flags: number): boolean {
  const kind = kindOf(flags);
  return kind === "server" || kind === "consumer";
}

function isCalling(flags: number): boolean {
  const kind = kindOf(flags);
  return kind === "client" || kind === "producer";
}

/** Of spans that share an id, the one that a child in `service` belongs to. */
function nearest(
  words: Int32Array,
  head: number,
  service: string | null,
  ids: Ids,
  tables: Tables,
): number {
  if (ids.same[head]! < 0) return head;
  let best = head;
  let most = -1;
  let steps = 0;
  for (let at = head; at >= 0 && steps < MOST_OF_ONE_ID; at = ids.same[at]!) {
    steps++;
    const row = ids.kept[at]!;
    const called = isCalled(words[row * WORDS + FLAGS]!) ? 1 : 0;
    const score = (serviceOf(words, row, tables) === service ? 2 : 0) + called;
    // The chain has no order that can be told: the earlier of two alike is taken.
    if (score > most || (score === most && at < best)) {
      best = at;
      most = score;
    }
  }
  return best;
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
    start: start === start ? start : null,
    end: end === end ? end : null,
    failed: (flags & FAILED) !== 0,
    meaning: tables.meanings.get(words[word + MEANING]!),
    peer: peer < 0 ? null : tables.peers.get(peer),
  };
}
