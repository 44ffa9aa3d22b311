import type { Spec, SpecLine } from "../model/spec.ts";
import { quote } from "../model/wording.ts";
import type { WrittenMapping } from "../yaml/written.ts";
import { itemText, lineRemark, lineValue } from "./discover-lines.ts";
import type { DiscoveredLine } from "./discovered.ts";
import { emptyFilled, sectionAdded, writtenAt } from "./merge-places.ts";
import type { Change } from "./merge-step.ts";
import { type Edit, itemLines, itemsAdded, type NewItem, type Page } from "./text-edits.ts";

/** Dependencies that were seen and that the spec has in neither mode, or not in one of two that were seen. */
export function missingLines(
  lines: readonly DiscoveredLine[],
  spec: Spec,
): {
  readonly missing: readonly DiscoveredLine[];
  readonly conflicting: readonly DiscoveredLine[];
} {
  const known = new Set(spec.dependencies.map(({ name }) => name));
  const seen = new Set(lines.map(({ name }) => name));
  const absent = lines.filter(({ name }) => !known.has(name));
  const isConflict = (line: DiscoveredLine) => {
    const other = otherMode(line);
    return known.has(other) && !seen.has(other);
  };
  return {
    missing: absent.filter((line) => !isConflict(line)),
    conflicting: absent.filter(isConflict),
  };
}

/** The name of the same pair in the other mode. */
export function otherMode({
  from,
  to,
  mode,
}: Pick<DiscoveredLine, "from" | "to" | "mode">): string {
  return `${from} ${mode === "sync" ? "~>" : "->"} ${to}`;
}

/**
 * Dependencies of the same caller that the spec has and nobody saw, on services that nobody saw: what was seen
 * may be one of them by another name, such as `api.stripe.com` for `stripe`.
 */
export function namesakes(
  line: DiscoveredLine,
  lines: readonly DiscoveredLine[],
  spec: Spec,
): readonly SpecLine[] {
  if (spec.services.has(line.to)) return [];
  const seen = new Set(lines.flatMap(({ from, to }) => [from, to]));
  return spec.dependencies.filter(
    ({ from, to, mode }) => from === line.from && mode === line.mode && !seen.has(to),
  );
}

/** Adds dependencies that a spec lacks. */
export function addedLines(lines: readonly DiscoveredLine[]): readonly Change[] {
  if (lines.length === 0) return [];
  const items = lines.map((line): NewItem => {
    return { value: lineValue(line), block: itemText(line), remark: lineRemark(line) };
  });
  const names = lines.slice(0, 3).map(({ name }) => quote(name));
  const rest = lines.length - names.length;
  return [
    {
      what: `the dependencies ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
      snippet: itemLines(items, "  ").join("\n"),
      edits: (page, root) => itemsInto(page, root, items),
    },
  ];
}

function itemsInto(
  page: Page,
  root: WrittenMapping,
  items: readonly NewItem[],
): readonly Edit[] | null {
  const list = writtenAt(root, "dependencies");
  if (list === undefined) {
    return sectionAdded(page, root, {
      key: "dependencies",
      value: items.map(({ value }) => value),
      block: (indent) => [`${indent}dependencies:`, ...itemLines(items, `${indent}  `)],
    });
  }
  if (list.kind !== "sequence") return null;
  const filled = emptyFilled(page, root, list, (indent) => itemLines(items, indent));
  return filled ?? itemsAdded(page, list, items);
}
