import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Gathered } from "../../src/traces/gather.ts";
import type { Span } from "../../src/traces/span.ts";
import { edges, gather, pair, span } from "./spans.ts";

function quality(spans: readonly Span[]): Gathered["observed"]["quality"] {
  return gather(spans).observed.quality;
}

describe("quality counts", () => {
  test("spans read twice, whole or in pieces", () => {
    const spans = pair("a", "b");
    const piece = { ...spans[0]!, kind: null, start: null, end: null, name: "late" };
    expect(quality([...spans, ...spans, piece])).toMatchObject({ spans: 5, duplicates: 3 });
    expect(edges([piece, ...spans, ...spans])).toEqual(edges(spans));
  });

  test("ids that several spans of a trace have, and several traces", () => {
    const clash = [span({ id: "1", name: "x" }), span({ id: "1", name: "y" })];
    expect(quality(clash)).toMatchObject({ duplicates: 0, reusedIds: 1 });
    const reused = [
      span({ id: "1", trace: "1" }),
      span({ id: "1", trace: "2" }),
      span({ id: "2" }),
    ];
    expect(quality(reused)).toMatchObject({ traces: 2, reusedIds: 1 });
  });

  test("masked ids, all the same, make no calls and no circles", () => {
    const masked = { traceId: "xxxxx", spanId: "xxxxx", parentId: "xxxxx" };
    const spans = [
      { ...span({ id: "1", kind: "client", name: "x" }), ...masked },
      { ...span({ id: "2", kind: "server", name: "y" }), ...masked },
    ];
    expect(edges(spans)).toEqual([]);
    expect(quality(spans)).toMatchObject({ traces: 1, orphans: 0 });
    const other = { ...spans[0]!, traceId: "yyyyy", spanId: "yyyyy", parentId: null };
    expect(quality([...spans, other]).traces).toBe(2);
  });

  test("orphans, many roots, none, and circles", () => {
    const spans = [
      span({ id: "1", trace: "many" }),
      span({ id: "2", trace: "many" }),
      span({ id: "3", trace: "none", parent: "9" }),
      span({ id: "4", trace: "ring", parent: "5" }),
      span({ id: "5", trace: "ring", parent: "4" }),
    ];
    expect(quality(spans)).toMatchObject({ traces: 3, orphans: 2, manyRoots: 1, rootless: 2 });
  });

  test("spans that were over before their parent began", () => {
    const [client, server] = pair("a", "b");
    const ahead = (by: number) => ({
      ...server!,
      start: client!.start! - by,
      end: client!.start! - by + 50,
    });
    expect(quality([client!, ahead(65_000)]).skewed).toBe(1);
    expect(quality([client!, ahead(40)]).skewed).toBe(0);
    expect(edges([client!, ahead(65_000)])).toEqual(["a -> b unknown 1: 1/1"]);
  });

  test("sampling, where a span tells of it", () => {
    const told = (attributes: Span["attributes"]) =>
      quality([span({ id: "1", attributes })]).sampled;
    expect(told({})).toBeNull();
    expect(told({ "sampler.type": "const", "sampler.param": true })).toBe(0);
    expect(told({ "sampler.type": "probabilistic", "sampler.param": 0.2 })).toBe(1);
    expect(told({ "w3c.tracestate": "x=1,ot=th:8;rv:abc" })).toBe(1);
    expect(told({ "w3c.tracestate": "ot=th:0" })).toBe(0);
    expect(told({ SampleRate: 10 })).toBe(1);
    const root = span({ id: "1", attributes: { SampleRate: 10 } });
    expect(quality([root, span({ id: "2", parent: "1" })])).toMatchObject({ sampled: 1 });
    const all = [root, { ...root, spanId: "2".repeat(16), attributes: { SampleRate: 5 } }];
    expect(quality(all)).toMatchObject({ traces: 1, sampled: 1 });
  });

  test("the time from the first to the last", () => {
    const late = { ...span({ id: "2" }), start: 1_767_225_700_000_000, end: 1_767_225_700_500_000 };
    expect(quality([span({ id: "1" }), late])).toMatchObject({
      from: 1_767_225_600,
      until: 1_767_225_700,
    });
    expect(quality([span({ id: "1", start: null, end: null })])).toMatchObject({
      from: null,
      until: null,
    });
  });
});

