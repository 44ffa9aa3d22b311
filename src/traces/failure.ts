import type { Call, TraceSpan } from "./calls.ts";

/**
 * gRPC codes that are the server's failure (semantic conventions, gRPC: "the following status codes
 * SHOULD be considered errors" of server spans): UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL,
 * UNAVAILABLE, DATA_LOSS. The others are answers to what the client asked.
 */
const GRPC_FAILURES: ReadonlySet<number> = new Set([2, 4, 12, 13, 14, 15]);

/**
 * Whether a request failed whoever it was that asked: HTTP 5xx, a gRPC code of the server's, or the
 * status of its span. A client's error (HTTP 4xx, gRPC `NOT_FOUND`) is an answer, even where a tracer
 * marks it as a failure, as Brave's default does from 400 on.
 */
export function requestFailed({ failed, meaning }: TraceSpan): boolean {
  const { status, grpc } = meaning;
  if (grpc !== null && grpc !== 0) return GRPC_FAILURES.has(grpc);
  if (status !== null && status >= 500) return true;
  if (status !== null && status >= 400) return false;
  return failed;
}

/**
 * Whether a caller got nothing out of one attempt: the communication failed, nobody knows how it failed,
 * or the callee's answer was its own failure. Of client errors only "too many requests" (429) and
 * "request timeout" (408) are one, since there the callee did nothing of what was asked.
 */
export function callFailed(
  spans: readonly TraceSpan[],
  call: Pick<Call, "outcome" | "refused" | "client" | "server">,
): boolean {
  const { outcome, refused, client, server } = call;
  if (outcome === "unusable" || outcome === "timed-out") return true;
  const told = [spans[client], spans[server]].filter((span) => span !== undefined);
  if (told.some(({ meaning: { status } }) => status === 429 || status === 408)) return true;
  if (outcome === "undecided") return told.some(requestFailed);
  return refused && (told.length === 0 || told.some(requestFailed));
}
