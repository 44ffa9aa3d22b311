import type { Place } from "../yaml/diagnostic.ts";
import {
  type ComposeEntry,
  type ComposeMapping,
  type ComposeNode,
  type ComposeScalar,
  findIn,
  itemsOf,
  withEntries,
} from "./compose-node.ts";

/** Told where two files write one key in ways that cannot be merged, which Compose refuses. */
export type Clash = (key: string, place: Place) => void;

/** How a key of a service is merged (https://docs.docker.com/reference/compose-file/merge/), by its path. */
type Rule = (base: ComposeNode, over: ComposeNode, path: string, clash: Clash) => ComposeNode;

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["command", (_, over) => over],
  ["entrypoint", (_, over) => over],
  ["healthcheck/test", (_, over) => over],
  ["build", (base, over, path, clash) => mappings(built(base), built(over), path, clash)],
  ["depends_on", (base, over, path, clash) => mappings(named(base), named(over), path, clash)],
  ["networks", (base, over, path, clash) => mappings(named(base), named(over), path, clash)],
  ["logging", logging],
  ...["annotations", "build/args", "build/labels", "deploy/labels", "environment", "labels"].map(
    (path): [string, Rule] => [path, (base, over) => lists(pairs(base), pairs(over), nameOfPair)],
  ),
  ...["dns", "dns_opt", "dns_search", "env_file", "label_file", "tmpfs", "sysctls"].map(
    (path): [string, Rule] => [path, (base, over) => lists(pairs(base), pairs(over), textOf)],
  ),
  ...["ports", "expose", "links", "profiles", "volumes"].map((path): [string, Rule] => [
    path,
    (base, over) => lists(itemsOf(base), itemsOf(over), textOf),
  ]),
]);

/** The services of a file laid over those of the files before it. */
export function mergeServices(
  base: ComposeMapping,
  over: ComposeMapping,
  clash: Clash,
): ComposeMapping {
  return mergeEntries(base, over, (entry, other) => mergeService(entry, other, clash));
}

/** One service laid over another, as `extends` does it too. */
export function mergeService(base: ComposeNode, over: ComposeNode, clash: Clash): ComposeNode {
  return merge(base, over, "", clash);
}

function merge(base: ComposeNode, over: ComposeNode, path: string, clash: Clash): ComposeNode {
  const rule = RULES.get(path);
  if (rule !== undefined) return rule(base, over, path, clash);
  // What is written without a value leaves the other as it is.
  if (over.kind === "scalar" && over.value === null) return base;
  if (base.kind === "scalar" && (base.value === null || over.kind === "scalar")) return over;
  if (base.kind !== over.kind) clash(path, over.at);
  if (base.kind === "mapping" && over.kind === "mapping") return mappings(base, over, path, clash);
  if (base.kind === "sequence" && over.kind === "sequence") {
    return { kind: "sequence", items: [...base.items, ...over.items], at: over.at };
  }
  return over;
}

function mappings(base: ComposeNode, over: ComposeNode, path: string, clash: Clash): ComposeNode {
  if (base.kind !== "mapping") return over;
  if (over.kind !== "mapping") return base;
  return mergeEntries(base, over, (one, other, key) =>
    merge(one, other, path === "" ? key : `${path}/${key}`, clash),
  );
}

function mergeEntries(
  base: ComposeMapping,
  over: ComposeMapping,
  join: (base: ComposeNode, over: ComposeNode, key: string) => ComposeNode,
): ComposeMapping {
  const entries = new Map<string, ComposeEntry>(base.entries.map((entry) => [entry.key, entry]));
  for (const entry of over.entries) {
    const before = entries.get(entry.key);
    const merged =
      before === undefined
        ? entry
        : { ...before, value: join(before.value, entry.value, entry.key) };
    entries.set(entry.key, merged);
  }
  return withEntries(base, [...entries.values()]);
}

