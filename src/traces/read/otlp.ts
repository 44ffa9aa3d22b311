import { emitterAttribute, isSpanAttribute, spanAttribute } from "../attribute-names.ts";
import type { Attributes, Emitter, SpanKind, SpanLink } from "../span.ts";
import { identifier } from "./identifier.ts";
import type { Intake } from "./intake.ts";
import {
  clipped,
  integerOf,
  isRecord,
  type Json,
  listOf,
  microseconds,
  numberOf,
  type Scalar,
  textOf,
} from "./value.ts";

/** Names of the same list: the protocol's, and those of its versions before 0.15. */
const SCOPES = [
  "scopeSpans",
  "scope_spans",
  "instrumentationLibrarySpans",
  "instrumentation_library_spans",
];

/** `Span.SpanKind`; unspecified says nothing. */
const KINDS: readonly (SpanKind | null)[] = [
  null,
  "internal",
  "server",
  "client",
  "producer",
  "consumer",
];

/** `Status.StatusCode`. */
const ERROR = 2;
const NONE: readonly SpanLink[] = [];
/** Items of a list of text that are joined. */
const MOST_ITEMS = 100;

/**
 * Spans of one `ResourceSpans` (opentelemetry-proto, `trace/v1/trace.proto`), in the protocol's JSON form
 * with its names or protobuf's own, or as the decoder gives it. The event that tells an exception lends the
 * span its attributes, the status its message, the trace state itself under the names that
 * OpenTelemetry gives them in formats without a place for them.
 */
export function readResourceSpans(block: Json, intake: Intake): void {
  let emitter: Emitter | null = null;
  for (const key of SCOPES) {
    for (const scope of listOf(block[key])) {
      if (!isRecord(scope)) continue;
      for (const span of listOf(scope["spans"])) {
        if (!isRecord(span)) continue;
        emitter ??= emitterOf(block["resource"], intake);
        readSpan(span, emitter, intake);
      }
    }
  }
}

function emitterOf(resource: unknown, intake: Intake): Emitter {
  const attributes: Record<string, Scalar> = {};
  if (isRecord(resource)) readAttributes(resource["attributes"], emitterAttribute, attributes);
  const { "service.name": service, ...others } = attributes;
  return intake.emitter(service === undefined ? null : textOf(String(service)), others);
}

function readSpan(span: Json, emitter: Emitter, intake: Intake): void {
  const status = span["status"];
  const attributes: Record<string, Scalar> = {};
  readAttributes(span["attributes"], spanAttribute, attributes);
  const events = span["events"];
  if (Array.isArray(events) && events.length > 0) readExceptions(events, attributes);
  if (isRecord(status)) lend(attributes, "otel.status_description", status["message"]);
  lend(attributes, "w3c.tracestate", span["traceState"] ?? span["trace_state"]);
  intake.add({
    traceId: identifier(span["traceId"] ?? span["trace_id"], 32),
    spanId: identifier(span["spanId"] ?? span["span_id"], 16),
    parentId: identifier(span["parentSpanId"] ?? span["parent_span_id"], 16),
    kind: kindOf(span["kind"]),
    name: textOf(span["name"]) ?? "",
    start: microseconds(span["startTimeUnixNano"] ?? span["start_time_unix_nano"]),
    end: microseconds(span["endTimeUnixNano"] ?? span["end_time_unix_nano"]),
    failed: isRecord(status) && isError(status["code"]),
    attributes,
    emitter,
    links: linksOf(span["links"]),
    shared: false,
    remote: null,
  });
}

/** An enum value by number or by name; names come in both cases and with or without their prefix. */
function kindOf(kind: unknown): SpanKind | null {
  if (typeof kind === "number") return KINDS[kind] ?? null;
  if (typeof kind !== "string") return null;
  const name = kind.toLowerCase().replace(/^span_kind_/, "");
  return KINDS.find((one) => one === name) ?? KINDS[numberOf(kind) ?? 0] ?? null;
}

function isError(code: unknown): boolean {
  if (code === undefined || code === null) return false;
  return code === ERROR || code === "STATUS_CODE_ERROR" || code === "ERROR" || code === "2";
}

function linksOf(links: unknown): readonly SpanLink[] {
  if (!Array.isArray(links) || links.length === 0) return NONE;
  return links.filter(isRecord).flatMap((link) => {
    const traceId = identifier(link["traceId"] ?? link["trace_id"], 32);
    const spanId = identifier(link["spanId"] ?? link["span_id"], 16);
    return traceId === null || spanId === null ? [] : [{ traceId, spanId }];
  });
}

/** Semantic conventions, "Exceptions on spans": an event of this name. */
function readExceptions(events: readonly unknown[], into: Record<string, Scalar>): void {
  for (const event of events) {
    if (!isRecord(event) || event["name"] !== "exception") continue;
    const told: Record<string, Scalar> = {};
    readAttributes(event["attributes"], exceptionAttribute, told);
    lend(into, "exception.type", told["exception.type"]);
    lend(into, "exception.message", told["exception.message"]);
  }
}

function exceptionAttribute(name: string): string | undefined {
  return name.startsWith("exception.") ? name : undefined;
}

/** What the span says itself comes first. */
export function lend(attributes: Record<string, Scalar>, name: string, value: unknown): void {
  const text = textOf(value);
  if (text !== null && !Object.hasOwn(attributes, name) && isSpanAttribute(name)) {
    attributes[name] = text;
  }
}

function readAttributes(
  list: unknown,
  kept: (name: string) => string | undefined,
  into: Record<string, Scalar>,
): Attributes {
  if (!Array.isArray(list)) return into;
  for (const attribute of list as readonly unknown[]) {
    if (!isRecord(attribute)) continue;
    const { key } = attribute;
    if (typeof key !== "string") continue;
    const name = kept(key);
    if (name === undefined) continue;
    const value = scalarOf(attribute["value"]);
    if (value !== null) into[name] = value;
  }
  return into;
}

/** One `AnyValue`. */
function scalarOf(value: unknown): Scalar | null {
  if (!isRecord(value)) return null;
  const text = value["stringValue"] ?? value["string_value"];
  if (typeof text === "string") return clipped(text);
  const integer = value["intValue"] ?? value["int_value"];
  if (integer !== undefined && integer !== null) return integerOf(integer);
  const truth = value["boolValue"] ?? value["bool_value"];
  if (typeof truth === "boolean") return truth;
  const number = value["doubleValue"] ?? value["double_value"];
  if (number !== undefined && number !== null) return numberOf(number);
  const array = value["arrayValue"] ?? value["array_value"];
  return isRecord(array) ? joined(listOf(array["values"])) : null;
}

function joined(values: readonly unknown[]): string | null {
  const texts: string[] = [];
  for (const value of values.slice(0, MOST_ITEMS)) {
    const text = isRecord(value) ? (value["stringValue"] ?? value["string_value"]) : null;
    if (typeof text !== "string") return null;
    texts.push(text);
  }
  return texts.length === 0 ? null : clipped(texts.join(","));
}
