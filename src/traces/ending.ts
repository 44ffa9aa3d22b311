import type { Meaning } from "./calls.ts";
import { readEnvoyFlags } from "./envoy-flags.ts";

/**
 * How a call ended, as far as its attributes alone tell. Where both sides are seen, `outcome.ts` knows more.
 */
export type EndingClues = {
  readonly status: number | null;
  readonly grpc: number | null;
  /** `error.type`, `exception.type`, `error.kind`. */
  readonly errorType: string | null;
  /** Whatever text comes with the failure: read, never kept. */
  readonly errorText: string | null;
  /** `db.response.status_code`. */
  readonly database: string | null;
  /** Envoy's `response_flags`. */
  readonly flags: string | null;
};

/** gRPC, "Status codes and their use in gRPC". */
const CANCELLED = 1;
const DEADLINE_EXCEEDED = 4;
const UNAVAILABLE = 14;

/**
 * Rules in order of how close they are to the wire; the first that applies holds.
 * 1. Envoy's response flags (Envoy, "Access logging"): the proxy says what happened upstream.
 *    A fault that it injected tells nothing.
 * 2. gRPC's status: `UNAVAILABLE` and `DEADLINE_EXCEEDED` are made by the client or a proxy; `CANCELLED` is
 *    the caller's own wish and tells nothing; all others are replies.
 * 3. HTTP's status (RFC 9110, 15.6): 502, 503, 504 are no reply of the application; `outcome.ts` takes
 *    back a 502 that the server itself wrote. All others are replies, unless the client failed by its own
 *    account below 400: the connection broke within the reply.
 * 4. A database's own status is a reply, but for SQLSTATE class 08 (connection exception) and 57P01 to
 *    57P03 (PostgreSQL, "Error codes": shut down, not up yet).
 * 5. The type of the error, else its text: time-outs, and what the sockets and resolvers of the common
 *    runtimes call a connection that failed.
 */
export function readEnding(clues: EndingClues): Meaning["ending"] {
  const { status, grpc, errorType, errorText, database, flags } = clues;
  const byFlags = flags === null ? null : readEnvoyFlags(flags);
  if (byFlags === "injected") return null;
  if (byFlags === "timed-out" || byFlags === "unusable") return byFlags;
  if (grpc !== null) {
    if (grpc === DEADLINE_EXCEEDED) return "timed-out";
    if (grpc === UNAVAILABLE) return "unusable";
    return grpc === CANCELLED ? null : "reply";
  }
  const byType = errorType === null ? null : endingOfError(errorType);
  if (status !== null && status >= 100) {
    if (status >= 502 && status <= 504) return "unusable";
    return status < 400 && byType !== null ? byType : "reply";
  }
  if (database !== null && database !== "") {
    return /^(?:08|57P0[123])/.test(database) ? "unusable" : "reply";
  }
  return byType ?? (errorText === null ? null : endingOfError(errorText));
}

// A connection that was never made is the channel's failure, however long it took to see so.
const CONNECTING =
  /connect(?:ion)?[ _.-]?(?:timed?[ _-]?out)|connecttimeout|connection attempt|dial (?:tcp|udp)/i;

const TIMED_OUT =
  /time[ds]?[ _-]?out|deadline[ _-]?exceeded|esockettimedout|etimedout|und_err_(?:headers|body)_timeout/i;

const BROKEN =
  /econn(?:refused|reset|aborted)|e(?:host|net)(?:unreach|down)|enotfound|eai_again|epipe|connection ?[ _-]?(?:was |is |has been )?(?:refused|reset|closed|aborted|lost|error|failed|failure|terminated|dropped)|connect(?:ion)?exception|failed to connect|could not connect|cannot connect|unknownhost|no such host|name[ _]?resolution|getaddrinfo|nosuchhost|host ?(?:is )?unreachable|no route to host|noroutetohost|network ?(?:is )?unreachable|socket ?(?:exception|hang up|closed|error)|broken pipe|nohttpresponse|unexpected eof|server disconnected|remotedisconnected|no healthy upstream|upstream connect error|ssl ?handshake|sslexception|tls handshake|service ?unavailable|^unavailable$|statuscode\.unavailable|no available server|server ?selection|nohostavailable|redisconnection|communications link failure|und_err_(?:socket|connect)/i;

function endingOfError(text: string): "unusable" | "timed-out" | null {
  const part = text.length > 512 ? text.slice(0, 512) : text;
  if (CONNECTING.test(part)) return "unusable";
  if (TIMED_OUT.test(part)) return "timed-out";
  return BROKEN.test(part) ? "unusable" : null;
}

/** gRPC's codes in order; some instrumentations write the name, in capitals or as `Unavailable`. */
const GRPC_CODES =
  "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED".split(
    " ",
  );
const GRPC_NAMES: ReadonlyMap<string, number> = new Map(
  GRPC_CODES.map((name, code) => [name.replaceAll("_", ""), code]),
);

/** gRPC's status as number or name; `null`: it is neither. */
export function readGrpcStatus(value: string | number | boolean): number | null {
  if (typeof value === "boolean") return null;
  const code =
    typeof value === "number" || /^\d{1,2}$/.test(value)
      ? Number(value)
      : (GRPC_NAMES.get(value.toUpperCase().replace(/[_ ]/g, "")) ?? -1);
  return Number.isInteger(code) && code >= 0 && code <= 16 ? code : null;
}
