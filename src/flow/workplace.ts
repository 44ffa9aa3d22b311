import { realpathSync } from "node:fs";
import { posix, relative, resolve, sep } from "node:path";
import { directoryTree } from "../repository/directory-tree.ts";
import { type Git, openGit } from "../repository/git.ts";
import { isProblem, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
import type { Rendered } from "./side.ts";

/** Where a command works: a folder, as a rule inside a repository. */
export type Workplace = {
  /** The clone, or why there is none to use. */
  readonly git: Git | RepositoryProblem;
  /** The repository's top folder; the folder itself outside of git. Paths are relative to it. */
  readonly root: string;
  /** The folder, relative to the root and with a trailing slash; empty at the root. */
  readonly prefix: string;
};

/** Opens the folder that the user works in; a problem only where there is no such folder. */
export async function openWorkplace(folder: string): Promise<Workplace | RepositoryProblem> {
  const git = await openGit(folder);
  if (isProblem(git) && git.code === "no-such-folder") return git;
  const here = realpathSync(folder);
  const top = isProblem(git) ? null : git.topLevel;
  const root = top === null ? here : realpathSync(top);
  const below = relative(root, here).split(sep).join("/");
  return { git, root, prefix: below === "" ? "" : `${below}/` };
}

/** A path or glob that the user gave in the folder, relative to the root; `null` outside of it. */
export function fromRoot({ prefix }: Workplace, path: string): string | null {
  const joined = posix.normalize(path.startsWith("/") ? path.slice(1) : `${prefix}${path}`);
  return joined === ".." || joined.startsWith("../") ? null : joined;
}

/** A folder of manifests that the team rendered, shown in reports as the user named it. */
export async function openRendered(
  folder: string | null,
  { root, prefix }: Workplace,
): Promise<Rendered | RepositoryProblem | null> {
  if (folder === null) return null;
  const tree = await directoryTree(resolve(root, prefix, folder));
  if (isProblem(tree)) return tree;
  if (tree.entries.size === 0) {
    return usageProblem(
      "no-manifests",
      `There are no files in ${JSON.stringify(folder)}; render the manifests into it first.`,
    );
  }
  return { tree, folder };
}