test("very many spans of one id, and a very long chain, are joined in moderate time", () => {
  const many = 10_000;
  const same = Array.from({ length: many }, (_, at) => ({
    ...span({ id: "1" }),
    start: at,
    end: at,
  }));
  const chain = Array.from({ length: many }, (_, at) => ({
    ...span({ id: "1", of: at % 2 === 0 ? "a" : "b" }),
    spanId: (at + 1).toString(16).padStart(16, "0"),
    parentId: at === 0 ? null : at.toString(16).padStart(16, "0"),
  }));
  const began = performance.now();
  expect(quality(same)).toMatchObject({ traces: 1, reusedIds: many - 1 });
  expect(edges(chain)).toEqual([`a -> b unknown ${many / 2}`, `b -> a unknown ${many / 2 - 1}`]);
  expect(performance.now() - began).toBeLessThan(15_000);
});

test("which of two spans of one id was meant does not depend on which came first", () => {
  const asks = { "http.request.method": "GET", "url.path": "/x", "http.response.status_code": 503 };
  const spans = [
    span({ id: "2", parent: "1", of: "b", kind: "internal" }),
    span({ id: "1", kind: "client", start: null, end: null, attributes: asks }),
    span({ id: "1", kind: "internal" }),
  ];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    expect(edges(order.map((at) => spans[at]!))).toEqual(["a -> b unknown 1"]);
  }
});

/** Small traces of all kinds of spans, with what readers may come upon. */
const arbitrarySpan = fc
  .record({
    id: fc.constantFrom("1", "2", "3", "4", "5"),
    parent: fc.option(fc.constantFrom("1", "2", "3", "4", "5", "9"), { nil: undefined }),
    trace: fc.constantFrom("1", "2"),
    of: fc.constantFrom("a", "b", "c", null),
    kind: fc.constantFrom("internal", "server", "client", "producer", "consumer", null),
    name: fc.constantFrom("GET /x", "work"),
    failed: fc.boolean(),
    shared: fc.boolean(),
    start: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
    attributes: fc.constantFrom<Span["attributes"]>(
      {},
      { "http.request.method": "GET", "url.path": "/x/1", "http.response.status_code": 503 },
      { "http.request.method": "GET", "http.route": "/x/:id", "server.address": "b" },
      { "messaging.system": "kafka", "messaging.destination.name": "t" },
      { "db.system": "redis" },
      { "rpc.system": "grpc", "rpc.service": "B", "rpc.grpc.status_code": 4 },
      { "peer.service": "c", "error.type": "timeout" },
    ),
  })
  .map(({ parent, start, ...parts }) =>
    span({
      ...parts,
      ...(parent === undefined ? {} : { parent }),
      start,
      end: start === null ? null : start + 5,
    }),
  );

const arbitrarySpans = fc.array(arbitrarySpan, { maxLength: 12 });

test("the order of spans changes nothing, nor does reading them twice but for the counts", () => {
  fc.assert(
    fc.property(arbitrarySpans, fc.integer(), (spans, key) => {
      const plain = gather(spans);
      const shuffled = spans
        .map((one, at) => ({ one, place: Math.imul(at + 1, key | 1) ^ (at << 3) }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ one }) => one);
      expect(gather(shuffled)).toEqual(plain);
      const { quality: counts, ...twice } = gather([...spans, ...shuffled]).observed;
      const { quality: before, ...once } = plain.observed;
      expect(twice).toEqual(once);
      expect(counts).toEqual({
        ...before,
        spans: 2 * before.spans,
        duplicates: before.duplicates + before.spans,
      });
    }),
    { seed: 6, numRuns: 200 },
  );
});

test("what comes out is within bounds", () => {
  fc.assert(
    fc.property(arbitrarySpans, (spans) => {
      const { dependencies, quality: counts, services } = gather(spans).observed;
      const names = new Set(services.map(({ name }) => name));
      for (const { from, to, calls, traces, evidence, censored, outlived } of dependencies) {
        expect(names.has(from) && names.has(to)).toBe(true);
        expect(calls).toBeGreaterThanOrEqual(traces);
        expect(traces).toBeLessThanOrEqual(counts.traces);
        expect(calls).toBeGreaterThanOrEqual((evidence?.total ?? 0) + censored);
        expect(evidence?.good ?? 0).toBeLessThanOrEqual(evidence?.total ?? 0);
        expect(outlived).toBeLessThanOrEqual(calls);
      }
    }),
    { seed: 6, numRuns: 150 },
  );
});
