import type { ChildProcess } from "node:child_process";
import { hasEnded, signalTo, treeOf } from "./process-tree.ts";

/** How long programs may take to end once they are asked to: two seconds, of the seven that GitHub leaves a run. */
const GRACE_MS = 2_000;
const TURN_MS = 5;

/**
 * Ask a program and all that it started to end (SIGTERM): git takes its locks away then.
 *
 * @returns their ids, for who has to end those that stay
 */
export function askToEnd(child: ChildProcess): readonly number[] {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return [];
  const tree = treeOf(child.pid);
  for (const pid of tree) signalTo(pid, "SIGTERM");
  return tree;
}

/**
 * Stop programs that this process started, all at once, and wait for it without leaving the thread: nothing else of
 * this process goes on meanwhile. Those that stay are ended (SIGKILL).
 */
export function stopChildren(children: readonly ChildProcess[]): void {
  const asked = children.flatMap(askToEnd);
  waitForEnd(asked);
  const left = asked.filter((pid) => !hasEnded(pid));
  for (const pid of left) signalTo(pid, "SIGKILL");
  waitForEnd(left);
}

function waitForEnd(pids: readonly number[]): void {
  for (let waited = 0; waited < GRACE_MS; waited += TURN_MS) {
    if (pids.every(hasEnded)) return;
    pause(TURN_MS);
  }
}

/** Keep this thread, and with it all that it does, waiting. @param milliseconds at least so long */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
