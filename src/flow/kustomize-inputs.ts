import {
  isRemote,
  KUSTOMIZATION_FILES,
  kustomizationNames,
  remoteBases,
} from "../deployment/kustomization-names.ts";
import type { RemoteBase } from "../deployment/workload.ts";
import { resolvePath } from "../model/paths.ts";
import { quote } from "../model/wording.ts";
import type { Tree } from "../repository/tree.ts";
import type { TreeIndex } from "../repository/tree-index.ts";
import { folderPath } from "../repository/tree-path.ts";
import { parseYaml } from "../yaml/parse.ts";
import { isKustomization, leavingPath } from "./kustomize-bounds.ts";
import {
  gathering,
  type InputFile,
  type InputProblem,
  type RenderInputs,
} from "./render-inputs.ts";

/** The file that makes a folder an overlay; `null` where it is none. */
export function kustomizationIn(tree: Tree, folder: string): string | null {
  const prefix = folder === "" ? "" : `${folder}/`;
  const names = KUSTOMIZATION_FILES.map((name) => `${prefix}${name}`);
  return names.find((path) => tree.entries.has(path)) ?? null;
}

/** Longer chains of overlays end where kustomize would end them too, or in nothing anybody wrote. */
const MOST_OVERLAYS = 2_000;

/**
 * What kustomize reads for an overlay: its folder, and the folders that it is built on, one after the
 * other. Files beside an overlay count as its own, because it may read any of them.
 */
export async function kustomizeInputs(
  folder: string,
  tree: Tree,
  index: TreeIndex,
  textOf: (path: string) => Promise<string | null>,
): Promise<RenderInputs | InputProblem> {
  const top = index.real(folder);
  if (top === null || kustomizationIn(tree, top) === null) {
    const why = index.isFolder(top ?? "/") ? "has no kustomization" : "is no folder";
    return { problem: `${why} at this commit; correct the path` };
  }
  const gathered = gathering(tree, index);
  const remotes: RemoteBase[] = [];
  const manifests: string[] = [];
  const seen = new Set([top]);
  const open = [top];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    gathered.folder(here);
    const file = kustomizationIn(tree, here);
    const path = file === null ? null : index.real(file);
    const text = path === null ? null : await textOf(path);
    if (path === null || text === null) continue;
    manifests.push(path);
    const leaving = leavingPath(text, here);
    if (leaving !== null) return { problem: whyNot(leaving, path) };
    const resolve = (name: string): string | null => {
      const inside = resolvePath(here ?? "", name);
      return inside === null ? null : index.real(inside);
    };
    const isHere = (name: string): boolean => {
      const found = resolve(name);
      return found !== null && (index.isFolder(found) || tree.entries.has(found));
    };
    for (const document of parseYaml(text, "kubernetes").documents) {
      const names = kustomizationNames(document, path);
      remotes.push(...remoteBases(names, isHere));
      for (const { name } of [...names.parts, ...names.patches]) {
        const found = isRemote(name) && !isHere(name) ? null : resolve(name);
        if (found === null) continue;
        if (tree.entries.has(found)) {
          gathered.file(found);
          manifests.push(found);
        } else if (index.isFolder(found) && !seen.has(found) && seen.size < MOST_OVERLAYS) {
          seen.add(found);
          open.push(found);
        }
      }
    }
  }
  if (gathered.isTooLarge()) return { problem: "holds too many files; name a smaller folder" };
  await leaveOutLeaving(gathered.files, textOf);
  return {
    request: { kind: "kustomize", folder: top },
    files: gathered.files,
    // What kustomize lacks it says itself: it reads no file that nobody names.
    leftOut: [],
    remotes,
    manifests: [...new Set(manifests)].filter((path) => /\.(?:ya?ml|json)$/.test(path)),
  };
}

function whyNot(leaving: string, path: string): string {
  return leaving === ""
    ? `is built from ${quote(path)}, which YAML parsers may read in several ways; write it without keys twice, tags and unusual line breaks`
    : `is built on ${quote(leaving)} (${path}), which leaves the repository; name what is inside it`;
}

/** kustomize may find its way, by a key that we do not know, to a kustomization that was not looked at. */
async function leaveOutLeaving(
  files: Map<string, InputFile>,
  textOf: (path: string) => Promise<string | null>,
): Promise<void> {
  for (const [at, file] of [...files]) {
    if (!isKustomization(at)) continue;
    const from = file.kind === "file" ? file.from : file.kind === "link" ? file.to : null;
    const text = from === null ? null : await textOf(from);
    if (leavingPath(text, folderPath(at)) !== null) files.delete(at);
  }
}
