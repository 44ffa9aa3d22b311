import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, itemsOf, type SpecMap, type SpecNode } from "./document.ts";
import type { Report } from "./figures.ts";
import { looksLikeDependency, parsePair } from "./names.ts";
import type { SpecNeed } from "./spec.ts";
import { counted, quote } from "./wording.ts";

/** A list of needs: all of them. */
export function readNeeds(node: SpecNode, report: Report): SpecNeed {
  const of = itemsOf(node).flatMap((item) => readNeed(item, report) ?? []);
  return { kind: "atLeast", k: of.length, of, place: node.place };
}

function readNeed(node: SpecNode, report: Report): SpecNeed | null {
  switch (node.kind) {
    case "list":
      return readNeeds(node, report);
    case "map":
      return readGate(node, report);
    case "scalar": {
      if (typeof node.value !== "string" || node.value === "") return null;
      if (!looksLikeDependency(node.value)) {
        return { kind: "service", name: node.value, place: node.place };
      }
      const pair = parsePair(node.value);
      if (!("problem" in pair)) {
        return { kind: "dependency", name: pair.name, mode: pair.mode, place: node.place };
      }
      const message = `${quote(node.value)} ${pair.problem}`;
      report(diagnostic("error", "invalid-dependency", message, node.place));
      return null;
    }
  }
}

/** `anyOf`, or `atLeast` so many `of`. */
function readGate(node: SpecMap, report: Report): SpecNeed | null {
  const anyOf = entriesOf(node).get("anyOf");
  const of = entriesOf(node).get("of");
  const atLeast = entriesOf(node).get("atLeast")?.value;
  if (anyOf !== undefined && (of !== undefined || atLeast !== undefined)) {
    const message = "`anyOf` beside `atLeast`: a need is one of the two; make them two needs";
    report(diagnostic("error", "contradiction", message, anyOf.keyPlace));
    return null;
  }
  const list = anyOf ?? of;
  if (list === undefined) return null;
  const inputs = itemsOf(list.value).flatMap((item) => readNeed(item, report) ?? []);
  if (anyOf !== undefined) return { kind: "atLeast", k: 1, of: inputs, place: node.place };
  refuseDuplicates(inputs, report);
  if (atLeast?.kind !== "scalar" || typeof atLeast.value !== "number") return null;
  const total = itemsOf(list.value).length;
  if (atLeast.value > total) {
    const message = `${quote(`atLeast: ${atLeast.text}`)} is more than the ${counted(total, "need")} in \`of\`; it could never hold`;
    report(diagnostic("error", "invalid-value", message, atLeast.place));
  }
  return { kind: "atLeast", k: atLeast.value, of: inputs, place: node.place };
}

function refuseDuplicates(needs: readonly SpecNeed[], report: Report): void {
  const seen = new Set<string>();
  for (const need of needs) {
    const key = identity(need);
    if (seen.has(key)) {
      const what = need.kind === "atLeast" ? "the same need" : quote(need.name);
      const message = `${what} stands twice in \`of\` and would count twice; remove one`;
      report(diagnostic("error", "duplicate-need", message, need.place));
    }
    seen.add(key);
  }
}

/** Equal for needs that say the same. */
function identity(need: SpecNeed): string {
  return need.kind === "atLeast"
    ? JSON.stringify([need.k, need.of.map(identity).sort()])
    : JSON.stringify(need.name);
}
