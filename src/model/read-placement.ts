import { entriesOf, type SpecNode } from "./document.ts";
import { readTexts } from "./read-targets.ts";
import type { SpecPlacement, SpecPositions } from "./spec.ts";

/** Where replicas sit, by domain; `null`: the spec does not say. */
export function readPlacement(node: SpecNode | undefined): SpecPlacement | null {
  if (node?.kind !== "map") return null;
  const placement = new Map<string, SpecPositions>();
  for (const { key, keyPlace, value } of entriesOf(node).values()) {
    const on = value.kind === "scalar" ? value.value : readTexts(value);
    if (on === "spread" || on === "packed" || (typeof on === "object" && on !== null)) {
      placement.set(key, { on, place: keyPlace });
    }
  }
  return placement;
}
