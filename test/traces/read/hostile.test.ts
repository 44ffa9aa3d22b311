import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reading, spansOf, TRACE } from "./spans-of.ts";

const span = { traceId: TRACE, id: "1", name: "get", localEndpoint: { serviceName: "a" } };

describe("hostile input", () => {
  it("may nest as deep as it likes", () => {
    const deep = `{"a":${"[".repeat(1_100_000)}`;
    expect(reading(deep).problems).toMatchObject([{ severity: "error", code: "broken-json" }]);
    const closed = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect(reading(closed).problems).toMatchObject([{ severity: "error" }]);
  });

  it("may hold nothing but brackets", () => {
    const text = `[${"{},".repeat(400_000)}1]`;
    expect(reading(text).problems).toMatchObject([{ severity: "error" }]);
    const line = JSON.stringify(span);
    const { spans, problems } = reading(`${line}\n${text}\n${line}\n`);
    expect(spans).toHaveLength(2);
    expect(problems).toMatchObject([{ severity: "warning", code: "broken-line", line: 2 }]);
  });

  it("may name anything __proto__ or constructor", () => {
    const text = `[{"__proto__":{"shared":true},"constructor":1,${JSON.stringify(span).slice(1, -1)},
      "tags":{"__proto__":{"error":"x"},"error.type":"y","constructor":"z"},"kind":"__proto__"}]`;
    const [one] = spansOf(text);
    expect(one).toMatchObject({ shared: false, failed: false, kind: null });
    expect(one?.attributes).toEqual({ "error.type": "y" });
    expect(Object.getPrototypeOf(one?.attributes)).toBe(Object.prototype);
  });

  it("may have texts of any length, of which only so much is kept", () => {
    const long = "x".repeat(2_000_000);
    const [one] = spansOf([{ ...span, name: long, tags: { "http.route": long, unknown: long } }]);
    expect(one?.name).toHaveLength(1000);
    expect(String(one?.attributes["http.route"])).toHaveLength(1000);
    expect(Object.keys(one?.attributes ?? {})).toEqual(["http.route"]);
  });

  it("may have bytes that are not UTF-8", () => {
    const bytes = Buffer.from(JSON.stringify([{ ...span, name: "a?b" }]));
    bytes[bytes.indexOf("?")] = 0xff;
    expect(spansOf(bytes)[0]?.name).toBe("a\uFFFDb");
  });

  it("may have numbers beyond any", () => {
    const text = JSON.stringify([{ ...span, timestamp: 1, duration: 2 }]);
    const odd = text.replace('"timestamp":1', '"timestamp":1e400').replace(":2}", ":-1e999}");
    expect(spansOf(odd)[0]).toMatchObject({ start: null, end: null });
  });

  it.each([
    [
      "OTLP",
      {
        resourceSpans: [
          { resource: null, scopeSpans: [{ spans: [{ traceId: TRACE, spanId: "1" }] }] },
        ],
      },
    ],
    [
      "Jaeger",
      {
        data: [
          {
            spans: [{ traceID: TRACE, spanID: "1", tags: [{ key: "error", value: true }] }],
            processes: {},
          },
        ],
      },
    ],
    ["Zipkin", [{ ...span, tags: { error: "" }, annotations: [], remoteEndpoint: {} }]],
  ])("may have anything in any place of %s", (_name, form) => {
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue({ maxDepth: 2 }), (at, value) => {
        const { spans, problems } = reading(JSON.stringify(replaced(form, at, value)));
        expect(spans.every((one) => one.traceId !== "" && typeof one.name === "string")).toBe(true);
        expect(spans.length > 0 || problems.length > 0).toBe(true);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it.each([0x0a, 0x00, 0x7b])("may be any bytes after 0x%x", (first) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { spans, problems } = reading(Buffer.concat([Buffer.from([first]), bytes]));
        expect(spans.length > 0 || problems.length > 0).toBe(true);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

/** The value with one of its parts, by number, replaced. */
function replaced(value: unknown, at: number, by: unknown): unknown {
  let left = at % 40;
  return JSON.parse(JSON.stringify(value), (_key, part) => {
    left -= 1;
    return left === -1 ? by : part;
  });
}
