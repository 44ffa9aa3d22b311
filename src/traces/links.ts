import { EMITTER, FLAGS, LINK, MEANING, PEER, type Records, WORDS, writeId } from "./records.ts";
import type { Resolver } from "./resolve.ts";
import { roleOfRecord } from "./sides.ts";
import type { Span } from "./span.ts";
import { type Ids, indexIds, parentOf, withId } from "./span-ids.ts";
import type { Heap } from "./spill.ts";
import { inOrder, type Tables } from "./trace.ts";

/**
 * Links between traces. OpenTelemetry's conventions for messaging have a consumer link to the context that
 * its message was created under, which is mostly of another trace, while traces are joined one at a time.
 * So a link goes to the trace that it leads to, as a record among that trace's spans, and what it meets
 * there comes back as another one: memory is bounded as it is for spans, and no order matters.
 *
 *     0–3 trace id, 4, 5 span id: where it goes · 6–9, 10, 11: where it comes from
 *     12 emitter, 13 meaning, 14 peer: of the span it comes from · 15 flags: its kind, LINK, and these
 */
const BACK = 1024;
/** What comes back comes from a span that sends. */
const SENDS = 2048;

const FROM = 6;

/** So many spans are looked at around one, for the sending that it is part of. */
const MOST_AROUND = 64;

/** Note where a consuming span, the record `at` of this heap, leads in other traces. */
export function addLinks(heap: Heap, at: number, { traceId, links }: Span): number {
  let count = 0;
  const span = heap.records().words.slice(at * WORDS, at * WORDS + WORDS);
  for (const link of links) {
    if (link.traceId === traceId) continue;
    const word = heap.next() * WORDS;
    const { words } = heap.records();
    writeId(words, word, link.traceId, 4);
    writeId(words, word + 4, link.spanId, 2);
    words.set(span.subarray(0, 6), word + FROM);
    words.set(span.subarray(EMITTER), word + EMITTER);
    words[word + FLAGS] = (span[FLAGS]! & 7) | LINK;
    count++;
  }
  return count;
}

/**
 * Send back what each link leads to. The broker of a sending that names none is that of its consumers, the
 * first by name.
 *
 * @param resolver one that has learnt all
 * @returns how many links lead to spans that are in no source, and how many there are
 */
export function followLinks(
  heap: Heap,
  tables: Tables,
  resolver: Resolver,
): { readonly lostLinks: number; readonly links: number } {
  let [lost, all] = [0, 0];
  heap.forEachTrace((records, rows) => {
    const links = linksOf(records.words, rows).filter((row) => !isBack(records.words, row));
    if (links.length === 0) return;
    links.sort((a, b) => compareLinks(records.words, a, b));
    const ids = indexIds(records, inOrder(records, spansOf(records.words, rows), tables), tables);
    for (const same of runsOf(records.words, links)) {
      const target = targetOf(records, same[0]!, ids, tables);
      const count = distinct(records.words, same);
      all += count;
      if (target < 0) lost += count;
      else answer(heap, records, { target, links: same }, tables, resolver);
    }
  });
  return { lostLinks: lost, links: all };
}

/** The span that a link of these goes to: one that sends, with what it is part of; -1: it is in no source. */
function targetOf(records: Records, link: number, ids: Ids, tables: Tables): number {
  const { words } = records;
  const [high, low] = [words[link * WORDS + 4]!, words[link * WORDS + 5]!];
  const found = withId(words, high, low, ids).sort((a, b) => a - b);
  const sends = (at: number) => roleOfRecord(words, ids.kept[at]!, tables) === "sends";
  const sending = found.find(sends);
  if (sending === undefined) return found.length === 0 ? -1 : ids.kept[found[0]!]!;
  let outermost = sending;
  let at = sending;
  for (let steps = 0; steps < MOST_AROUND; steps++) {
    const above = parentOf(records, ids.kept[at]!, ids, tables).at;
    if (above < 0 || !isSameService(words, ids.kept[above]!, ids.kept[at]!, tables)) break;
    if (sends(above)) outermost = above;
    else if (roleOfRecord(words, ids.kept[above]!, tables) !== "neither") break;
    at = above;
  }
  return ids.kept[outermost]!;
}

function isSameService(words: Int32Array, a: number, b: number, { emitters }: Tables): boolean {
  const serviceOf = (row: number) => emitters.get(words[row * WORDS + EMITTER]!).service;
  return serviceOf(a) === serviceOf(b);
}

function answer(
  heap: Heap,
  { words }: Records,
  { target, links }: { readonly target: number; readonly links: Int32Array },
  tables: Tables,
  resolver: Resolver,
): void {
  const isSending = roleOfRecord(words, target, tables) === "sends";
  const isNamed = resolver.broker(saidAt(words, target, tables)) !== null;
  const naming = isSending && !isNamed ? firstNamed(words, links, tables, resolver) : -1;
  const said = (naming < 0 ? target : naming) * WORDS;
  for (const link of links) {
    const [to, from] = [link * WORDS, target * WORDS];
    const word = heap.next() * WORDS;
    const { words: into } = heap.records();
    into.set(words.subarray(to + FROM, to + FROM + 6), word);
    into.set(words.subarray(from, from + 6), word + FROM);
    into[word + EMITTER] = words[from + EMITTER]!;
    into[word + MEANING] = words[said + MEANING]!;
    into[word + PEER] = words[said + PEER]!;
    into[word + FLAGS] = LINK | BACK | (isSending ? SENDS : 0);
  }
}

