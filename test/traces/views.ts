import type { Call, Meaning, TraceSpan, TraceView } from "../../src/traces/calls.ts";

/** Hand-made views of traces: what is not said is as plain as can be. */
export function meaning(parts: Partial<Meaning> = {}): Meaning {
  return {
    protocol: "unknown",
    name: "operation",
    method: null,
    route: null,
    path: null,
    rpc: null,
    system: null,
    destination: null,
    messaging: null,
    status: null,
    grpc: null,
    ending: null,
    resend: null,
    ...parts,
  };
}

export type SpanParts = Partial<Omit<TraceSpan, "meaning">> & {
  readonly meaning?: Partial<Meaning>;
};

export function span(parts: SpanParts = {}): TraceSpan {
  return {
    parent: -1,
    orphan: false,
    kind: "server",
    service: "frontend",
    instance: null,
    start: null,
    end: null,
    failed: false,
    peer: null,
    ...parts,
    meaning: meaning(parts.meaning),
  };
}

export function call(parts: Partial<Call> & Pick<Call, "from" | "to">): Call {
  return {
    toKind: "instrumented",
    mode: "sync",
    protocol: "http",
    operation: null,
    outcome: "usable",
    refused: false,
    start: null,
    end: null,
    fromInstance: null,
    toInstance: null,
    caller: 0,
    client: -1,
    server: -1,
    first: 0,
    attempt: 0,
    outlived: false,
    ...parts,
  };
}

/** Calls whose `first` is not said are calls of their own. */
export function view(spans: readonly TraceSpan[], calls: readonly Call[] = []): TraceView {
  return {
    traceId: "0".repeat(32),
    spans,
    roots: spans.flatMap(({ parent, orphan }, at) => (parent < 0 || orphan ? [at] : [])),
    calls: calls.map((one, at) => (one.attempt === 0 ? { ...one, first: at } : one)),
  };
}
