import type { Place } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";

/**
 * A spec as written: a YAML value whose every part knows its file, so that a spec and the one it
 * extends can be laid over each other without losing where anything stands.
 */
export type SpecNode = SpecScalar | SpecList | SpecMap;

export type SpecScalar = {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  readonly text: string;
  readonly place: Place;
};

export type SpecList = {
  readonly kind: "list";
  readonly items: readonly SpecNode[];
  readonly place: Place;
};

export type SpecMap = {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, SpecEntry>;
  readonly place: Place;
};

export type SpecEntry = {
  readonly key: string;
  readonly keyPlace: Place;
  readonly value: SpecNode;
};

/** A value and where it stands. */
export type Placed<T> = { readonly value: T; readonly place: Place };

/** Give every part of a YAML value the file it stands in. Aliases stay shared. */
export function inFile(node: YamlNode, file: string): SpecNode {
  const known = new Map<YamlNode, SpecNode>();
  const convert = (one: YamlNode): SpecNode => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const made = convertParts(one, file, convert);
    known.set(one, made);
    return made;
  };
  return convert(node);
}

function convertParts(
  node: YamlNode,
  file: string,
  convert: (node: YamlNode) => SpecNode,
): SpecNode {
  const place = { file, ...node.at };
  switch (node.kind) {
    case "scalar":
      return { kind: "scalar", value: node.value, text: node.text, place };
    case "sequence":
      return { kind: "list", items: node.items.map(convert), place };
    case "mapping": {
      const entries = new Map<string, SpecEntry>();
      for (const { key, keyAt, value } of node.entries) {
        entries.set(key, { key, keyPlace: { file, ...keyAt }, value: convert(value) });
      }
      return { kind: "map", entries, place };
    }
  }
}

/** The bare value, as a JSON Schema sees it. Objects have no prototype: `__proto__` is a key like any other. */
export function plainValue(node: SpecNode): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(plainValue);
    case "map": {
      const value: Record<string, unknown> = Object.create(null);
      for (const { key, value: part } of node.entries.values()) value[key] = plainValue(part);
      return value;
    }
  }
}

/** The entries of a map by key; none for anything else. */
export function entriesOf(node: SpecNode | undefined): ReadonlyMap<string, SpecEntry> {
  return node?.kind === "map" ? node.entries : noEntries;
}

/** The items of a list; none for anything else. */
export function itemsOf(node: SpecNode | undefined): readonly SpecNode[] {
  return node?.kind === "list" ? node.items : [];
}

const noEntries: ReadonlyMap<string, SpecEntry> = new Map();
