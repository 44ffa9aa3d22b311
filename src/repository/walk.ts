import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, quoted, type RepositoryProblem, unavailable, usageProblem } from "./problem.ts";

/** Beyond this a folder was hardly meant. */
const MOST_FILES = 100_000;
const DEEPEST = 64;

/**
 * All files below a folder, `/`-separated and sorted, but for hidden ones. Links to files count, links to
 * folders do not: they may lead round in circles, or out.
 *
 * @param name of the folder, as it is told to people
 */
export async function filesBelow(
  folder: string,
  name: string,
): Promise<readonly string[] | RepositoryProblem> {
  const files: string[] = [];
  const queue = [{ path: "", depth: 0 }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { path, depth } = next;
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(messageOf);
    if (typeof entries === "string") {
      const message = `cannot read the folder ${quoted(name)}: ${entries}; check its permissions`;
      return unavailable("unreadable-traces", message);
    }
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory() && depth < DEEPEST) queue.push({ path: below, depth: depth + 1 });
      else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(join(folder, below))))) {
        files.push(below);
      }
    }
    if (files.length > MOST_FILES) {
      const message = `there are more than ${MOST_FILES} files in ${quoted(name)}; name the files or a smaller folder`;
      return usageProblem("too-many-traces", message);
    }
  }
  return files.sort();
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
