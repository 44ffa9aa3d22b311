import type { YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import { type ComposeProjects, composeProjects } from "./compose-project.ts";
import type { ManifestFile } from "./workload.ts";

/** A manifest with its documents that are Compose's, if any. */
export type ComposeInput = {
  readonly file: ManifestFile;
  readonly documents: readonly YamlNode[];
};

/**
 * The Compose projects among manifests. What they name beside these is read from `companions`, texts by
 * path: whoever holds the commit adds there what the outcome `asked` for, until it asks for nothing new.
 */
export function readComposeProjects(
  inputs: readonly ComposeInput[],
  companions: ReadonlyMap<string, string>,
): ComposeProjects {
  const composes = inputs.filter(({ documents }) => documents.length > 0);
  if (composes.length === 0) return { projects: [], asked: new Set(), diagnostics: [] };
  const parsed = new Map(composes.map(({ file, documents }) => [file.path, documents]));
  const texts = new Map(inputs.map(({ file }) => [file.path, file.text]));
  const text = (path: string) => texts.get(path) ?? companions.get(path) ?? null;
  const documents = (path: string) => {
    const known = parsed.get(path);
    if (known !== undefined) return known;
    const found = text(path);
    // Not every file that is extended looks like one of Compose's by itself.
    const read = found === null ? null : parseYaml(found, "compose").documents;
    if (read !== null) parsed.set(path, read);
    return read;
  };
  const files = composes.map(({ file }) => ({ path: file.path, named: file.named ?? null }));
  return composeProjects(files, { documents, text });
}
