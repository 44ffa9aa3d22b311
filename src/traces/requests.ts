import type { Call, TraceSpan, TraceView } from "./calls.ts";
import { callFailed, requestFailed } from "./failure.ts";
import type { Request, RequestPart } from "./request-counts.ts";
import { isGraphql, operationOf, requestName } from "./request-name.ts";

/** A request that comes in at a service from outside of what is traced. */
export type Arrival = {
  /** Index of the span that serves it. */
  readonly span: number;
  readonly entry: string;
  /** How it comes to be the first that serves. */
  readonly via: Via;
  /** Operation of GraphQL, as `request-name.ts` has it. */
  readonly operation: string | null;
  readonly request: Request;
};

/**
 * - `root`: nothing is above it, or its own service, which calls itself.
 * - `lost`: what is above it is in no source.
 * - else the service above it that begins the trace without serving: a load generator, a page in a
 *   browser; or work that a service does of itself.
 */
export type Via = { readonly kind: "root" | "lost" } | { readonly kind: "under"; service: string };

/** No request, and none above. */
const OUTSIDE = -1;
/** Reached by a message: nobody waits for it. */
const LATER = -2;

const ROOT: Via = { kind: "root" };
const LOST: Via = { kind: "lost" };

/**
 * The requests of a trace: its outermost serving spans, each with all that is called and waited for below
 * it. A root that consumes a message begins none, since nobody waits for what it does; nor does a root of
 * kind INTERNAL, which is work of a service's own. Where no span of a trace has a telling kind (Jaeger's
 * old clients set none), its root is a request if HTTP or RPC says so or if it calls another service.
 */
export function arrivalsOf(view: TraceView): readonly Arrival[] {
  const { spans } = view;
  const serving = servingCalls(view);
  const owner = new Int32Array(spans.length);
  const found: { span: number; via: Via; mustCall: boolean }[] = [];
  const plain = spans.every(({ kind }) => kind === null || kind === "internal");
  const dialling = new Set(view.calls.map(({ client }) => client));
  spans.forEach((span, at) => {
    const call = view.calls[serving[at]!];
    const above = span.parent < 0 ? OUTSIDE : owner[span.parent]!;
    const { kind } = span;
    const isMessage = kind === "consumer" || kind === "producer" || call?.mode === "async";
    owner[at] = isMessage ? LATER : above;
    if (owner[at] !== OUTSIDE) return;
    // Where clients set no kinds, a call shows who serves it.
    const serves = kind === "server" || (call !== undefined && kind !== "client");
    if (serves) {
      owner[at] = found.push({ span: at, via: viaOf(span, view, call), mustCall: false }) - 1;
    } else if (span.parent < 0 && !span.orphan && kind !== "client" && !dialling.has(at)) {
      const asked = isAsked(span);
      if (asked || plain) owner[at] = found.push({ span: at, via: ROOT, mustCall: !asked }) - 1;
    }
  });
  if (found.length === 0) return [];
  const requests = requestsOf(view, owner, serving, found);
  return found.flatMap(({ span, via, mustCall }, at): Arrival[] => {
    const entry = spans[span]!.service;
    const request = requests[at]!;
    if (entry === null || (mustCall && request.parts.size === 0)) return [];
    return [{ span, entry, via, operation: graphqlOf(view, span, owner, at), request }];
  });
}

/** By span: the call that it serves; -1: none. */
function servingCalls({ spans, calls }: TraceView): Int32Array {
  const serving = new Int32Array(spans.length).fill(-1);
  calls.forEach(({ server }, at) => {
    if (server >= 0) serving[server] = at;
  });
  return serving;
}

/** Whether HTTP or RPC say that a span of no telling kind is a request. */
function isAsked({ meaning }: TraceSpan): boolean {
  const { method, route, path, rpc } = meaning;
  return rpc !== null || (method !== null && (route !== null || path !== null));
}

function viaOf(
  { parent, orphan, service: own }: TraceSpan,
  { spans }: TraceView,
  call: Call | undefined,
): Via {
  if (orphan) return LOST;
  if (parent < 0 && call === undefined) return ROOT;
  const service = call?.from ?? spans[parent]?.service ?? null;
  if (service === null) return LOST;
  return service === own ? ROOT : { kind: "under", service };
}

/** What each request called, and what failed under it. Of attempts of one call the last counts. */
function requestsOf(
  { spans, calls }: TraceView,
  owner: Int32Array,
  serving: Int32Array,
  found: readonly { readonly span: number }[],
): readonly Request[] {
  const entries = found.map(({ span }) => spans[span]!.service);
  const requests = found.map(({ span }) => ({
    failed: requestFailed(spans[span]!),
    end: spans[span]!.end,
    callees: new Set<string>(),
    parts: new Map<string, RequestPart>(),
  }));
  const last = new Map<number, Call>();
  for (const call of calls) {
    const { first, attempt } = call;
    if (attempt >= (last.get(first)?.attempt ?? 0)) last.set(first, call);
  }
  const above = enclosingCalls(spans, serving, found);
  for (const call of last.values()) {
    const { from, to, mode, caller } = call;
    const at = caller < 0 ? OUTSIDE : owner[caller]!;
    const request = requests[at];
    if (mode !== "sync" || request === undefined) continue;
    if (from === entries[at] && to !== from) request.callees.add(to);
    const part = partOf(request.parts, from, to);
    if (!callFailed(spans, call)) continue;
    part.failed = true;
    const outer = calls[above[caller]!];
    if (!(outer === undefined ? request.failed : callFailed(spans, outer))) part.absorbed = true;
  }
  return requests;
}

function partOf(parts: Map<string, RequestPart>, from: string, to: string): RequestPart {
  const name = `${from} -> ${to}`;
  const known = parts.get(name);
  if (known !== undefined) return known;
  const part = { from, to, failed: false, absorbed: false };
  parts.set(name, part);
  return part;
}

/** By span: the call within whose serving it is; -1: the request itself, or nothing. */
function enclosingCalls(
  spans: readonly TraceSpan[],
  serving: Int32Array,
  found: readonly { readonly span: number }[],
): Int32Array {
  const starts = new Set(found.map(({ span }) => span));
  const above = new Int32Array(spans.length);
  spans.forEach(({ parent }, at) => {
    const inherited = parent < 0 ? -1 : above[parent]!;
    above[at] = starts.has(at) ? -1 : serving[at]! >= 0 ? serving[at]! : inherited;
  });
  return above;
}

/** The operation that a request of GraphQL carries: its own span tells it, or one that its service made. */
function graphqlOf(
  { spans }: TraceView,
  span: number,
  owner: Int32Array,
  request: number,
): string | null {
  const { meaning, service } = spans[span]!;
  if (!isGraphql(requestName(meaning))) return null;
  for (const [at, one] of spans.entries()) {
    if (owner[at] !== request || one.service !== service) continue;
    const operation = operationOf(one.meaning);
    if (operation !== null) return operation;
  }
  return null;
}
