import { realpathSync } from "node:fs";
import { posix, relative, resolve, sep } from "node:path";
import { directoryTree } from "../repository/directory-tree.ts";
import { type Git, openGit } from "../repository/git.ts";
import { isProblem, quoted, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
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

/** Paths or globs that the user gave in the folder (`/` in front: at the root), relative to the root. */
export function allFromRoot(
  { prefix }: Workplace,
  paths: readonly string[],
): readonly string[] | RepositoryProblem {
  const inside: string[] = [];
  for (const path of paths) {
    const joined = posix.normalize(path.startsWith("/") ? path.slice(1) : `${prefix}${path}`);
    if (joined === ".." || joined.startsWith("../")) {
      const message = `${quoted(path)} lies outside of the repository; name a path in it.`;
      return usageProblem("outside", message);
    }
    inside.push(joined);
  }
  return inside;
}

/** The folders of manifests that the team rendered from base and head; `null` where none was named. */
export async function openBothRendered(
  place: Workplace,
  baseFolder: string | null,
  headFolder: string | null,
): Promise<{ readonly base: Rendered | null; readonly head: Rendered | null } | RepositoryProblem> {
  const base = await openRendered(place, baseFolder);
  if (isProblem(base)) return base;
  const head = await openRendered(place, headFolder);
  return isProblem(head) ? head : { base, head };
}

/** Reports show the files under the name that the user gave the folder. */
async function openRendered(
  { root, prefix }: Workplace,
  folder: string | null,
): Promise<Rendered | RepositoryProblem | null> {
  if (folder === null) return null;
  const tree = await directoryTree(resolve(root, prefix, folder));
  if (isProblem(tree)) return tree;
  if (tree.entries.size === 0) {
    return usageProblem(
      "no-manifests",
      `There are no files in ${quoted(folder)}; render the manifests into it first.`,
    );
  }
  return { tree, folder };
}
