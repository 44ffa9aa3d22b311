/** What Envoy's `%RESPONSE_FLAGS%` (Envoy, "Access logging") say of one request; `null`: nothing. */
export type EnvoyFlags = "injected" | "timed-out" | "unusable" | "gave-up" | null;

/** Time-outs: upstream, an idle stream, the longest duration of a stream and of a connection. */
const TIMED_OUT: ReadonlySet<string> = new Set(["UT", "SI", "UMSDR", "DT"]);
/**
 * No healthy host, connection failure, overflow, no route, retries used up, no cluster, local and remote
 * resets, termination, a protocol error of the called side, overload, a name that did not resolve, failed
 * health check, dropped load, and a failure of the rate limit service.
 */
const UNUSABLE: ReadonlySet<string> = new Set(
  "UH UF UO NR URX NC LR UR UC UPE OM DF LH DO RLSE".split(" "),
);
/** The downstream closed, or reset, before the reply. */
const GAVE_UP: ReadonlySet<string> = new Set(["DC", "DR"]);
/** Aborted on purpose: a mesh's fault injection is a test of the caller. */
const INJECTED = "FI";

/**
 * The proxy's own account of how a request ended: several flags are joined by commas. A limit of requests
 * (RL), a refusal (UAEX) and a bad header or protocol of the caller (IH, DPE) are replies.
 */
export function readEnvoyFlags(flags: string): EnvoyFlags {
  const set = flags.split(",").map((flag) => flag.trim());
  if (set.includes(INJECTED)) return "injected";
  if (set.some((flag) => TIMED_OUT.has(flag))) return "timed-out";
  if (set.some((flag) => UNUSABLE.has(flag))) return "unusable";
  return set.some((flag) => GAVE_UP.has(flag)) ? "gave-up" : null;
}
