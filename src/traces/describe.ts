import type { Meaning, Peer } from "./calls.ts";
import type { Clues } from "./clues.ts";
import { readEnding, readGrpcStatus } from "./ending.ts";
import { type Host, readHost, readPort } from "./hosts.ts";
import { remember } from "./intern.ts";
import type { Protocol } from "./observed.ts";
import type { RemoteEnd, Span, SpanKind } from "./span.ts";
import { databaseSystem, protocolOfName, storeProtocol } from "./systems.ts";
import { clean, segmentsOfRoute, templatePath, templateText } from "./templates.ts";

/** Reads what a span says out of its clues, and keeps what it made of texts that come again and again. */
export type Describer = {
  readonly meaningOf: (span: Span) => Meaning;
  readonly peerOf: (span: Span) => Peer | null;
  /** The path of a URL or target without its query, all ids in it alike; `null`: none, or no need of it. */
  readonly pathOf: () => string | null;
};

const LONGEST = 200;

export function openDescriber(clues: Clues): Describer {
  const nameOf = remember(templateText);
  const templateOf = remember(templatePath);
  const routeOf = remember(templateRoute);
  const hostOf = remember(readHost);
  const peerOf = (span: Span) => (span.kind === "server" ? null : readPeer(clues, span, hostOf));
  const meaningOf = (span: Span): Meaning => {
    const protocol = protocolOf(clues, span.kind, peerOf(span));
    const grpc = clues.has("grpcStatus") ? readGrpcStatus(clues.raw("grpcStatus") ?? "") : null;
    const told = clues.text("route");
    const route = told === null ? null : routeOf(told);
    const path = route === null && protocol === "http" ? readPath(clues) : null;
    const status = clues.number("status");
    return {
      protocol,
      name: nameOf(span.name),
      method: methodOf(clues),
      route,
      path: path === null ? null : templateOf(path),
      rpc: protocol === "grpc" || protocol === "rpc" ? readRpc(clues, span.name) : null,
      system: systemOf(clues, protocol),
      destination: destinationOf(clues, protocol),
      messaging: protocol === "messaging" ? messagingOf(clues, span.kind) : null,
      status,
      grpc,
      ending: endingOf(clues, span.failed, status, grpc),
      resend: clues.number("resend"),
    };
  };
  return { meaningOf, peerOf, pathOf: () => (clues.has("route") ? null : readPath(clues)) };
}

/** Messaging and databases come before what carries them: SQS and Elasticsearch speak HTTP. */
function protocolOf(clues: Clues, kind: SpanKind | null, peer: Peer | null): Protocol {
  if (clues.has("messagingSystem") || clues.has("kafkaTopic")) return "messaging";
  if (clues.has("topic") || clues.has("rabbitQueue") || clues.has("jmsQueue")) return "messaging";
  if (kind === "producer" || kind === "consumer") return "messaging";
  if (clues.has("dbSystem") || clues.has("dbNamespace") || clues.has("dbOperation")) {
    return storeProtocol(systemOf(clues, "database") ?? peer?.name?.toLowerCase() ?? null);
  }
  if (clues.has("rpcSystem") || clues.has("rpcService")) {
    const system = clues.text("rpcSystem")?.toLowerCase();
    return system === "grpc" || (system === undefined && clues.has("grpcStatus")) ? "grpc" : "rpc";
  }
  if (clues.has("grpcStatus") || clues.has("rpcMethod") || clues.text("component") === "grpc") {
    return "grpc";
  }
  if (clues.has("method") || clues.has("url") || clues.has("status") || clues.has("route")) {
    return "http";
  }
  if (clues.has("path")) return "http";
  const named = peer?.name ?? null;
  return (named === null ? null : protocolOfName(named)) ?? "unknown";
}

function systemOf(clues: Clues, protocol: Protocol): string | null {
  switch (protocol) {
    case "messaging": {
      const system = short(clues.text("messagingSystem"));
      if (system !== null) return system.toLowerCase();
      if (clues.has("kafkaTopic")) return "kafka";
      if (clues.has("rabbitQueue")) return "rabbitmq";
      return clues.has("jmsQueue") ? "jms" : null;
    }
    case "database":
    case "cache": {
      const system = short(clues.text("dbSystem"));
      if (system !== null) return databaseSystem(system);
      return clues.has("dbNamespace") && isCassandra(clues) ? "cassandra" : null;
    }
    case "grpc":
      return "grpc";
    case "rpc":
      return short(clues.text("rpcSystem"))?.toLowerCase() ?? null;
    default:
      return null;
  }
}

/** DataStax' driver under Brave tells a keyspace and no system. */
function isCassandra(clues: Clues): boolean {
  return !clues.has("dbSystem") && clues.from("dbNamespace") === "cassandra.keyspace";
}

