import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, type SpecNode } from "./document.ts";
import { type Report, readProbability } from "./figures.ts";
import { parsePair } from "./names.ts";
import { readEvidence } from "./read-evidence.ts";
import { readTexts } from "./read-targets.ts";
import { readTimeout } from "./read-timeout.ts";
import type { SpecLine } from "./spec.ts";
import { quote } from "./wording.ts";

/** One item of `dependencies`: a line, or a map of one line to its details. */
export function readDependency(item: SpecNode, report: Report): SpecLine | null {
  const [entry] = entriesOf(item).values();
  const text = item.kind === "scalar" ? item.value : entry?.key;
  const place = entry?.keyPlace ?? item.place;
  if (typeof text !== "string") return null;
  const pair = parsePair(text);
  if ("problem" in pair) {
    report(diagnostic("error", "invalid-dependency", `${quote(text)} ${pair.problem}`, place));
    return null;
  }
  const details = entriesOf(entry?.value);
  const detail = (key: string): SpecNode | undefined => details.get(key)?.value;
  const independent = detail("independent");
  const operation = detail("operation");
  return {
    ...pair,
    availability: readProbability("availability", detail("availability"), report),
    timeout: readTimeout(details.get("timeout"), report),
    domains: readTexts(detail("domains")),
    independent: independent?.kind === "scalar" && independent.value === true,
    operation: operation?.kind === "scalar" ? operation.text : null,
    evidence: readEvidence(detail("evidence"), report),
    place,
  };
}
