import type { Attributes, Emitter, Span } from "../../src/traces/span.ts";
import { resourceWords } from "./generate-otlp.ts";

/**
 * The reply of Jaeger's API, with tags as the Collector's translation from OpenTelemetry names them:
 * the kind and a failure as `span.kind` and `error`, attributes of the resource as tags of the process,
 * links as references that follow.
 */
export function jaegerText(spans: readonly Span[]): string {
  const traces = new Map<string, Span[]>();
  for (const span of spans) {
    const trace = traces.get(span.traceId);
    if (trace === undefined) traces.set(span.traceId, [span]);
    else trace.push(span);
  }
  return JSON.stringify({ data: [...traces].map(([traceID, own]) => jaegerTrace(traceID, own)) });
}

function jaegerTrace(traceID: string, spans: readonly Span[]): unknown {
  const emitters = [...new Set(spans.map(({ emitter }) => emitter))];
  const processes = emitters.map((emitter, at) => [`p${at + 1}`, jaegerProcess(emitter)]);
  return {
    traceID,
    spans: spans.map((span) => jaegerSpan(span, `p${emitters.indexOf(span.emitter) + 1}`)),
    processes: Object.fromEntries(processes),
    warnings: null,
  };
}

function jaegerProcess(emitter: Emitter): unknown {
  const { "service.name": serviceName, ...others } = resourceWords(emitter);
  return { serviceName, tags: tags(others) };
}

function jaegerSpan(span: Span, processID: string): unknown {
  const { traceId: traceID, spanId: spanID, parentId, start, end } = span;
  const parent = parentId === null ? [] : [{ refType: "CHILD_OF", traceID, spanID: parentId }];
  const links = span.links.map((link) => ({
    refType: "FOLLOWS_FROM",
    traceID: link.traceId,
    spanID: link.spanId,
  }));
  const kind: Attributes = span.kind === null ? {} : { "span.kind": span.kind };
  const error: Attributes = span.failed ? { error: true, "otel.status_code": "ERROR" } : {};
  return {
    traceID,
    spanID,
    operationName: span.name,
    references: [...parent, ...links],
    startTime: start,
    duration: start === null || end === null ? null : end - start,
    tags: tags({ ...kind, ...span.attributes, ...error }),
    logs: [],
    processID,
    warnings: null,
  };
}

function tags(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, type: typeOf(value), value }));
}

function typeOf(value: string | number | boolean): string {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return Number.isInteger(value) ? "int64" : "float64";
}
