import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { diskBytes, diskEntry, diskText, folderCheck } from "./disk.ts";
import { quoted, type RepositoryProblem, usageProblem } from "./problem.ts";
import type { Tree, TreeEntry } from "./tree.ts";
import { WORKTREE } from "./worktree.ts";

/** A folder with more files than this was hardly meant. */
const MAXIMUM_FILES = 100_000;
const PASSED_OVER: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * A plain folder as a tree: manifests that a team rendered itself, or work outside git. `.git` and
 * `node_modules` are passed over, symlinks not followed; ids are git's under sha1.
 */
export async function directoryTree(folder: string): Promise<Tree | RepositoryProblem> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return usageProblem(
      "no-such-folder",
      `There is no folder ${quoted(folder)}; name one that exists.`,
    );
  }
  const entries = new Map<string, TreeEntry>();
  for (const path of filesIn(folder)) {
    if (entries.size >= MAXIMUM_FILES) {
      return usageProblem(
        "too-many-files",
        `${quoted(folder)} holds more than ${MAXIMUM_FILES} files; name a smaller folder.`,
      );
    }
    const entry = diskEntry(folder, path, "sha1");
    if (entry !== null) entries.set(path, entry);
  }
  return { commit: WORKTREE, entries, read, readBytes };

  async function read(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const isInside = folderCheck(folder);
    const texts = new Map<string, string>();
    for (const path of paths) {
      if (entries.get(path)?.kind !== "file" || !isInside(path)) continue;
      const text = diskText(folder, path);
      if (text !== null) texts.set(path, text);
    }
    return texts;
  }

  async function readBytes(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const isInside = folderCheck(folder);
    const bytes = new Map<string, Uint8Array>();
    for (const path of paths) {
      if (!entries.has(path) || !isInside(path)) continue;
      const content = diskBytes(folder, path);
      if (content !== null) bytes.set(path, content);
    }
    return bytes;
  }
}

/** Paths of files and symlinks, `/`-separated, in no order that matters. */
function* filesIn(root: string): Generator<string> {
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const one of listFolder(join(root, folder))) {
      if (PASSED_OVER.has(one.name)) continue;
      const path = folder === "" ? one.name : `${folder}/${one.name}`;
      if (one.isDirectory()) folders.push(path);
      else if (one.isFile() || one.isSymbolicLink()) yield path;
    }
  }
}

/** A folder that may not be read holds nothing for us. */
function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
