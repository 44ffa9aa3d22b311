import { isEmitterAttribute, isSpanAttribute } from "../attribute-names.ts";
import type { Emitter, SpanKind, SpanLink } from "../span.ts";
import { identifier } from "./identifier.ts";
import type { Intake } from "./intake.ts";
import { lend } from "./otlp.ts";
import {
  clipped,
  integerOf,
  isRecord,
  type Json,
  listOf,
  numberOf,
  type Scalar,
  textOf,
} from "./value.ts";

const KINDS: readonly SpanKind[] = ["internal", "server", "client", "producer", "consumer"];

const NONE: readonly SpanLink[] = [];
/** OpenTracing, "Log fields": the events that tell an error. */
const ERROR_EVENTS: ReadonlySet<unknown> = new Set(["error", "exception"]);
const ERROR_FIELDS = [
  "exception.type",
  "exception.message",
  "error.kind",
  "error.object",
  "message",
];

/**
 * Spans of one trace as Jaeger's query service and UI write it (`GET /api/traces/{id}`, `data[]`). A
 * process is told once a trace, or by the span itself.
 */
export function readJaegerTrace(trace: Json, intake: Intake): void {
  const processes = isRecord(trace["processes"]) ? trace["processes"] : {};
  const emitters = new Map<string, Emitter>();
  for (const span of listOf(trace["spans"])) {
    if (!isRecord(span)) continue;
    const id = span["processID"];
    const known = typeof id === "string" ? emitters.get(id) : undefined;
    const emitter = known ?? emitterOf(processOf(span, processes), intake);
    if (known === undefined && typeof id === "string" && Object.hasOwn(processes, id)) {
      emitters.set(id, emitter);
    }
    readSpan(span, trace["traceID"], emitter, intake);
  }
}

function processOf(span: Json, processes: Json): unknown {
  const id = span["processID"];
  return typeof id === "string" && Object.hasOwn(processes, id) ? processes[id] : span["process"];
}

function emitterOf(process: unknown, intake: Intake): Emitter {
  if (!isRecord(process)) return intake.emitter(null, {});
  const attributes = tagsOf(process["tags"], isEmitterAttribute);
  return intake.emitter(textOf(process["serviceName"]), attributes);
}

function readSpan(span: Json, ofTrace: unknown, emitter: Emitter, intake: Intake): void {
  const traceId = identifier(span["traceID"] ?? ofTrace, 32);
  const attributes = tagsOf(span["tags"], isSpanAttribute);
  readErrors(span["logs"], attributes);
  const start = numberOf(span["startTime"]);
  const duration = numberOf(span["duration"]);
  const kind = attributes["span.kind"];
  const { parentId, links } = referencesOf(span, traceId);
  intake.add({
    traceId,
    spanId: identifier(span["spanID"], 16),
    parentId,
    kind: typeof kind === "string" ? kindOf(kind.toLowerCase()) : null,
    name: textOf(span["operationName"]) ?? "",
    start: start !== null && start > 0 ? start : null,
    end: start !== null && start > 0 && duration !== null ? start + duration : null,
    failed: isTrue(attributes["error"]) || attributes["otel.status_code"] === "ERROR",
    attributes,
    emitter,
    links,
    shared: false,
    remote: null,
  });
}

function kindOf(name: string): SpanKind | null {
  return KINDS.find((kind) => kind === name) ?? null;
}

/**
 * The parent is the first `CHILD_OF` of the same trace, or else the first `FOLLOWS_FROM` of it, as Jaeger
 * itself and the Collector's translation to OTLP have it; every other reference is a link, and so is a
 * `FOLLOWS_FROM` that became the parent: it tells that nobody waited.
 */
function referencesOf(
  span: Json,
  traceId: string | null,
): { readonly parentId: string | null; readonly links: readonly SpanLink[] } {
  const references = listOf(span["references"]).filter(isRecord);
  if (references.length === 0) {
    return { parentId: identifier(span["parentSpanID"], 16), links: NONE };
  }
  const ends = references.flatMap((one) => {
    const to = {
      traceId: identifier(one["traceID"], 32) ?? traceId,
      spanId: identifier(one["spanID"], 16),
    };
    return isEnd(to) ? [{ to, follows: one["refType"] === "FOLLOWS_FROM" }] : [];
  });
  const within = ends.filter(({ to }) => to.traceId === traceId);
  const parent = within.find(({ follows }) => !follows) ?? within[0];
  const links = ends.filter(
    ({ to, follows }) => follows || parent === undefined || !isSame(to, parent.to),
  );
  return { parentId: parent?.to.spanId ?? null, links: links.map(({ to }) => to) };
}

function isEnd(to: { traceId: string | null; spanId: string | null }): to is SpanLink {
  return to.traceId !== null && to.spanId !== null;
}

function isSame(a: SpanLink, b: SpanLink): boolean {
  return a.spanId === b.spanId && a.traceId === b.traceId;
}

function tagsOf(tags: unknown, isKept: (name: string) => boolean): Record<string, Scalar> {
  const attributes: Record<string, Scalar> = {};
  for (const tag of listOf(tags)) {
    if (!isRecord(tag)) continue;
    const { key } = tag;
    if (typeof key !== "string" || !isKept(key)) continue;
    const value = tagValue(tag);
    if (value !== null) attributes[key] = value;
  }
  return attributes;
}

/** A tag's value by its declared type: 64-bit integers may come as text. */
function tagValue(tag: Json): Scalar | null {
  const { type, value } = tag;
  if (type === "binary") return null;
  if (type === "int64") return integerOf(value);
  if (type === "float64") return numberOf(value);
  if (type === "bool" && typeof value === "string") return value === "true";
  if (typeof value === "string") return clipped(value);
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

function readErrors(logs: unknown, into: Record<string, Scalar>): void {
  for (const log of listOf(logs)) {
    const fields = isRecord(log) ? listOf(log["fields"]).filter(isRecord) : [];
    const isError = fields.some(({ key, value }) => key === "event" && ERROR_EVENTS.has(value));
    if (!isError) continue;
    for (const { key, value } of fields) {
      if (typeof key === "string" && ERROR_FIELDS.includes(key)) lend(into, key, value);
    }
  }
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === "string" && value.toLowerCase() === "true");
}
