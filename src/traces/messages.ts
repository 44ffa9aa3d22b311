import { type BareCall, outgoing } from "./bare-call.ts";
import type { TraceSpan } from "./calls.ts";
import { compareText } from "./compare-text.ts";
import type { FarEnd, FarEnds } from "./links.ts";
import type { PeerKind, Protocol } from "./observed.ts";
import { judgeCall } from "./outcome.ts";
import type { Resolver } from "./resolve.ts";
import type { Sides } from "./sides.ts";

/**
 * Producer ~> broker and broker ~> consumer, each told by its own span; where one tells no broker, the
 * other's; where none does, producer ~> consumer. The other may be in another trace, by a link.
 *
 * @returns how many of them go to, or come from, nobody that is named
 */
export function addMessages(
  spans: readonly TraceSpan[],
  sides: Sides,
  far: FarEnds,
  resolver: Resolver,
  calls: BareCall[],
): number {
  const { roles, consumers, outer } = sides;
  const followed = followedOf(spans, consumers, far);
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
    const ends = followed.get(at) ?? NONE;
    const sources =
      broker === null
        ? directSources(spans, at, roles[parent] === "sends", ends)
        : [{ from: broker, destination: onlyOf(ends) }];
    if (sources.length === 0) unnamed++;
    const client = roles[parent] === "sends" ? parent : -1;
    for (const source of sources) calls.push(arrival(spans, at, source, client));
    if (broker === null && producer >= 0) brokers.delete(producer);
  }
  nameByLinks(brokers, sides, far);
  for (const [at, broker] of brokers) {
    if (broker === null) unnamed++;
    else calls.push(sending(spans, at, broker));
  }
  return unnamed;
}

const NONE: readonly FarEnd[] = [];

/** What links lead to, by the consuming span that counts: a `process` may have them within a `receive`. */
function followedOf(
  spans: readonly TraceSpan[],
  consumers: readonly number[],
  { followed }: FarEnds,
): FarEnds["followed"] {
  if (followed.size === 0) return followed;
  const counted = new Set(consumers);
  const all = new Map<number, readonly FarEnd[]>();
  for (const [inner, ends] of followed) {
    let at = inner;
    while (at >= 0 && !counted.has(at)) at = spans[at]!.parent;
    if (at >= 0) all.set(at, [...(all.get(at) ?? NONE), ...ends]);
  }
  return all;
}

type Source = { readonly from: string; readonly destination: string | null };

/** Where messages come from whose consumer names no broker, nor a producer of its trace. */
function directSources(
  spans: readonly TraceSpan[],
  at: number,
  isSent: boolean,
  ends: readonly FarEnd[],
): readonly Source[] {
  const { parent, service } = spans[at]!;
  const above = spans[parent]?.service ?? null;
  const sources = new Map<string, Source>();
  const add = (from: string | null, destination: string | null) => {
    if (from !== null) sources.set(`${from}\n${destination ?? ""}`, { from, destination });
  };
  const isElse = above !== null && above !== service;
  const sent = ends.filter(({ sends }) => sends);
  if (isElse && (isSent || sent.length === 0)) add(above, null);
  for (const end of sources.size > 0 || sent.length > 0 ? sent : ends) {
    const direct = end.service === service ? null : end.service;
    add(end.sends ? (end.broker ?? direct) : direct, end.destination);
  }
  return [...sources.keys()].sort(compareText).map((key) => sources.get(key)!);
}

/** The destination that all producers name that do; `null`: none, or several. */
function onlyOf(ends: readonly FarEnd[]): string | null {
  const named = new Set(ends.flatMap(({ destination }) => destination ?? []));
  return named.size === 1 ? [...named][0]! : null;
}

/** Sendings that name no broker have that of a consumer in another trace; or it follows them directly. */
function nameByLinks(
  brokers: Map<number, string | null>,
  { roles, outer }: Sides,
  { consumers }: FarEnds,
): void {
  for (const [at, ends] of consumers) {
    const producer = roles[at] === "sends" && !brokers.has(at) ? outer[at]! : at;
    if (brokers.get(producer) !== null) continue;
    const named = ends.flatMap(({ broker }) => broker ?? []).sort(compareText);
    if (named[0] === undefined) brokers.delete(producer);
    else brokers.set(producer, named[0]);
  }
}

const BROKER: PeerKind = "broker";
const MESSAGING: Protocol = "messaging";

function sending(spans: readonly TraceSpan[], at: number, to: string): BareCall {
  const operation = spans[at]!.meaning.destination;
  const target = { to, toKind: BROKER, mode: "async", protocol: MESSAGING, operation } as const;
  return outgoing(spans, at, target);
}

function arrival(
  spans: readonly TraceSpan[],
  at: number,
  { from, destination: linked }: Source,
  client: number,
): BareCall {
  const span = spans[at]!;
  const told = span.meaning.destination ?? spans[client]?.meaning.destination;
  return {
    from,
    to: span.service!,
    toKind: "instrumented",
    mode: "async",
    protocol: MESSAGING,
    operation: told ?? linked,
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
