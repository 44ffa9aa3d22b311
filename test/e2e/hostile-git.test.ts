import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run as git, runWith } from "../repository/git-fixture.ts";
import { checkOut } from "./checkout.ts";
import { makeOrigin, type Origin } from "./history.ts";
import { pullRequestPayload } from "./payloads.ts";
import {
  type Canaries,
  configure,
  FETCHING_SETTINGS,
  openCanaries,
  PLACE_VARIABLES,
  PROGRAM_VARIABLES,
  plantReading,
  URLS,
} from "./plants.ts";
import { runAction } from "./run-action.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES, commitsOf, deployment } from "./shop.ts";
import { gitObjects } from "./stand-in/git-objects.ts";
import { startStandIn } from "./stand-in/stand-in.ts";
import { pullState } from "./stand-in/state.ts";
import { NUMBER, told } from "./told.ts";

const root = resolve(import.meta.dirname, "../..");
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "availability-gate-hostile-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What no report may show: it lies outside of the repository. */
const SECRET = "hunter2-outside-of-the-repository";
const secrets = join(scratch, "secrets");

let canaries: Canaries;
let origin: Origin;
let turn = 0;

beforeAll(() => {
  canaries = openCanaries(scratch);
  origin = makeOrigin(join(scratch, "origin.git"), commitsOf({ pushes: [CHANGES.fewer] }), {
    "refs/heads/main": "main",
    "refs/heads/feature": "head-1",
    "refs/pull/7/merge": "merge-1",
  });
  mkdirSync(secrets);
  writeFileSync(join(secrets, "payment.yaml"), deployment(SECRET, 1));
  writeFileSync(join(secrets, "availability.yaml"), `version: 1\n${SECRET}: [\n`);
});

/** A clone with all history, on the branch that saves two replicas of `payment`. */
function full(): string {
  const folder = join(scratch, `clone-${turn++}`);
  checkOut(origin, folder, { commit: "head-1", ref: "origin/feature", full: true });
  return folder;
}

/** The test merge alone, as actions/checkout leaves it. */
function shallow(): string {
  const folder = join(scratch, `clone-${turn++}`);
  checkOut(origin, folder, { commit: "merge-1", ref: `pull/${NUMBER}/merge` });
  return folder;
}

function diff(folder: string, head: string, env: Readonly<Record<string, string>> = {}) {
  const args = ["diff", "--base", origin.id("main"), "--head", head];
  return runCli(ACTION_NODE, folder, args, { env });
}

/** The environment of somebody who lets git read in another repository. */
const trusting = (folder: string) => ({
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "safe.directory",
  GIT_CONFIG_VALUE_0: folder,
});

async function act(folder: string, env: Readonly<Record<string, string>> = {}) {
  const ids = { headSha: origin.id("head-1"), baseSha: origin.id("main") };
  const pull = pullState({ number: NUMBER, ...ids });
  const standIn = await startStandIn({ pulls: [pull], objects: gitObjects(origin.folder) });
  const { number, headSha, headRef, headRepository, baseSha, baseRef, labels } = pull;
  const facts = { number, headSha, headRef, headRepository, baseSha, baseRef, labels };
  try {
    const outcome = await runAction({
      dist: join(root, "dist"),
      manifest: join(root, "action.yml"),
      node: ACTION_NODE,
      repoDir: folder,
      event: {
        name: "pull_request",
        sha: origin.id("merge-1"),
        payload: pullRequestPayload("opened", facts),
      },
      standIn,
      env,
    });
    expect(standIn.problems).toEqual([]);
    return told(outcome);
  } finally {
    await standIn.close();
  }
}

/** A commit of what git's plumbing can write, though no checkout could: `<mode> <type> <id>\t<path>` below `deploy`. */
function commitTree(folder: string, entries: readonly string[], top: readonly string[]): string {
  const make = (lines: readonly string[]) =>
    runWith(folder, {}, ["mktree", "-z", "--missing"], lines.map((one) => `${one}\0`).join(""));
  const deploy = make(entries);
  const kept = git(folder, "ls-tree", "-z", "HEAD")
    .split("\0")
    .filter((one) => one !== "" && !/\tdeploy$/.test(one));
  const names = new Set(top.map((one) => one.slice(one.indexOf("\t"))));
  const rest = kept.filter((one) => !names.has(one.slice(one.indexOf("\t"))));
  const tree = make([...rest, ...top, `040000 tree ${deploy}\tdeploy`]);
  return git(folder, "commit-tree", tree, "-p", "HEAD", "-m", "hostile");
}

const blob = (folder: string, text: string): string =>
  runWith(folder, {}, ["hash-object", "-w", "--stdin"], text);

