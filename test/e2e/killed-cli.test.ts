import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { commit, run as git, initRepository } from "../repository/git-fixture.ts";
import { CLI, runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";

const folder = mkdtempSync(join(tmpdir(), "killed-cli-"));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

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
  if (signal === "SIGTERM") expect(readdirSync(temporary)).toEqual([]);
  else expect(readdirSync(temporary)).toHaveLength(1);
  const next = runCli(ACTION_NODE, folder, args, { env: { TMPDIR: temporary } });
  expect(next.status).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

/** An origin that takes a request and never answers it: `asked`, and `gone` once whoever asked has hung up. */
async function mute() {
  const heard = new EventEmitter();
  const server = createServer((request) => {
    request.socket.on("close", () => heard.emit("gone"));
    heard.emit("asked");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/acme/shop`;
  return { url, asked: once(heard, "asked"), gone: once(heard, "gone") };
}

it.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends a fetch with the run, and git takes its lock away",
  { timeout: 30_000 },
  async (signal) => {
    const clone = initRepository(join(folder, `fetching-${signal}`));
    commit(clone, { "availability.yaml": "version: 1\n" });
    const origin = await mute();
    git(clone, "remote", "add", "origin", origin.url);
    const tip = git(clone, "rev-parse", "HEAD");
    writeFileSync(join(clone, ".git/shallow"), `${tip}\n`);
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
    const args = [CLI, "diff", "--base", "1".repeat(40), "--head", tip];
    const child = spawn(ACTION_NODE, args, { cwd: clone, env, stdio: "ignore" });
    await origin.asked;
    child.kill(signal);
    const [, by] = await once(child, "close");
    expect(by).toBe(signal);
    // Not once the fetch has run out of time, in two minutes.
    await origin.gone;
    const inside = readdirSync(join(clone, ".git"), { recursive: true, encoding: "utf8" });
    expect(inside.filter((one) => /\.lock$|tmp_/.test(one))).toEqual([]);
  },
);
