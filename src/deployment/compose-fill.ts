import type { MergeTag, YamlNode, YamlScalar } from "../yaml/node.ts";
import type { ComposeNode, ComposeScalar } from "./compose-node.ts";
import type { Scope } from "./compose-scope.ts";
import type { FillLimit } from "./compose-sources.ts";
import { type Lookup, refusal, substitute } from "./compose-template.ts";
import { placeIn } from "./definition.ts";

/**
 * A value of a file with its variables filled in. Compose does so once the YAML is read, in every string
 * and in no key. A number or truth value that a variable gives stays a string, and is cast where it is used.
 */
export function fillIn(root: YamlNode, file: string, { variables, fillLimit }: Scope): ComposeNode {
  const lookup: Lookup = (name) => variables.get(name);
  // Aliases share their node: it is filled in once.
  const known = new Map<YamlNode, ComposeNode>();
  const fill = (node: YamlNode): ComposeNode => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const filled = fillNode(node, file, lookup, fillLimit, fill);
    known.set(node, filled);
    return filled;
  };
  return fill(root);
}

function fillNode(
  node: YamlNode,
  file: string,
  lookup: Lookup,
  fillLimit: FillLimit,
  fill: (node: YamlNode) => ComposeNode,
): ComposeNode {
  const at = placeIn(file, node.at);
  switch (node.kind) {
    case "scalar":
      return { ...fillScalar(node, file, lookup, fillLimit), ...tagOf(node.tag) };
    case "sequence":
      return { kind: "sequence", items: node.items.map(fill), at, ...tagOf(node.tag) };
    case "mapping": {
      const entries = node.entries.map(({ key, keyAt, value }) => ({
        key,
        keyAt: placeIn(file, keyAt),
        value: fill(value),
      }));
      return { kind: "mapping", entries, at, ...tagOf(node.tag) };
    }
  }
}

function fillScalar(
  node: YamlScalar,
  file: string,
  lookup: Lookup,
  fillLimit: FillLimit,
): ComposeScalar {
  const place = placeIn(file, node.at);
  const { value, text } = node;
  if (typeof value !== "string" || !text.includes("$")) {
    return { kind: "scalar", value, text, at: place };
  }
  const result = fillLimit.left < 0 ? EXHAUSTED : substitute(text, lookup);
  fillLimit.left -= result.text.length;
  const { unset, refused } = result;
  return {
    kind: "scalar",
    value: result.text,
    text: result.text,
    at: result.place ?? place,
    filled: { written: text, place, unset: [...new Set(unset)], refused },
  };
}

const EXHAUSTED = refusal("is one of too many long variables");

function tagOf(tag: MergeTag | undefined): { readonly tag?: MergeTag } {
  return tag === undefined ? {} : { tag };
}
