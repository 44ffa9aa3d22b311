import type { WrittenMapping, WrittenNode, WrittenSequence } from "../yaml/written.ts";
import { flowText, type Written } from "./evidence-text.ts";
import { remarked } from "./yaml-text.ts";

/** What becomes of a stretch of text; an empty one is an insertion. */
export type Edit = { readonly from: number; readonly to: number; readonly text: string };

/** A text and how it is written, which what is added to it keeps. */
export type Page = {
  readonly text: string;
  readonly eol: string;
  /** JSON: all text in quotes, and no comment. */
  readonly json: boolean;
};

export function pageOf(text: string, root: WrittenNode): Page {
  const first = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const json =
    root.kind === "mapping" &&
    root.flow &&
    root.entries.every(({ key }) => key.kind === "scalar" && key.style === "quoted");
  return { text, eol: first, json };
}

/** Edits that do not overlap; those of one place stay in their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text: part } of [...edits].sort((a, b) => a.from - b.from)) {
    parts.push(text.slice(at, from), part);
    at = Math.max(at, to);
  }
  return [...parts, text.slice(at)].join("");
}

/** One item more, in each of the forms that its list may have. */
export type NewItem = {
  readonly value: Written;
  /** Behind the dash of a block. */
  readonly block: string;
  readonly remark: string;
};

/** Adds items behind the last; `null` where the list is written in a way that nothing is added to. */
export function itemsAdded(
  page: Page,
  list: WrittenSequence,
  items: readonly NewItem[],
): readonly Edit[] | null {
  if (list.marked) return null;
  if (list.flow) {
    const texts = items.map(({ value }) => flowText(value, page.json));
    return [flowAdded(list, list.items.at(-1)?.end, texts.join(", "))];
  }
  const indent = indentOf(page.text, list.start);
  if (indent === null || page.text[list.start] !== "-") return null;
  return [linesAdded(page, list.end, itemLines(items, indent))];
}

/** The lines of items in a block. */
export function itemLines(items: readonly NewItem[], indent: string): readonly string[] {
  return items.map(({ block, remark }) => {
    const line = `${indent}- ${block}`;
    return remark === "" ? line : remarked(line, remark);
  });
}

/** One entry more, in each of the forms that its map may have. */
export type NewEntry = {
  readonly key: string;
  readonly value: Written;
  /** Its lines in a block, behind the indentation that they are given. */
  readonly block: (indent: string) => readonly string[];
};

/** An entry that is one line in a block, too. */
export function plainEntry(key: string, value: Written, remark = ""): NewEntry {
  const block = (indent: string) => {
    const line = `${indent}${flowText(key)}: ${flowText(value)}`;
    return [remark === "" ? line : remarked(line, remark)];
  };
  return { key, value, block };
}

/** Adds entries behind the last; `null` where the map is written in a way that nothing is added to. */
export function entriesAdded(
  page: Page,
  map: WrittenMapping,
  entries: readonly NewEntry[],
): readonly Edit[] | null {
  if (map.marked) return null;
  if (map.flow) {
    const texts = entries.map(({ key, value }) =>
      flowText({ [key]: value }, page.json).slice(2, -2),
    );
    return [flowAdded(map, lastEnd(map), texts.join(", "))];
  }
  const indent = indentOf(page.text, map.start);
  if (indent === null || page.text[map.start] === "?") return null;
  const lines = entries.flatMap(({ block }) => block(indent));
  return [linesAdded(page, map.end, lines)];
}

function lastEnd({ entries }: WrittenMapping): number | undefined {
  const last = entries.at(-1);
  return last === undefined ? undefined : Math.max(last.key.end, last.value.end);
}

/** Within brackets: behind the last part, or behind the opening one. */
function flowAdded(
  { start, end }: { readonly start: number; readonly end: number },
  last: number | undefined,
  text: string,
): Edit {
  if (last !== undefined) return { from: last, to: last, text: `, ${text}` };
  // `{}` and `[]`.
  const isTight = end === start + 2;
  return { from: start + 1, to: start + 1, text: isTight ? ` ${text} ` : ` ${text}` };
}

/** Whole lines below the one in which something ends. */
export function linesAdded(page: Page, end: number, lines: readonly string[]): Edit {
  const { text, eol } = page;
  // A block scalar ends behind its line break.
  const inside = end > 0 && /[\r\n]/.test(text[end - 1] ?? "") ? end - 1 : end;
  const at = lineEnd(text, inside);
  return { from: at, to: at, text: lines.map((line) => `${eol}${line}`).join("") };
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** What stands before an offset in its line, if that is white space alone. */
export function indentOf(text: string, offset: number): string | null {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  const before = text.slice(start, offset).replace(/^\ufeff/, "");
  return /^[ ]*$/.test(before) ? before : null;
}
