import { describe, expect, it } from "vitest";
import { CHILD, ROOT, reading, spansOf, TRACE } from "./spans-of.ts";

/** One `resourceSpans` with one span. */
function exported(span: object, resource: object = {}, names = "camel"): object {
  return names === "camel"
    ? { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }
    : { resource_spans: [{ resource, scope_spans: [{ spans: [span] }] }] };
}

function text(key: string, stringValue: string): object {
  return { key, value: { stringValue } };
}

const span = {
  traceId: TRACE,
  spanId: CHILD,
  parentSpanId: ROOT,
  name: "GET /orders/{id}",
  kind: 3,
  startTimeUnixNano: "1711138246940000123",
  endTimeUnixNano: "1711138247116321958",
  status: { code: 2, message: "deadline" },
  traceState: "ot=th:8",
  attributes: [
    text("http.route", "/orders/{id}"),
    text("user_agent.original", "curl"),
    { key: "http.response.status_code", value: { intValue: "504" } },
    { key: "messaging.destination.anonymous", value: { boolValue: false } },
    { key: "sampler.param", value: { doubleValue: 0.5 } },
    {
      key: "server.address",
      value: { arrayValue: { values: [{ stringValue: "a" }, { stringValue: "b" }] } },
    },
    { key: "db.name", value: { kvlistValue: { values: [] } } },
  ],
  links: [
    { traceId: TRACE, spanId: ROOT },
    { traceId: "", spanId: ROOT },
  ],
  events: [
    { name: "exception", attributes: [text("exception.type", "java.net.ConnectException")] },
  ],
};
const resource = {
  attributes: [text("service.name", "orders"), text("k8s.pod.name", "orders-1"), text("x", "y")],
};

describe("OTLP as JSON", () => {
  it("gives all that later stages ask of a span, and no more", () => {
    expect(spansOf(exported(span, resource))).toEqual([
      {
        traceId: TRACE,
        spanId: CHILD,
        parentId: ROOT,
        kind: "client",
        name: "GET /orders/{id}",
        start: 1711138246940000,
        end: 1711138247116322,
        failed: true,
        attributes: {
          "http.route": "/orders/{id}",
          "http.response.status_code": 504,
          "messaging.destination.anonymous": false,
          "sampler.param": 0.5,
          "server.address": "a,b",
          "exception.type": "java.net.ConnectException",
          "otel.status_description": "deadline",
          "w3c.tracestate": "ot=th:8",
        },
        emitter: { service: "orders", attributes: { "k8s.pod.name": "orders-1" } },
        links: [{ traceId: TRACE, spanId: ROOT }],
        shared: false,
        remote: null,
      },
    ]);
  });

  it("takes protobuf's names, enum names, base64 ids and nanoseconds as numbers for the same", () => {
    const other = {
      trace_id: Buffer.from(TRACE, "hex").toString("base64"),
      span_id: Buffer.from(CHILD, "hex").toString("base64"),
      parent_span_id: Buffer.from(ROOT, "hex").toString("base64"),
      name: span.name,
      kind: "SPAN_KIND_CLIENT",
      start_time_unix_nano: Number(span.startTimeUnixNano),
      end_time_unix_nano: Number(span.endTimeUnixNano),
      status: { code: "STATUS_CODE_ERROR", message: "deadline" },
      trace_state: "ot=th:8",
      attributes: [
        { key: "http.route", value: { string_value: "/orders/{id}" } },
        { key: "http.response.status_code", value: { int_value: 504 } },
        { key: "messaging.destination.anonymous", value: { bool_value: false } },
        { key: "sampler.param", value: { double_value: 0.5 } },
        {
          key: "server.address",
          value: { array_value: { values: [{ string_value: "a" }, { string_value: "b" }] } },
        },
      ],
      links: [{ trace_id: TRACE.toUpperCase(), span_id: ROOT }],
      events: span.events,
    };
    expect(spansOf(exported(other, resource, "snake"))).toEqual(spansOf(exported(span, resource)));
  });

  it.each([
    ["an array of exports", (one: object) => [one, one]],
    ["Tempo's batches", (one: object) => ({ batches: Object.values(one)[0] })],
    ["Tempo's v2 reply", (one: object) => ({ trace: one, metrics: {} })],
    ["Jaeger's v3 reply", (one: object) => ({ result: one })],
  ])("is read in %s", (_name, wrap) => {
    const [plain] = spansOf(exported(span, resource));
    const spans = spansOf(wrap(exported(span, resource)));
    expect(new Set(spans.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(plain)]),
    );
  });

  it("is read under the names of the protocol before 0.15", () => {
    const old = { resourceSpans: [{ resource, instrumentationLibrarySpans: [{ spans: [span] }] }] };
    expect(spansOf(old)).toEqual(spansOf(exported(span, resource)));
  });

  it("gives one emitter to all spans of a service's instance, over lines too", () => {
    const line = JSON.stringify(exported(span, resource));
    const spans = spansOf(`${line}\n${line}\n`);
    expect(spans).toHaveLength(2);
    expect(spans[0]?.emitter).toBe(spans[1]?.emitter);
  });

  it("believes the span before its events and its status", () => {
    const attributes = [text("exception.type", "own"), text("otel.status_description", "own")];
    const [one] = spansOf(exported({ ...span, attributes }));
    expect(one?.attributes).toMatchObject({
      "exception.type": "own",
      "otel.status_description": "own",
    });
  });

  it("says null where the format says nothing", () => {
    const bare = { traceId: TRACE, spanId: CHILD, parentSpanId: "0000000000000000" };
    expect(spansOf(exported(bare))[0]).toMatchObject({
      parentId: null,
      kind: null,
      name: "",
      start: null,
      end: null,
      failed: false,
      emitter: { service: null },
    });
  });

  it("keeps integers that a number cannot hold as their text", () => {
    const value = { intValue: "9223372036854775807" };
    const [one] = spansOf(exported({ ...span, attributes: [{ key: "server.port", value }] }));
    expect(one?.attributes["server.port"]).toBe("9223372036854775807");
  });

  it("passes over spans without ids and says how many", () => {
    const without = { ...span, spanId: "" };
    const both = { resourceSpans: [{ resource, scopeSpans: [{ spans: [without, span] }] }] };
    const { spans, problems } = reading(JSON.stringify(both));
    expect(spans).toHaveLength(1);
    expect(problems).toMatchObject([{ severity: "warning", code: "spans-without-ids" }]);
    expect(problems[0]?.message).toContain("(1)");
  });

  it("passes over lines of logs and metrics among those of traces, and says so", () => {
    const lines = [exported(span), { resourceLogs: [] }, { resourceMetrics: [] }];
    const { spans, problems } = reading(lines.map((one) => JSON.stringify(one)).join("\n"));
    expect(spans).toHaveLength(1);
    expect(problems).toMatchObject([{ severity: "notice", code: "other-signals" }]);
    expect(problems[0]?.message).toContain("2 of 3");
  });
});
