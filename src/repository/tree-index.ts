import type { Tree } from "./tree.ts";
import { folderPath, joinPath } from "./tree-path.ts";

/** A tree by its folders, with its symlinks followed as far as they stay inside it. */
export type TreeIndex = {
  readonly isFolder: (path: string) => boolean;
  /** Files and links below a folder, at any depth. */
  readonly below: (folder: string) => readonly string[];
  /** What a path leads to, through links; `null` where a link leads out of the tree or round in circles. */
  readonly real: (path: string) => string | null;
};

/** As Linux does, in one path. */
const MOST_LINKS = 40;
/** A tree with more links is not read through them. */
const MOST_TARGETS = 10_000;

/** Look a tree over once, to find one's way in it. */
export async function indexTree(tree: Tree): Promise<TreeIndex> {
  const children = new Map<string, string[]>([["", []]]);
  const folders = new Set<string>([""]);
  for (const path of tree.entries.keys()) add(path, children, folders);
  const links = [...tree.entries.values()].filter(({ kind }) => kind === "symlink");
  const targets = await tree.readBytes(links.slice(0, MOST_TARGETS).map(({ path }) => path));
  const decoder = new TextDecoder();
  const targetOf = (path: string): string | null => {
    const bytes = targets.get(path);
    return bytes === undefined || tree.entries.get(path)?.kind !== "symlink"
      ? null
      : decoder.decode(bytes);
  };
  return {
    isFolder: (path) => folders.has(path),
    below: (folder) => below(folder, children, folders),
    real: (path) => follow(path, targetOf),
  };
}

function add(path: string, children: Map<string, string[]>, folders: Set<string>): void {
  let child = path;
  for (;;) {
    const folder = folderPath(child);
    const before = children.get(folder);
    if (before === undefined) children.set(folder, [child]);
    else before.push(child);
    if (folders.has(folder)) return;
    folders.add(folder);
    child = folder;
  }
}

function below(
  folder: string,
  children: ReadonlyMap<string, readonly string[]>,
  folders: ReadonlySet<string>,
): readonly string[] {
  const found: string[] = [];
  const open = [folder];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    for (const child of children.get(here) ?? []) {
      if (folders.has(child)) open.push(child);
      else found.push(child);
    }
  }
  return found.sort();
}

/** Component by component, as the system would: `..` is taken of what a link led to. */
function follow(path: string, targetOf: (path: string) => string | null): string | null {
  const left = path.split("/").reverse();
  let here = "";
  let links = 0;
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (here === "") return null;
      here = folderPath(here);
      continue;
    }
    const next = joinPath(here, part);
    const target = targetOf(next);
    if (target === null) {
      here = next;
      continue;
    }
    links += 1;
    if (target.startsWith("/") || links > MOST_LINKS) return null;
    left.push(...target.split("/").reverse());
  }
  return here;
}
