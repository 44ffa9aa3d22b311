import type { YamlEntry, YamlMapping, YamlNode, YamlSequence } from "./node.ts";

/** The entry of a key; `null` where the node is no mapping or has no such key. */
export function entryOf(node: YamlNode | null, key: string): YamlEntry | null {
  if (node === null || node.kind !== "mapping") return null;
  return node.entries.find((entry) => entry.key === key) ?? null;
}

/** The node at the end of a path of keys; `null` where the path breaks off. */
export function lookup(node: YamlNode | null, ...path: readonly string[]): YamlNode | null {
  let here = node;
  for (const key of path) here = entryOf(here, key)?.value ?? null;
  return here;
}

export function asMapping(node: YamlNode | null): YamlMapping | null {
  return node?.kind === "mapping" ? node : null;
}

export function asSequence(node: YamlNode | null): YamlSequence | null {
  return node?.kind === "sequence" ? node : null;
}

/** A string as it is, a number or boolean as it was written; `null` for anything else, null included. */
export function asText(node: YamlNode | null): string | null {
  return node?.kind === "scalar" && node.value !== null ? node.text : null;
}

/** A whole number, also when written as `3.0`; `null` for anything else, strings included. */
export function asInteger(node: YamlNode | null): number | null {
  return node?.kind === "scalar" && Number.isSafeInteger(node.value) ? Number(node.value) : null;
}

/** True where nothing is written: no node, or a null. */
export function isAbsent(node: YamlNode | null): boolean {
  return node === null || (node.kind === "scalar" && node.value === null);
}
