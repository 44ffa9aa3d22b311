import { attemptsOf } from "./attempts.ts";
import type { Call, TraceSpan } from "./calls.ts";
import type { PeerKind, Protocol } from "./observed.ts";
import { judgeCall } from "./outcome.ts";
import type { Resolver, Target } from "./resolve.ts";
import type { Sides } from "./sides.ts";

export type Projected = {
  readonly calls: readonly Call[];
  /** Calling spans whose other side nothing names. */
  readonly unnamed: number;
};

/** As it comes to be: which call it is an attempt of is known last. */
type Bare = Omit<Call, "first" | "attempt"> & { first: number; attempt: number };

/** Clocks of one process differ by so much between their sources, in µs; a caller ends later than that. */
const ROUNDING = 1000;

/** The calls of a trace (E and τ of the paper's G): sync but for messaging, which goes through its broker. */
export function projectCalls(
  spans: readonly TraceSpan[],
  sides: Sides,
  resolver: Resolver,
): Projected {
  const calls: Bare[] = [];
  for (const entry of sides.entries) calls.push(entryCall(spans, entry, resolver));
  const unnamed =
    addPeers(spans, sides, resolver, calls) + addMessages(spans, sides, resolver, calls);
  const attempts = calls.length > 1 ? attemptsOf(spans, calls) : [];
  for (let at = 0; at < calls.length; at++) {
    const call = calls[at]!;
    call.first = attempts[at]?.first ?? at;
    call.attempt = attempts[at]?.attempt ?? 0;
  }
  return { calls, unnamed };
}

function entryCall(
  spans: readonly TraceSpan[],
  { caller, client, server }: Sides["entries"][number],
  resolver: Resolver,
): Bare {
  const from = spans[caller]!;
  const to = spans[server]!;
  const calling = client < 0 ? undefined : spans[client]!;
  const told = calling?.meaning.protocol ?? "unknown";
  // An arrival that is itself a call (its server emits no span) tells its own protocol, not this one's.
  const own = to.kind === "client" || to.kind === "producer" ? "unknown" : to.meaning.protocol;
  const protocol = told === "unknown" ? own : told;
  const { outcome, refused } = judgeCall(calling, to);
  const { start, end } = calling ?? to;
  return {
    from: from.service!,
    to: to.service!,
    toKind: "instrumented",
    mode: "sync",
    protocol,
    operation: operationOf(calling, to, to.service!, protocol, resolver),
    outcome,
    refused,
    start,
    end,
    fromInstance: from.instance,
    toInstance: to.instance,
    caller: client < 0 ? caller : callerOf(spans, client),
    client,
    server,
    outlived: outlived(spans, client),
    first: 0,
    attempt: 0,
  };
}

/** Calling spans without an answering side, but those that stand for a call within or around them. */
function addPeers(
  spans: readonly TraceSpan[],
  { roles, answers, outer }: Sides,
  resolver: Resolver,
  calls: Bare[],
): number {
  const targets: (Target | null)[] = spans.map(() => null);
  const dropped = new Uint8Array(spans.length);
  let unnamed = 0;
  for (let at = 0; at < spans.length; at++) {
    if (roles[at] !== "calls") continue;
    const span = spans[at]!;
    if (span.service !== null && answers[at]! < 0)
      targets[at] = resolver.target(span.service, span);
  }
  for (let at = 0; at < spans.length; at++) {
    const around = outer[at]!;
    if (roles[at] !== "calls" || around < 0) continue;
    const drop = surplus(spans, { inner: at, around }, { roles, answers }, targets);
    if (drop >= 0) dropped[drop] = 1;
  }
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at]!;
    if (roles[at] !== "calls" || answers[at]! >= 0 || dropped[at] === 1) continue;
    const target = targets[at]!;
    if (span.service === null) continue;
    if (target === null) unnamed++;
    else calls.push(peerCall(spans, at, target, resolver));
  }
  return unnamed;
}

/**
 * Which of two nested calling spans of one service is no call of its own; -1: both are. An SDK's span
 * around HTTP's, or HTTP's around its attempts, are one call; but a context that leaks (a common slip
 * in callbacks) nests calls of different things.
 */
function surplus(
  spans: readonly TraceSpan[],
  { inner, around }: { readonly inner: number; readonly around: number },
  { roles, answers }: Pick<Sides, "roles" | "answers">,
  targets: readonly (Target | null)[],
): number {
  const answered = answers[inner]! >= 0;
  if (roles[around] === "sends") return answered || !isCarrier(spans[inner]!) ? -1 : inner;
  const innerName = answered ? spans[answers[inner]!]!.service : (targets[inner]?.name ?? null);
  if (answers[around]! >= 0) {
    const same = innerName === null || innerName === spans[answers[around]!]!.service;
    return !answered && same ? inner : -1;
  }
  const outerName = targets[around]?.name ?? null;
  if (answered) return outerName === null || outerName === innerName ? around : -1;
  if (innerName === null) return inner;
  if (outerName === null) return around;
  if (isCarrier(spans[inner]!) && !isCarrier(spans[around]!)) return inner;
  return outerName === innerName ? around : -1;
}

