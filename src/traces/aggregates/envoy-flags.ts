/**
 * How one request of Envoy ended (access log, `%RESPONSE_FLAGS%` and `%RESPONSE_CODE%`). `uncounted`: it says
 * nothing of the way to the other service. `gave-up`: the calling side closed before the reply came.
 */
export type EnvoyEnding = "usable" | "unusable" | "gave-up" | "uncounted";

/**
 * No healthy host, connection failure, overflow, no route, retries used up, no cluster, time-out, local and
 * remote resets, termination, an idle stream, a protocol error of the called side, the longest duration
 * of a stream, overload, a name that did not resolve, failed health check, dropped load, and a failure of
 * the rate limit service.
 */
const UNUSABLE: ReadonlySet<string> = new Set(
  "UH UF UO NR URX NC UT LR UR UC SI UPE UMSDR OM DF LH DO RLSE".split(" "),
);
/** The downstream closed, or reset, before the reply. */
const GAVE_UP: ReadonlySet<string> = new Set(["DC", "DR"]);
/** Aborted on purpose: a mesh's fault injection is a test of the caller. */
const INJECTED = "FI";

/**
 * The ending by flags, which tell what the proxy did itself, then by gRPC's status, then by the code: 503
 * and 504 are no reply of an application wherever they come from, 502 only of a proxy, which sets a flag.
 * A limit of requests (RL), a refusal (UAEX) and a bad header (IH, DPE) are replies.
 *
 * @param grpc `grpc_response_status`, as number; `""`: not gRPC
 */
export function envoyEnding(flags: string, code: string, grpc: string): EnvoyEnding {
  const set = flags.split(",").map((flag) => flag.trim());
  if (set.includes(INJECTED)) return "uncounted";
  if (set.some((flag) => UNUSABLE.has(flag))) return "unusable";
  if (set.some((flag) => GAVE_UP.has(flag))) return "gave-up";
  // gRPC: UNAVAILABLE and DEADLINE_EXCEEDED; CANCELLED is the caller's own doing.
  if (grpc === "14" || grpc === "4") return "unusable";
  if (grpc === "1") return "uncounted";
  if (code === "503" || code === "504") return "unusable";
  return code === "0" ? "gave-up" : "usable";
}
