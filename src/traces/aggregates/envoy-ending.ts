import { readEnvoyFlags } from "../envoy-flags.ts";

/**
 * How one request of Envoy ended. `uncounted`: it says nothing of the way to the other service. `gave-up`:
 * the calling side closed before the reply came.
 */
export type EnvoyEnding = "usable" | "unusable" | "gave-up" | "uncounted";

/**
 * The ending by flags, which tell what the proxy did itself, then by gRPC's status, then by the code: 503
 * and 504 are no reply of an application wherever they come from, 502 only of a proxy, which sets a flag.
 *
 * @param grpc `grpc_response_status`, as number; `""`: not gRPC
 */
export function envoyEnding(flags: string, code: string, grpc: string): EnvoyEnding {
  const told = readEnvoyFlags(flags);
  if (told === "injected") return "uncounted";
  // Counts of requests tell no attempts, and so no λ: a time-out counts in ρ.
  if (told !== null) return told === "gave-up" ? told : "unusable";
  // gRPC: UNAVAILABLE and DEADLINE_EXCEEDED; CANCELLED is the caller's own doing.
  if (grpc === "14" || grpc === "4") return "unusable";
  if (grpc === "1") return "uncounted";
  if (code === "503" || code === "504") return "unusable";
  return code === "0" ? "gave-up" : "usable";
}
