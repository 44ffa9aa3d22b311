import type { Attributes } from "./span.ts";

/**
 * Names of attributes by what they tell, the present name of OpenTelemetry's semantic conventions first,
 * then its older ones, then OpenTracing's and those that Zipkin's libraries (Brave) write. The first that
 * a span carries holds.
 */
const NAMES = {
  method: ["http.request.method", "http.method"],
  route: ["http.route", "url.template"],
  url: ["url.full", "http.url"],
  path: ["url.path", "http.target", "http.path"],
  status: ["http.response.status_code", "http.status_code"],
  httpHost: ["http.host"],
  resend: ["http.request.resend_count", "http.resend_count", "http.retry_count"],
  rpcSystem: ["rpc.system.name", "rpc.system"],
  rpcService: ["rpc.service"],
  rpcMethod: ["rpc.method", "grpc.path", "grpc.method"],
  grpcStatus: ["rpc.grpc.status_code", "grpc.status_code", "rpc.response.status_code"],
  component: ["component"],
  dbSystem: ["db.system.name", "db.system", "db.type"],
  dbNamespace: ["db.namespace", "db.name", "db.instance", "cassandra.keyspace"],
  dbOperation: [
    "db.operation.name",
    "db.operation",
    "db.query.text",
    "db.statement",
    "sql.query.type",
    "sql.query",
  ],
  dbStatus: ["db.response.status_code"],
  messagingSystem: ["messaging.system"],
  topic: [
    "messaging.destination.template",
    "messaging.destination.name",
    "messaging.destination",
    "message_bus.destination",
    "messaging.source.name",
  ],
  kafkaTopic: ["kafka.topic"],
  rabbitQueue: ["rabbit.queue", "rabbit.exchange", "rabbit.routing_key"],
  jmsQueue: ["jms.queue", "jms.topic"],
  temporary: [
    "messaging.destination.temporary",
    "messaging.destination.anonymous",
    "messaging.temp_destination",
  ],
  messagingOperation: [
    "messaging.operation.type",
    "messaging.operation",
    "messaging.operation.name",
  ],
  peerName: ["service.peer.name", "peer.service"],
  serverAddress: [
    "server.address",
    "net.peer.name",
    "net.sock.peer.name",
    "peer.hostname",
    "peer.host",
  ],
  peerAddress: [
    "network.peer.address",
    "net.sock.peer.addr",
    "net.peer.ip",
    "peer.ipv4",
    "peer.ipv6",
    "peer.address",
    "upstream_address",
  ],
  serverPort: ["server.port", "net.peer.port", "peer.port"],
  upstream: ["upstream_cluster.name", "upstream_cluster"],
  errorType: ["error.type", "exception.type", "error.kind"],
  errorText: [
    "exception.message",
    "error.message",
    "otel.status_description",
    "error.object",
    "error",
    "message",
  ],
  flags: ["response_flags"],
  tracestate: ["w3c.tracestate"],
  sampler: ["sampler.type"],
  samplerShare: ["sampling.probability", "sampler.param"],
  samplerRate: ["SampleRate", "sampling.rate"],
} as const satisfies Record<string, readonly string[]>;

export type ClueName = keyof typeof NAMES;
type Value = string | number | boolean;

/** Fields whose values differ from span to span, or of which it matters alone that they are told. */
const APART: ReadonlySet<ClueName> = new Set<ClueName>([
  "url",
  "path",
  "httpHost",
  "dbOperation",
  "serverAddress",
  "peerAddress",
  "serverPort",
  "upstream",
  "errorText",
  "tracestate",
  "sampler",
  "samplerShare",
  "samplerRate",
]);

const FIELDS = Object.keys(NAMES) as ClueName[];
const PLACES: ReadonlyMap<string, number> = new Map(
  FIELDS.flatMap((field, at) => NAMES[field].map((name, rank) => [name, at * 16 + rank])),
);

/** What a span's attributes tell, by field. One object is used again for every span. */
export type Clues = {
  /** Take in a span's attributes, in place of those before. */
  readonly read: (attributes: Attributes) => void;
  readonly text: (field: ClueName) => string | null;
  readonly number: (field: ClueName) => number | null;
  readonly raw: (field: ClueName) => Value | undefined;
  readonly has: (field: ClueName) => boolean;
  /**
   * 50 bits of all that is told, but for what differs from span to span: spans that agree in it say the
   * same. Values count by number, in whatever order they come.
   */
  readonly gist: () => number;
  /** The attribute that told it. */
  readonly from: (field: ClueName) => string | null;
};

const AT = Object.fromEntries(FIELDS.map((field, at) => [field, at])) as Record<ClueName, number>;

const TOLD_ALONE = Uint8Array.from(FIELDS, (field) => (APART.has(field) ? 1 : 0));

const MOST_VALUES = 65_536;

export function openClues(): Clues {
  const values: (Value | undefined)[] = FIELDS.map(() => undefined);
  const ranks = new Uint8Array(FIELDS.length);
  const touched = new Uint8Array(FIELDS.length);
  let count = 0;
  let numbers = new Map<Value, number>();
  let last = 0;
  const numberOf = (value: Value): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    // Numbers are never given twice, so that what was kept by them stays true.
    if (numbers.size >= MOST_VALUES) numbers = new Map();
    numbers.set(value, ++last);
    return last;
  };
  const gist = (): number => {
    let high = 0;
    let low = 0;
    for (let i = 0; i < count; i++) {
      const at = touched[i]!;
      const number = TOLD_ALONE[at] === 1 ? 0 : numberOf(values[at]!);
      let mixed = Math.imul(number ^ Math.imul(at * 16 + ranks[at]! + 1, 0x9e3779b1), 0x85ebca6b);
      mixed ^= mixed >>> 13;
      low = (low + Math.imul(mixed, 0xc2b2ae35)) | 0;
      mixed ^= mixed >>> 16;
      high = (high + Math.imul(mixed, 0x27d4eb2f)) | 0;
    }
    return (high & 0x3ffff) * 0x100000000 + (low >>> 0);
  };
  const read = (attributes: Attributes) => {
    for (let i = 0; i < count; i++) values[touched[i]!] = undefined;
    count = 0;
    for (const name in attributes) {
      const place = PLACES.get(name);
      if (place === undefined) continue;
      const value = attributes[name];
      if (value === undefined || value === "") continue;
      const at = place >> 4;
      if (values[at] === undefined) touched[count++] = at;
      else if (ranks[at]! <= (place & 15)) continue;
      values[at] = value;
      ranks[at] = place & 15;
    }
  };
  return {
    read,
    gist,
    raw: (field) => values[AT[field]],
    has: (field) => values[AT[field]] !== undefined,
    from: (field) => {
      const names: readonly string[] = NAMES[field];
      return values[AT[field]] === undefined ? null : (names[ranks[AT[field]]!] ?? null);
    },
    text: (field) => {
      const value = values[AT[field]];
      return value === undefined ? null : typeof value === "string" ? value : String(value);
    },
    number: (field) => {
      const value = values[AT[field]];
      if (typeof value === "number") return value;
      return typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : null;
    },
  };
}
