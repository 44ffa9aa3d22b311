import { SAMPLED, SAMPLING_TOLD } from "./records.ts";
import type { Span } from "./span.ts";

/**
 * Whether a span tells of sampling, as flags of a record: OpenTelemetry's threshold (`ot=th:` of
 * tracestate, 0 for all), Jaeger's sampler on root spans, and the rates that some back ends write.
 */
export function samplingOf({ attributes }: Span): number {
  const threshold = /(?:^|[,;:=])th:([\da-f]{1,14})/.exec(
    String(attributes["w3c.tracestate"] ?? ""),
  );
  if (threshold !== null) return told(!/^0+$/.test(threshold[1] ?? ""));
  const type = attributes["sampler.type"];
  const param = attributes["sampler.param"];
  if (type === "const") return told(false);
  if (type === "probabilistic") return told(Number(param ?? 1) < 1);
  if (typeof type === "string" && /ratelimiting|lowerbound|adaptive/.test(type)) return told(true);
  const share = attributes["sampling.probability"];
  if (share !== undefined) return told(Number(share) < 1);
  const rate = attributes["SampleRate"] ?? attributes["sampling.rate"];
  if (rate !== undefined) return told(Number(rate) !== 1);
  return 0;
}

function told(sampled: boolean): number {
  return sampled ? SAMPLING_TOLD | SAMPLED : SAMPLING_TOLD;
}
