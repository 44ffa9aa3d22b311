import { attemptsOf } from "./attempts.ts";
import { type BareCall, callerOf, outgoing, outlived } from "./bare-call.ts";
import type { Call, TraceSpan } from "./calls.ts";
import type { FarEnds } from "./links.ts";
import { addMessages } from "./messages.ts";
import type { Protocol } from "./observed.ts";
import { judgeCall } from "./outcome.ts";
import type { Resolver, Target } from "./resolve.ts";
import type { Sides } from "./sides.ts";

export type Projected = {
  readonly calls: readonly Call[];
  /** Calling spans whose other side nothing names. */
  readonly unnamed: number;
};

/** The calls of a trace (E and τ of the paper's G): sync but for messaging, which goes through its broker. */
export function projectCalls(
  spans: readonly TraceSpan[],
  sides: Sides,
  far: FarEnds,
  resolver: Resolver,
): Projected {
  const calls: BareCall[] = [];
  for (const entry of sides.entries) calls.push(entryCall(spans, entry, resolver));
  const unnamed =
    addPeers(spans, sides, resolver, calls) + addMessages(spans, sides, far, resolver, calls);
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
): BareCall {
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
  calls: BareCall[],
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
  { name, kind, protocol }: Target,
  resolver: Resolver,
): BareCall {
  const operation = operationOf(spans[at]!, undefined, name, protocol, resolver);
  return outgoing(spans, at, { to: name, toKind: kind, mode: "sync", protocol, operation });
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
