import { inFile, plainValue } from "../model/document.ts";
import { parseYaml } from "../yaml/parse.ts";
import { readWritten, type WrittenMapping } from "../yaml/written.ts";
import { applyEdits, type Edit, type Page, pageOf } from "./text-edits.ts";

/** One thing that a merge writes; `null` from `edits`: not into this shape of text. */
export type Change = {
  /** What it is, for whom it cannot be written: `evidence of \`a -> b\``. */
  readonly what: string;
  /** What to paste instead. */
  readonly snippet: string;
  readonly edits: (page: Page, root: WrittenMapping) => readonly Edit[] | null;
};

export type Merged = {
  readonly text: string;
  /** Changes that the text has no room for, to be made by hand. */
  readonly unwritten: readonly Change[];
};

/**
 * Writes changes into a text, all at once where that keeps all that the text says, and else one by one, without
 * those that would not. Nothing that a person wrote is lost by a shape that was not thought of.
 */
export function writeChanges(text: string, changes: readonly Change[]): Merged {
  if (changes.length === 0) return { text, unwritten: [] };
  const together = written(text, changes);
  if (together !== null) return { text: together, unwritten: [] };
  let here = text;
  const unwritten: Change[] = [];
  for (const change of changes) {
    const next = written(here, [change]);
    if (next === null) unwritten.push(change);
    else here = next;
  }
  return { text: here, unwritten };
}

function written(text: string, changes: readonly Change[]): string | null {
  const root = readWritten(text);
  if (root?.kind !== "mapping" || root.marked) return null;
  const page = pageOf(text, root);
  const edits: Edit[] = [];
  for (const change of changes) {
    const own = change.edits(page, root);
    if (own === null) return null;
    edits.push(...own);
  }
  const next = applyEdits(text, edits);
  return next === text || keeps(plainOf(text), plainOf(next), []) ? next : null;
}

function plainOf(text: string): unknown {
  const { documents, duplicates, problem } = parseYaml(text, "spec");
  const [only, second] = documents;
  const isSound = problem === null && duplicates.length === 0 && second === undefined;
  return isSound && only !== undefined ? plainValue(inFile(only, "")) : undefined;
}

/** Whether a value says all that another says; counts of evidence may have become others. */
function keeps(before: unknown, after: unknown, path: readonly string[]): boolean {
  if (after === undefined) return before === undefined;
  if (Array.isArray(before)) {
    const isGrowing = path.length === 1 && path[0] === "dependencies";
    return (
      Array.isArray(after) &&
      (isGrowing ? after.length >= before.length : after.length === before.length) &&
      before.every((one, i) =>
        isGrowing ? keepsLine(one, after[i], path) : keeps(one, after[i], path),
      )
    );
  }
  if (!isMap(before)) return before === after;
  if (!isMap(after)) return false;
  const isEvidence = path.at(-1) === "evidence";
  return Object.keys(before).every((key) =>
    isEvidence ? after[key] !== undefined : keeps(before[key], after[key], [...path, key]),
  );
}

/** `a -> b` may have become `a -> b: {…}`. */
function keepsLine(before: unknown, after: unknown, path: readonly string[]): boolean {
  if (typeof before === "string" && isMap(after)) {
    return Object.keys(after).length === 1 && after[before] !== undefined;
  }
  return keeps(before, after, [...path, "item"]);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
