import { asText, lookup } from "../yaml/access.ts";
import type { Position, YamlNode } from "../yaml/node.ts";

/** The way from an object to a part of it: keys, and items of lists by their `name` where they have one. */
export type NodePath = readonly NodeStep[];

export type NodeStep =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "item"; readonly index: number; readonly name: string | null };

/** A part of an object, and the way to it. */
export type FoundNode = { readonly node: YamlNode; readonly path: NodePath };

/** The part that stands at a position, by its value or its key; `null` where none does. */
export function nodeAt(root: YamlNode, at: Position): FoundNode | null {
  const isAt = (here: Position) => here.line === at.line && here.column === at.column;
  const search = (node: YamlNode, path: NodePath): FoundNode | null => {
    if (node.kind === "mapping") {
      for (const { key, keyAt, value } of node.entries) {
        const way: NodePath = [...path, { kind: "key", key }];
        if (isAt(keyAt) || isAt(value.at)) {
          // A mapping begins where its first key does: the outermost is meant.
          return { node: value, path: way };
        }
        const found = search(value, way);
        if (found !== null) return found;
      }
    }
    if (node.kind === "sequence") {
      for (const [index, item] of node.items.entries()) {
        const name = asText(lookup(item, "name"));
        const way: NodePath = [...path, { kind: "item", index, name }];
        if (isAt(item.at)) return { node: item, path: way };
        const found = search(item, way);
        if (found !== null) return found;
      }
    }
    return null;
  };
  return isAt(root.at) ? { node: root, path: [] } : search(root, []);
}

/** The part of another object that the same way leads to; `null` where it breaks off. */
export function nodeBy(root: YamlNode, path: NodePath): YamlNode | null {
  let here: YamlNode | null = root;
  for (const step of path) {
    if (here === null) return null;
    if (step.kind === "key") here = lookup(here, step.key);
    else if (here.kind !== "sequence") return null;
    else {
      const named: YamlNode | undefined =
        step.name === null
          ? here.items[step.index]
          : here.items.find((item) => asText(lookup(item, "name")) === step.name);
      here = named ?? null;
    }
  }
  return here;
}

/** A JSON pointer (RFC 6901) of the way, by indices. */
export function pointerOf(path: NodePath): string {
  return path
    .map((step) => (step.kind === "key" ? step.key : String(step.index)))
    .map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Whether two parts say the same, as far as one value tells; parts of several values are taken for alike. */
export function saysSame(a: YamlNode, b: YamlNode): boolean {
  if (a.kind !== "scalar" || b.kind !== "scalar") return a.kind === b.kind;
  return a.text === b.text;
}
