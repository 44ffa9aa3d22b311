import type { AppliedSource, Deployment } from "../deployment/workload.ts";
import { resolvePath } from "../model/paths.ts";
import type { SpecRender } from "../model/spec.ts";
import { counted, quote } from "../model/wording.ts";
import type { Tree, TreeEntry } from "../repository/tree.ts";
import type { TreeIndex } from "../repository/tree-index.ts";
import { folderPath, joinPath } from "../repository/tree-path.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { kustomizationIn } from "./kustomize-inputs.ts";

/** What a controller applies from this repository. */
export type Followed =
  | { readonly kind: "render"; readonly source: AppliedSource; readonly render: SpecRender }
  | { readonly kind: "files"; readonly source: AppliedSource; readonly paths: readonly string[] };

/** Documents that name such a source, told from their text. */
export const MAY_APPLY = /\bkind["']?\s*:\s*["']?(?:Application|Kustomization|HelmRelease)\b/;

/** Helm's name for a release, where a controller makes one that helm would not take. */
const MOST_OF_RELEASE = 53;

/**
 * What the sources lead to at one commit: an overlay, a chart, or the manifests of a folder, as if the
 * spec had named it. A folder that is not here is of another repository.
 */
export function follow(
  { applied }: Pick<Deployment, "applied">,
  tree: Tree,
  index: TreeIndex,
): readonly Followed[] {
  return applied.flatMap((source) => followOne(source, tree, index) ?? []);
}

function followOne(source: AppliedSource, tree: Tree, index: TreeIndex): Followed | null {
  const folder = folderOf(source, index);
  if (folder === null) return null;
  const { place, helm } = source;
  if (kustomizationIn(tree, folder) !== null) {
    return { kind: "render", source, render: { kind: "kustomize", folder, place } };
  }
  if (helm !== null && tree.entries.has(joinPath(folder, "Chart.yaml"))) {
    const values = helm.values.flatMap((path) => {
      const value = path.startsWith("/")
        ? resolvePath("", path.slice(1))
        : resolvePath(folder, path);
      return value === null ? [] : [{ value, place }];
    });
    const release = helm.release?.slice(0, MOST_OF_RELEASE).replace(/-+$/, "") ?? null;
    const { namespace, inline } = helm;
    const chart = { chart: folder, release, namespace, values, inline };
    return { kind: "render", source, render: { kind: "helm", ...chart, place } };
  }
  const depth = folder === "" ? 0 : folder.split("/").length;
  const paths = index
    .below(folder)
    .filter((path) => /\.(?:ya?ml|json)$/.test(path))
    .filter((path) => source.recursive || path.split("/").length === depth + 1);
  return { kind: "files", source, paths };
}

function folderOf({ folder }: AppliedSource, index: TreeIndex): string | null {
  const inside = folder === null ? null : resolvePath("", folder.replace(/^\/+/, ""));
  const real = inside === null ? null : index.real(inside);
  // All of a repository is more than anybody deploys.
  if (real === "") return null;
  return real !== null && index.isFolder(real) ? real : null;
}

const NAMED = 3;

/** What was followed, what was not, and what is not to the letter: one notice each. */
export function followNotices({ applied }: Deployment, index: TreeIndex): readonly Diagnostic[] {
  const here = applied.filter((one) => folderOf(one, index) !== null);
  const away = applied.filter((one) => folderOf(one, index) === null);
  const inexact = here.filter(({ problem }) => problem !== null);
  const say = (
    severity: "notice" | "warning",
    code: string,
    what: readonly AppliedSource[],
    words: (list: string) => string,
    each: (one: AppliedSource) => string,
  ): readonly Diagnostic[] => {
    const [first] = what;
    if (first === undefined) return [];
    const list = what.slice(0, NAMED).map(each).join(", ");
    const more = what.length > NAMED ? ` and ${what.length - NAMED} more` : "";
    return [diagnostic(severity, code, words(`${list}${more}`), first.place)];
  };
  return [
    ...say(
      "notice",
      "followed",
      here,
      (list) => `read as a controller applies it: ${list}`,
      ({ title, folder }) => `${quote(folder ?? "")} for ${quote(title)}`,
    ),
    ...say(
      "warning",
      "followed-in-part",
      inexact,
      (list) =>
        `not all that a controller applies is evaluated: ${list}; write it in the folder itself`,
      ({ title, problem }) => `${quote(title)} ${problem}`,
    ),
    ...say(
      "notice",
      "not-followed",
      away,
      (list) =>
        `${counted(away.length, "source")} of a controller ${away.length === 1 ? "is" : "are"} not evaluated: ${list}; where a request needs what it applies, name that under \`manifests\` or give its services \`replicas\``,
      ({ title, problem, folder }) =>
        `${quote(title)} ${problem ?? `applies ${quote(folder ?? "")}, which is no folder of this repository`}`,
    ),
  ];
}

/** A file that makes its folder an overlay or a chart: any file below may be a part of what is rendered. */
const ROOT = /(?:^|\/)(?:Chart\.yaml|kustomization\.ya?ml|Kustomization)$/;

/** Whether a change between two trees can be one of what a controller applies, beside the manifests. */
export function mayChangeApplied(
  base: ReadonlyMap<string, TreeEntry>,
  head: ReadonlyMap<string, TreeEntry>,
  manifests: ReadonlySet<string>,
): boolean {
  const paths = [...head.keys()];
  const roots = new Set(paths.filter((path) => ROOT.test(path)).map(folderPath));
  // Through a link, what is rendered may lie anywhere.
  const isAnywhere = [...head.values()].some(
    ({ path, kind }) => kind === "symlink" && isBelow(path, roots),
  );
  const isNews = (entry: TreeEntry, other: TreeEntry | undefined) =>
    (other?.id !== entry.id || other.kind !== entry.kind) &&
    (entry.kind !== "file" ||
      isAnywhere ||
      /\.(?:ya?ml|json)$/.test(entry.path) ||
      isBelow(entry.path, roots)) &&
    !manifests.has(entry.path);
  for (const entry of head.values()) if (isNews(entry, base.get(entry.path))) return true;
  for (const entry of base.values()) {
    if (!head.has(entry.path) && isNews(entry, undefined)) return true;
  }
  return false;
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let folder = path; folder !== ""; ) {
    folder = folderPath(folder);
    if (folders.has(folder)) return true;
  }
  return false;
}
