import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

export const CLI = resolve(import.meta.dirname, "../../dist/cli.js");

export type CliRun = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs the bundled command line, or a copy, in an environment with nothing of the test's own. */
export function runCli(
  node: string,
  folder: string,
  args: readonly string[],
  options: { readonly cli?: string; readonly env?: Readonly<Record<string, string>> } = {},
): CliRun {
  return spawned(folder, [node, options.cli ?? CLI, ...args], options.env);
}

/** The same with its output in a pipe that nobody reads. */
export function runUnread(node: string, folder: string, args: readonly string[]): CliRun {
  const script = `"$@" | true; exit "$` + `{PIPESTATUS[0]}"`;
  return spawned(folder, ["bash", "-c", script, "bash", node, CLI, ...args]);
}

function spawned(
  folder: string,
  [command = "", ...args]: readonly string[],
  more: Readonly<Record<string, string>> = {},
): CliRun {
  const env = { PATH: process.env.PATH, HOME: folder, ...more };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
