import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openJsonStream } from "../../../src/traces/read/json-stream.ts";
import { openSpanReader } from "../../../src/traces/read/open.ts";
import { defer, deferred, type Overflow } from "../../../src/traces/read/overflow.ts";
import type { Span } from "../../../src/traces/span.ts";

/** In memory, handing bytes out in pieces of an awkward size from a buffer that is used again. */
type Watched = Overflow & { readonly most: () => number; readonly size: () => number };

function openOverflow(size = 1000): Watched {
  let bytes = Buffer.alloc(0);
  let most = 0;
  return {
    append: (more) => {
      bytes = Buffer.concat([bytes, more]);
      most = Math.max(most, bytes.length);
    },
    read: function* () {
      const piece = new Uint8Array(size);
      for (let at = 0; at < bytes.length; at += size) {
        const part = bytes.subarray(at, at + size);
        piece.set(part);
        yield piece.subarray(0, part.length);
      }
    },
    clear: () => {
      bytes = Buffer.alloc(0);
    },
    most: () => most,
    size: () => bytes.length,
  };
}

it("gives values back as they were, one after the other", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 40 }), (values, size) => {
      const overflow = openOverflow(size);
      for (const value of values) defer(overflow, value);
      expect([...deferred(overflow)]).toEqual(JSON.parse(JSON.stringify(values)));
    }),
    { seed: 20_260_111, numRuns: 200 },
  );
});

/** So many spans are more than one batch of them. */
const MANY = 8_000;

/** One resource whose spans come before it, of services `a`, `b` and so forth. */
function lateText(services: readonly string[], spans: number): string {
  const resourceSpans = services.map((service, block) => ({
    scopeSpans: [
      { scope: { name: "x" }, spans: spansOf(block, spans / 2, 0) },
      { spans: spansOf(block, spans / 2, spans / 2) },
    ],
    resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
  }));
  return JSON.stringify({ resourceSpans });
}

function spansOf(block: number, count: number, from: number) {
  return Array.from({ length: count }, (_, at) => ({
    traceId: `${block + 1}`.padStart(32, "a"),
    spanId: `${from + at + 1}`.padStart(16, "0"),
    name: "é\n",
    attributes: [{ key: "http.route", value: { stringValue: "/" } }],
  }));
}

describe("spans before their resource", () => {
  it("wait for it, and are all its own", () => {
    const services = ["a", "b"];
    const bytes = Buffer.from(lateText(services, MANY));
    const overflow = openOverflow();
    const counts = new Map<string | null, number>();
    const ids = new Set<string>();
    const onSpans = (spans: readonly Span[]) => {
      for (const { emitter, spanId, traceId } of spans) {
        counts.set(emitter.service, (counts.get(emitter.service) ?? 0) + 1);
        ids.add(traceId + spanId);
      }
    };
    // As one value of a stream: a text that is this short is else parsed whole.
    const stream = openJsonStream(
      (value) => {
        const reader = openSpanReader("late.json", { onSpans });
        expect(reader.push(Buffer.from(JSON.stringify(value))).problems).toEqual([]);
        expect(reader.end().problems).toEqual([]);
      },
      1,
      overflow,
    );
    for (let at = 0; at < bytes.length; at += 65_536) {
      expect(stream.push(bytes.subarray(at, at + 65_536))).toBeNull();
    }
    expect(stream.end()).toBeNull();
    expect([...counts]).toEqual(services.map((service) => [service, MANY]));
    expect(ids.size).toBe(2 * MANY);
    // What waited of one resource made room for the next.
    expect(overflow.most()).toBeGreaterThan(0);
    expect(overflow.most()).toBeLessThan(bytes.length * 0.6);
    expect(overflow.size()).toBe(0);
  });

  it("may be more than can be held", () => {
    const items = Buffer.from(",0".repeat(50_000));
    let [spans, told] = [0, 0];
    const stream = openJsonStream(
      (value) => {
        const { resourceSpans } = value as {
          resourceSpans: { resource: { r?: number }; scopeSpans: { spans: unknown[] }[] }[];
        };
        for (const { resource, scopeSpans } of resourceSpans) {
          told += resource.r === 1 ? 0 : 1;
          for (const scope of scopeSpans) spans += scope.spans.length;
        }
      },
      1,
      openOverflow(1 << 20),
    );
    const pushed = [
      '{"resourceSpans":[{"scopeSpans":[{"spans":[0',
      ...Array.from({ length: 41 }, () => items),
      ']}],"resource":{"r":1}}]}',
    ].map((part) => stream.push(Buffer.from(part)));
    expect([...pushed, stream.end()].filter((broken) => broken !== null)).toEqual([]);
    expect({ spans, told }).toEqual({ spans: 2_050_001, told: 0 });
  });

  it("of a value that is cut off do not come out", () => {
    const text = lateText(["a"], MANY);
    const overflow = openOverflow();
    const values: unknown[] = [];
    const read = (part: string) => {
      const stream = openJsonStream((value) => values.push(value), 1, overflow);
      return stream.push(Buffer.from(part)) ?? stream.end();
    };
    expect(read(text.slice(0, text.indexOf('"resource":')))).toMatchObject({
      what: "ends in the middle of a value",
    });
    expect(values).toEqual([]);
    // Nor with the next source.
    expect(read(text)).toBeNull();
    expect(JSON.stringify(values).split('"spanId"')).toHaveLength(MANY + 1);
  });
});
