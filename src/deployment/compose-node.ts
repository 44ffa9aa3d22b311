import type { Place } from "../yaml/diagnostic.ts";
import type { MergeTag, YamlScalar } from "../yaml/node.ts";

/** A YAML value of one of several files: its place names the file. Any reader of a `YamlNode` takes it. */
export type ComposeNode = ComposeScalar | ComposeSequence | ComposeMapping;

export type ComposeScalar = YamlScalar & {
  readonly at: Place;
  /** Where variables stood in it: what was written, and what went wrong. */
  readonly filled?: Filled;
};

export type ComposeSequence = {
  readonly kind: "sequence";
  readonly items: readonly ComposeNode[];
  readonly at: Place;
  readonly tag?: MergeTag;
};

export type ComposeMapping = {
  readonly kind: "mapping";
  readonly entries: readonly ComposeEntry[];
  readonly at: Place;
  readonly tag?: MergeTag;
};

export type ComposeEntry = {
  readonly key: string;
  readonly keyAt: Place;
  readonly value: ComposeNode;
};

/** How a scalar came to its text. */
export type Filled = {
  /** The scalar as it is in the file. */
  readonly written: string;
  /** Where that is; `at` of the scalar is where its value is set, if a variable is all there is. */
  readonly place: Place;
  /** Variables that are set nowhere and have no default, once each. */
  readonly unset: readonly string[];
  /** Why Compose would refuse the whole project, in words that stand behind "which". */
  readonly refused: string | null;
};

/** The entry of a key; `null` where there is none. */
export function entryIn(node: ComposeNode | null, key: string): ComposeEntry | null {
  if (node?.kind !== "mapping") return null;
  return node.entries.find((entry) => entry.key === key) ?? null;
}

/** The node at the end of a path of keys; `null` where the path breaks off. */
export function findIn(node: ComposeNode | null, ...path: readonly string[]): ComposeNode | null {
  let here = node;
  for (const key of path) here = entryIn(here, key)?.value ?? null;
  return here;
}

/** The items of a list; of a single value, that value; nothing where nothing is written. */
export function itemsOf(node: ComposeNode | null): readonly ComposeNode[] {
  if (node === null || (node.kind === "scalar" && node.value === null)) return [];
  return node.kind === "sequence" ? node.items : [node];
}

/** The mapping with other entries. */
export function withEntries(
  mapping: ComposeMapping,
  entries: readonly ComposeEntry[],
): ComposeMapping {
  return { kind: "mapping", entries, at: mapping.at };
}
