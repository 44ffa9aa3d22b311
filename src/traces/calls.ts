import type { PeerKind, Protocol } from "./observed.ts";
import type { SpanKind } from "./span.ts";

/**
 * One trace whose spans are joined: what endpoints, scenarios and timing are read from. Views come in no
 * particular order and one after the other; nothing of them may be kept but what is copied out, or
 * memory grows with the traces. Services have their final names, peers included.
 */
export type TraceView = {
  readonly traceId: string;
  /** Parents before children; duplicates are dropped. */
  readonly spans: readonly TraceSpan[];
  /** Spans without a parent, and with `orphan` those whose parent is in no source. */
  readonly roots: readonly number[];
  readonly calls: readonly Call[];
};

export type TraceSpan = {
  /** Index into the view's spans; -1: none, or (`orphan`) one that is in no source. */
  readonly parent: number;
  readonly orphan: boolean;
  readonly kind: SpanKind | null;
  /** `null`: not told. */
  readonly service: string | null;
  readonly instance: string | null;
  /** Microseconds since the epoch; `null`: not told. */
  readonly start: number | null;
  readonly end: number | null;
  /** That the span's own status says so. */
  readonly failed: boolean;
  readonly meaning: Meaning;
  /** Of calling and consuming spans alone: a server's other side is whoever called it. */
  readonly peer: Peer | null;
};

/**
 * What the attributes of a span say, in one form for old and new conventions. Spans that say the same
 * share one object, so that what is made of it can be kept by identity. Texts are cleaned and bounded.
 */
export type Meaning = {
  readonly protocol: Protocol;
  /** Operation name of the span, templated. */
  readonly name: string;
  /** HTTP method in capitals. */
  readonly method: string | null;
  /** `http.route`, or `url.template` of a client. */
  readonly route: string | null;
  /** Path of the URL or target without its query, templated (`/users/{id}`); `null` beside a route. */
  readonly path: string | null;
  /** `Service/Method` of an RPC. */
  readonly rpc: string | null;
  /** Of a database, a cache, messaging or RPC: `postgresql`, `redis`, `kafka`, `grpc`. */
  readonly system: string | null;
  /** Topic or queue of messaging, namespace of a database. */
  readonly destination: string | null;
  /** What a span of messaging does. */
  readonly messaging: "send" | "receive" | "process" | "settle" | null;
  /** HTTP status; 0: no reply came (some clients write it so). */
  readonly status: number | null;
  /** gRPC status, 0 to 16. */
  readonly grpc: number | null;
  /** What the attributes alone tell of how a call ended; `reply`: the other side answered, if only to refuse. */
  readonly ending: "reply" | "unusable" | "timed-out" | null;
  /** Which repetition of a request this is, as `http.request.resend_count` says. */
  readonly resend: number | null;
};

/** The other side, as the attributes of a span tell it. */
export type Peer = {
  /** As `peer.service` or Zipkin's remote endpoint names it; `null`: an address alone. */
  readonly name: string | null;
  /** Host name or address in lower case, and port, as dialled. */
  readonly address: string | null;
  readonly port: number | null;
};

/**
 * How one call ended (of ρ, Eq. 11: the channel and not the application).
 * - `usable`: a reply came; the application may have refused it.
 * - `unusable`: the communication failed: refused, reset, no host, 502, 503 or 504 of a proxy, `UNAVAILABLE`.
 * - `timed-out`: whoever called gave up waiting.
 * - `undecided`: it failed, and nothing tells how; or only its arrival is seen, so that a failure could
 *   not have been.
 */
export type Outcome = "usable" | "unusable" | "timed-out" | "undecided";

export type Call = {
  readonly from: string;
  readonly to: string;
  readonly toKind: "instrumented" | PeerKind;
  /** τ. */
  readonly mode: "sync" | "async";
  readonly protocol: Protocol;
  /** HTTP `GET /route`, RPC `Service/Method`, database namespace, topic; `null`: none. */
  readonly operation: string | null;
  readonly outcome: Outcome;
  /** That the application's own reply was a failure: 4xx, 500, `INTERNAL`, a failed server span. */
  readonly refused: boolean;
  /** As the caller saw it, or the callee where only it tells. Microseconds; `null`: not told. */
  readonly start: number | null;
  readonly end: number | null;
  readonly fromInstance: string | null;
  readonly toInstance: string | null;
  /** Index of the span in `from` that the call was made under; -1: none is known. */
  readonly caller: number;
  /** Index of the calling (client, producer) span, and of the called one; -1: not seen. */
  readonly client: number;
  readonly server: number;
  /** Index (in the view's calls) of the first attempt of the same logical call; of itself if it is. */
  readonly first: number;
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** That its caller ended before it did: possibly fire and forget. */
  readonly outlived: boolean;
};

/** Something that reads views one by one and then tells what they show. */
export type ViewReader<T> = {
  readonly add: (view: TraceView) => void;
  readonly finish: () => T;
};