/** Another driver takes other options: those of the first are left out. */
function logging(base: ComposeNode, over: ComposeNode, path: string, clash: Clash): ComposeNode {
  const [one, other] = [base, over].map((node) => textOf(findIn(node, "driver")));
  return one === "" || other === "" || one === other ? mappings(base, over, path, clash) : over;
}

/** A list in which a later item takes the place of an earlier one of the same key. */
function lists(
  base: readonly ComposeNode[],
  over: readonly ComposeNode[],
  keyOf: (item: ComposeNode) => string,
): ComposeNode {
  const items = new Map<string, ComposeNode>();
  for (const item of [...base, ...over]) items.set(keyOf(item), item);
  const at = (over[0] ?? base[0])?.at ?? NOWHERE;
  return { kind: "sequence", items: [...items.values()], at };
}

/** Of a list without items, which nobody asks for its place. */
const NOWHERE: Place = { file: "", line: 1, column: 1 };

/** A mapping as the list of `key=value` that means the same; `key` where there is no value. */
export function pairs(node: ComposeNode): readonly ComposeNode[] {
  if (node.kind !== "mapping") return itemsOf(node);
  return node.entries.map(({ key, keyAt, value }): ComposeScalar => {
    if (value.kind !== "scalar" || value.value === null) return word(key, keyAt);
    const { filled } = value;
    return {
      ...word(`${key}=${value.text}`, value.at),
      ...(filled === undefined ? {} : { filled }),
    };
  });
}

/** A list of names as a mapping. */
function named(node: ComposeNode): ComposeNode {
  if (node.kind !== "sequence") return node;
  const entries = node.items.map((item) => ({
    key: textOf(item),
    keyAt: item.at,
    value: withEntries({ kind: "mapping", entries: [], at: item.at }, []),
  }));
  return { kind: "mapping", entries, at: node.at };
}

function built(node: ComposeNode): ComposeNode {
  if (node.kind !== "scalar" || node.value === null) return node;
  return {
    kind: "mapping",
    entries: [{ key: "context", keyAt: node.at, value: node }],
    at: node.at,
  };
}

export function word(text: string, at: Place): ComposeScalar {
  return { kind: "scalar", value: text, text, at };
}

function nameOfPair(item: ComposeNode): string {
  return textOf(item).split("=", 1)[0]!;
}

/** What tells an item of a list from the others: a scalar's text, else all that is in it. */
function textOf(node: ComposeNode | null): string {
  if (node === null) return "";
  if (node.kind === "scalar") return node.text;
  if (node.kind === "sequence") return node.items.map(textOf).join("\0");
  const entries = node.entries.map(({ key, value }) => `${key}\0${textOf(value)}`);
  return entries.sort().join("\0");
}

/** Services, less what a later file resets (`!reset`) or overrides whole (`!override`). */
export function cleared(base: ComposeMapping, over: ComposeNode | null): ComposeMapping {
  if (over?.kind !== "mapping") return base;
  const others = new Map(over.entries.map(({ key, value }) => [key, value]));
  const entries = base.entries.flatMap((entry): readonly ComposeEntry[] => {
    const other = others.get(entry.key);
    if (other === undefined) return [entry];
    if (other.tag !== undefined) return [];
    return entry.value.kind === "mapping"
      ? [{ ...entry, value: cleared(entry.value, other) }]
      : [entry];
  });
  return withEntries(base, entries);
}

/** A value without what its own file resets: that was written for other files only. */
export function settled(node: ComposeNode): ComposeNode {
  switch (node.kind) {
    case "scalar":
      return node;
    case "sequence": {
      const items = node.items.filter(({ tag }) => tag !== "!reset");
      return { kind: "sequence", items: items.map(settled), at: node.at };
    }
    case "mapping": {
      const entries = node.entries.filter(({ value }) => value.tag !== "!reset");
      return withEntries(
        node,
        entries.map((entry) => ({ ...entry, value: settled(entry.value) })),
      );
    }
  }
}
