/**
 * The attributes that readers keep; all others are dropped as they are read, so that neither time nor
 * memory goes into what nobody asks for. Whoever gives meaning to one more name adds it here.
 *
 * OpenTelemetry semantic conventions, old names and new; Jaeger's and OpenTracing's tags; Zipkin's tags.
 */
const SPAN_NAMES: readonly string[] = [
  // The other side.
  "peer.service",
  "service.peer.name",
  "peer.address",
  "peer.hostname",
  "peer.host",
  "peer.ipv4",
  "peer.ipv6",
  "peer.port",
  "server.address",
  "server.port",
  "net.peer.name",
  "net.peer.ip",
  "net.peer.port",
  "net.sock.peer.name",
  "net.sock.peer.addr",
  "network.peer.address",
  "upstream_cluster",
  "upstream_cluster.name",
  "upstream_address",
  // HTTP.
  "http.route",
  "http.method",
  "http.request.method",
  "http.request.resend_count",
  "http.resend_count",
  "http.retry_count",
  "http.status_code",
  "http.response.status_code",
  "http.url",
  "http.target",
  "http.path",
  "http.host",
  "url.full",
  "url.path",
  "url.template",
  // RPC.
  "rpc.system",
  "rpc.system.name",
  "rpc.service",
  "rpc.method",
  "rpc.grpc.status_code",
  "rpc.response.status_code",
  "grpc.status_code",
  "grpc.path",
  "grpc.method",
  // Databases and caches.
  "db.system",
  "db.system.name",
  "db.name",
  "db.namespace",
  "db.instance",
  "db.type",
  "db.operation",
  "db.operation.name",
  "db.response.status_code",
  "db.query.text",
  "db.statement",
  "sql.query",
  "cassandra.keyspace",
  "sql.query.type",
  // Messaging.
  "messaging.system",
  "messaging.destination",
  "messaging.destination.name",
  "messaging.destination.template",
  "messaging.destination.temporary",
  "messaging.destination.anonymous",
  "messaging.temp_destination",
  "messaging.operation",
  "messaging.operation.name",
  "messaging.operation.type",
  "messaging.source.name",
  "message_bus.destination",
  "kafka.topic",
  "rabbit.exchange",
  "rabbit.queue",
  "rabbit.routing_key",
  "jms.queue",
  "jms.topic",
  // How it went.
  "error",
  "error.type",
  "error.kind",
  "error.object",
  "error.message",
  "exception.type",
  "exception.message",
  "message",
  "otel.status_code",
  "otel.status_description",
  "response_flags",
  // What it is.
  "span.kind",
  "component",
  // Sampling.
  "sampler.type",
  "sampler.param",
  "sampling.probability",
  "sampling.rate",
  "SampleRate",
  "w3c.tracestate",
  // Who wrote it, where a format has it on the span.
  "service.instance.id",
  "k8s.pod.name",
  "container.id",
  "host.name",
];

const EMITTER_NAMES: readonly string[] = [
  "service.name",
  "service.namespace",
  "service.instance.id",
  "k8s.pod.name",
  "container.id",
  "host.name",
  "host.address",
  "host.port",
  // Jaeger's process tags.
  "hostname",
  "ip",
  "client-uuid",
  "jaeger.hostname",
];

const ofSpans = kept(SPAN_NAMES);
const ofEmitters = kept(EMITTER_NAMES);

/** By each name that name itself, which as a key is found without its letters being looked at again. */
function kept(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name, name]));
}

/** The name of an attribute of a span, or of an event of it that tells an exception, where it is kept. */
export function spanAttribute(name: string): string | undefined {
  return ofSpans.get(name);
}

/** The name of an attribute of a resource, a process or a local endpoint, where it is kept. */
export function emitterAttribute(name: string): string | undefined {
  return ofEmitters.get(name);
}

/** Whether an attribute of a span is kept. */
export function isSpanAttribute(name: string): boolean {
  return ofSpans.has(name);
}

/** Whether an attribute of a resource, a process or a local endpoint is kept. */
export function isEmitterAttribute(name: string): boolean {
  return ofEmitters.has(name);
}
