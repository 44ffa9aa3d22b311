import { rmSync } from "node:fs";
import { basename } from "node:path";

/** What is to be removed, and what is to be stopped, should this process be told to end. */
const live = new Set<string>();
const stops = new Set<() => void>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Have a file or folder removed when a signal or `process.exit` ends this process. @returns what takes it back. */
export function removeAtEnd(path: string): () => void {
  if (live.size === 0) watch();
  live.add(path);
  return () => {
    live.delete(path);
    if (live.size === 0) unwatch();
  };
}

/** Whether something of this name is there, and in use by this process: names of ours are used once. */
export function isInUse(name: string): boolean {
  return [...live].some((path) => basename(path) === name);
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
  for (const path of live) rmSync(path, { recursive: true, force: true });
}

/** Clear up, and end as if nobody had listened: whoever waits for this process sees the signal. */
function end(signal: NodeJS.Signals): void {
  clear();
  unwatch();
  process.kill(process.pid, signal);
}
