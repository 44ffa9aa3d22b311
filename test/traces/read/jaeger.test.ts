import { describe, expect, it } from "vitest";
import { CHILD, ROOT, reading, spansOf, TRACE } from "./spans-of.ts";

const span = {
  traceID: TRACE,
  spanID: CHILD,
  operationName: "charge",
  references: [{ refType: "CHILD_OF", traceID: TRACE, spanID: ROOT }],
  startTime: 1485467191639875,
  duration: 5,
  processID: "p1",
  tags: [
    { key: "span.kind", type: "string", value: "Client" },
    { key: "error", type: "bool", value: true },
    { key: "http.status_code", type: "int64", value: "503" },
    { key: "peer.service", type: "binary", value: "AAAA" },
    { key: "thread", type: "string", value: "1" },
  ],
  logs: [
    {
      timestamp: 1,
      fields: [
        { key: "event", value: "retry" },
        { key: "message", value: "no" },
      ],
    },
    {
      timestamp: 2,
      fields: [
        { key: "event", value: "error" },
        { key: "message", value: "refused" },
      ],
    },
  ],
};
const processes = {
  p1: { serviceName: "payment", tags: [{ key: "hostname", type: "string", value: "pay-1" }] },
};
const trace = { traceID: TRACE, spans: [span], processes };
const other = "00000000000000ff";

function one(changes: object) {
  return spansOf({ data: [{ ...trace, spans: [{ ...span, ...changes }] }] })[0];
}

describe("Jaeger's JSON", () => {
  it("gives all that later stages ask of a span, and no more", () => {
    expect(spansOf({ data: [trace], total: 0, errors: null })).toEqual([
      {
        traceId: TRACE,
        spanId: CHILD,
        parentId: ROOT,
        kind: "client",
        name: "charge",
        start: 1485467191639875,
        end: 1485467191639880,
        failed: true,
        attributes: {
          "span.kind": "Client",
          error: true,
          "http.status_code": 503,
          message: "refused",
        },
        emitter: { service: "payment", attributes: { hostname: "pay-1" } },
        links: [],
        shared: false,
        remote: null,
      },
    ]);
  });

  it.each([
    ["a trace by itself", trace],
    ["an array of traces", [trace]],
    ["the UI's download of one", { data: { ...trace, services: [] } }],
  ])("is read as %s", (_name, value) => {
    expect(spansOf(value)).toEqual(spansOf({ data: [trace] }));
  });

  it("reads a process that the span tells itself", () => {
    const { processID: _, ...inline } = { ...span, process: processes.p1 };
    expect(spansOf({ data: [{ traceID: TRACE, spans: [inline], processes: {} }] })).toEqual(
      spansOf({ data: [trace] }),
    );
  });

  it("takes no process of that name from the language's own", () => {
    expect(one({ processID: "constructor" })?.emitter.service).toBeNull();
  });

  it("passes over spans that references embed, however deep", () => {
    let reference: object = { refType: "CHILD_OF", traceID: TRACE, spanID: ROOT };
    for (let depth = 0; depth < 50; depth += 1) {
      const embedded = { ...span, references: [reference] };
      reference = { refType: "CHILD_OF", traceID: TRACE, spanID: ROOT, span: embedded };
    }
    expect(one({ references: [reference] })).toEqual(one({}));
  });

  it("takes the first CHILD_OF of the same trace for the parent, and all else for links", () => {
    const references = [
      { refType: "CHILD_OF", traceID: "ff", spanID: other },
      { refType: "FOLLOWS_FROM", traceID: TRACE, spanID: other },
      { refType: "CHILD_OF", traceID: TRACE, spanID: ROOT },
    ];
    expect(one({ references })).toMatchObject({
      parentId: ROOT,
      links: [
        { traceId: "ff".padStart(32, "0"), spanId: other },
        { traceId: TRACE, spanId: other },
      ],
    });
  });

  it("takes a FOLLOWS_FROM for the parent where there is no other, and for a link", () => {
    const references = [{ refType: "FOLLOWS_FROM", traceID: TRACE, spanID: ROOT }];
    const links = [{ traceId: TRACE, spanId: ROOT }];
    expect(one({ references })).toMatchObject({ parentId: ROOT, links });
  });

  it("has no parent where the only reference is to another trace", () => {
    const references = [{ refType: "CHILD_OF", traceID: "ff", spanID: other }];
    expect(one({ references })?.parentId).toBeNull();
    expect(one({ references })?.links).toHaveLength(1);
  });

  it("reads the parent of before there were references", () => {
    expect(one({ references: [], parentSpanID: ROOT.slice(1) })?.parentId).toBe(
      `0${ROOT.slice(1)}`,
    );
  });

  it.each([
    [[{ key: "error", type: "bool", value: false }], false],
    [[{ key: "error", type: "string", value: "true" }], true],
    [[{ key: "error", type: "string", value: "" }], false],
    [[{ key: "otel.status_code", type: "string", value: "ERROR" }], true],
    [null, false],
  ])("with tags %j it failed: %j", (tags, failed) => {
    expect(one({ tags })?.failed).toBe(failed);
  });

  it("tells what Jaeger's API said instead of traces", () => {
    const errors = [{ code: 404, msg: "trace not found" }];
    const { problems } = reading(JSON.stringify({ data: null, errors }));
    expect(problems).toMatchObject([{ severity: "error" }]);
    expect(problems[0]?.message).toContain('"trace not found"');
  });
});
