import { resolvePath } from "../model/paths.ts";
import type { YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";

/** A name that some file system takes for one of kustomize's three. */
const NAME = /(?:^|\/)kustomization(?:\.ya?ml)?$/i;

/**
 * What our parser and kustomize's (YAML 1.1, in Go) may read differently: line breaks of YAML 1.1, tags of
 * one's own, and text in base64.
 */
const AMBIGUOUS = /[\u0085\u2028\u2029]|^%TAG\b|!\S*(?:binary|%[0-9a-f]{2})/im;

/** Whether kustomize would take a file for a kustomization. */
export function isKustomization(path: string): boolean {
  return NAME.test(path);
}

/**
 * What leads out of the repository in a kustomization; `null`: nothing does. kustomize keeps files within
 * the folder of their kustomization, but builds on any folder of the machine that a relative path leads to
 * (its loader: "new root"). It takes keys in any case, so every text counts as a path.
 *
 * @param text `null` where there is none that we can read
 * @param folder that it stands in
 * @returns the path; empty where kustomize may read another than we do
 */
export function leavingPath(text: string | null, folder: string): string | null {
  if (text === null || AMBIGUOUS.test(text)) return "";
  const { documents, problem } = parseYaml(text, "kubernetes");
  // With keys written twice too: kustomize takes the last.
  if (problem !== null) return "";
  const seen = new Set<YamlNode>();
  const open = [...documents];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === "sequence") open.push(...node.items);
    else if (node.kind === "mapping") open.push(...node.entries.map(({ value }) => value));
    else if (isLeaving(node.text, folder)) return node.text;
  }
  return null;
}

/** kustomize takes no absolute path for a folder: in a JSON patch they are pointers. */
function isLeaving(text: string, folder: string): boolean {
  const path = text.replaceAll("\\", "/");
  return !path.startsWith("/") && resolvePath(folder, path) === null;
}
