import { isSpanAttribute } from "../attribute-names.ts";
import type { Emitter, RemoteEnd, SpanKind, SpanLink } from "../span.ts";
import { identifier } from "./identifier.ts";
import type { Intake } from "./intake.ts";
import { clipped, isRecord, type Json, numberOf, type Scalar, textOf } from "./value.ts";

const KINDS: readonly SpanKind[] = ["server", "client", "producer", "consumer"];

const NONE: readonly SpanLink[] = [];

/**
 * What tells an instance, which exporters of OpenTelemetry write as a tag of every span, since Zipkin has
 * no resource.
 */
const INSTANCE_TAGS = ["service.instance.id", "k8s.pod.name", "container.id", "host.name"];

/**
 * One span of Zipkin's v2 model (zipkin2-api.yaml). Without `kind` it is local, or incomplete: which of
 * them is not told. `timestamp` and `duration` are microseconds, and absent from the half of a shared span
 * that did not begin it.
 */
export function readZipkinSpan(span: Json, intake: Intake): void {
  const attributes = tagsOf(span["tags"]);
  const start = numberOf(span["timestamp"]);
  const duration = numberOf(span["duration"]);
  const { kind } = span;
  const began = start !== null && start > 0;
  intake.add({
    traceId: identifier(span["traceId"], 32),
    spanId: identifier(span["id"], 16),
    parentId: identifier(span["parentId"], 16),
    kind: typeof kind === "string" ? kindOf(kind.toLowerCase()) : null,
    name: textOf(span["name"]) ?? "",
    start: began ? start : null,
    end: began && duration !== null ? start + duration : null,
    failed: isFailure(attributes["error"]) || attributes["otel.status_code"] === "ERROR",
    attributes,
    emitter: emitterOf(span["localEndpoint"], attributes, intake),
    links: NONE,
    shared: span["shared"] === true,
    remote: remoteOf(span["remoteEndpoint"]),
  });
}

function kindOf(name: string): SpanKind | null {
  return KINDS.find((kind) => kind === name) ?? null;
}

/** Zipkin's instrumentation guide: the tag's presence tells the failure, whatever its text; some write `false`. */
function isFailure(error: Scalar | undefined): boolean {
  return error !== undefined && error !== "false" && error !== false;
}

function emitterOf(
  endpoint: unknown,
  tags: Readonly<Record<string, Scalar>>,
  intake: Intake,
): Emitter {
  const attributes: Record<string, Scalar> = {};
  for (const name of INSTANCE_TAGS) {
    if (Object.hasOwn(tags, name)) attributes[name] = tags[name] ?? "";
  }
  if (!isRecord(endpoint)) return intake.emitter(null, attributes);
  const address = addressOf(endpoint);
  const port = numberOf(endpoint["port"]);
  if (address !== null) attributes["host.address"] = address;
  if (port !== null && port > 0) attributes["host.port"] = port;
  return intake.emitter(textOf(endpoint["serviceName"]), attributes);
}

function remoteOf(endpoint: unknown): RemoteEnd | null {
  if (!isRecord(endpoint)) return null;
  const port = numberOf(endpoint["port"]);
  const remote = {
    service: textOf(endpoint["serviceName"]),
    address: addressOf(endpoint),
    port: port !== null && port > 0 ? port : null,
  };
  return remote.service === null && remote.address === null && remote.port === null ? null : remote;
}

function addressOf(endpoint: Json): string | null {
  return textOf(endpoint["ipv4"]) ?? textOf(endpoint["ipv6"]);
}

/** Tags are text by the model; what else scalars some write are kept as such. */
function tagsOf(tags: unknown): Record<string, Scalar> {
  const attributes: Record<string, Scalar> = {};
  if (!isRecord(tags)) return attributes;
  for (const name of Object.keys(tags)) {
    if (!isSpanAttribute(name)) continue;
    const value = tags[name];
    if (typeof value === "string") attributes[name] = clipped(value);
    else if (typeof value === "number" || typeof value === "boolean") attributes[name] = value;
  }
  return attributes;
}
