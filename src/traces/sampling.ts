import type { Clues } from "./clues.ts";
import { SAMPLED, SAMPLING_TOLD } from "./records.ts";

/**
 * Whether a span tells of sampling, as flags of a record: OpenTelemetry's threshold (`ot=th:` of
 * tracestate, 0 for all), Jaeger's sampler on root spans, and the rates that some back ends write.
 */
export function readSampling(clues: Clues): number {
  const threshold = /(?:^|[,;:=])th:([\da-f]{1,14})/.exec(clues.text("tracestate") ?? "");
  if (threshold !== null) return told(!/^0+$/.test(threshold[1] ?? ""));
  const type = clues.text("sampler");
  if (type === "const") return told(false);
  if (type !== null && /ratelimiting|lowerbound|adaptive/.test(type)) return told(true);
  const share = clues.text("samplerShare");
  if (share !== null) return told(Number(share) < 1);
  const rate = clues.text("samplerRate");
  return rate === null ? 0 : told(Number(rate) !== 1);
}

function told(sampled: boolean): number {
  return sampled ? SAMPLING_TOLD | SAMPLED : SAMPLING_TOLD;
}
