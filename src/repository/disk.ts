import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";
import { blobId } from "./blob-id.ts";
import { decodeText, MAXIMUM_FILE_BYTES } from "./text.ts";
import type { TreeEntry } from "./tree.ts";

/**
 * Tells whether every folder on the way to a path is a folder of the tree itself: a symlink would lead
 * out of it.
 */
export function folderCheck(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>([["", true]]);
  function isInside(folder: string): boolean {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const parent = dirname(folder);
    const stats = isInside(parent === "." ? "" : parent) ? statsOf(join(root, folder)) : null;
    const inside = stats?.isDirectory() ?? false;
    known.set(folder, inside);
    return inside;
  }
  return (path) => {
    const folder = dirname(path);
    return isInside(folder === "." ? "" : folder);
  };
}

/** The entry of a path on disk, with the id that git would give it; `null` where there is no file. */
export function diskEntry(
  root: string,
  path: string,
  objectFormat: "sha1" | "sha256",
): TreeEntry | null {
  const stats = statsOf(join(root, path));
  if (stats?.isSymbolicLink()) {
    const target = readlinkSync(join(root, path), { encoding: "buffer" });
    return { path, id: blobId(target, objectFormat), kind: "symlink" };
  }
  if (!stats?.isFile()) return null;
  const bytes = readPlainFile(join(root, path));
  // Too large to be read ever: its size and time tell a change.
  const id = bytes === null ? `${stats.size}@${stats.mtimeMs}` : blobId(bytes, objectFormat);
  return { path, id, kind: "file" };
}

/** Text of a plain file inside `root`; `null` where it is none, too large or not UTF-8. */
export function diskText(root: string, path: string): string | null {
  const bytes = readPlainFile(join(root, path));
  return bytes === null ? null : decodeText(bytes);
}

/** Bytes of a plain file inside `root`, or the target of a symlink; `null` where it is neither, or too large. */
export function diskBytes(root: string, path: string): Uint8Array | null {
  const whole = join(root, path);
  return statsOf(whole)?.isSymbolicLink()
    ? readlinkSync(whole, { encoding: "buffer" })
    : readPlainFile(whole);
}

function statsOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Opened without following a symlink, and without waiting for the other end of a pipe. */
function readPlainFile(path: string): Uint8Array | null {
  let file: number;
  try {
    // Both flags are 0 where the system knows neither.
    file = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= MAXIMUM_FILE_BYTES ? readFileSync(file) : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
