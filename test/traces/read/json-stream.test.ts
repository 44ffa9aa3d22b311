import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openJsonStream } from "../../../src/traces/read/json-stream.ts";

/** The values of a text, pushed in pieces of so many bytes; or where it is broken. */
function streamed(text: string, size = 7): { values: unknown[]; broken: unknown } {
  const values: unknown[] = [];
  const stream = openJsonStream((value) => values.push(value));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const broken = stream.push(bytes.subarray(at, at + size));
    if (broken !== null) return { values, broken };
  }
  return { values, broken: stream.end() };
}

function valuesOf(value: unknown, size?: number): unknown[] {
  const { values, broken } = streamed(JSON.stringify(value), size);
  expect(broken).toBeNull();
  return values;
}

/** No name that a list is taken apart under, and nothing but an object or a scalar at the root. */
const plain = fc
  .jsonValue({ maxDepth: 5 })
  .filter(
    (value) =>
      !Array.isArray(value) && !/"(?:data|traces|batches|__proto__)"/.test(JSON.stringify(value)),
  );

describe("JSON in pieces", () => {
  it("is what JSON.parse makes of it", () => {
    fc.assert(
      fc.property(plain, fc.integer({ min: 1, max: 50 }), (value, size) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        expect(valuesOf(value, size)).toEqual([parsed]);
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  it.each([
    [{ resourceSpans: [1, 2] }, [{ resourceSpans: [1] }, { resourceSpans: [2] }]],
    [{ a: 1, batches: [{}] }, [{ batches: [{}] }]],
    [{ trace: { resourceSpans: [1] } }, [{ trace: { resourceSpans: [1] } }]],
    [
      { result: { resourceSpans: [1, 2] } },
      [1, 2].map((one) => ({ result: { resourceSpans: [one] } })),
    ],
    [{ data: [{ spans: [1, 2], processes: {} }] }, [{ data: [{ spans: [1, 2], processes: {} }] }]],
    [{ traceID: "a", spans: [1], processes: {} }, [{ traceID: "a", spans: [1], processes: {} }]],
    [
      [{ id: 1 }, { id: 2 }],
      [[{ id: 1 }], [{ id: 2 }]],
    ],
    [
      [[{ id: 1 }, { id: 2 }], [{ id: 3 }]],
      [[{ id: 1 }], [{ id: 2 }], [{ id: 3 }]],
    ],
    [{ resourceSpans: [] }, [{ resourceSpans: [] }]],
  ])("lets go of what stands for itself: %j", (value, parts) => {
    expect(valuesOf(value)).toEqual(parts);
  });

  it("lets go of the spans of one resource before it ends", () => {
    const span = { traceId: "a", attributes: [1, 2, 3] };
    const scopeSpans = [
      { scope: {}, spans: Array(3_000).fill(span) },
      { spans: Array(18_000).fill(span) },
    ];
    const parts = valuesOf({ resourceSpans: [{ resource: { a: 1 }, scopeSpans }] }, 65536) as {
      resourceSpans: { resource: object; scopeSpans: { spans: object[] }[] }[];
    }[];
    const blocks = parts.flatMap((part) => part.resourceSpans);
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.every((block) => "a" in block.resource)).toBe(true);
    const spans = blocks.flatMap((block) => block.scopeSpans.flatMap((scope) => scope.spans));
    expect(spans).toHaveLength(21_000);
    expect(new Set(spans.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(span)]),
    );
  });

  it("gives no value another prototype", () => {
    const [value] = streamed('{"a":{"__proto__":{"x":1},"y":2}}').values as [{ a: { x?: number } }];
    expect(value.a.x).toBeUndefined();
    expect(value).toEqual({ a: { y: 2 } });
  });

  it("passes over spans embedded in references", () => {
    const embedded = { spanID: "b", references: [{ spanID: "c", span: { references: [] } }] };
    const trace = { spans: [{ references: [{ spanID: "b", span: embedded, after: 1 }], last: 2 }] };
    expect(valuesOf({ data: [trace] })).toEqual([
      { data: [{ spans: [{ references: [{ spanID: "b", after: 1 }], last: 2 }] }] },
    ]);
  });

  it("reads values after each other", () => {
    expect(streamed('{"a":1}\n{"a":2}{"a":3}').values).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });

  it.each([
    ['{\n  "a": [1,\n', "ends in the middle of a value"],
    ['{"a": "b', "ends in the middle of a value"],
    ['{"a" 1}', "is no JSON"],
    ['{"a": 1,}', "is no JSON"],
    ["{]", "is no JSON"],
    ["[1}", "is no JSON"],
    ["[1 2]", "is no JSON"],
    ['{"a": nul}', "is no JSON"],
    ["[".repeat(300), "nests deeper than 200 levels"],
  ])("%j is broken: %s", (text, what) => {
    expect(streamed(text).broken).toMatchObject({ what });
  });

  it.each([1, 3, 1000])("tells the place of what is broken, in pieces of %i", (size) => {
    const { broken } = streamed('{\n  "a": 1,\n  "é": tru\n}', size);
    expect(broken).toMatchObject({ line: 3 });
  });

  it("does not hold a text without end", () => {
    const stream = openJsonStream(() => undefined);
    const piece = Buffer.from("x".repeat(1 << 20));
    expect(stream.push(Buffer.from('{"a":"'))).toBeNull();
    const told = Array.from({ length: 9 }, () => stream.push(piece)).find((one) => one !== null);
    expect(told?.what).toContain("8 MB");
  });
});
