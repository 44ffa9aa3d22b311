import type { Call, TraceSpan, TraceView } from "./calls.ts";
import { callFailed, requestFailed } from "./failure.ts";
import type { Request, RequestFailure } from "./request-counts.ts";
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
  const traits = traitsOf(view);
  const owner = new Int32Array(spans.length);
  const found: { span: number; via: Via; mustCall: boolean }[] = [];
  for (let at = 0; at < spans.length; at += 1) {
    const span = spans[at]!;
    const call = view.calls[serving[at]!];
    const above = span.parent < 0 ? OUTSIDE : owner[span.parent]!;
    owner[at] = isMessage(span, call) ? LATER : above;
    if (owner[at] !== OUTSIDE) continue;
    // Where clients set no kinds, a call shows who serves it.
    const serves = span.kind === "server" || (call !== undefined && span.kind !== "client");
    const begins = serves ? "serves" : beginning(view, at, traits);
    if (begins === null) continue;
    const via = serves ? viaOf(span, view, call) : ROOT;
    owner[at] = found.push({ span: at, via, mustCall: begins === "calls" }) - 1;
  }
  if (found.length === 0) return [];
  const requests = requestsOf(view, owner, serving, found);
  const operations = operationsOf(view, owner, found);
  return found.flatMap(({ span, via, mustCall }, at): Arrival[] => {
    const entry = spans[span]!.service;
    const request = requests[at]!;
    if (entry === null || (mustCall && request.calls.length === 0)) return [];
    return [{ span, entry, via, operation: operations.get(at) ?? null, request }];
  });
}

function isMessage({ kind }: TraceSpan, call: Call | undefined): boolean {
  return kind === "consumer" || kind === "producer" || call?.mode === "async";
}

/** How a root of no telling kind begins a request: HTTP or RPC ask for it, or it `calls`; `null`: it does not. */
function beginning(
  { spans }: TraceView,
  at: number,
  { calling, kindless }: Traits,
): "asks" | "calls" | null {
  const { parent, orphan, kind } = spans[at]!;
  if (parent >= 0 || orphan || kind === "client") return null;
  if (calling[at] === 1) return null;
  if (isAsked(spans[at]!)) return "asks";
  return kindless ? "calls" : null;
}

/** Asked for every root, of which a trace of masked ids may have very many. */
type Traits = {
  /** 1 for spans that are the calling side of a call. */
  readonly calling: Uint8Array;
  /** That no span has a telling kind. */
  readonly kindless: boolean;
};

function traitsOf({ spans, calls }: TraceView): Traits {
  const calling = new Uint8Array(spans.length);
  for (const { client } of calls) if (client >= 0) calling[client] = 1;
  return { calling, kindless: spans.every(({ kind }) => kind === null || kind === "internal") };
}

/** By span: the call that it serves; -1: none. */
function servingCalls({ spans, calls }: TraceView): Int32Array {
  const serving = new Int32Array(spans.length).fill(-1);
  for (let at = 0; at < calls.length; at += 1) {
    const { server } = calls[at]!;
    if (server >= 0) serving[server] = at;
  }
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
  const requests = found.map(({ span }) => ({
    entry: spans[span]!.service,
    failed: requestFailed(spans[span]!),
    end: spans[span]!.end,
    callees: new Set<string>(),
    calls: [] as Call[],
    failures: new Map<string, RequestFailure>(),
  }));
  const repeated = repeatedCalls(calls);
  let above: Int32Array | null = null;
  for (const [at, call] of calls.entries()) {
    const { from, to, mode, caller } = call;
    const request = caller < 0 ? undefined : requests[owner[caller]!];
    if (mode !== "sync" || request === undefined || repeated?.has(at) === true) continue;
    request.calls.push(call);
    if (from === request.entry && to !== from) request.callees.add(to);
    if (!callFailed(spans, call)) continue;
    above ??= enclosingCalls(spans, serving, found);
    const outer = calls[above[caller]!];
    const absorbed = !(outer === undefined ? request.failed : callFailed(spans, outer));
    const name = `${from} -> ${to}`;
    const known = request.failures.get(name);
    if (known === undefined) request.failures.set(name, { from, to, absorbed });
    else known.absorbed ||= absorbed;
  }
  return requests;
}

/** Attempts after which there came another; `null`: none. */
function repeatedCalls(calls: readonly Call[]): ReadonlySet<number> | null {
  if (!calls.some(({ attempt }) => attempt > 0)) return null;
  const last = new Map<number, number>();
  calls.forEach(({ first, attempt }, at) => {
    const known = last.get(first);
    if (known === undefined || attempt > calls[known]!.attempt) last.set(first, at);
  });
  const kept = new Set(last.values());
  return new Set([...calls.keys()].filter((at) => !kept.has(at)));
}

/** By span: the call within whose serving it is; -1: the request itself, or nothing. */
function enclosingCalls(
  spans: readonly TraceSpan[],
  serving: Int32Array,
  found: readonly { readonly span: number }[],
): Int32Array {
  const starts = new Set(found.map(({ span }) => span));
  const above = new Int32Array(spans.length);
  for (let at = 0; at < spans.length; at += 1) {
    const { parent } = spans[at]!;
    const inherited = parent < 0 ? -1 : above[parent]!;
    above[at] = starts.has(at) ? -1 : serving[at]! >= 0 ? serving[at]! : inherited;
  }
  return above;
}

/** By request, the operation of GraphQL it carries: its own span tells it, or one that its service made. */
function operationsOf(
  { spans }: TraceView,
  owner: Int32Array,
  found: readonly { readonly span: number }[],
): ReadonlyMap<number, string> {
  const operations = new Map<number, string>();
  const asked = new Set<number>();
  found.forEach(({ span }, at) => {
    if (isGraphql(requestName(spans[span]!.meaning))) asked.add(at);
  });
  if (asked.size === 0) return operations;
  for (const [at, one] of spans.entries()) {
    const request = owner[at]!;
    if (!asked.has(request) || operations.has(request)) continue;
    if (one.service !== spans[found[request]!.span]!.service) continue;
    const operation = operationOf(one.meaning);
    if (operation !== null) operations.set(request, operation);
  }
  return operations;
}
