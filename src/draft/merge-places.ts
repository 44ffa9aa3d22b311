import type { WrittenMapping, WrittenNode, WrittenSequence } from "../yaml/written.ts";
import { flowText } from "./evidence-text.ts";
import {
  type Edit,
  entriesAdded,
  lineEnd,
  linesAdded,
  type NewEntry,
  type Page,
} from "./text-edits.ts";

/** The value of a key as it is written; `undefined`: there is none. */
export function writtenAt(map: WrittenMapping, key: string): WrittenNode | undefined {
  return map.entries.find((one) => one.key.kind === "scalar" && one.key.text === key)?.value;
}

/** Sections of a spec in the order that people write them. */
const ORDER = [
  "version",
  "extends",
  "manifests",
  "defaults",
  "domains",
  "services",
  "dependencies",
  "faults",
  "incidents",
  "endpoints",
  "gate",
];

/** Adds a section with its first lines behind those that come before it. */
export function sectionAdded(
  page: Page,
  root: WrittenMapping,
  { key, value, block }: NewEntry,
): readonly Edit[] | null {
  if (root.flow) return entriesAdded(page, root, [{ key, value, block }]);
  const before = ORDER.slice(0, ORDER.indexOf(key));
  const last = root.entries.filter(
    (one) => one.key.kind === "scalar" && before.includes(one.key.text),
  );
  const place = last.at(-1) ?? root.entries.at(-1);
  if (place === undefined || root.start !== startOfLine(page.text, root.start)) return null;
  const end = Math.max(place.key.end, place.value.end);
  return [linesAdded(page, end, ["", ...block("")])];
}

function startOfLine(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** Adds keys to a map of details, and sets those of `evidence` that stand in it already. */
export function detailsSet(
  page: Page,
  map: WrittenMapping,
  entries: readonly NewEntry[],
): readonly Edit[] | null {
  if (map.marked) return null;
  const edits: Edit[] = [];
  const added: NewEntry[] = [];
  for (const entry of entries) {
    const there = writtenAt(map, entry.key);
    if (there === undefined) {
      added.push(entry);
      continue;
    }
    const own = scalarsSet(page, there, entry.value);
    if (own === null) return null;
    edits.push(...own);
  }
  if (added.length === 0) return edits;
  const more = entriesAdded(page, map, added);
  return more === null ? null : [...edits, ...more];
}

/** Sets the scalars of a map in place, as they are quoted there, and adds those that it lacks. */
function scalarsSet(
  page: Page,
  map: WrittenNode,
  value: NewEntry["value"],
): readonly Edit[] | null {
  if (map.kind !== "mapping" || map.marked || typeof value !== "object" || Array.isArray(value))
    return null;
  const edits: Edit[] = [];
  const added: NewEntry[] = [];
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== "string" && typeof part !== "number") return null;
    const there = writtenAt(map, key);
    if (there === undefined) {
      added.push({ key, value: part, block: (indent) => [`${indent}${key}: ${flowText(part)}`] });
      continue;
    }
    if (there.kind !== "scalar" || there.marked || there.style === "block") return null;
    const mark = there.style === "quoted" ? (page.text[there.start] ?? "") : "";
    if (there.text !== String(part)) {
      edits.push({ from: there.start, to: there.end, text: `${mark}${part}${mark}` });
    }
  }
  if (added.length === 0) return edits;
  const more = entriesAdded(page, map, added);
  return more === null ? null : [...edits, ...more];
}

/**
 * Puts lines in the place of an empty `[]` or `{}` of a section in a block; `null` where it is no such. A remark
 * behind the brackets stays.
 */
export function emptyFilled(
  page: Page,
  root: WrittenMapping,
  node: WrittenSequence | WrittenMapping,
  lines: (indent: string) => readonly string[],
): readonly Edit[] | null {
  const { text } = page;
  if (root.flow || node.marked || !/^[[{][ \t]*[\]}]$/.test(text.slice(node.start, node.end)))
    return null;
  const isLast = text.slice(node.end, lineEnd(text, node.end)).trim() === "";
  let from = node.start;
  while (isLast && /[ \t]/.test(text[from - 1] ?? "")) from--;
  return [{ from, to: node.end, text: "" }, linesAdded(page, node.end, lines("  "))];
}
