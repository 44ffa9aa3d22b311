import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, type SpecNode } from "./document.ts";
import { type Report, readCount } from "./figures.ts";
import type { SpecEvidence } from "./spec.ts";

/** The value of an `evidence` key: `good` of `total`, until a day. */
export function readEvidence(node: SpecNode | undefined, report: Report): SpecEvidence | null {
  if (node === undefined) return null;
  const entries = entriesOf(node);
  const good = readCount(entries.get("good")?.value);
  const total = readCount(entries.get("total")?.value);
  if (good === null || total === null) return null;
  if (good.value > total.value) {
    const message = `\`good\` (${good.value}) is more than \`total\` (${total.value}); give the calls that succeeded, and all of them`;
    report(diagnostic("error", "invalid-evidence", message, good.place));
    return null;
  }
  const until = entries.get("until")?.value;
  return {
    good: good.value,
    total: total.value,
    until: until?.kind === "scalar" ? until.text : null,
    place: node.place,
  };
}
