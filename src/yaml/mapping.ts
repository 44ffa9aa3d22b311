import type { Position, YamlEntry, YamlMapping, YamlNode } from "./node.ts";
import { quoted, type YamlProblem } from "./problem.ts";

type Part = { readonly node: YamlNode; readonly merge: boolean };

type Key = {
  readonly text: string;
  readonly at: Position;
  readonly merge: boolean;
  /** Written before: the first value stands. */
  readonly again: boolean;
};

/** A mapping while its keys and values arrive in turn. */
export type MappingDraft = {
  readonly put: (part: Part, at: Position) => YamlProblem | null;
  readonly entries: YamlEntry[];
  /** Merge keys (https://yaml.org/type/merge.html): what to merge, and before which entry it was written. */
  readonly merges: { readonly before: number; readonly sources: readonly YamlMapping[] }[];
};

export function mappingDraft(): MappingDraft {
  const entries: YamlEntry[] = [];
  const merges: MappingDraft["merges"] = [];
  const lines = new Map<string, number>();
  let key: Key | null = null;

  const putKey = (part: Part, at: Position): YamlProblem | null => {
    if (part.node.kind !== "scalar") {
      const message =
        "a mapping or list cannot be a key; quote it if it is text, render it first if it is a template";
      return { code: "yaml-key", message, at };
    }
    const text = part.node.text;
    const first = part.merge ? undefined : lines.get(text);
    key = { text, at, merge: part.merge, again: first !== undefined };
    if (first !== undefined) {
      const message = `key ${quoted(text)} is written twice, first in line ${first}; keep one`;
      return { code: "yaml-duplicate-key", message, at };
    }
    if (!part.merge) lines.set(text, at.line);
    return null;
  };

  const put = (part: Part, at: Position): YamlProblem | null => {
    if (key === null) return putKey(part, at);
    const { text, at: keyAt, merge, again } = key;
    key = null;
    if (again) return null;
    if (!merge) {
      entries.push({ key: text, keyAt, value: part.node });
      return null;
    }
    const sources = mergeSources(part.node);
    if (sources === null) {
      const message = "`<<` merges a mapping or a list of mappings; give it an alias of one";
      return { code: "yaml-merge", message, at };
    }
    merges.push({ before: entries.length, sources });
    return null;
  };
  return { put, entries, merges };
}

function mergeSources(node: YamlNode): readonly YamlMapping[] | null {
  if (node.kind === "mapping") return [node];
  if (node.kind !== "sequence") return null;
  const sources = node.items.filter((item) => item.kind === "mapping");
  return sources.length === node.items.length ? sources : null;
}

/** The finished mapping: own keys win over merged ones, earlier merges over later. */
export function mappingNode(draft: MappingDraft, at: Position): YamlMapping {
  if (draft.merges.length === 0) return { kind: "mapping", entries: draft.entries, at };
  const taken = new Set(draft.entries.map((entry) => entry.key));
  const entries: YamlEntry[] = [];
  let next = 0;
  for (const merge of draft.merges) {
    while (next < merge.before) entries.push(draft.entries[next++]!);
    for (const entry of merge.sources.flatMap((source) => source.entries)) {
      if (taken.has(entry.key)) continue;
      taken.add(entry.key);
      entries.push(entry);
    }
  }
  while (next < draft.entries.length) entries.push(draft.entries[next++]!);
  return { kind: "mapping", entries, at };
}
