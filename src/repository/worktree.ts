import { diskBytes, diskEntry, diskText, folderCheck } from "./disk.ts";
import type { Git } from "./git.ts";
import { complaint, runGit } from "./git-process.ts";
import { bytesFromStore, textsByPath } from "./git-tree.ts";
import { type RepositoryProblem, unavailable } from "./problem.ts";
import { decodePath } from "./text.ts";
import type { Tree, TreeEntry } from "./tree.ts";

/** The `commit` of a tree of uncommitted work. */
export const WORKTREE = "WORKTREE";

/**
 * Uncommitted work: what git tracks and what it neither tracks nor ignores, as it stands on disk.
 * Ids are those that git would give the bytes on disk (filters and line-end conversions are not run,
 * since both can be commands). Files that a sparse checkout leaves out stand as they were committed.
 */
export async function worktree(git: Git): Promise<Tree | RepositoryProblem> {
  const root = git.topLevel;
  if (root === null) {
    return unavailable("no-worktree", "A bare repository has no uncommitted work; name a commit.");
  }
  const listing = await runGit(git, [
    "ls-files",
    "-z",
    "-t",
    "--stage",
    "--others",
    "--exclude-standard",
  ]);
  if (listing.ended !== "exit" || listing.exitCode !== 0) {
    return unavailable(
      "git-failed",
      `git cannot list the working tree: ${complaint(listing)}; check it with \`git status\`.`,
    );
  }
  const isInside = folderCheck(root);
  const entries = new Map<string, TreeEntry>();
  const fromStore = new Set<string>();
  for (const one of parseFiles(listing.stdout)) {
    if (entries.has(one.path)) continue;
    const onDisk =
      one.mode !== "160000" && isInside(one.path)
        ? diskEntry(root, one.path, git.objectFormat)
        : null;
    const entry = onDisk ?? indexEntry(one);
    if (entry === null) continue;
    if (onDisk === null) fromStore.add(one.path);
    entries.set(one.path, entry);
  }
  return { commit: WORKTREE, entries, read, readBytes };

  async function read(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const files = paths.flatMap((path) => {
      const entry = entries.get(path);
      return entry?.kind === "file" ? [entry] : [];
    });
    const stored = files.filter((entry) => fromStore.has(entry.path));
    const texts = new Map(textsByPath(stored, await git.blobs.read(stored.map((one) => one.id))));
    for (const { path } of files) {
      if (fromStore.has(path) || !folderCheck(root ?? "")(path)) continue;
      const text = diskText(root ?? "", path);
      if (text !== null) texts.set(path, text);
    }
    return texts;
  }

  async function readBytes(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const stored = paths.filter((path) => fromStore.has(path));
    const bytes = new Map(await bytesFromStore(git, entries, stored));
    const inside = folderCheck(root ?? "");
    for (const path of paths) {
      if (fromStore.has(path) || !entries.has(path) || !inside(path)) continue;
      const content = diskBytes(root ?? "", path);
      if (content !== null) bytes.set(path, content);
    }
    return bytes;
  }
}

/** One line of `git ls-files`; mode and id are empty for what git does not track. */
type Listed = {
  readonly tag: string;
  readonly mode: string;
  readonly id: string;
  readonly path: string;
};

/** `<tag> <mode> <id> <stage>\t<path>` or `? <path>`, each ended by a NUL: git-ls-files(1), OUTPUT. */
function* parseFiles(listing: Buffer): Generator<Listed> {
  let at = 0;
  while (at < listing.length) {
    const end = listing.indexOf(0, at);
    if (end < 0) return;
    const record = listing.subarray(at, end);
    at = end + 1;
    if (record[0] === 0x3f) {
      yield { tag: "?", mode: "", id: "", path: decodePath(record.subarray(2)) };
      continue;
    }
    const tab = record.indexOf(0x09);
    const [tag = "", mode = "", id = ""] = record.toString("latin1", 0, tab).split(" ");
    yield { tag, mode, id, path: decodePath(record.subarray(tab + 1)) };
  }
}

/** What stands for a path that is not on disk: a submodule, or a file left out by a sparse checkout (`S`). */
function indexEntry({ tag, mode, id, path }: Listed): TreeEntry | null {
  if (mode === "160000") return { path, id, kind: "submodule" };
  if (tag !== "S") return null;
  return { path, id, kind: mode === "120000" ? "symlink" : "file" };
}
