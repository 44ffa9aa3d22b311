import type { Emitter, Span } from "../../src/traces/span.ts";

export type ZipkinForm = {
  /** A server's span has the id of the client's that called it, as B3 propagation does. */
  readonly shared: boolean;
};

/** An array of Zipkin v2 spans: instances by the address of the local endpoint, all tags text. */
export function zipkinText(spans: readonly Span[], { shared }: ZipkinForm): string {
  const emitters = [...new Set(spans.map(({ emitter }) => emitter))];
  const renamed = shared ? clientsOf(spans) : new Map<string, string>();
  const idOf = (id: string): string => renamed.get(id) ?? id;
  const grandparents = new Map(spans.map((one) => [one.spanId, one.parentId]));
  return JSON.stringify(
    spans.map((span) => {
      const joined = renamed.has(span.spanId);
      const parent = joined ? (grandparents.get(span.parentId!) ?? null) : span.parentId;
      return {
        traceId: span.traceId,
        id: idOf(span.spanId),
        ...(parent === null ? {} : { parentId: idOf(parent) }),
        ...(span.kind === null || span.kind === "internal"
          ? {}
          : { kind: span.kind.toUpperCase() }),
        name: span.name,
        ...times(span),
        localEndpoint: endpointOf(span.emitter, emitters.indexOf(span.emitter)),
        ...remoteOf(span),
        tags: tagsOf(span),
        ...(joined ? { shared: true } : {}),
      };
    }),
  );
}

/** By the id of each server's span with a client above it, that client's id. */
function clientsOf(spans: readonly Span[]): Map<string, string> {
  const clients = new Set(
    spans.filter(({ kind }) => kind === "client").map(({ spanId }) => spanId),
  );
  return new Map(
    spans
      .filter(
        ({ kind, parentId }) => kind === "server" && parentId !== null && clients.has(parentId),
      )
      .map(({ spanId, parentId }) => [spanId, parentId!]),
  );
}

function times({ start, end }: Span): object {
  if (start === null) return {};
  return end === null ? { timestamp: start } : { timestamp: start, duration: end - start };
}

function endpointOf({ service }: Emitter, at: number): object {
  return {
    ...(service === null ? {} : { serviceName: service }),
    ipv4: `10.0.${at >> 8}.${at & 255}`,
    port: 8080,
  };
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
