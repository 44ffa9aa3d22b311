import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { CLI, runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";

const folder = mkdtempSync(join(tmpdir(), "killed-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TRACES = join(import.meta.dirname, "../../fixtures/traces/shop.otlp.jsonl");
const COMMANDS = { demo: ["demo"], discover: ["discover", TRACES, "--repo", folder] } as const;

/** Ends with the signal as soon as there is something in its temporary folder. */
async function killed(args: readonly string[], signal: NodeJS.Signals, temporary: string) {
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: temporary };
  const child = spawn(ACTION_NODE, [CLI, ...args], { cwd: folder, env, stdio: "ignore" });
  const watcher = watch(temporary, () => child.kill(signal));
  const [, by] = await once(child, "close");
  watcher.close();
  return by;
}

it.each(
  (["SIGKILL", "SIGTERM"] as const).flatMap((signal) => [
    [signal, "demo"] as const,
    [signal, "discover"] as const,
  ]),
)("%s leaves nothing of `%s` that the next one does not clear", async (signal, command) => {
  const temporary = join(folder, `${signal}-${command}`);
  mkdirSync(temporary);
  const args = COMMANDS[command];
  expect(await killed(args, signal, temporary)).toBe(signal);
  const left = readdirSync(temporary).length;
  // A git that the demo started may write its last file after its folder was cleared.
  if (signal === "SIGTERM") expect(left).toBeLessThanOrEqual(command === "demo" ? 1 : 0);
  else expect(left).toBe(1);
  const next = runCli(ACTION_NODE, folder, args, { env: { TMPDIR: temporary } });
  expect(next.status).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});
