import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { reading, TRACE } from "./spans-of.ts";

const span = { traceId: TRACE, id: "1", name: "get" };
const endpoint = { serviceName: "a" };
const flat = { name: "GET /", kind: "SERVER", duration_ms: 3, resource_attributes: {} };

/** Each of these must be told for what it is, with a way to a form that is read. */
const refused: readonly (readonly [string, string | Buffer | object, string, string])[] = [
  ["an empty file", "", "is empty", "leave it out"],
  ["white space", " \n\n\t ".repeat(50_000), "is empty", "leave it out"],
  ["Zipkin v1", [{ ...span, annotations: [{ value: "sr", endpoint }] }], "Zipkin v1", "/api/v2/"],
  ["Zipkin v1 by its tags", [{ ...span, binaryAnnotations: [] }], "Zipkin v1", "/api/v2/"],
  [
    "a search in Tempo",
    { traces: [{ traceID: "1", rootServiceName: "a" }] },
    "search",
    "GET /api/",
  ],
  [
    "Jaeger's internal form",
    { spans: [{ traceId: "AAA=", operationName: "a" }] },
    "internal",
    "GET /api/",
  ],
  [
    "Jaeger's stored spans",
    { traceID: "1", spanID: "2", operationName: "a" },
    "internal",
    "GET /api/",
  ],
  ["Jaeger's services", { data: ["a", "b"] }, "list of names", "GET /api/traces"],
  [
    "lines of spans without ids",
    `${JSON.stringify(flat)}\n${JSON.stringify(flat)}`,
    "without ids",
    "Collector",
  ],
  [
    "a table of spans",
    [{ trace_id: "1", span_id: "2", name: "a" }],
    "some other tool",
    "Collector",
  ],
  ["OTLP logs", { resourceLogs: [{}] }, "logs, metrics or profiles", "traces pipeline"],
  [
    "OTLP metrics",
    '{"resourceMetrics":[]}\n{"resourceMetrics":[]}',
    "logs, metrics",
    "traces pipeline",
  ],
  ["OTLP as YAML", "---\nresourceSpans:\n  - resource:\n", "OTLP as YAML", "yq"],
  ["a web page", "\n<!DOCTYPE html><html>", "web page", "sign in"],
  ["XML", "<?xml version='1.0'?>", "XML", "Collector"],
  ["UTF-16", Buffer.from("\uFEFF[]", "utf16le"), "UTF-16", "UTF-8"],
  ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), "zstd", "zstd -dc"],
  [
    "the file exporter's zstd",
    Buffer.from([0, 0, 0, 9, 0x28, 0xb5, 0x2f, 0xfd, 0]),
    "compression: zstd",
    "without",
  ],
  ["gzip within gzip", gzipSync("[]"), "compressed twice", "gunzip"],
  ["a zip archive", Buffer.from("PK\u0003\u0004....", "latin1"), "archive", "unpack"],
  ["a tar archive", Buffer.from(`${"a".padEnd(257, "\0")}ustar\0`, "latin1"), "archive", "unpack"],
  ["other bytes", Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), "neither JSON nor OTLP", "Collector"],
  ["other text", "hello\n", "neither JSON nor OTLP", "Collector"],
  ["other JSON", { hello: 1, world: 2 }, '"hello", "world"', "Collector"],
  ["JSON that is no object", "[1, 2]", "no traces", "Collector"],
  ["arrays in arrays in arrays", [[[[[span]]]]], "no traces", "Collector"],
  ["keys of the language's own", '{"__proto__": {"resourceSpans": []}}', "no traces", "Collector"],
];

function given(source: string | Buffer | object): string | Buffer {
  return typeof source === "string" || Buffer.isBuffer(source) ? source : JSON.stringify(source);
}

describe("a source that is not read", () => {
  it.each(refused)("%s is told", (_name, source, what, remedy) => {
    const { spans, problems } = reading(given(source));
    expect(spans).toEqual([]);
    expect(problems).toMatchObject([{ severity: "error", file: "traces.json" }]);
    expect(problems[0]?.message).toContain(what);
    expect(problems[0]?.message).toContain(remedy);
    expect(problems[0]?.message).not.toMatch(/[\n\r]/);
  });

  it.each(refused)("%s is a warning where nobody named it", (_name, source) => {
    const { problems } = reading(given(source), undefined, { found: true });
    expect(problems).toMatchObject([{ severity: "warning" }]);
    expect(problems[0]?.message).toMatch(/; passed over$/);
  });

  it.each([
    ["Jaeger's dependencies", { data: [{ parent: "a", child: "b", callCount: 1 }] }],
    ["a query of Prometheus", { status: "success", data: { resultType: "vector", result: [] } }],
  ])("%s are counts that another option reads", (_name, source) => {
    const { problems } = reading(JSON.stringify(source));
    expect(problems).toMatchObject([{ severity: "error", code: "aggregate-source" }]);
  });

  it("says nothing more once it is refused", () => {
    const { problems } = reading(`${JSON.stringify({ a: 1 })}\n`.repeat(1000), [100]);
    expect(problems).toHaveLength(1);
  });

  it("names the line that it was refused for", () => {
    const good = JSON.stringify({ resourceSpans: [{ scopeSpans: [] }] });
    expect(reading(`${good}\n\n${good}\n{"a":1}\n`).problems).toMatchObject([{ line: 4 }]);
  });
});

describe("a source that is broken", () => {
  const line = JSON.stringify([{ ...span, localEndpoint: endpoint }]);

  it("is an error where it is one value, with the place", () => {
    const { spans, problems } = reading(`[\n  ${line.slice(1, -1)},\n  {"traceId": "1", "id"\n`);
    expect(spans).toEqual([]);
    expect(problems).toMatchObject([{ severity: "error", code: "broken-json", line: 3 }]);
    expect(problems[0]?.message).toContain("ends in the middle of a value");
  });

  it("loses but its last line where it is still written to", () => {
    const { spans, problems } = reading(`${line}\n${line}\n${line.slice(0, 20)}`);
    expect(spans).toHaveLength(2);
    expect(problems).toMatchObject([{ severity: "warning", code: "broken-line", line: 3 }]);
    expect(problems[0]?.message).toContain("ends in half a line");
  });

  it("loses but its broken lines, the first three told by number and all by count", () => {
    const { spans, problems } = reading(`${line}\n${"oops\n".repeat(5)}${line}\n`);
    expect(spans).toHaveLength(2);
    expect(problems.map((one) => one.line)).toEqual([2, 3, 4, undefined]);
    expect(problems[3]?.message).toContain("5 lines");
  });

  it("that holds nothing is a warning", () => {
    for (const nothing of [
      '{"resourceSpans":[]}',
      "[]",
      '{"data":[]}',
      '{"batches":[{"scopeSpans":[]}]}',
    ]) {
      expect(reading(nothing).problems).toMatchObject([{ severity: "warning", code: "no-spans" }]);
    }
  });
});
