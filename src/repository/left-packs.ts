import { lstatSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What git writes a pack and its index as before they are whole (`odb_mkstemp` of its source). */
const DRAFT = /^tmp_(?:pack|idx|rev|mtimes)_/;

/**
 * What a fetch that fails leaves in the folder of packs: git removes it only when it tidies up, two weeks later
 * (git-gc(1), `gc.pruneExpire`), and a pack may be large.
 *
 * @param packs absolute path of the folder, as it is before the fetch
 * @returns what removes the drafts that have come since, of this user, and that no process holds open: another git
 *   may be writing one. Where nobody can tell (proc(5) is Linux's) they stay. Never fails.
 */
export function leftPacks(packs: string): () => void {
  const before = new Set(draftsIn(packs));
  return () => {
    const since = draftsIn(packs).filter((file) => !before.has(file) && isOurs(file));
    if (since.length === 0 || process.platform !== "linux") return;
    const open = openFiles();
    for (const file of since) if (!open.has(file)) rmSync(file, { force: true });
  };
}

function draftsIn(packs: string): readonly string[] {
  try {
    const folder = realpathSync(packs);
    return readdirSync(folder)
      .filter((name) => DRAFT.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function isOurs(file: string): boolean {
  try {
    const stats = lstatSync(file);
    return stats.isFile() && stats.uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Files that processes of this user hold open. Those of others are not shown, and neither is theirs what is ours. */
function openFiles(): ReadonlySet<string> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Set(pids.flatMap((pid) => linksIn(`/proc/${pid}/fd`)));
}

function linksIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => linkOf(join(folder, name)));
  } catch {
    return [];
  }
}

/** A descriptor may be closed while its folder is read. */
function linkOf(file: string): readonly string[] {
  try {
    return [readlinkSync(file)];
  } catch {
    return [];
  }
}
