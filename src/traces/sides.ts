import type { Meaning, Peer, TraceSpan } from "./calls.ts";
import { FLAGS, kindOf, MEANING, PEER, WORDS } from "./records.ts";
import type { SpanKind } from "./span.ts";
import type { Tables } from "./trace.ts";

/**
 * What a span is to a call, of whatever kind its tracer said: OpenTelemetry's kinds, but for messaging by
 * the type of operation (its conventions give a `receive` or a `send` the kind CLIENT at times), and
 * where no kind is told (OpenTracing) by tags that only a caller writes.
 */
export type Role = "calls" | "sends" | "serves" | "consumes" | "neither";

export function roleOf(kind: SpanKind | null, meaning: Meaning, peer: Peer | null): Role {
  const { protocol, messaging } = meaning;
  if (protocol === "messaging") {
    if (kind === "internal" || messaging === "settle") return "neither";
    if (kind === "producer") return "sends";
    if (kind === "consumer" || kind === "server") return "consumes";
    if (messaging === "send") return "sends";
    return messaging === null ? "neither" : "consumes";
  }
  if (kind === "client") return "calls";
  if (kind === "server") return "serves";
  if (kind !== null) return "neither";
  if (protocol === "database" || protocol === "cache") return "calls";
  return peer?.name == null ? "neither" : "calls";
}

/** The same of a record. */
export function roleOfRecord(words: Int32Array, row: number, { meanings, peers }: Tables): Role {
  const word = row * WORDS;
  const peer = words[word + PEER]!;
  const meaning = meanings.get(words[word + MEANING]!);
  return roleOf(kindOf(words[word + FLAGS]!), meaning, peer < 0 ? null : peers.get(peer));
}

/** One arrival of a call in another process: the called span, and the calling one (-1: not seen). */
export type Entry = { readonly caller: number; readonly client: number; readonly server: number };

/** Who calls whom among the spans of a trace, by index; -1: nobody. */
export type Sides = {
  readonly roles: readonly Role[];
  /** Where blocking calls arrive; each calling span once for every service it reached. */
  readonly entries: readonly Entry[];
  /** Of each calling span, its first entry's called span. */
  readonly answers: Int32Array;
  /** Consuming spans, but those within another one of theirs (a `process` within a `receive`). */
  readonly consumers: readonly number[];
  /** The calling or sending span around a calling span in the same service (an SDK's around HTTP's). */
  readonly outer: Int32Array;
};

/**
 * Pairs the two sides of calls. INTERNAL spans are transparent: a child in another service is a call
 * whatever its kind, since processes share no spans. A server span below its own service's span is a
 * framework's within another's, and no call, unless a client span stands between.
 */
export function pairSides(spans: readonly TraceSpan[]): Sides {
  const roles = rolesOf(spans);
  const answers = new Int32Array(spans.length).fill(-1);
  const outer = new Int32Array(spans.length).fill(-1);
  const consuming = new Int32Array(spans.length).fill(-1);
  const entries: Entry[] = [];
  const consumers: number[] = [];
  const reached = new Map<number, string[]>();
  for (let at = 0; at < spans.length; at++) {
    const { parent, service } = spans[at]!;
    const above = parent < 0 ? undefined : spans[parent];
    const inside = above !== undefined && above.service === service;
    if (inside) {
      const role = roles[parent]!;
      if (role === "calls" || role === "sends") outer[at] = parent;
      else if (role === "neither") outer[at] = outer[parent]!;
      consuming[at] = role === "consumes" ? parent : role === "neither" ? consuming[parent]! : -1;
    }
    if (roles[at] === "consumes") {
      if (consuming[at]! < 0) consumers.push(at);
      continue;
    }
    if (above === undefined || service === null || above.service === null) continue;
    const over = roles[parent]!;
    const calling = over === "calls" || over === "sends";
    if (inside && !(calling && roles[at] === "serves")) continue;
    if (over === "sends") consumers.push(at);
    else if (over !== "calls") entries.push({ caller: parent, client: -1, server: at });
    else if (answers[parent]! < 0) {
      answers[parent] = at;
      entries.push({ caller: parent, client: parent, server: at });
    } else if (isFirst(reached, parent, spans[answers[parent]!]!.service, service)) {
      entries.push({ caller: parent, client: parent, server: at });
    }
  }
  return { roles, entries, answers, consumers, outer };
}

/**
 * By tags alone a span may be taken for a call that is the work around several: then what is below it
 * are calls of their own.
 */
function rolesOf(spans: readonly TraceSpan[]): Role[] {
  const roles = spans.map(({ kind, meaning, peer }) => roleOf(kind, meaning, peer));
  const below = new Map<number, number>();
  for (const { parent, service } of spans) {
    if (parent < 0) continue;
    const above = spans[parent]!;
    if (above.kind !== null || roles[parent] !== "calls") continue;
    if (above.service !== service) below.set(parent, (below.get(parent) ?? 0) + 1);
  }
  for (const [at, count] of below) if (count > 1) roles[at] = "neither";
  return roles;
}

/** A proxy's second try, or its own span before the server's, is the same call once more. */
function isFirst(
  reached: Map<number, string[]>,
  client: number,
  answered: string | null,
  service: string,
): boolean {
  const services = reached.get(client) ?? [answered ?? ""];
  if (services.includes(service)) return false;
  reached.set(client, [...services, service]);
  return true;
}
