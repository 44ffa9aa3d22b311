import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, type Placed, type SpecEntry, type SpecNode } from "./document.ts";
import { parseDuration } from "./duration.ts";
import { type Report, readProbability } from "./figures.ts";
import { shareInTime } from "./lognormal.ts";
import type { Probability, Timeout } from "./model.ts";
import { quote } from "./wording.ts";

/** λ and r of a dependency: λ as written, or of the latencies that a time-out cuts. */
export function readTimeout(
  timeout: SpecEntry | undefined,
  report: Report,
): Placed<Timeout> | null {
  if (timeout?.value.kind !== "map") return null;
  const entries = timeout.value.entries;
  const onTime = entries.get("onTime");
  const after = entries.get("after");
  if (onTime !== undefined && after !== undefined) {
    const message = "`onTime` beside `after`: each says how many calls end in time; remove one";
    report(diagnostic("error", "contradiction", message, after.keyPlace));
    return null;
  }
  if (onTime === undefined && after === undefined) {
    // Beside `latency` the schema tells it.
    if (entries.has("latency")) return null;
    const message =
      "`timeout` says neither how many calls end in time nor when the caller gives up; add `onTime`, or `after` with `latency`";
    report(diagnostic("error", "missing-key", message, timeout.keyPlace));
    return null;
  }
  const share =
    onTime === undefined
      ? shareOfLatency(after?.value, entries.get("latency")?.value, report)
      : (readProbability("onTime", onTime.value, report)?.value ?? null);
  if (share === null) return null;
  const retries = entries.get("retries")?.value;
  const more = retries?.kind === "scalar" && typeof retries.value === "number" ? retries.value : 0;
  return { value: { onTime: share, retries: more }, place: timeout.keyPlace };
}

function shareOfLatency(
  afterNode: SpecNode | undefined,
  latency: SpecNode | undefined,
  report: Report,
): Probability | null {
  const after = readDuration("after", afterNode, report);
  const p50 = readDuration("p50", entriesOf(latency).get("p50")?.value, report);
  const p99 = readDuration("p99", entriesOf(latency).get("p99")?.value, report);
  if (after === null || p50 === null || p99 === null) return null;
  if (p50.value < p99.value) return shareInTime(after.value, p50.value, p99.value);
  const message = `${quote(`p99: ${p99.text}`)} is not above ${quote(`p50: ${p50.text}`)}; correct one of them`;
  report(diagnostic("error", "contradiction", message, p99.place));
  return null;
}

/** A duration above 0; what is none is left to the schema. */
function readDuration(
  key: string,
  node: SpecNode | undefined,
  report: Report,
): (Placed<bigint> & { readonly text: string }) | null {
  if (node?.kind !== "scalar" || typeof node.value !== "string") return null;
  const value = parseDuration(node.text);
  if (value === null) return null;
  if (value > 0n) return { value, place: node.place, text: node.text };
  const message = `${quote(`${key}: ${node.text}`)} must be more than 0`;
  report(diagnostic("error", "invalid-value", message, node.place));
  return null;
}