/** Of consumers the one whose broker, and destination, has the first name; -1: none names a broker. */
function firstNamed(
  words: Int32Array,
  links: Int32Array,
  tables: Tables,
  resolver: Resolver,
): number {
  let [first, least] = [-1, ""];
  for (const link of links) {
    const said = saidAt(words, link, tables);
    const broker = resolver.broker(said);
    const name = `${broker}\n${said.meaning.destination ?? ""}`;
    if (broker !== null && (first < 0 || name < least)) [first, least] = [link, name];
  }
  return first;
}

/** What is at the other end of a link. */
export type FarEnd = {
  readonly service: string | null;
  /** Its broker; `null`: nothing names it. */
  readonly broker: string | null;
  readonly destination: string | null;
  readonly sends: boolean;
};

/** The other ends of links, by the span (an index into those of the trace) that they lead to or come from. */
export type FarEnds = {
  /** What a consuming span's links lead to. */
  readonly followed: ReadonlyMap<number, readonly FarEnd[]>;
  /** Consuming spans of other traces, whose links lead here. */
  readonly consumers: ReadonlyMap<number, readonly FarEnd[]>;
};

export const NO_LINKS: FarEnds = { followed: new Map(), consumers: new Map() };

/** @param rows the records of one trace; `spans`: those of them that `joinTrace` made spans of, in its order */
export function farEnds(
  { words }: Records,
  rows: Int32Array,
  spans: readonly number[],
  tables: Tables,
  resolver: Resolver,
): FarEnds {
  const links = linksOf(words, rows);
  if (links.length === 0) return NO_LINKS;
  links.sort((a, b) => compareLinks(words, a, b));
  const places = new Map<string, number[]>();
  for (const [at, row] of spans.entries()) {
    const key = idAt(words, row);
    const same = places.get(key);
    if (same === undefined) places.set(key, [at]);
    else same.push(at);
  }
  const followed = new Map<number, FarEnd[]>();
  const consumers = new Map<number, FarEnd[]>();
  for (const link of links) {
    const ends = isBack(words, link) ? followed : consumers;
    const end = endAt(words, link, tables, resolver);
    for (const at of places.get(idAt(words, link)) ?? []) {
      const known = ends.get(at);
      if (known === undefined) ends.set(at, [end]);
      else known.push(end);
    }
  }
  return { followed, consumers };
}

function endAt(words: Int32Array, link: number, tables: Tables, resolver: Resolver): FarEnd {
  const said = saidAt(words, link, tables);
  return {
    service: tables.emitters.get(words[link * WORDS + EMITTER]!).service,
    broker: resolver.broker(said),
    destination: said.meaning.destination,
    sends: (words[link * WORDS + FLAGS]! & SENDS) !== 0,
  };
}

function saidAt(words: Int32Array, row: number, { meanings, peers }: Tables) {
  const peer = words[row * WORDS + PEER]!;
  return {
    meaning: meanings.get(words[row * WORDS + MEANING]!),
    peer: peer < 0 ? null : peers.get(peer),
  };
}

function idAt(words: Int32Array, row: number): string {
  return `${words[row * WORDS + 4]} ${words[row * WORDS + 5]}`;
}

/** Records that are spans: `rows` itself where all are. */
export function spansOf(words: Int32Array, rows: Int32Array): Int32Array {
  for (const row of rows) {
    if (isLink(words, row)) return rows.filter((one) => !isLink(words, one));
  }
  return rows;
}

function linksOf(words: Int32Array, rows: Int32Array): Int32Array {
  return rows.filter((row) => isLink(words, row));
}

function isLink(words: Int32Array, row: number): boolean {
  return (words[row * WORDS + FLAGS]! & LINK) !== 0;
}

function isBack(words: Int32Array, row: number): boolean {
  return (words[row * WORDS + FLAGS]! & BACK) !== 0;
}

/** By where they go and where they come from, which no order of reading changes. */
function compareLinks(words: Int32Array, a: number, b: number): number {
  const [x, y] = [a * WORDS, b * WORDS];
  for (let word = 4; word < EMITTER; word++) {
    const difference = words[x + word]! - words[y + word]!;
    if (difference !== 0) return difference;
  }
  return words[x + FLAGS]! - words[y + FLAGS]!;
}

/** Links to the same span, which stand together. */
function* runsOf(words: Int32Array, links: Int32Array): Generator<Int32Array> {
  for (let from = 0; from < links.length; ) {
    let to = from + 1;
    while (to < links.length && isAlike(words, links[from]!, links[to]!, FROM)) to++;
    yield links.subarray(from, to);
    from = to;
  }
}

/** A span that was read twice has its links once. */
function distinct(words: Int32Array, links: Int32Array): number {
  let count = 0;
  links.forEach((link, at) => {
    if (at === 0 || !isAlike(words, links[at - 1]!, link, EMITTER)) count++;
  });
  return count;
}

/** Of one trace, whether two are the same from the span id up to that word. */
function isAlike(words: Int32Array, a: number, b: number, until: number): boolean {
  for (let word = 4; word < until; word++) {
    if (words[a * WORDS + word] !== words[b * WORDS + word]) return false;
  }
  return true;
}