/** What carries the calls of databases, messaging and RPC: HTTP, or a bare connection. */
function isCarrier({ meaning: { protocol } }: TraceSpan): boolean {
  return protocol === "http" || protocol === "unknown";
}

function peerCall(
  spans: readonly TraceSpan[],
  at: number,
  target: Target,
  resolver: Resolver,
): Bare {
  const span = spans[at]!;
  const { outcome, refused } = judgeCall(span, undefined);
  return {
    from: span.service!,
    to: target.name,
    toKind: target.kind,
    mode: "sync",
    protocol: target.protocol,
    operation: operationOf(span, undefined, target.name, target.protocol, resolver),
    outcome,
    refused,
    start: span.start,
    end: span.end,
    fromInstance: span.instance,
    toInstance: null,
    caller: callerOf(spans, at),
    client: at,
    server: -1,
    outlived: outlived(spans, at),
    first: 0,
    attempt: 0,
  };
}

/**
 * Producer ~> broker and broker ~> consumer, each told by its own span; where one tells no broker, the
 * other's; where none does, producer ~> consumer.
 */
function addMessages(
  spans: readonly TraceSpan[],
  { roles, consumers, outer }: Sides,
  resolver: Resolver,
  calls: Bare[],
): number {
  let unnamed = 0;
  const brokers = new Map<number, string | null>();
  for (let at = 0; at < spans.length; at++) {
    // A `send` within a `create` or within the SDK's own span is one sending.
    if (roles[at] !== "sends" || (outer[at]! >= 0 && roles[outer[at]!] === "sends")) continue;
    if (spans[at]!.service !== null) brokers.set(at, resolver.broker(spans[at]!));
  }
  for (const at of consumers) {
    const { parent, service } = spans[at]!;
    const producer =
      roles[parent] === "sends" ? (brokers.has(parent) ? parent : outer[parent]!) : -1;
    const own = roles[at] === "consumes" ? resolver.broker(spans[at]!) : null;
    const broker = own ?? brokers.get(producer) ?? null;
    if (own !== null && brokers.get(producer) === null) brokers.set(producer, own);
    if (service === null) continue;
    const from = broker ?? spans[parent]?.service ?? null;
    if (from === null || (broker === null && from === service)) unnamed++;
    else calls.push(arrival(spans, at, from, roles[parent] === "sends" ? parent : -1));
    if (broker === null && producer >= 0) brokers.delete(producer);
  }
  for (const [at, broker] of brokers) {
    if (broker === null) unnamed++;
    else calls.push(sending(spans, at, broker));
  }
  return unnamed;
}

const BROKER: PeerKind = "broker";
const MESSAGING: Protocol = "messaging";

function sending(spans: readonly TraceSpan[], at: number, broker: string): Bare {
  const span = spans[at]!;
  const { outcome, refused } = judgeCall(span, undefined);
  return {
    from: span.service!,
    to: broker,
    toKind: BROKER,
    mode: "async",
    protocol: MESSAGING,
    operation: span.meaning.destination,
    outcome,
    refused,
    start: span.start,
    end: span.end,
    fromInstance: span.instance,
    toInstance: null,
    caller: callerOf(spans, at),
    client: at,
    server: -1,
    outlived: outlived(spans, at),
    first: 0,
    attempt: 0,
  };
}

function arrival(spans: readonly TraceSpan[], at: number, from: string, client: number): Bare {
  const span = spans[at]!;
  const destination = span.meaning.destination ?? spans[client]?.meaning.destination ?? null;
  return {
    from,
    to: span.service!,
    toKind: "instrumented",
    mode: "async",
    protocol: MESSAGING,
    operation: destination,
    ...judgeCall(undefined, span),
    start: span.start,
    end: span.end,
    fromInstance: null,
    toInstance: span.instance,
    caller: -1,
    client,
    server: at,
    outlived: false,
    first: 0,
    attempt: 0,
  };
}

/** The span that made a call, if it is of the same service. */
function callerOf(spans: readonly TraceSpan[], client: number): number {
  const { parent, service } = spans[client]!;
  return parent >= 0 && spans[parent]!.service === service ? parent : -1;
}

function outlived(spans: readonly TraceSpan[], client: number): boolean {
  if (client < 0) return false;
  const { end, instance } = spans[client]!;
  const at = callerOf(spans, client);
  if (end === null || at < 0) return false;
  const caller = spans[at]!;
  if (caller.end === null || caller.instance !== instance) return false;
  return end > caller.end + ROUNDING;
}

/** What was asked for, by the callee's own name of it where that is known. */
function operationOf(
  client: TraceSpan | undefined,
  server: TraceSpan | undefined,
  to: string,
  protocol: Protocol,
  resolver: Resolver,
): string | null {
  const asked = client?.meaning ?? server!.meaning;
  const answered = server?.meaning ?? asked;
  switch (protocol) {
    case "grpc":
    case "rpc":
      return asked.rpc ?? answered.rpc;
    case "database":
    case "cache":
      return asked.destination;
    case "http": {
      const route = answered.route ?? asked.route ?? resolver.route(to, asked);
      const path = route ?? answered.path ?? asked.path;
      if (path === null) return null;
      const method = asked.method ?? answered.method;
      return method === null ? path : `${method} ${path}`;
    }
    default:
      return null;
  }
}
