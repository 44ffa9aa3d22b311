import { type Page, pageOf } from "../draft/text-edits.ts";
import { offsetAt } from "../yaml/locate.ts";
import type { Position } from "../yaml/node.ts";
import { readWrittenStream, type WrittenMapping, type WrittenNode } from "../yaml/written.ts";

/** A file of head that may be edited. */
export type HeadFile = {
  readonly path: string;
  readonly page: Page;
  readonly documents: readonly WrittenNode[];
};

/** @param text without a byte order mark */
export function headFile(path: string, text: string): HeadFile {
  const documents = readWrittenStream(text);
  const [first] = documents;
  const page = first === undefined ? { text, eol: "\n", json: false } : pageOf(text, first);
  return { path, page, documents };
}

/** The nodes that hold a position, the document first; empty where none does. */
export function trailTo({ page, documents }: HeadFile, at: Position): readonly WrittenNode[] {
  const offset = offsetAt(page.text, at);
  if (offset === null) return [];
  const trail: WrittenNode[] = [];
  let among: readonly WrittenNode[] = documents;
  for (;;) {
    const next = among.find(({ start, end }) => start <= offset && offset < end);
    if (next === undefined) return trail;
    trail.push(next);
    among = partsOf(next);
  }
}

function partsOf(node: WrittenNode): readonly WrittenNode[] {
  if (node.kind === "mapping") return node.entries.flatMap(({ key, value }) => [key, value]);
  return node.kind === "sequence" ? node.items : [];
}

/** Whether what stands there may hold elsewhere too: an anchor names it, or something around it. */
export function isShared(trail: readonly WrittenNode[]): boolean {
  return trail.some(({ marked }) => marked);
}

/** The key under which a node stands in a mapping; `null`: it is none of its values. */
export function keyIn(map: WrittenNode | undefined, value: WrittenNode): string | null {
  if (map?.kind !== "mapping") return null;
  const key = map.entries.find((one) => one.value === value)?.key;
  return key?.kind === "scalar" ? key.text : null;
}

/** The text of a scalar below a mapping; `null`: there is none. */
export function textAt(map: WrittenMapping, key: string): string | null {
  const value = map.entries.find((one) => one.key.kind === "scalar" && one.key.text === key)?.value;
  return value?.kind === "scalar" ? value.text : null;
}
