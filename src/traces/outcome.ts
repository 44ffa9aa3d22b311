import type { Outcome, TraceSpan } from "./calls.ts";

export type Judged = { readonly outcome: Outcome; readonly refused: boolean };

/**
 * How a call ended, by both sides where both are seen.
 * - What the calling span tells (`ending.ts`) holds, but a 502 that the called server wrote itself is its
 *   own reply and no proxy's.
 * - It failed and tells no more, and the called span did not fail: the reply was lost. The called
 *   span failed too: its failure was the reply. It is not seen: undecided.
 * - It did not fail: usable, if it ended or was seen to arrive. A span without an end was cut off, or
 *   waits for no reply (Zipkin's one-way spans): undecided.
 * - Without a calling span nothing is decided: had the call failed, nothing would be seen of it, and
 *   whoever counts survivors alone finds no failures.
 */
export function judgeCall(client: TraceSpan | undefined, server: TraceSpan | undefined): Judged {
  const refused = server !== undefined && hasRefused(server);
  if (client === undefined) return { outcome: "undecided", refused };
  const { ending, status } = client.meaning;
  if (ending === "timed-out") return { outcome: "timed-out", refused };
  if (ending === "unusable") {
    const own = status === 502 && server?.meaning.status === 502;
    return own ? { outcome: "usable", refused: true } : { outcome: "unusable", refused };
  }
  if (ending === "reply") return { outcome: "usable", refused: refused || hasRefused(client) };
  // gRPC's CANCELLED: the caller went away for reasons of its own.
  if (client.meaning.grpc === 1) return { outcome: "undecided", refused };
  if (client.failed) {
    if (server === undefined) return { outcome: "undecided", refused };
    return refused ? { outcome: "usable", refused } : { outcome: "unusable", refused };
  }
  const over = client.end !== null || server !== undefined;
  return { outcome: over ? "usable" : "undecided", refused };
}

/** Whether a span tells that what was asked was not done. */
function hasRefused({ failed, meaning: { status, grpc } }: TraceSpan): boolean {
  return failed || (status !== null && status >= 400) || (grpc !== null && grpc !== 0);
}
