import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";

/** A file to lay out: its bytes, or the path of another one (or of a folder) that it links to. */
export type ScratchFile = {
  /** `/`-separated, relative to the folder that it is laid out in. */
  readonly path: string;
  readonly content: Uint8Array | { readonly link: string };
};

/** Folders that are to be removed, and what is to be stopped, should this process be told to end. */
const live = new Set<string>();
const stops = new Set<() => void>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Work in a new folder of the system's temporary one that only this user may read. It is removed when the
 * work is done or fails, and also when a signal or `process.exit` ends this process.
 */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), "availability-gate-")));
  if (live.size === 0) watch();
  live.add(folder);
  try {
    return await work(folder);
  } finally {
    // A program that was stopped may still be writing its last file.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    live.delete(folder);
    if (live.size === 0) unwatch();
  }
}

/** Have something stopped when a signal ends this process. @returns what takes it back. */
export function onEnd(stop: () => void): () => void {
  stops.add(stop);
  return () => stops.delete(stop);
}

function watch(): void {
  process.on("exit", clear);
  for (const signal of SIGNALS) process.on(signal, end);
}

function unwatch(): void {
  process.off("exit", clear);
  for (const signal of SIGNALS) process.off(signal, end);
}

function clear(): void {
  for (const stop of stops) stop();
  for (const folder of live) rmSync(folder, { recursive: true, force: true });
}

/** Clear up, and end as if nobody had listened: whoever waits for this process sees the signal. */
function end(signal: NodeJS.Signals): void {
  clear();
  unwatch();
  process.kill(process.pid, signal);
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
