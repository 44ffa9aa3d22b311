import { randomUUID } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { removeAtEnd } from "./at-end.ts";
import { maker, SCRATCH, sweepFolders } from "./leavings.ts";

/** A file to lay out: its bytes, or the path of another one (or of a folder) that it links to. */
export type ScratchFile = {
  /** `/`-separated, relative to the folder that it is laid out in. */
  readonly path: string;
  readonly content: Uint8Array | { readonly link: string };
};

/** A folder that is there until it is removed, or this process ends. */
export type Scratch = { readonly folder: string; readonly remove: () => Promise<void> };

/**
 * A new folder that only this user may read. A signal and `process.exit` remove it, too; where this process is
 * killed, the next one that makes a scratch folder at the same place does.
 *
 * @param parent default: the system's temporary folder
 */
export function makeScratch(parent = tmpdir()): Scratch {
  sweepFolders(parent);
  const folder = join(realpathSync(parent), `${SCRATCH}${maker()}-${randomUUID()}`);
  const keep = removeAtEnd(folder);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    keep();
    throw error;
  }
  const remove = async () => {
    // A program that was stopped may still be writing its last file.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    keep();
  };
  return { folder, remove };
}

/** Work in a scratch folder, which is removed when the work is done or fails. */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, remove } = makeScratch();
  try {
    return await work(folder);
  } finally {
    await remove();
  }
}

/**
 * Lay files out below a folder, links last, so that none is written through. What could lie outside of it
 * is left out: a tree that was made by hand may hold `..`.
 */
export async function layOut(folder: string, files: readonly ScratchFile[]): Promise<void> {
  const inside = files.filter(({ path }) => isPlainPath(path));
  for (const parent of new Set(inside.map(({ path }) => dirname(path)))) {
    mkdirSync(join(folder, parent), { recursive: true });
  }
  for (const { path, content } of inside) {
    if (content instanceof Uint8Array) {
      await writeFile(join(folder, path), content, { flag: "wx", mode: 0o600 });
    }
  }
  for (const { path, content } of inside) {
    if (content instanceof Uint8Array || !isPlainPath(content.link)) continue;
    const target = posix.relative(posix.dirname(path), content.link) || ".";
    await symlink(target, join(folder, path));
  }
}

/** A path that stays below where it starts, on every system. */
export function isPlainPath(path: string): boolean {
  const parts = path.split("/");
  return parts.every((part) => !["", ".", ".."].includes(part)) && !/[\\\0]|^[A-Za-z]:/.test(path);
}

/** A folder of this name below another. */
export async function makeFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder);
  return folder;
}
