import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { run as git } from "../repository/git-fixture.ts";
import { dispatchPayload, pushPayload } from "./payloads.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES, deployment, edited, SHOP, SPEC } from "./shop.ts";
import { type Stage, stagesOn } from "./stage.ts";
import { ASK, COMMENT_URL, CREATED, FAILED, NOT_AFFECTED } from "./told.ts";

const OTHERS = { "deploy/cart.yaml": deployment("cart", 2) };

/** A run that could not look at anything: no output claims a verdict. */
const STOPPED = {
  requests: [],
  verdict: undefined,
  failed: [],
  comment: undefined,
  summary: "❌ the gate could not run",
  warnings: [],
} as const;

/** How the commits get to the gate, whatever the workflow checked out. */
describe("checkouts", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  /** `payment` had three replicas in this clone's base. */
  function blobOfPayment(stage: Stage): string {
    return git(stage.origin.folder, "rev-parse", `${stage.origin.id("main")}:deploy/payment.yaml`);
  }

  function program(stage: Stage, name: string, script: string): string {
    const file = join(stage.scratch, "bin", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return file;
  }

  it("a test merge of depth 1: what others merged is in both sides", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], others: OTHERS });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.parsed?.base).toEqual({ sha: stage.origin.id("main"), kind: "merge-parent" });
    expect(run.parsed?.models[0]?.changes.map(({ subject }) => subject)).toEqual(["payment"]);
  });

  it("the head itself with all history: compared with the merge base", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], others: OTHERS });
    stage.checkOut({ commit: "head-1", ref: "origin/feature", full: true, branch: "feature" });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.parsed).toMatchObject({
      base: { sha: stage.origin.id("start"), kind: "merge-base" },
      head: { sha: stage.origin.id("head-1"), commit: stage.origin.id("head-1") },
    });
    expect(run.parsed?.models[0]?.changes.map(({ subject }) => subject)).toEqual(["payment"]);
  });

  it("the head itself of depth 1: GitHub tells the merge base", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], others: OTHERS });
    const { id } = stage.origin;
    stage.checkOut({ commit: "head-1", ref: "origin/feature", branch: "feature" });
    const run = await stage.pullRequest("opened");
    const requests = [ASK.compare(id("main"), id("head-1")), ...CREATED];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
    expect(run.parsed?.base).toEqual({ sha: id("start"), kind: "merge-base" });
  });

  it("persist-credentials: false: no prompt blocks, and GitHub's API serves the base", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const server = createServer((_, response) => {
      response.writeHead(401, { "www-authenticate": 'Basic realm="GitHub"' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    git(stage.folder, "remote", "set-url", "origin", `http://127.0.0.1:${port}/acme/shop`);
    git(
      stage.folder,
      "config",
      "core.askPass",
      program(stage, "ask", 'touch "$0.asked"; sleep 50'),
    );
    const run = await stage.pullRequest("opened");
    server.close();
    expect(existsSync(join(stage.scratch, "bin/ask.asked"))).toBe(false);
    const base = stage.origin.id("main");
    const requests = [ASK.tree(base), ASK.blob(blobOfPayment(stage)), ...CREATED];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
    expect(run.parsed?.base).toEqual({ sha: base, kind: "merge-parent" });
  });

  it("neither credentials nor a token: exit 3, with the remedy", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    git(stage.folder, "remote", "set-url", "origin", join(stage.scratch, "gone.git"));
    const run = await stage.pullRequest("opened", { env: { "INPUT_GITHUB-TOKEN": "" } });
    expect(run.brief).toEqual({ ...STOPPED, code: 3 });
    expect(run.commands).toEqual([expect.stringMatching(/^error .*`fetch-depth: 0`/)]);
  });

  it("a container where git distrusts the owner: GitHub's API serves both sides", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const { id } = stage.origin;
    // A git that takes every clone for another user's, as git's own tests do.
    const path = process.env.PATH;
    const bin = program(
      stage,
      "git",
      `GIT_TEST_ASSUME_DIFFERENT_OWNER=1 PATH='${path}' exec git "$@"`,
    );
    const env = { PATH: `${dirname(bin)}:${path}` };
    const run = await stage.pullRequest("opened", { env });
    const reads = run.brief.requests.filter((one) => one.startsWith("GET git/"));
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.compare(id("main"), id("head-1")), ...reads, ...CREATED],
      comment: COMMENT_URL,
    });
    const blob = (commit: string, path: string) =>
      ASK.blob(git(stage.origin.folder, "rev-parse", `${id(commit)}:${path}`));
    const names = ["availability", "deploy/frontend", "deploy/cart", "deploy/payment"];
    // Several at once, so in any order; what both commits share is asked for once.
    expect([...reads].sort()).toEqual(
      [
        ASK.tree(id("start")),
        ASK.tree(id("head-1")),
        ...names.map((name) => blob("start", `${name}.yaml`)),
        blob("head-1", "deploy/payment.yaml"),
      ].sort(),
    );
  });

  it("a tag named like the base branch does not take its place", async () => {
    const refs = { "refs/tags/main": "head-1", "refs/tags/feature": "start" };
    const stage = await stages.open({ pushes: [CHANGES.fewer], refs });
    stage.checkOut({ commit: "merge-1", ref: "pull/7/merge", full: true });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.parsed?.base.sha).toBe(stage.origin.id("main"));

    stage.checkOut({ commit: "head-1", ref: "origin/feature", full: true, branch: "feature" });
    const pushed = { before: "0".repeat(40), after: stage.origin.id("head-1") };
    const payload = pushPayload({ ...pushed, ref: "refs/heads/feature" });
    const push = await stage.run({ name: "push", sha: pushed.after, payload });
    expect(push.parsed?.base).toEqual({ sha: stage.origin.id("start"), kind: "merge-base" });
  });

  it("a name that is both a tag and a branch is refused, with the two full names", async () => {
    const stage = await stages.open({
      pushes: [CHANGES.fewer],
      refs: { "refs/tags/main": "head-1" },
    });
    const event = {
      name: "workflow_dispatch",
      sha: stage.origin.id("main"),
      payload: dispatchPayload(),
    };
    const run = await stage.run(event, { inputs: { base: "main", head: "feature" } });
    expect(run.brief).toEqual({ ...STOPPED, code: 2 });
    expect(run.commands).toEqual([
      expect.stringMatching(
        /^error .*both a branch and a tag.*`refs\/heads\/main` or `refs\/tags\/main`/,
      ),
    ]);
  });

  it("commits that the inputs name go before those of the event", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], release: CHANGES.fewer });
    const run = await stage.pullRequest("opened", { inputs: { base: "release" } });
    expect(run.brief).toEqual({ ...NOT_AFFECTED, requests: [ASK.comments], comment: "" });
    expect(run.parsed?.base).toEqual({ sha: stage.origin.id("release"), kind: "given" });
  });

  it("paths beyond ASCII, with spaces and quotes", async () => {
    const spec = edited("[deploy/**/*.yaml]", '["**/*.yml"]');
    const folder = "größe 'x' \"y\"";
    const path = `${folder}/日本/über uns.yml`;
    const base = {
      [`${folder}/verfügbarkeit.yaml`]: spec,
      [`${folder}/front cart.yml`]: `${deployment("frontend", 3)}---\n${deployment("cart", 3)}`,
      [path]: deployment("payment", 3),
    };
    const pushes = [{ [path]: deployment("payment", 1) }];
    const stage = await stages.open({ base, pushes });
    const run = await stage.pullRequest("opened", { inputs: { model: "gr*/*.yaml" } });
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.parsed?.models[0]?.changes).toMatchObject([
      { subject: "payment", file: path, line: 6 },
    ]);
    const [comment] = stage.standIn.state.comments;
    expect(comment?.body).toContain(`${encodeURIComponent("日本")}/%C3%BCber%20uns.yml#L6`);
    expect(run.commands[0]).toContain(`file=${path},line=6`);
  });

  it("a monorepo: `working-directory` is where specs and folders are looked for", async () => {
    const inShop = (files: Readonly<Record<string, string | null>>) =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`shops/eu/${path}`, text]));
    const base = { ...inShop(SHOP), "availability.yaml": SPEC, "deploy/other.yaml": "a: 1\n" };
    const stage = await stages.open({ base, pushes: [inShop(CHANGES.fewer)] });
    const inputs = { "working-directory": "shops/eu" };
    const run = await stage.pullRequest("opened", { inputs });
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.parsed?.models.map(({ path }) => path)).toEqual(["shops/eu/availability.yaml"]);
    expect(run.commands[0]).toContain("file=shops/eu/deploy/payment.yaml,line=6");
  });

  it("manifests that the workflow rendered from both commits", async () => {
    const stage = await stages.open({ pushes: [{ "kustomization.yaml": "replicas: 1\n" }] });
    const write = (side: string, replicas: number) => {
      const folder = join(stage.scratch, "rendered", side);
      mkdirSync(folder, { recursive: true });
      const names = ["frontend", "cart"].map((name) => deployment(name, 3));
      const texts = [...names, deployment("payment", replicas)];
      writeFileSync(join(folder, "all.yaml"), texts.join("---\n"));
    };
    write("base", 3);
    write("head", 1);
    const folders = {
      "base-manifests": "../rendered/base",
      "head-manifests": "../rendered/head",
    };
    const run = await stage.pullRequest("opened", { inputs: folders });
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    write("head", 3);
    const unchanged = await stage.pullRequest("reopened", { inputs: folders });
    expect(unchanged.brief).toMatchObject({ ...NOT_AFFECTED, comment: COMMENT_URL });
  });
});