describe("programs that a repository names are not run", { timeout: 120_000 }, () => {
  it("while it is read, by the command line", () => {
    const folder = full();
    plantReading(folder, canaries);
    for (const head of [origin.id("head-1"), "WORKTREE"]) {
      const ended = diff(folder, head);
      expect(ended).toMatchObject({ status: 1, stderr: "" });
      expect(ended.stdout).toContain("falls below its SLO");
    }
    expect(runCli(ACTION_NODE, folder, ["validate"])).toMatchObject({ status: 0 });
    expect(canaries.sung()).toEqual([]);
    // That they can be: `git status` asks the monitor, and a switch of branches runs hooks and filters.
    spawnSync("git", ["status"], { cwd: folder });
    spawnSync("git", ["checkout", "--quiet", "--force", "-B", "x", origin.id("main")], {
      cwd: folder,
    });
    expect(canaries.sung().length).toBeGreaterThan(1);
  });

  it("while it is read, by the Action, which fetches all the same", async () => {
    const folder = shallow();
    plantReading(folder, canaries);
    const run = await act(folder);
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail", warnings: [] });
    expect(run.requests.filter((one) => one.includes("/git/"))).toEqual([]);
    expect(canaries.sung()).toEqual([]);
  });

  it.each(FETCHING_SETTINGS)("while it is fetched from: %s", (key, url) => {
    const folder = shallow();
    const config = join(folder, ".git/config");
    configure(config, { [key]: canaries.program(key) });
    if (url !== "") git(folder, "remote", "set-url", "origin", url);
    if (key === "core.alternateRefsCommand") {
      writeFileSync(join(folder, ".git/objects/info/alternates"), `${origin.folder}/objects\n`);
    }
    // The one whose objects the command needs may be read, so that the setting is all there is to refuse.
    const ended = diff(folder, "1".repeat(40), trusting(origin.folder));
    expect(ended).toMatchObject({ status: 3, stdout: "" });
    expect(ended.stderr).toContain(`\`${key.toLowerCase()}\``);
    expect(ended.stderr).toContain("git config --global");
    expect(canaries.sung()).toEqual([]);
    expect(sings(folder)).toBe(1);
  });

  it.each(URLS)("while it is fetched from, by %s", (_, settings) => {
    const folder = shallow();
    const program = canaries.program("url");
    const told = Object.entries(settings).map(([key, value]) =>
      [key, value].map((one) => one.replace("PROGRAM", program)),
    );
    git(folder, "config", "--unset", "remote.origin.url");
    configure(join(folder, ".git/config"), {
      ...Object.fromEntries(told),
      "protocol.ext.allow": "always",
    });
    const ended = diff(folder, "1".repeat(40));
    expect(ended).toMatchObject({ status: 3, stdout: "" });
    expect(ended.stderr).toMatch(/^error: /);
    expect(canaries.sung()).toEqual([]);
    // git itself refuses a host that would be an option of ssh.
    expect(sings(folder)).toBe(JSON.stringify(settings).includes("ext::") ? 1 : 0);
  });

  it("while it is fetched from, by the Action, which reads through the API in its place", async () => {
    const folder = shallow();
    const settings = FETCHING_SETTINGS.map(([key]) => [key, canaries.program(key)]);
    configure(join(folder, ".git/config"), Object.fromEntries(settings));
    const run = await act(folder);
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail" });
    expect(run.requests.some((one) => one.includes("/git/trees/"))).toBe(true);
    expect(canaries.sung()).toEqual([]);
  });

  it("where the environment names them, or another place", async () => {
    const elsewhere = join(scratch, "elsewhere");
    git(".", "init", "--quiet", elsewhere);
    const trace = join(scratch, "trace");
    const env = Object.fromEntries([
      ...PROGRAM_VARIABLES.map((name) => [name, canaries.program(name)]),
      ...PLACE_VARIABLES.map((name) => [name, name.includes("TRACE") ? trace : elsewhere]),
      ["GIT_ALLOW_PROTOCOL", "ext:file"],
      ["GIT_PROTOCOL_FROM_USER", "1"],
      ["GIT_REPLACE_REF_BASE", "refs/heads/"],
      ["GIT_CONFIG_PARAMETERS", `'core.fsmonitor'='${canaries.program("parameters")}'`],
    ]);
    const ended = diff(full(), origin.id("head-1"), env);
    expect(ended).toMatchObject({ status: 1, stderr: "" });
    const run = await act(shallow(), env);
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail", warnings: [] });
    expect(canaries.sung()).toEqual([]);
    expect(readdirSync(scratch)).not.toContain("trace");
  });

  it("of a repository that lies in the files of another", () => {
    const outer = full();
    const inner = join(outer, "inner");
    cpSync(join(outer, ".git"), inner, { recursive: true });
    configure(join(inner, "config"), {
      "core.bare": "true",
      "core.fsmonitor": canaries.program("embedded"),
      "remote.origin.uploadpack": canaries.program("embedded upload-pack"),
    });
    const ended = diff(inner, origin.id("head-1"));
    expect(ended).toMatchObject({ status: 3, stdout: "" });
    expect(ended.stderr).toMatch(/within the files of another/);
    expect(canaries.sung()).toEqual([]);
  });

  /** Whether git itself would have run what is planted. */
  function sings(folder: string): number {
    const env = { PATH: process.env.PATH, HOME: scratch, GIT_PROXY_COMMAND: undefined };
    spawnSync("git", ["fetch", "--quiet", "origin", origin.id("main")], { cwd: folder, env });
    return canaries.sung().length;
  }
});

