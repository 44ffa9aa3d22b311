import { makeRecords, RECORD_BYTES, type Records, sameTrace, traceHash, WORDS } from "./records.ts";

/**
 * Where records of spans go when memory is full: one growing sequence of bytes a partition. Handed in,
 * since this room touches no files; `src/repository/span-store.ts` keeps it in a scratch folder.
 */
export type SpanStore = {
  readonly append: (partition: number, bytes: Uint8Array) => void;
  /** All that was appended, in order, in pieces of any size; each is valid until the next. */
  readonly read: (partition: number) => Iterable<Uint8Array>;
};

/** All records of a trace are in one partition, so that one at a time is enough to join them. */
const PARTITIONS = 256;

const SMALLEST = 1024;
/** Records of one partition that are joined at once; beyond it is read once more for each part. */
const MOST_AT_ONCE = 2_000_000;

/** Records in the order they came, in memory as long as they fit. */
export type Heap = {
  /**
   * Where the next record is to be written in `records()`, which change when memory grows. Those that are
   * added while traces are visited come with the next visit, and may come with this one.
   */
  readonly next: () => number;
  readonly records: () => Records;
  readonly count: () => number;
  /** Every trace once: the records, and which of them are its own. Valid during the call only. */
  readonly forEachTrace: (
    visit: (records: Records, rows: Int32Array) => void,
    onProgress?: (share: number) => void,
  ) => void;
};

/** @param memory bytes of records beyond which the store gets them; without a store it is not heeded. */
export function openHeap(
  store: SpanStore | null,
  memory: number,
  mostAtOnce: number = MOST_AT_ONCE,
): Heap {
  const most = store === null ? Number.POSITIVE_INFINITY : Math.max(1, memory / RECORD_BYTES);
  let room = Math.min(SMALLEST, most);
  let records = makeRecords(room);
  let used = 0;
  let total = 0;
  /** Records in the store, by partition. */
  const spilled = new Int32Array(PARTITIONS);
  let isVisited = false;
  const next = () => {
    if (used === room) {
      if (room < most) {
        room = Math.min(room * 2, Math.floor(most));
        const grown = makeRecords(room);
        grown.words.set(records.words);
        records = grown;
      } else {
        spill(store as SpanStore, records, used, spilled);
        used = 0;
        // Whoever visits these reads on.
        if (isVisited) records = makeRecords(room);
      }
    }
    total++;
    return used++;
  };
  const forEachTrace: Heap["forEachTrace"] = (visit, onProgress) => {
    if (store === null || spilled.every((count) => count === 0)) {
      isVisited = true;
      groupTraces(records, used, visit);
      isVisited = false;
      onProgress?.(1);
      return;
    }
    if (used > 0) spill(store, records, used, spilled);
    used = 0;
    for (let partition = 0; partition < PARTITIONS; partition++) {
      for (const part of partsOf(store, partition, spilled[partition]!, mostAtOnce))
        groupTraces(part.records, part.count, visit);
      onProgress?.((partition + 1) / PARTITIONS);
    }
  };
  return { next, records: () => records, count: () => total, forEachTrace };
}

function partitionOf(hash: number): number {
  return hash >>> 24;
}

/** Sort by partition (a counting sort keeps the order within one) and hand each run of bytes over. */
function spill(store: SpanStore, { words }: Records, count: number, spilled: Int32Array): void {
  const starts = new Int32Array(PARTITIONS + 1);
  const partitions = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    const partition = partitionOf(traceHash(words, at));
    partitions[at] = partition;
    starts[partition + 1]!++;
  }
  for (let partition = 0; partition < PARTITIONS; partition++) {
    starts[partition + 1]! += starts[partition]!;
  }
  const order = new Int32Array(count);
  const fill = starts.slice();
  for (let at = 0; at < count; at++) order[fill[partitions[at]!]!++] = at;
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const [from, until] = [starts[partition]!, starts[partition + 1]!];
    if (from === until) continue;
    const out = new Int32Array((until - from) * WORDS);
    for (let i = from; i < until; i++) {
      const word = order[i]! * WORDS;
      out.set(words.subarray(word, word + WORDS), (i - from) * WORDS);
    }
    store.append(partition, new Uint8Array(out.buffer));
    spilled[partition]! += until - from;
  }
}

/** A partition's records: at once where they fit, else by another part of the hash at a time. */
function* partsOf(
  store: SpanStore,
  partition: number,
  count: number,
  mostAtOnce: number,
): Generator<{ readonly records: Records; readonly count: number }> {
  if (count === 0) return;
  const parts = Math.ceil(count / mostAtOnce);
  for (let part = 0; part < parts; part++) {
    yield parts === 1 ? readAll(store, partition, count) : readPart(store, partition, part, parts);
  }
}

function readAll(store: SpanStore, partition: number, count: number) {
  const records = makeRecords(count);
  const bytes = new Uint8Array(records.words.buffer);
  let at = 0;
  for (const piece of store.read(partition)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { records, count };
}

function readPart(store: SpanStore, partition: number, part: number, parts: number) {
  let records = makeRecords(SMALLEST);
  let count = 0;
  const one = makeRecords(1);
  const bytes = new Uint8Array(one.words.buffer);
  let filled = 0;
  for (const piece of store.read(partition)) {
    let from = 0;
    while (from < piece.length) {
      const taken = Math.min(RECORD_BYTES - filled, piece.length - from);
      bytes.set(piece.subarray(from, from + taken), filled);
      from += taken;
      filled += taken;
      if (filled < RECORD_BYTES) continue;
      filled = 0;
      if ((traceHash(one.words, 0) & 0xffffff) % parts !== part) continue;
      if (count * WORDS === records.words.length) {
        const grown = makeRecords(count * 2);
        grown.words.set(records.words);
        records = grown;
      }
      records.words.set(one.words, count++ * WORDS);
    }
  }
  return { records, count };
}

/** Records by trace, through a hash table of the first of each and a chain of the others. */
function groupTraces(
  records: Records,
  count: number,
  visit: (records: Records, rows: Int32Array) => void,
): void {
  const { words } = records;
  let size = 16;
  while (size < count * 2) size *= 2;
  const heads = new Int32Array(size).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const lengths = new Int32Array(count);
  const firsts: number[] = [];
  for (let at = 0; at < count; at++) {
    let slot = traceHash(words, at) & (size - 1);
    while (heads[slot]! >= 0 && !sameTrace(words, heads[slot]!, at)) slot = (slot + 1) & (size - 1);
    const head = heads[slot]!;
    if (head < 0) {
      heads[slot] = at;
      firsts.push(at);
    } else {
      // Behind the head, so that the table need not know the last.
      next[at] = next[head]!;
      next[head] = at;
    }
    lengths[head < 0 ? at : head]!++;
  }
  let rows = new Int32Array(64);
  for (const first of firsts) {
    const length = lengths[first]!;
    if (length > rows.length) rows = new Int32Array(length * 2);
    let filled = 0;
    for (let at = first; at >= 0; at = next[at]!) rows[filled++] = at;
    visit(records, rows.subarray(0, length));
  }
}
