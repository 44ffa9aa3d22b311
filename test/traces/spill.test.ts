import { expect, test } from "vitest";
import { openCollector } from "../../src/traces/collect.ts";
import { makeRecords, traceIdOf, writeRecord } from "../../src/traces/records.ts";
import type { Span } from "../../src/traces/span.ts";
import { openHeap, type SpanStore } from "../../src/traces/spill.ts";
import { gather, pair, span } from "./spans.ts";

/** A store in memory that hands bytes out in pieces of an awkward size. */
function openMemory(piece = 77): SpanStore & { readonly bytes: () => number } {
  const partitions = new Map<number, Uint8Array[]>();
  return {
    append: (partition, bytes) => {
      partitions.set(partition, [...(partitions.get(partition) ?? []), bytes.slice()]);
    },
    read: function* (partition) {
      const all = Buffer.concat(partitions.get(partition) ?? []);
      for (let at = 0; at < all.length; at += piece) yield all.subarray(at, at + piece);
    },
    bytes: () => [...partitions.values()].flat().reduce((sum, { length }) => sum + length, 0),
  };
}

function traces(count: number): Span[] {
  const spans = Array.from({ length: count }, (_, at) =>
    pair(`a${at % 3}`, "b", { trace: `trace ${at}` }),
  ).flat();
  // The two spans of a trace lie far apart, as in files of two exporters.
  return [...spans.filter((_, at) => at % 2 === 0), ...spans.filter((_, at) => at % 2 === 1)];
}

test("what does not fit into memory joins all the same", () => {
  const spans = traces(500);
  const store = openMemory();
  const spilled = gather(spans, { store, memory: 64 * 50 });
  expect(store.bytes()).toBe(1000 * 64);
  expect(spilled).toEqual(gather(spans));
});

test("nothing goes to the store while there is room", () => {
  const store = openMemory();
  gather(traces(20), { store, memory: 64 * 1000 });
  expect(store.bytes()).toBe(0);
});

test("a partition beyond the memory is read part by part, each trace whole and once", () => {
  const store = openMemory(1000);
  const heap = openHeap(store, 64 * 20, 3);
  for (const one of traces(300)) {
    const at = heap.next();
    writeRecord(heap.records(), at, one, { emitter: 0, meaning: 0, peer: -1, sampling: 0 });
  }
  for (let pass = 0; pass < 2; pass++) {
    const seen: string[] = [];
    let most = 0;
    heap.forEachTrace((records, rows) => {
      expect(rows).toHaveLength(2);
      seen.push(traceIdOf(records.words, rows[0]!));
      most = Math.max(most, records.words.length / 16);
    });
    expect(new Set(seen).size).toBe(300);
    expect(seen).toHaveLength(300);
  }
});

test("progress ends at one", () => {
  const collector = openCollector({ store: openMemory(), memory: 64 * 10 });
  collector.add(traces(50));
  const shares: number[] = [];
  collector.finish(1, (share) => shares.push(share));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeCloseTo(1, 12);
});

test("a record holds ids of any form, each its own", () => {
  const records = makeRecords(3);
  const numbers = { emitter: 0, meaning: 0, peer: -1, sampling: 0 };
  const ids = ["0123456789abcdef0123456789abcdef", "xxxxx", "xxxxy"];
  ids.forEach((traceId, at) => {
    writeRecord(records, at, { ...span({ id: "1" }), traceId }, numbers);
  });
  const read = ids.map((_, at) => traceIdOf(records.words, at));
  expect(read[0]).toBe(ids[0]);
  expect(new Set(read).size).toBe(3);
});
