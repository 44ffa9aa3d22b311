import type { ChildProcess } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { pause, stopChildren } from "./stop-children.ts";

/** What is to be removed, and what is to be stopped, should this process be told to end. */
const live = new Set<string>();
const stops = new Set<() => void>();
const children = new Set<ChildProcess>();
const afterwards = new Set<() => void>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let isWatched = false;

/** Have a file or folder removed when a signal or `process.exit` ends this process. @returns what takes it back. */
export function removeAtEnd(path: string): () => void {
  return keepIn(live, path);
}

/** Whether something of this name is there, and in use by this process: names of ours are used once. */
export function isInUse(name: string): boolean {
  return [...live].some((path) => basename(path) === name);
}

/** Have something stopped when a signal ends this process. @returns what takes it back. */
export function onEnd(stop: () => void): () => void {
  return keepIn(stops, stop);
}

/** Have a program ask to end, and waited for, before anything is removed. @returns what takes it back. */
export function stopAtEnd(child: ChildProcess): () => void {
  return keepIn(children, child);
}

/** Have something done once all has stopped. @returns what takes it back. */
export function onceStopped(work: () => void): () => void {
  return keepIn(afterwards, work);
}

/** Signals are listened to as long as there is something to do. */
function keepIn<T>(set: Set<T>, one: T): () => void {
  set.add(one);
  watch();
  return () => {
    set.delete(one);
    if (live.size + stops.size + children.size + afterwards.size === 0) unwatch();
  };
}

function watch(): void {
  if (isWatched) return;
  isWatched = true;
  process.on("exit", clear);
  for (const signal of SIGNALS) process.on(signal, end);
}

function unwatch(): void {
  isWatched = false;
  process.off("exit", clear);
  for (const signal of SIGNALS) process.off(signal, end);
}

function clear(): void {
  for (const stop of stops) stop();
  stopChildren([...children]);
  for (const work of afterwards) work();
  for (const path of live) removeWhole(path);
}

/** What was killed may be in the midst of its last call of the system, which makes a file anew. */
function removeWhole(path: string): void {
  for (let turn = 0; turn < 10; turn++) {
    try {
      rmSync(path, { recursive: true, force: true });
      if (!existsSync(path)) return;
    } catch {
      // Filled while it was emptied (rmdir(2), ENOTEMPTY), or not ours any more: the next run sweeps.
    }
    pause(10);
  }
}

/** Clear up, and end as if nobody had listened: whoever waits for this process sees the signal. */
function end(signal: NodeJS.Signals): void {
  clear();
  unwatch();
  process.kill(process.pid, signal);
}
