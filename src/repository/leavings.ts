import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isInUse } from "./at-end.ts";

/**
 * Who made a temporary file or folder, as part of its name: `<machine>-<process>`. Nothing clears up after a process
 * that was killed (signal(7): SIGKILL cannot be caught), so the next one does, and has to know whose process is gone.
 */
export function maker(): string {
  machine ??= machineId();
  return `${machine}-${process.pid}`;
}

/** Folders of {@link maker} start with this. */
export const SCRATCH = "availability-gate-";

/** Eight digits for this machine and its table of processes: containers may share a folder, and not that table. */
let machine: string | undefined;

function machineId(): string {
  const id = `${hostname()} ${processTable()}`;
  return createHash("sha256").update(id).digest("hex").slice(0, 8);
}

/** pid_namespaces(7). */
function processTable(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Removes the scratch folders that dead runs have left in a folder. Never fails: it is a favour to whoever comes next. */
export function sweepFolders(parent: string): void {
  sweep(parent, (name) => (name.startsWith(SCRATCH) ? name.slice(SCRATCH.length) : null));
}

/** Removes the drafts of a file that dead runs have left beside it. */
export function sweepDrafts(file: string): void {
  const start = `${basename(file)}.`;
  sweep(dirname(file), (name) =>
    name.startsWith(start) && name.endsWith(".tmp") ? name.slice(start.length, -4) : null,
  );
}

/** @param made the part of a name that says who made it; `null`: it is none of ours */
function sweep(parent: string, made: (name: string) => string | null): void {
  try {
    const folder = realpathSync(parent);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (isLeftOver(name, made(name)) && isOurs(path)) {
        rmSync(path, { recursive: true, force: true });
      }
    }
  } catch {
    // Not there, or not ours to read.
  }
}

/** Whether the process that made it was one of this machine, and is gone. */
function isLeftOver(name: string, made: string | null): boolean {
  const [, home, pid] = /^([0-9a-f]{8})-(\d{1,10})-[\w-]+$/.exec(made ?? "") ?? [];
  if (home === undefined || !maker().startsWith(`${home}-`)) return false;
  const number = Number(pid);
  return number === process.pid ? !isInUse(name) : !isAlive(number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and another user's: kill(2), EPERM.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** A file or folder of this user: a link is followed nowhere, and what others made is theirs. */
function isOurs(path: string): boolean {
  const stats = lstatSync(path);
  const isMine = process.getuid === undefined || stats.uid === process.getuid();
  return isMine && (stats.isFile() || stats.isDirectory());
}
