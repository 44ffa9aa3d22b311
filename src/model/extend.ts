import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { parseYaml } from "../yaml/parse.ts";
import type { YamlProblem } from "../yaml/problem.ts";
import { entriesOf, inFile, type SpecEntry, type SpecMap, type SpecNode } from "./document.ts";
import { folderOf, resolvePath } from "./paths.ts";
import { quote } from "./wording.ts";

/** The text of a file of the repository at one commit; `null` where there is none. */
export type ReadText = (path: string) => Promise<string | null>;

export type Document = {
  /** `null` where a file is missing or cannot be read. */
  readonly root: SpecMap | null;
  /** All files asked for, its own first. */
  readonly files: readonly string[];
  /** Why there is no root; else keys that are written twice, of which the first counts. */
  readonly diagnostics: readonly Diagnostic[];
};

const deepest = 10;

/** Lists of the base that come before those of the spec that extends it. */
const joined = new Set(["manifests", "dependencies", "incidents"]);

/** Read a spec and all that it extends, and lay it over them. */
export async function readDocument(path: string, read: ReadText): Promise<Document> {
  const files: string[] = [];
  const layers: SpecMap[] = [];
  const duplicates: Diagnostic[] = [];
  let next: { path: string; from: Place | null } | null = { path, from: null };
  while (next !== null) {
    const { path: file, from }: { path: string; from: Place | null } = next;
    const fault = chainFault(file, files);
    if (fault !== null) return failed(files, "bad-extends", fault, from);
    files.push(file);
    const text = await read(file);
    if (text === null) {
      const remedy = from === null ? "check the path" : "correct `extends` or add the file";
      return failed(
        files,
        "missing-spec",
        `there is no readable file ${quote(file)}; ${remedy}`,
        from,
      );
    }
    const root = parseRoot(text, file, duplicates);
    if ("severity" in root) return { root: null, files, diagnostics: [root] };
    layers.push(root);
    const base = baseOf(root, file);
    if (base !== null && "severity" in base) return { root: null, files, diagnostics: [base] };
    next = base;
  }
  return {
    root: layers.reduceRight((base, child) => overlay(base, child)),
    files,
    diagnostics: duplicates,
  };
}

function chainFault(file: string, files: readonly string[]): string | null {
  const start = files.indexOf(file);
  if (start >= 0) {
    const cycle = [...files.slice(start), file].map(quote).join(" extends ");
    return `${cycle}, a cycle; remove one \`extends\``;
  }
  if (files.length <= deepest) return null;
  return `${quote(files[0]!)} extends more than ${deepest} specs in a row; extend fewer`;
}

function failed(
  files: readonly string[],
  code: string,
  message: string,
  place: Place | null,
): Document {
  return { root: null, files, diagnostics: [diagnostic("error", code, message, place)] };
}

/** @param told is added to: keys that are written twice. */
function parseRoot(text: string, file: string, told: Diagnostic[]): SpecMap | Diagnostic {
  const { documents, duplicates, problem } = parseYaml(text, "spec");
  const explain = ({ code, message, at }: YamlProblem): Diagnostic =>
    diagnostic("error", code, message, { file, ...at });
  if (problem !== null) return explain(problem);
  told.push(...duplicates.map(explain));
  const [first, second] = documents;
  if (second !== undefined) {
    const message = "a spec is one YAML document; move the second one into a file of its own";
    return diagnostic("error", "invalid-value", message, { file, ...second.at });
  }
  const root = first === undefined ? undefined : inFile(first, file);
  if (root?.kind === "map") return root;
  const empty = root === undefined || (root.kind === "scalar" && root.value === null);
  const message = empty
    ? "the spec is empty; begin it with `version: 1`"
    : "a spec is a map; begin it with `version: 1`";
  return diagnostic("error", "invalid-value", message, root?.place ?? { file, line: 1, column: 1 });
}

/** What a spec extends; `null`: nothing. */
function baseOf(root: SpecMap, file: string): { path: string; from: Place } | Diagnostic | null {
  const value = root.entries.get("extends")?.value;
  if (value === undefined) return null;
  if (value.kind !== "scalar" || typeof value.value !== "string") {
    return diagnostic(
      "error",
      "bad-extends",
      "`extends` must be the path of one spec",
      value.place,
    );
  }
  const path = resolvePath(folderOf(file), value.value);
  if (path !== null) return { path, from: value.place };
  const message = `${quote(`extends: ${value.text}`)} leaves the repository; name a file inside it`;
  return diagnostic("error", "bad-extends", message, value.place);
}

/**
 * Lay a spec over the one it extends. Maps merge by key, at every depth; the lists of `joined` are
 * the base's, then the spec's own; anything else replaces what the base says. A null below a section
 * removes that entry of the base; a whole section cannot be removed so, as an emptied one would
 * drop it unseen.
 */
function overlay(base: SpecMap, child: SpecMap): SpecMap {
  const entries = new Map(base.entries);
  for (const entry of child.entries.values()) {
    // What is laid over its base lacks nothing any more: it is checked as a spec of its own.
    if (entry.key === "extends") continue;
    const under = base.entries.get(entry.key);
    const value = under === undefined ? entry.value : overlaySection(entry, under);
    entries.set(entry.key, { ...entry, value });
  }
  return { kind: "map", entries, place: child.place };
}

function overlaySection({ key, value }: SpecEntry, under: SpecEntry): SpecNode {
  // A base of another version must not pass for one of this version.
  if (key === "version" && under.value.kind === "scalar" && under.value.value !== 1)
    return under.value;
  if (joined.has(key) && value.kind === "list" && under.value.kind === "list") {
    return { ...value, items: [...under.value.items, ...value.items] };
  }
  return mergeMaps(under.value, value);
}

function mergeMaps(base: SpecNode, child: SpecNode): SpecNode {
  if (base.kind !== "map" || child.kind !== "map") return child;
  const entries = new Map(base.entries);
  for (const entry of child.entries.values()) {
    const under = entriesOf(base).get(entry.key);
    const removes = entry.value.kind === "scalar" && entry.value.value === null;
    if (under !== undefined && removes) entries.delete(entry.key);
    else {
      const value = under === undefined ? entry.value : mergeMaps(under.value, entry.value);
      entries.set(entry.key, { ...entry, value });
    }
  }
  return { kind: "map", entries, place: child.place };
}
