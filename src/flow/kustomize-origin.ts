import { joinPath } from "../repository/tree-path.ts";
import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { Position, YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import { type FoundNode, nodeAt, nodeBy, pointerOf, saysSame } from "./node-path.ts";

/** Texts of the files that an overlay was rendered from, by path. */
export type Sources = {
  readonly textOf: (path: string) => string | null;
  /** Parsed once. */
  readonly documentsOf: (path: string) => readonly YamlNode[];
  /** What a path leads to, through links of the repository. */
  readonly real: (path: string) => string | null;
};

export function sourcesOf(texts: ReadonlyMap<string, string>, real: Sources["real"]): Sources {
  const parsed = new Map<string, readonly YamlNode[]>();
  const textOf = (path: string) => texts.get(path) ?? null;
  return {
    textOf,
    real,
    documentsOf: (path) => {
      const before = parsed.get(path);
      if (before !== undefined) return before;
      const documents = parseYaml(textOf(path) ?? "", "kubernetes").documents;
      parsed.set(path, documents);
      return documents;
    },
  };
}

const ORIGIN = "config.kubernetes.io/origin";
const TRANSFORMATIONS = "alpha.config.kubernetes.io/transformations";

/**
 * Where a person finds what stands at a position of a rendered object: the patch or the count of a
 * kustomization that said it last, else the object's own file, by the annotations that kustomize leaves
 * (`buildMetadata`). `fallback` where they say nothing.
 */
export function kustomizeOrigin(
  object: YamlNode,
  at: Position,
  sources: Sources,
  fallback: Place,
): Place {
  const origin = annotation(object, ORIGIN);
  const found = nodeAt(object, at);
  const identity = identityOf(object);
  const own = treePath(asText(lookup(origin, "path")), sources);
  const source = own === null ? null : sourceObject(own, identity, sources);
  const isName = found !== null && pointerOf(found.path) === "/metadata/name";
  if (found !== null && !isName) {
    for (const step of [
      ...(asSequence(annotation(object, TRANSFORMATIONS))?.items ?? []),
    ].reverse()) {
      const file = treePath(asText(lookup(step, "configuredIn")), sources);
      const said = file === null ? null : saidBy(file, found, identity, sources);
      if (said !== null) return said;
    }
    const same = source === null ? null : nodeBy(source, found.path);
    if (own !== null && same !== null && saysSame(same, found.node)) {
      return { file: own, ...same.at };
    }
  }
  const name = lookup(source, "metadata", "name");
  if (own !== null && name !== null) return { file: own, ...name.at };
  const maker = treePath(asText(lookup(origin, "configuredIn")), sources);
  return maker === null ? fallback : { file: maker, line: 1, column: 1 };
}

/** Annotations are text that is YAML itself. */
function annotation(object: YamlNode, key: string): YamlNode | null {
  const text = asText(lookup(object, "metadata", "annotations", key));
  return text === null ? null : (parseYaml(text, "kubernetes").documents[0] ?? null);
}

/** Paths in the annotations are relative to the overlay of our own, which stands beside the tree. */
function treePath(path: string | null, { real }: Sources): string | null {
  const inside = /^\.\.\/tree\/(.+)$/.exec(path ?? "")?.[1];
  return inside === undefined ? null : real(inside);
}

type Identity = { readonly kind: string | null; readonly name: string };

function identityOf(object: YamlNode): Identity {
  return {
    kind: asText(lookup(object, "kind")),
    name: asText(lookup(object, "metadata", "name")) ?? "",
  };
}

/** Whether a name as written is the rendered one but for a prefix and a suffix. */
function isNamed(written: string | null, { name }: Identity): written is string {
  return written !== null && written !== "" && name.includes(written);
}

function sourceObject(path: string, identity: Identity, sources: Sources): YamlNode | null {
  const nameOf = (one: YamlNode) => asText(lookup(one, "metadata", "name"));
  const alike = sources
    .documentsOf(path)
    .flatMap((one) => [one, ...(asSequence(lookup(one, "items"))?.items ?? [])])
    .filter(
      (one) => asText(lookup(one, "kind")) === identity.kind && isNamed(nameOf(one), identity),
    );
  // The longest name: `cart` is in `cart-db` too.
  return alike.sort((a, b) => (nameOf(b)?.length ?? 0) - (nameOf(a)?.length ?? 0))[0] ?? null;
}

/** Where a kustomization, or a patch that it names, says the value that was found; `null`: nowhere. */
function saidBy(
  file: string,
  found: FoundNode,
  identity: Identity,
  sources: Sources,
): Place | null {
  for (const kustomization of sources.documentsOf(file)) {
    const count = scaledBy(kustomization, found, identity);
    if (count !== null) return { file, ...count };
    for (const key of ["patches", "patchesJson6902", "patchesStrategicMerge"]) {
      for (const item of asSequence(lookup(kustomization, key))?.items ?? []) {
        const place = patchedBy(item, file, found, identity, sources);
        if (place !== null) return place;
      }
    }
  }
  return null;
}

/** The `count` of the list `replicas`. */
function scaledBy(kustomization: YamlNode, found: FoundNode, identity: Identity): Position | null {
  if (pointerOf(found.path) !== "/spec/replicas") return null;
  for (const item of asSequence(lookup(kustomization, "replicas"))?.items ?? []) {
    const count = lookup(item, "count");
    if (count === null || !isNamed(asText(lookup(item, "name")), identity)) continue;
    if (saysSame(count, found.node)) return count.at;
  }
  return null;
}

/** A patch in a file of its own, or written out in the kustomization. */
function patchedBy(
  item: YamlNode,
  file: string,
  found: FoundNode,
  identity: Identity,
  sources: Sources,
): Place | null {
  const inline = item.kind === "mapping" ? lookup(item, "patch") : item;
  const text = asText(inline);
  if (inline !== null && text !== null && /[\r\n:]/.test(text)) {
    const said = patchSays(parseYaml(text, "kubernetes").documents, found, identity);
    return said === null
      ? null
      : { file, ...positionInBlock(sources.textOf(file) ?? "", inline.at, text, said) };
  }
  const path = asText(item.kind === "mapping" ? lookup(item, "path") : item);
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "";
  const inside = path === null ? null : sources.real(joinPath(folder, path));
  if (inside === null) return null;
  const said = patchSays(sources.documentsOf(inside), found, identity);
  return said === null ? null : { file: inside, ...said };
}

/** Where a patch says the value: a strategic merge by the same way, a JSON patch (RFC 6902) by its pointer. */
function patchSays(
  documents: readonly YamlNode[],
  found: FoundNode,
  identity: Identity,
): Position | null {
  const pointer = pointerOf(found.path);
  for (const document of documents) {
    if (document.kind === "sequence") {
      const operation = document.items.findLast((one) => asText(lookup(one, "path")) === pointer);
      const value = lookup(operation ?? null, "value");
      if (value !== null && saysSame(value, found.node)) return value.at;
      continue;
    }
    const name = asText(lookup(document, "metadata", "name"));
    const kind = asText(lookup(document, "kind"));
    // With a `target`, the names in a patch count for nothing.
    if (kind !== null && kind !== identity.kind) continue;
    if (name !== null && !isNamed(name, identity)) continue;
    const value = nodeBy(document, found.path);
    if (value !== null && saysSame(value, found.node)) return value.at;
  }
  return null;
}

/**
 * A position of a text that is written as a block scalar, whose lines follow the `|` or begin where the
 * node does; the block itself where they are written otherwise.
 */
function positionInBlock(text: string, block: Position, inner: string, at: Position): Position {
  const lines = text.split(/\r\n|\r|\n/);
  const wanted = inner.split("\n")[at.line - 1] ?? "";
  for (const line of [block.line + at.line - 1, block.line + at.line]) {
    const written = lines[line - 1] ?? "";
    if (wanted !== "" && written.endsWith(wanted)) {
      return { line, column: written.length - wanted.length + at.column };
    }
  }
  return block;
}
