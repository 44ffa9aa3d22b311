import type { Intake } from "./intake.ts";
import { readJaegerTrace } from "./jaeger.ts";
import { readResourceSpans } from "./otlp.ts";
import { REFUSALS, type Refusal, unknownJson } from "./refusal.ts";
import { isRecord, type Json, listOf } from "./value.ts";
import { readZipkinSpan } from "./zipkin.ts";

/** What one JSON value turned out to be; `empty`: a form that is read, with nothing in it. */
export type Outcome = "read" | "empty" | "other-signal" | Refusal;

/** Lists of `ResourceSpans`: the protocol's names, and Tempo's. */
const RESOURCE_LISTS = ["resourceSpans", "resource_spans", "batches"];
const OTHER_SIGNALS = [
  "resourceLogs",
  "resource_logs",
  "resourceMetrics",
  "resource_metrics",
  "resourceProfiles",
  "resource_profiles",
];
/** Tempo's v2 API, and Jaeger's v3: OTLP in an envelope. */
const ENVELOPES = ["trace", "result"];
/** Arrays within arrays: Zipkin's list of traces, and one more for lists of such. */
const DEEPEST = 3;

/** Reads one JSON value by what it is, not by where it came from. */
export function readJson(value: unknown, intake: Intake, depth = 0): Outcome {
  if (Array.isArray(value))
    return depth < DEEPEST ? readArray(value, intake, depth) : unknown(value);
  if (!isRecord(value)) return unknown(value);
  const list = RESOURCE_LISTS.find((key) => Array.isArray(value[key]));
  if (list !== undefined) return readBlocks(listOf(value[list]), intake);
  if (value["traceId"] !== undefined && value["id"] !== undefined) return readZipkin(value, intake);
  if (Array.isArray(value["spans"])) return readTrace(value, intake);
  if (value["data"] !== undefined) return readData(value, intake, depth);
  if (depth === 0) {
    const envelope = ENVELOPES.find((key) => isRecord(value[key]));
    if (envelope !== undefined) return readJson(value[envelope], intake, 1);
  }
  return refusalOf(value);
}

function readArray(values: readonly unknown[], intake: Intake, depth: number): Outcome {
  let outcome: Outcome = "empty";
  for (const value of values) {
    const one = readJson(value, intake, depth + 1);
    if (typeof one !== "string") return one;
    if (one !== "empty" && outcome !== "read") outcome = one;
  }
  return outcome;
}

function readBlocks(blocks: readonly unknown[], intake: Intake): Outcome {
  for (const block of blocks) if (isRecord(block)) readResourceSpans(block, intake);
  return blocks.length === 0 ? "empty" : "read";
}

function readZipkin(span: Json, intake: Intake): Outcome {
  if (isVersion1(span)) return REFUSALS.zipkinV1;
  readZipkinSpan(span, intake);
  return "read";
}

/** In v1 each annotation names its endpoint; v2 has one endpoint for the span, and no binary annotations. */
function isVersion1(span: Json): boolean {
  if (Array.isArray(span["binaryAnnotations"])) return true;
  return listOf(span["annotations"]).some((one) => isRecord(one) && isRecord(one["endpoint"]));
}

/** A trace of Jaeger's API by itself; its internal form has other names and types for the same. */
function readTrace(trace: Json, intake: Intake): Outcome {
  const spans = listOf(trace["spans"]);
  const first = spans[0];
  if (spans.length === 0) return isRecord(trace["processes"]) ? "empty" : unknown(trace);
  if (!isRecord(first)) return unknown(trace);
  if (first["spanID"] === undefined) {
    return first["operationName"] === undefined ? unknown(trace) : REFUSALS.jaegerModel;
  }
  readJaegerTrace(trace, intake);
  return "read";
}

/** Jaeger's API has everything in `data`, and so has Prometheus'. */
function readData(reply: Json, intake: Intake, depth: number): Outcome {
  const { data, errors } = reply;
  const error = listOf(errors)[0];
  if (isRecord(error) && (data === null || listOf(data).length === 0)) return jaegerError(error);
  if (isRecord(data)) {
    if (data["resultType"] !== undefined) return REFUSALS.aggregate;
    return depth === 0 ? readJson(data, intake, 1) : unknown(reply);
  }
  if (!Array.isArray(data)) return unknown(reply);
  if (typeof data[0] === "string") return REFUSALS.jaegerList;
  return depth === 0 ? readArray(data, intake, 1) : unknown(reply);
}

function jaegerError(error: Json): Refusal {
  const said = JSON.stringify(String(error["msg"] ?? error["message"] ?? "").slice(0, 100));
  return {
    code: "unread-format",
    what: `a reply of Jaeger's API that tells an error (${said})`,
    remedy: "ask again for a trace that is there",
  };
}

/** Forms that are known well enough to say how to come by another. */
function refusalOf(value: Json): Outcome {
  if (OTHER_SIGNALS.some((key) => Array.isArray(value[key]))) return "other-signal";
  const found = listOf(value["traces"])[0];
  if (isRecord(found) && (found["traceID"] ?? found["rootServiceName"]) !== undefined) {
    return REFUSALS.tempoSearch;
  }
  if (value["callCount"] !== undefined && value["parent"] !== undefined) return REFUSALS.aggregate;
  if (
    value["operationName"] !== undefined &&
    (value["traceID"] ?? value["traceId"]) !== undefined
  ) {
    return REFUSALS.jaegerModel;
  }
  const isSpan = ["name", "spanName", "operation", "resource"].some(
    (key) => value[key] !== undefined,
  );
  if (isSpan && ["trace_id", "traceId", "traceID"].some((key) => value[key] !== undefined)) {
    return REFUSALS.flatIds;
  }
  if (isSpan && ["duration_ms", "kind", "resource_attributes"].some((key) => key in value)) {
    return REFUSALS.flat;
  }
  return unknown(value);
}

function unknown(value: unknown): Refusal {
  return unknownJson(value);
}