describe("what a tree holds is not followed", { timeout: 120_000 }, () => {
  it("links out of it, submodules, pointers of LFS, attributes, and names that differ in case", async () => {
    const folder = full();
    const link = blob(folder, join(secrets, "payment.yaml"));
    const pointer = blob(
      folder,
      `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`,
    );
    const kept = git(folder, "ls-tree", "-z", "HEAD:deploy").split("\0").filter(Boolean);
    const upper = blob(folder, deployment("payment-upper", 2));
    const attributes = "* filter=planted diff=planted working-tree-encoding=UTF-16 ident\n";
    const program = canaries.program("filter");
    configure(join(folder, ".git/config"), {
      "filter.planted.smudge": program,
      "filter.planted.required": "true",
    });
    const modules = `[submodule "sub"]\n\tpath = deploy/sub\n\turl = ext::${program} %S\n\tupdate = !${program}\n`;
    const oid = commitTree(
      folder,
      [
        ...kept.filter((one) => !one.endsWith("\tpayment.yaml")),
        `120000 blob ${link}\tpayment.yaml`,
        `120000 blob ${blob(folder, "../../..")}\tup`,
        `100644 blob ${pointer}\tlfs.yaml`,
        `100644 blob ${upper}\tCart.yaml`,
        `160000 commit ${origin.id("main")}\tsub`,
      ],
      [
        `100644 blob ${blob(folder, attributes)}\t.gitattributes`,
        `100644 blob ${blob(folder, modules)}\t.gitmodules`,
      ],
    );
    const ended = diff(folder, oid);
    // `payment` has no workload any more: what its link leads to does not count as one.
    expect(ended.status).not.toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(SECRET);
    expect(`${ended.stdout}${ended.stderr}`).toMatch(/payment/);
    expect(canaries.sung()).toEqual([]);
    const spec = commitTree(folder, kept, [
      `120000 blob ${blob(folder, join(secrets, "availability.yaml"))}\tavailability.yaml`,
    ]);
    const noSpec = diff(folder, spec);
    expect(noSpec.status).toBe(2);
    expect(`${noSpec.stdout}${noSpec.stderr}`).not.toContain(SECRET);
  });

  it("nor where the link stands on disk", () => {
    const folder = full();
    rmSync(join(folder, "deploy"), { recursive: true });
    execFileSync("ln", ["-s", secrets, join(folder, "deploy")]);
    const ended = diff(folder, "WORKTREE");
    expect(ended.status).not.toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(SECRET);
    const elsewhere = full();
    git(elsewhere, "config", "core.worktree", secrets);
    const other = diff(elsewhere, "WORKTREE");
    expect(other).toMatchObject({ status: 3, stdout: "" });
    expect(other.stderr).not.toContain(SECRET);
  });

  it("nor are objects read that lie in another repository, and that a clone only points at", async () => {
    const outside = join(scratch, "outside");
    git(".", "init", "--quiet", outside);
    const held = git(outside, "commit-tree", git(outside, "mktree"), "-m", SECRET);
    const [whole, cut] = [full(), shallow()];
    for (const folder of [whole, cut]) {
      writeFileSync(join(folder, ".git/objects/info/alternates"), `${outside}/.git/objects\n`);
      // git itself reads it.
      expect(git(folder, "cat-file", "commit", held)).toContain(SECRET);
    }
    const ended = diff(whole, held);
    expect(ended).toMatchObject({ status: 3, stdout: "" });
    expect(ended.stderr).toMatch(/^error: .*borrows objects.*safe\.directory/);
    const run = await act(cut);
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail" });
    expect(run.requests.some((one) => one.includes("/git/trees/"))).toBe(true);
    // Where its user trusts the other one, it is read as git reads it.
    const trusted = diff(whole, origin.id("head-1"), trusting(outside));
    expect(trusted).toMatchObject({ status: 1, stderr: "" });
  });

  it("nor does a replaced or grafted object stand for another", async () => {
    const [whole, cut] = [full(), shallow()];
    for (const folder of [whole, cut]) {
      const calm = git(folder, "commit-tree", "HEAD^{tree}", "-m", "calm");
      const tip = git(folder, "rev-parse", "HEAD");
      mkdirSync(join(folder, ".git/info"), { recursive: true });
      appendFileSync(join(folder, ".git/info/grafts"), `${tip} ${calm}\n`);
      const forged = blob(folder, deployment("payment", 3));
      git(folder, "replace", git(folder, "rev-parse", "HEAD:deploy/payment.yaml"), forged);
    }
    expect(diff(whole, origin.id("head-1"))).toMatchObject({ status: 1, stderr: "" });
    expect((await act(cut)).brief).toMatchObject({ code: 1, verdict: "fail" });
  });
});
