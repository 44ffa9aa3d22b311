import type { Attributes, Emitter, Span, SpanKind } from "../../src/traces/span.ts";

/** By the numbers of opentelemetry.proto.trace.v1.Span.SpanKind. */
export const KINDS: readonly (SpanKind | null)[] = [
  null,
  "internal",
  "server",
  "client",
  "producer",
  "consumer",
];

/** One export each of at most so many spans, as the Collector's file exporter writes a line. */
export function otlpLines(spans: readonly Span[], most = 50): string {
  return batches(spans, most)
    .map((batch) => `${JSON.stringify(otlpObject(batch))}\n`)
    .join("");
}

/** One object of `resourceSpans`. */
export function otlpText(spans: readonly Span[]): string {
  return JSON.stringify(otlpObject(spans));
}

export function batches(spans: readonly Span[], most: number): readonly (readonly Span[])[] {
  return Array.from({ length: Math.ceil(spans.length / most) }, (_, at) =>
    spans.slice(at * most, (at + 1) * most),
  );
}

/** In the order in which the emitters first come. */
export function byEmitter(spans: readonly Span[]): ReadonlyMap<Emitter, readonly Span[]> {
  const groups = new Map<Emitter, Span[]>();
  for (const span of spans) {
    const group = groups.get(span.emitter);
    if (group === undefined) groups.set(span.emitter, [span]);
    else group.push(span);
  }
  return groups;
}

/** Attributes of a resource, with the service's name among them. */
export function resourceWords({ service, attributes }: Emitter): Attributes {
  return service === null ? attributes : { "service.name": service, ...attributes };
}

function otlpObject(spans: readonly Span[]): unknown {
  return {
    resourceSpans: [...byEmitter(spans)].map(([emitter, own]) => ({
      resource: { attributes: keyValues(resourceWords(emitter)) },
      scopeSpans: [{ scope: { name: "shop", version: "1.0.0" }, spans: own.map(otlpSpan) }],
    })),
  };
}

function otlpSpan(span: Span): unknown {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: KINDS.indexOf(span.kind),
    startTimeUnixNano: nanoseconds(span.start),
    endTimeUnixNano: nanoseconds(span.end),
    attributes: keyValues(span.attributes),
    ...(span.links.length === 0 ? {} : { links: span.links }),
    status: span.failed ? { code: 2 } : {},
  };
}

function nanoseconds(time: number | null): string {
  return time === null ? "0" : `${time}000`;
}

function keyValues(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

/** By protobuf's JSON mapping a 64-bit integer is text. */
function anyValue(value: string | number | boolean): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
