/**
 * One span as every format gives it, with the names of OpenTelemetry's trace data model. What a format
 * lacks is `null`, never guessed; meaning is given to attributes in `describe.ts` alone.
 */
export type Span = {
  /** Lower-case hexadecimal, 32 digits: shorter ids are padded on the left, base64 is decoded. */
  readonly traceId: string;
  /** Likewise of 16 digits. */
  readonly spanId: string;
  readonly parentId: string | null;
  /** `null`: the format does not say, which is not the same as `internal`. */
  readonly kind: SpanKind | null;
  /** Operation. */
  readonly name: string;
  /** Microseconds since the epoch; `null`: not told. */
  readonly start: number | null;
  readonly end: number | null;
  /** That the span's own status says so (OTLP `STATUS_CODE_ERROR`, Jaeger and Zipkin `error`). */
  readonly failed: boolean;
  readonly attributes: Attributes;
  readonly emitter: Emitter;
  /** Spans of this or of another trace that it follows. */
  readonly links: readonly SpanLink[];
  /** Zipkin: this server span carries the id of the client span that called it. */
  readonly shared: boolean;
  /** The other side as the emitter knew it (Zipkin's `remoteEndpoint`). */
  readonly remote: RemoteEnd | null;
};

export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

export type SpanLink = { readonly traceId: string; readonly spanId: string };

/** Scalars as such; lists and maps of a format are left out but for lists of text, joined by commas. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Who wrote the span: one object for all spans of one resource, process or local endpoint. */
export type Emitter = {
  /** `null`: not told, or empty. OpenTelemetry's `unknown_service…` counts as told. */
  readonly service: string | null;
  /** Resource attributes, process tags, or `host.address` and `host.port` of a Zipkin endpoint. */
  readonly attributes: Attributes;
};

export type RemoteEnd = {
  readonly service: string | null;
  readonly address: string | null;
  readonly port: number | null;
};
