import { type BareCall, outgoing } from "./bare-call.ts";
import type { TraceSpan } from "./calls.ts";
import type { PeerKind, Protocol } from "./observed.ts";
import { judgeCall } from "./outcome.ts";
import type { Resolver } from "./resolve.ts";
import type { Sides } from "./sides.ts";

/**
 * Producer ~> broker and broker ~> consumer, each told by its own span; where one tells no broker, the
 * other's; where none does, producer ~> consumer.
 */
export function addMessages(
  spans: readonly TraceSpan[],
  { roles, consumers, outer }: Sides,
  resolver: Resolver,
  calls: BareCall[],
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

function sending(spans: readonly TraceSpan[], at: number, to: string): BareCall {
  const operation = spans[at]!.meaning.destination;
  const target = { to, toKind: BROKER, mode: "async", protocol: MESSAGING, operation } as const;
  return outgoing(spans, at, target);
}

function arrival(spans: readonly TraceSpan[], at: number, from: string, client: number): BareCall {
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