/** OpenTelemetry: names of temporary and of anonymous destinations must not be used as a name. */
function destinationOf(clues: Clues, protocol: Protocol): string | null {
  if (protocol === "database" || protocol === "cache") return short(clues.text("dbNamespace"));
  if (protocol !== "messaging") return null;
  const temporary = clues.raw("temporary");
  if (temporary === true || temporary === "true") return "(temporary)";
  const topic =
    clues.text("topic") ??
    clues.text("kafkaTopic") ??
    clues.text("rabbitQueue") ??
    clues.text("jmsQueue");
  return topic === null ? null : short(templateText(topic));
}

/** OpenTelemetry's operation types with their older names; the kind of the span where none is told. */
function messagingOf(clues: Clues, kind: SpanKind | null): Meaning["messaging"] {
  switch (clues.text("messagingOperation")?.toLowerCase()) {
    case "send":
    case "publish":
    case "create":
      return "send";
    case "receive":
    case "poll":
      return "receive";
    case "process":
    case "deliver":
      return "process";
    case "settle":
    case "ack":
    case "nack":
    case "commit":
      return "settle";
    default:
      if (kind === "producer" || kind === "client") return "send";
      return kind === "consumer" || kind === "server" ? "process" : null;
  }
}

function methodOf(clues: Clues): string | null {
  const method = clues.text("method");
  // RFC 9110, 9.1: a token; whatever else came over the wire is one kind of other.
  return method === null ? null : /^[A-Za-z]{1,16}$/.test(method) ? method.toUpperCase() : "_OTHER";
}

const IDS = /\/(?:\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(?=\/|$)/gi;

function readPath(clues: Clues): string | null {
  const text = clues.text("path") ?? clues.text("url");
  if (text === null) return null;
  const cut = text.search(/[?#]/);
  // What is an id whatever its digits is one text for whoever remembers.
  return (cut === -1 ? text : text.slice(0, cut)).replace(IDS, "/0");
}

/** Instrumentations without a router write the path as the route; frameworks may write a pattern. */
function templateRoute(text: string): string | null {
  if (!text.includes("/")) return short(templateText(text));
  return short(`/${segmentsOfRoute(text).join("/")}`);
}

/** `rpc.method` holds the service too in the present conventions, as gRPC's own path does. */
function readRpc(clues: Clues, name: string): string | null {
  const service = clues.text("rpcService")?.replace(/^\//, "") ?? null;
  const method = clues.text("rpcMethod")?.replace(/^\//, "") ?? null;
  if (method?.includes("/") === true) return short(method);
  if (service !== null) return short(method === null ? service : `${service}/${method}`);
  const bare = name.replace(/^\//, "");
  return /^[\w.]{1,150}\/\w{1,80}$/.test(bare) ? bare : short(method);
}

function endingOf(
  clues: Clues,
  failed: boolean,
  status: number | null,
  grpc: number | null,
): Meaning["ending"] {
  if (!failed && status === null && grpc === null && !clues.has("errorType")) {
    if (!clues.has("flags") && !clues.has("dbStatus")) return null;
  }
  return readEnding({
    status,
    grpc,
    errorType: clues.text("errorType"),
    errorText: failed ? clues.text("errorText") : null,
    database: clues.text("dbStatus"),
    flags: clues.text("flags"),
  });
}

function readPeer(clues: Clues, span: Span, hostOf: (text: string) => Host | null): Peer | null {
  const { kind, remote } = span;
  if (kind === "internal" && !clues.has("messagingSystem")) return null;
  const name = short(clues.text("peerName") ?? remote?.service ?? null);
  // A span of no kind may be a server's, whose peer is its caller: only a name makes it a call.
  if (kind === null && name === null && !clues.has("dbSystem")) return null;
  const host = dialled(clues, remote, hostOf);
  const port = readPort(clues.number("serverPort")) ?? host?.port ?? readPort(remote?.port);
  if (name === null && host === null && port === null) return null;
  return { name, address: host?.address ?? null, port };
}

/** The name that was dialled; else the address that answered. */
function dialled(
  clues: Clues,
  remote: RemoteEnd | null,
  hostOf: (text: string) => Host | null,
): Host | null {
  const fields = ["serverAddress", "upstream", "url", "httpHost", "peerAddress"] as const;
  for (const field of fields) {
    const text = clues.text(field);
    if (text === null || (field === "url" && !text.includes("://"))) continue;
    const host = hostOf(field === "url" ? authorityOf(text) : text);
    if (host !== null) return host;
  }
  return remote?.address == null ? null : hostOf(remote.address);
}

function authorityOf(url: string): string {
  const end = url.indexOf("/", url.indexOf("://") + 3);
  return end === -1 ? url : url.slice(0, end);
}

/** Names of others, cleaned and bounded: nothing of them may break a line of a spec. */
function short(text: string | null): string | null {
  if (text === null) return null;
  const plain = clean(text.length > 2048 ? text.slice(0, 2048) : text);
  if (plain === "") return null;
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain;
}
