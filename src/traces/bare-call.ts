import type { Call, TraceSpan } from "./calls.ts";
import { judgeCall } from "./outcome.ts";

/** As it comes to be: which call it is an attempt of is known last. */
export type BareCall = Omit<Call, "first" | "attempt"> & { first: number; attempt: number };

/** Clocks of one process differ by so much between their sources, in µs; a caller ends later than that. */
const ROUNDING = 1000;

/** The span that made a call, if it is of the same service. */
export function callerOf(spans: readonly TraceSpan[], client: number): number {
  const { parent, service } = spans[client]!;
  return parent >= 0 && spans[parent]!.service === service ? parent : -1;
}

/** Whether a call went on after the span that made it: possibly fire and forget. */
export function outlived(spans: readonly TraceSpan[], client: number): boolean {
  if (client < 0) return false;
  const { end, instance } = spans[client]!;
  const at = callerOf(spans, client);
  if (end === null || at < 0) return false;
  const caller = spans[at]!;
  if (caller.end === null || caller.instance !== instance) return false;
  return end > caller.end + ROUNDING;
}

/** A call of which only the calling span is seen. */
export function outgoing(
  spans: readonly TraceSpan[],
  client: number,
  to: Pick<BareCall, "to" | "toKind" | "mode" | "protocol" | "operation">,
): BareCall {
  const span = spans[client]!;
  return {
    from: span.service!,
    ...to,
    ...judgeCall(span, undefined),
    start: span.start,
    end: span.end,
    fromInstance: span.instance,
    toInstance: null,
    caller: callerOf(spans, client),
    client,
    server: -1,
    outlived: outlived(spans, client),
    first: 0,
    attempt: 0,
  };
}
