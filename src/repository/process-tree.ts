import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Parents by process. */
type Parents = ReadonlyMap<number, number>;

/**
 * A process and all that it started, and these, and so on: a helper of git's that waits for a server does not notice
 * that git is gone. What a process that has ended left running is not found any more.
 */
export function treeOf(root: number): readonly number[] {
  const parents = parentsNow();
  const tree = new Set([root]);
  // Each is looked at after what is in the set already, which grows meanwhile.
  for (const one of tree) {
    for (const [pid, parent] of parents) if (parent === one) tree.add(pid);
  }
  return [...tree];
}

/** Signal a process, where it is there and ours to signal (kill(2)). */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Whether a process has ended. Nobody reaps our children while this thread waits: they stay zombies, whose files are
 * closed. Where there is no `/proc` that is not seen.
 */
export function hasEnded(pid: number): boolean {
  if (process.platform === "linux") return /^[ZX]?$/.test(statOf(pid)?.state ?? "");
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** proc(5) where it is, and else POSIX's ps. Windows has neither: there only the process itself is known. */
function parentsNow(): Parents {
  if (process.platform === "win32") return new Map();
  const pairs = process.platform === "linux" ? fromProc() : fromPs();
  return new Map(pairs);
}

function fromProc(): readonly (readonly [number, number])[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    const stat = statOf(Number(name));
    return stat === null ? [] : [[Number(name), stat.parent] as const];
  });
}

function fromPs(): readonly (readonly [number, number])[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=", "-o", "ppid="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return [pid, parent] as const;
  });
}

/** proc(5), `stat`: the state and the parent follow the name, which stands in parentheses and may hold any. */
function statOf(pid: number): { readonly state: string; readonly parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}
