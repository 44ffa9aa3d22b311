import type { Emitter, Span } from "../../src/traces/span.ts";

/** An array of Zipkin v2 spans: instances by the address of the local endpoint, all tags text. */
export function zipkinText(spans: readonly Span[]): string {
  return JSON.stringify(
    spans.map((span) => ({
      traceId: span.traceId,
      id: span.spanId,
      ...(span.parentId === null ? {} : { parentId: span.parentId }),
      ...(span.kind === null || span.kind === "internal" ? {} : { kind: span.kind.toUpperCase() }),
      name: span.name,
      ...times(span),
      localEndpoint: endpointOf(span.emitter),
      ...remoteOf(span),
      tags: tagsOf(span),
      ...(span.shared ? { shared: true } : {}),
    })),
  );
}

/** A server's span gets the id of the client's that called it, as B3 propagation has it. */
export function withSharedIds(spans: readonly Span[]): readonly Span[] {
  const clients = new Map(
    spans.filter(({ kind }) => kind === "client").map((span) => [span.spanId, span]),
  );
  const callers = new Map(
    spans.flatMap(({ kind, spanId, parentId }) => {
      const client = kind === "server" && parentId !== null ? clients.get(parentId) : undefined;
      return client === undefined ? [] : [[spanId, client] as const];
    }),
  );
  const idOf = (id: string): string => callers.get(id)?.spanId ?? id;
  return spans.map((span) => {
    const caller = callers.get(span.spanId);
    const parentId = caller === undefined ? span.parentId : caller.parentId;
    return {
      ...span,
      spanId: idOf(span.spanId),
      parentId: parentId === null ? null : idOf(parentId),
      shared: caller !== undefined,
    };
  });
}

function times({ start, end }: Span): object {
  if (start === null) return {};
  return end === null ? { timestamp: start } : { timestamp: start, duration: end - start };
}

function endpointOf({ service, attributes }: Emitter): object {
  const ipv4 = addressOf(String(attributes["service.instance.id"]));
  return { ...(service === null ? {} : { serviceName: service }), ipv4, port: 8080 };
}

/** Of an instance, in whatever file: FNV-1a of its name, 24 bits of it. */
function addressOf(instance: string): string {
  let hash = 0x811c9dc5;
  for (const letter of instance) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}

/** What a client knows of the other side, as Brave has it from its configuration. */
function remoteOf({ kind, attributes }: Span): object {
  const name = attributes["server.address"] ?? attributes["net.peer.name"];
  if (name === undefined || kind === "server") return {};
  return { remoteEndpoint: { serviceName: String(name) } };
}

function tagsOf({ attributes, failed }: Span): object {
  const tags = Object.entries(attributes).map(([key, value]) => [key, String(value)]);
  return { ...Object.fromEntries(tags), ...(failed ? { error: "failed" } : {}) };
}
