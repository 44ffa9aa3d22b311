import type { Span, SpanKind } from "./span.ts";

/**
 * A span as 64 bytes, so that millions fit into memory and can be written and read as they are. What it
 * says in words stands in tables, by number.
 *
 *     0–3 trace id · 4, 5 span id · 6, 7 parent id · 8, 9 start · 10, 11 end (µs, NaN: not told)
 *     12 emitter · 13 meaning · 14 peer (-1: none) · 15 flags
 */
export const WORDS = 16;
export const RECORD_BYTES = WORDS * 4;

export const EMITTER = 12;
export const MEANING = 13;
export const PEER = 14;
export const FLAGS = 15;

/** Flags: 0–2 the kind, then these. */
export const HAS_PARENT = 8;
export const FAILED = 16;
export const SHARED = 32;
/** The parent is what it follows (a link), and no span that waits for it. */
export const FOLLOWS = 64;
/** That sampling is told, and that the span stands for others too. */
export const SAMPLING_TOLD = 128;
export const SAMPLED = 256;
/** No span, but what lies at the other end of a link between traces (`links.ts`). */
export const LINK = 512;

const KINDS: readonly (SpanKind | null)[] = [
  null,
  "internal",
  "server",
  "client",
  "producer",
  "consumer",
];
const CODES: ReadonlyMap<SpanKind | null, number> = new Map(
  KINDS.map((kind, code) => [kind, code]),
);

export function kindOf(flags: number): SpanKind | null {
  return KINDS[flags & 7] ?? null;
}

/** Records one after the other; both arrays are the same bytes. */
export type Records = { readonly words: Int32Array; readonly times: Float64Array };

export function makeRecords(count: number): Records {
  const bytes = new ArrayBuffer(count * RECORD_BYTES);
  return { words: new Int32Array(bytes), times: new Float64Array(bytes) };
}

export type Numbers = {
  readonly emitter: number;
  readonly meaning: number;
  /** -1: none. */
  readonly peer: number;
  /** Flags. */
  readonly sampling: number;
};

/** Write a span as record `at`; what it says is given by number. */
export function writeRecord(
  { words, times }: Records,
  at: number,
  span: Span,
  numbers: Numbers,
): void {
  const word = at * WORDS;
  writeId(words, word, span.traceId, 4);
  writeId(words, word + 4, span.spanId, 2);
  const link = span.parentId === null ? followed(span) : null;
  const parent = span.parentId ?? link;
  if (parent === null) {
    words[word + 6] = 0;
    words[word + 7] = 0;
  } else writeId(words, word + 6, parent, 2);
  times[at * 8 + 4] = span.start ?? Number.NaN;
  times[at * 8 + 5] = span.end ?? Number.NaN;
  words[word + EMITTER] = numbers.emitter;
  words[word + MEANING] = numbers.meaning;
  words[word + PEER] = numbers.peer;
  words[word + FLAGS] =
    (CODES.get(span.kind) ?? 0) |
    (parent === null ? 0 : HAS_PARENT) |
    (link === null ? 0 : FOLLOWS) |
    (span.failed ? FAILED : 0) |
    (span.shared ? SHARED : 0) |
    numbers.sampling;
}

/** What a span without a parent follows within its trace: a consumer its producer. */
function followed({ links, traceId, spanId }: Span): string | null {
  for (const link of links) {
    if (link.traceId === traceId && link.spanId !== spanId) return link.spanId;
  }
  return null;
}

const NO_DIGIT = 128;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit++) DIGITS["0123456789abcdef".charCodeAt(digit)] = digit;

/** Write an id of `count` words, in hexadecimal or not, from word `at` on. */
export function writeId(words: Int32Array, at: number, id: string, count: number): void {
  let from = 0;
  let wrong = id.length === count * 8 ? 0 : NO_DIGIT;
  for (let word = 0; word < count; word++) {
    let value = 0;
    for (let digit = 0; digit < 8; digit++) {
      const code = DIGITS[id.charCodeAt(from++) & 255]!;
      wrong |= code;
      value = (value << 4) | code;
    }
    words[at + word] = value;
  }
  if ((wrong & NO_DIGIT) !== 0) writeOddId(words, at, id, count);
}

/** Ids of no known form (masked ones) still tell spans apart: FNV-1a, with another start for each word. */
function writeOddId(words: Int32Array, at: number, id: string, count: number): void {
  for (let word = 0; word < count; word++) {
    let hash = 0x811c9dc5 ^ (word * 0x9e3779b1);
    for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
    words[at + word] = hash;
  }
}

/** Of a record's trace id: well mixed, 32 bits. */
export function traceHash(words: Int32Array, at: number): number {
  const word = at * WORDS;
  let hash = Math.imul(words[word]! ^ Math.imul(words[word + 1]!, 0x85ebca6b), 0x9e3779b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash ^ words[word + 2]!, 0xc2b2ae35);
  hash ^= hash >>> 13;
  hash = Math.imul(hash ^ words[word + 3]!, 0x27d4eb2f);
  return hash ^ (hash >>> 16);
}

export function sameTrace(words: Int32Array, a: number, b: number): boolean {
  const [x, y] = [a * WORDS, b * WORDS];
  return (
    words[x + 3] === words[y + 3] &&
    words[x + 2] === words[y + 2] &&
    words[x + 1] === words[y + 1] &&
    words[x] === words[y]
  );
}

/** A record's trace id in hexadecimal. */
export function traceIdOf(words: Int32Array, at: number): string {
  const word = at * WORDS;
  let text = "";
  for (let i = 0; i < 4; i++) text += (words[word + i]! >>> 0).toString(16).padStart(8, "0");
  return text;
}
