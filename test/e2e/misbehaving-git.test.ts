import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run as git } from "../repository/git-fixture.ts";
import { GIT_FAULTS } from "./git-faults.ts";
import { type GitOrigin, serveGit } from "./git-origin.ts";
import { CLI, type CliRun } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES } from "./shop.ts";
import { openStage, type Stage } from "./stage.ts";
import type { Told } from "./told.ts";

/** `npm run trust -- faults`: each way, once and always; else some of them. */
const all = process.env.TRUST === "all";

type Often = "once" | "always";

/** One of each sort that git tells in a way of its own, and none that takes all of the time that a fetch may take. */
const SOME: readonly (readonly [string, Often])[] = [
  ["asked what it has: 401", "always"],
  ["asked what it has: redirected to another host", "once"],
  ["asked for commits: reset within the reply", "always"],
  ["asked for commits: a bit of the pack's middle", "always"],
];

const EVERY = Object.keys(GIT_FAULTS).flatMap((name): (readonly [string, Often])[] => [
  [name, "once"],
  [name, "always"],
]);

/** Two minutes of the run's time, which goes by ten times as fast, and what a busy machine takes. */
const MOST_SECONDS = 120 / 10 + 25;

/** What actions/checkout leaves for git to say who it is: the token as a password (its `auth.ts` of `extraheader`). */
const TOKEN = "ghs_a-token-that-nobody-may-see";
const BASIC = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");

type Outcome = { readonly told: Told; readonly cli: CliRun; readonly seconds: readonly number[] };

describe("an origin that misbehaves", { timeout: 300_000 }, () => {
  let stage: Stage;
  let origin: GitOrigin;
  let healthy: Outcome;

  beforeAll(async () => {
    stage = await openStage({ node: ACTION_NODE, pushes: [CHANGES.fewer] });
    origin = await serveGit(stage.origin.folder);
    healthy = await outcome();
    expect(healthy.told.brief).toMatchObject({ code: 1, verdict: "fail", warnings: [] });
    expect(healthy.told.requests.filter((one) => one.includes("/git/"))).toEqual([]);
    expect(healthy.cli).toMatchObject({ status: 1, stderr: "" });
    expect(origin.requests.map(({ phase }) => phase)).toEqual(["refs", "pack", "refs", "pack"]);
    expect(origin.requests[0]?.authorization).toBe(`basic ${BASIC}`);
  }, 120_000);
  afterAll(async () => {
    await origin.close();
    await stage.close();
  });

  it.each(all ? EVERY : SOME)("%s, %s", async (name, often) => {
    const times = often === "once" ? 1 : Number.POSITIVE_INFINITY;
    const before = origin.requests.length;
    const begin = () => origin.misbehave(GIT_FAULTS[name]!, times);
    const { told, cli, seconds } = await outcome(begin, often === "always");
    for (const one of seconds) expect(one).toBeLessThan(MOST_SECONDS);
    // GitHub's API has what git could not bring.
    const { code, verdict, failed, summary } = healthy.told.brief;
    expect(told.brief).toMatchObject({ code, verdict, failed, summary, warnings: [] });
    expect(told.parsed).toEqual(healthy.told.parsed);
    // The command line has git alone: its verdict is the true one, or there is none.
    if (cli.status !== healthy.cli.status) {
      expect(cli).toMatchObject({ status: 3, stdout: "" });
      expect(cli.stderr).toMatch(/^error: [^\n\p{Cc}]+; [^\n\p{Cc}]+\n$/u);
    } else expect(cli).toEqual(healthy.cli);
    holdSecret([told.stdout, told.summary, JSON.stringify(told.outputs), told.result ?? ""]);
    holdSecret([cli.stdout, cli.stderr]);
    const strangers = origin.requests.slice(before).filter(({ host }) => /^localhost/.test(host));
    expect(strangers.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  });

  /** A run of the Action, and one of the command line, each on a clone of its own that lacks the base. */
  async function outcome(begin = () => {}, packed = false): Promise<Outcome> {
    const env = {
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "stand-in/quick-clock.mjs")).href}`,
      NODE_COMPILE_CACHE: join(stage.scratch, "compiled"),
    };
    const [told, first] = await timed(begin, packed, () => stage.pullRequest("opened", { env }));
    const [cli, second] = await timed(begin, packed, () => diff(env));
    return { told, cli, seconds: [first, second] };
  }

  async function timed<T>(
    begin: () => void,
    packed: boolean,
    work: () => Promise<T>,
  ): Promise<[T, number]> {
    stage.checkOut({ commit: "merge-1", ref: "pull/7/merge" });
    git(stage.folder, "remote", "set-url", "origin", origin.url);
    const who = `http.${new URL(origin.url).origin}/.extraheader`;
    git(stage.folder, "config", who, `AUTHORIZATION: basic ${BASIC}`);
    // Of a hundred objects git keeps the pack, which it writes beside its place (git-config(1)).
    if (packed) git(stage.folder, "config", "fetch.unpackLimit", "1");
    stage.standIn.state.comments.splice(0);
    begin();
    const started = performance.now();
    const done = await work();
    origin.misbehave(null);
    holdClean();
    return [done, (performance.now() - started) / 1000];
  }

  function diff(env: Readonly<Record<string, string>>): Promise<CliRun> {
    const [base, head] = [stage.origin.id("main"), stage.origin.id("merge-1")];
    const args = [CLI, "diff", "--base", base, "--head", head];
    const child = spawn(ACTION_NODE, args, {
      cwd: stage.folder,
      env: { PATH: process.env.PATH, HOME: stage.scratch, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    return new Promise((resolve) => {
      child.on("close", (status) => resolve({ status, stdout, stderr }));
    });
  }

  function holdClean(): void {
    const inside = readdirSync(join(stage.folder, ".git"), { recursive: true, encoding: "utf8" });
    expect(inside.filter((one) => /\.lock$|tmp_/.test(one))).toEqual([]);
  }

  function holdSecret(texts: readonly string[]): void {
    for (const text of texts) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(BASIC);
    }
  }
});
