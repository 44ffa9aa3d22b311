import { diagnostic } from "../yaml/diagnostic.ts";
import { itemsOf, type Placed, type SpecNode } from "./document.ts";
import type { Report } from "./figures.ts";
import { looksLikeDependency, parsePair } from "./names.ts";
import { quote } from "./wording.ts";

/** A text, where one stands. */
export function readText(node: SpecNode | undefined): Placed<string> | null {
  return node?.kind === "scalar" && typeof node.value === "string"
    ? { value: node.value, place: node.place }
    : null;
}

/** The texts of a list. */
export function readTexts(node: SpecNode | undefined): readonly Placed<string>[] {
  return itemsOf(node).flatMap((item) => readText(item) ?? []);
}

/** Names, those of dependencies normalised. */
export function readTargets(node: SpecNode | undefined, report: Report): readonly Placed<string>[] {
  return readTexts(node).flatMap((text) => normalised(text, report) ?? []);
}

/** A name as the spec knows it; `null` (and a report) for what has an arrow and is no dependency. */
export function normalised(
  { value, place }: Placed<string>,
  report: Report,
): Placed<string> | null {
  if (!looksLikeDependency(value)) return { value, place };
  const pair = parsePair(value);
  if (!("problem" in pair)) return { value: pair.name, place };
  report(diagnostic("error", "invalid-dependency", `${quote(value)} ${pair.problem}`, place));
  return null;
}
