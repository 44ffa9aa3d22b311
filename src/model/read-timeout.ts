import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, type Placed, type SpecEntry, type SpecNode } from "./document.ts";
import { parseDuration } from "./duration.ts";
import { type Report, readProbability } from "./figures.ts";
import type { SpecLatency, SpecTimeout } from "./spec.ts";
import { quote } from "./wording.ts";

/** λ as written, or the latencies that a time-out cuts, with that or without, and r; `null`: none that can be read. */
export function readTimeout(timeout: SpecEntry | undefined, report: Report): SpecTimeout | null {
  if (timeout?.value.kind !== "map") return null;
  const { entries } = timeout.value;
  const written = entries.get("onTime");
  const cut = entries.get("after") ?? entries.get("latency");
  if (written !== undefined && cut !== undefined) {
    const message = `\`onTime\` beside ${quote(cut.key)}: each says how many calls end in time; remove one`;
    report(diagnostic("error", "contradiction", message, cut.keyPlace));
    return null;
  }
  if (written === undefined && cut === undefined) {
    const message =
      "`timeout` says neither how many calls end in time nor when the caller gives up; add `onTime`, or `after` with `latency`";
    report(diagnostic("error", "missing-key", message, timeout.keyPlace));
    return null;
  }
  const onTime = written === undefined ? null : readProbability("onTime", written.value, report);
  const after = readDuration("after", entries.get("after")?.value, report);
  const latency = readLatency(entries.get("latency"), report);
  if (onTime === null && latency === null) return null;
  const node = entries.get("retries")?.value;
  const retries =
    node?.kind === "scalar" && typeof node.value === "number"
      ? { value: node.value, place: node.place }
      : null;
  return { onTime, after, latency, retries, place: timeout.keyPlace };
}

function readLatency(entry: SpecEntry | undefined, report: Report): SpecLatency | null {
  const entries = entriesOf(entry?.value);
  const p50 = readDuration("p50", entries.get("p50")?.value, report);
  const p99 = readDuration("p99", entries.get("p99")?.value, report);
  if (entry === undefined || p50 === null || p99 === null) return null;
  if (p50.value < p99.value) return { p50: p50.value, p99: p99.value, place: entry.keyPlace };
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
