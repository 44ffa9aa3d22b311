import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSpanReader } from "../../../src/traces/read/open.ts";
import type { Span } from "../../../src/traces/span.ts";
import { jaegerText } from "../generate-jaeger.ts";
import { otlpLines, otlpText } from "../generate-otlp.ts";
import { protobufBytes, protobufFrames } from "../generate-protobuf.ts";
import { zipkinText } from "../generate-zipkin.ts";
import { reading } from "./spans-of.ts";

const emitters = ["shop", "stöck", "支付"].map((service) => ({
  service,
  attributes: { "service.instance.id": `${service}-1` },
}));

/** Names with characters of one to four bytes, escapes and line ends. */
const spans: readonly Span[] = Array.from({ length: 24 }, (_, at) => ({
  traceId: String(1 + Math.floor(at / 6)).padStart(32, "a"),
  spanId: String(at + 1).padStart(16, "b"),
  parentId: at % 6 === 0 ? null : String(at).padStart(16, "b"),
  kind: at % 2 === 0 ? "server" : "client",
  name: `GET /é支😀"\\\n${at}`,
  start: 1_700_000_000_000_000 + at,
  end: 1_700_000_000_000_100 + at,
  failed: at % 5 === 0,
  attributes: { "http.route": `/ö/${at}`, "http.response.status_code": 200 },
  emitter: emitters[at % 3] ?? { service: null, attributes: {} },
  links: [],
  shared: false,
  remote: null,
}));

const sources: readonly (readonly [string, string | Buffer])[] = [
  ["OTLP lines", otlpLines(spans, 5)],
  ["OTLP lines without a last line end", otlpLines(spans, 5).trimEnd()],
  ["OTLP lines of Windows", otlpLines(spans, 5).replaceAll("\n", "\r\n")],
  ["one OTLP object", otlpText(spans)],
  ["an indented OTLP object with a byte order mark", `\uFEFF${indented(otlpText(spans))}`],
  ["indented OTLP objects after each other", indented(otlpText(spans)).repeat(2)],
  ["Jaeger", indented(jaegerText(spans))],
  ["Zipkin", zipkinText(spans)],
  ["OTLP protobuf", protobufBytes(spans)],
  ["OTLP protobuf messages behind their lengths", protobufFrames(spans, 5)],
  ["lines of which two are broken", otlpLines(spans, 5).replace("}\n", "\n{\n")],
  ["lines of which the last is binary", `${otlpLines(spans, 5)}\0\n`],
  ["a broken object", otlpText(spans).slice(0, 5000)],
  ["a broken message", protobufBytes(spans).subarray(0, -1)],
];

function indented(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}

describe("where chunks are cut", () => {
  it.each(sources)("changes nothing of %s", (_name, source) => {
    const bytes = Buffer.from(source);
    const whole = reading(bytes);
    const sizes = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sizes, (cut) => {
        expect(reading(bytes, cut)).toEqual(whole);
      }),
      { seed: 6, numRuns: 8, examples: [[[1]], [[1024]]] },
    );
  });

  it.each([
    ["JSON", Buffer.from(otlpText(spans))],
    ["protobuf", protobufBytes(spans)],
  ])("changes nothing of %s where the owner of a chunk uses its memory again", (_name, bytes) => {
    const whole = reading(bytes).spans;
    const shared = Buffer.alloc(100);
    function* reused() {
      for (let at = 0; at < bytes.length; at += shared.length) {
        yield shared.subarray(0, bytes.copy(shared, 0, at, at + shared.length));
      }
    }
    expect(pushed(reused())).toEqual(whole);
  });
});

describe("all forms of one run", () => {
  it.each([
    ["OTLP lines", otlpLines(spans)],
    ["Jaeger", jaegerText(spans)],
    ["OTLP protobuf", protobufBytes(spans)],
    ["OTLP protobuf behind lengths", protobufFrames(spans)],
  ])("%s: the spans that went in", (_name, source) => {
    const { spans: read, problems } = reading(source);
    expect(problems).toEqual([]);
    expect(byId(read)).toEqual(byId(spans));
  });

  function byId(some: readonly Span[]) {
    return some
      .map((span) => {
        const {
          error,
          "span.kind": kind,
          "otel.status_code": code,
          ...attributes
        } = span.attributes;
        return { ...span, attributes };
      })
      .sort((a, b) => (a.spanId < b.spanId ? -1 : 1));
  }
});

function pushed(chunks: Iterable<Uint8Array>): readonly Span[] {
  const reader = openSpanReader("traces.json");
  const read: Span[] = [];
  for (const chunk of chunks) read.push(...reader.push(chunk).spans);
  return [...read, ...reader.end().spans];
}
