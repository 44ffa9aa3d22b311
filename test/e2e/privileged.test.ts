import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { standIns } from "../repository/render-fixture.ts";
import { RUNTIMES } from "./runtimes.ts";
import { CHANGES, deployment, SHOP } from "./shop.ts";
import { DEFAULT_BRANCH, type Stage, stagesOn } from "./stage.ts";
import { MAINTAINER } from "./stand-in/state.ts";
import { ASK, COMMENT_URL, CREATED, FAILED, headline, NOT_AFFECTED, UPDATED } from "./told.ts";

const FORK = "mallory/shop";
const FIND = "GET pulls?state=open&head=mallory%3Afeature&per_page=100";

/** The pull request comes from a fork. */
function fromFork(stage: Stage): void {
  const [pull] = stage.standIn.state.pulls;
  if (pull !== undefined) pull.headRepository = FORK;
}

/** A history of one commit lacks the merge base: it is asked for. */
const asked = (stage: Stage, head = "head-1") =>
  ASK.compare(stage.origin.id("main"), stage.origin.id(head));

/** Events whose token may write although the head may be a stranger's. */
describe.each(RUNTIMES)("privileged events on $name", { timeout: 180_000 }, ({ node }) => {
  const stages = stagesOn(node);
  afterEach(stages.close);
  const open = (pushes: Parameters<typeof stages.open>[0]["pushes"]) =>
    stages.open({ pushes, checkout: DEFAULT_BRANCH });

  it("pull_request_target: judges the head of a fork, comments, and checks nothing out", async () => {
    const stage = await open([CHANGES.fewer]);
    fromFork(stage);
    const run = await stage.target("opened");
    const requests = [asked(stage), ...CREATED];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
    const { id } = stage.origin;
    expect(run.parsed).toMatchObject({
      base: { sha: id("start"), kind: "merge-base" },
      head: { sha: id("head-1"), commit: id("head-1") },
    });
    expect((await stage.target("closed")).brief).toMatchObject({ code: 0, requests: [] });
  });

  it("workflow_run: finds the pull request of the fork by its head, and comments", async () => {
    const stage = await open([CHANGES.fewer, CHANGES.back]);
    fromFork(stage);
    const run = await stage.workflowRun();
    const expected = { ...FAILED, code: 0, comment: COMMENT_URL };
    expect(run.brief).toEqual({ ...expected, requests: [FIND, asked(stage), ...CREATED] });
    expect(run.parsed?.head.commit).toBe(stage.origin.id("head-1"));
    expect(stage.standIn.state.comments.map(({ body }) => headline(body))).toEqual([
      FAILED.summary,
    ]);
    stage.push(2);
    stage.checkOut(DEFAULT_BRANCH);
    const mended = await stage.workflowRun();
    const requests = [FIND, asked(stage, "head-2"), ...UPDATED];
    expect(mended.brief).toEqual({ ...NOT_AFFECTED, requests, comment: COMMENT_URL });
  });
});

function label(stage: Stage, id: number): void {
  const { pulls, events } = stage.standIn.state;
  const name = "availability-accepted";
  pulls[0]?.labels.push(name);
  events.push({ id, issue: 7, event: "labeled", label: name, actor: MAINTAINER });
}

describe("what a workflow run is not taken for", { timeout: 180_000 }, () => {
  const stages = stagesOn(process.execPath);
  afterEach(stages.close);

  async function forked(): Promise<Stage> {
    const stage = await stages.open({ pushes: [CHANGES.fewer], checkout: DEFAULT_BRANCH });
    fromFork(stage);
    return stage;
  }

  const nothing = { code: 0, verdict: "not-affected", failed: [], warnings: [] };
  it.each([
    ["the head of another fork of the same owner", { headRepository: "mallory/shop-2" }],
    ["a head that has moved on", { headSha: "a".repeat(40) }],
  ])("%s is no pull request", async (_name, facts) => {
    const stage = await forked();
    const run = await stage.workflowRun(facts);
    expect(run.brief).toMatchObject({ ...nothing, requests: [FIND] });
    expect(run.brief.summary).toMatch(/^nothing to compare: no open pull request has the head/);
    expect(stage.standIn.state.comments).toEqual([]);
  });

  it.each([
    ["a push", { event: "push" }, /ran on "push", not on pull_request/],
    ["a fork that was deleted", { headRepository: null }, /repository of the head was deleted/],
  ])("%s: nothing is asked", async (_name, facts, summary) => {
    const stage = await forked();
    const run = await stage.workflowRun(facts);
    expect(run.brief).toMatchObject({ ...nothing, requests: [] });
    expect(run.brief.summary).toMatch(summary);
  });

  it("a number that the artifact made up: refused, and no comment is written there", async () => {
    const stage = await forked();
    const { pulls, comments } = stage.standIn.state;
    pulls.push({ ...pulls[0]!, number: 8, headSha: "b".repeat(40), headRef: "other" });
    const made = await stage.workflowRun({ inputs: { "pull-request": "8" } });
    expect(made.brief).toMatchObject({ code: 2, requests: [FIND], verdict: undefined });
    expect(made.commands.join()).toContain(
      "says #8, but the head of the workflow run is that of #7",
    );
    const odd = await stage.workflowRun({ inputs: { "pull-request": "7; rm" } });
    expect(odd.brief).toMatchObject({ code: 2, requests: [] });
    expect(comments).toEqual([]);
  });

  it("one of two pull requests of one head: asks which, and takes the number that fits", async () => {
    const stage = await forked();
    const { pulls } = stage.standIn.state;
    pulls.push({ ...pulls[0]!, number: 8, baseRef: "release" });
    const open = await stage.workflowRun();
    expect(open.brief).toMatchObject({ code: 2, requests: [FIND] });
    expect(open.commands.join()).toContain("is that of #7, #8; say which");
    const told = await stage.workflowRun({ inputs: { "pull-request": "7" } });
    expect(told.brief).toMatchObject({ code: 0, verdict: "fail", comment: COMMENT_URL });
  });

  it("without a token: says so", async () => {
    const stage = await forked();
    const run = await stage.workflowRun({ inputs: { "github-token": "" }, env: {} });
    expect(run.brief).toMatchObject({ code: 2, requests: [] });
    expect(run.commands.join()).toContain("`github-token` is empty");
  });
});

describe("what a workflow run does to its job, and what a label covers there", {
  timeout: 180_000,
}, () => {
  const stages = stagesOn(process.execPath);
  afterEach(stages.close);
  const open = (pushes: Parameters<typeof stages.open>[0]["pushes"]) =>
    stages.open({ pushes, checkout: DEFAULT_BRANCH });

  it("fails the job where `fail-on: failure` is written", async () => {
    const stage = await open([CHANGES.fewer]);
    const run = await stage.workflowRun({ inputs: { "fail-on": "failure", comment: "never" } });
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail", comment: "" });
  });

  it("covers what the comment showed, and no more", async () => {
    const stage = await open([CHANGES.fewer, CHANGES.evenFewer]);
    fromFork(stage);
    await stage.workflowRun();
    label(stage, 11);
    const run = await stage.workflowRun();
    expect(run.brief).toMatchObject({ code: 0, verdict: "warn", comment: COMMENT_URL });
    expect(run.parsed?.acceptedBy?.by).toBe("grace");
    expect(stage.standIn.state.comments[0]?.body).toContain("Accepted by `grace`");
    stage.push(2);
    stage.checkOut(DEFAULT_BRANCH);
    const worse = await stage.workflowRun();
    expect(worse.brief).toMatchObject({ verdict: "fail" });
    expect(worse.parsed?.acceptanceLapsed).toContain("`GET /cart` fails now");
  });

  it("covers nothing where the label was there before any figure", async () => {
    const stage = await open([CHANGES.fewer]);
    label(stage, 11);
    for (const _ of ["first", "again"]) {
      const run = await stage.workflowRun();
      expect(run.brief).toMatchObject({ verdict: "fail" });
    }
  });
});

describe("head is data", { timeout: 180_000 }, () => {
  const stages = stagesOn(process.execPath);
  afterEach(stages.close);

  it("a checkout of it is warned of", async () => {
    const stage = await stages.open({
      pushes: [CHANGES.fewer],
      checkout: { commit: "head-1", ref: "pull/7/head" },
    });
    const run = await stage.target("opened");
    expect(run.brief.warnings).toEqual([
      expect.stringMatching(/^the workspace holds what the pull request brings/),
    ]);
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail" });
  });

  const OVERLAY = {
    ...SHOP,
    "availability.yaml": `version: 1
manifests: [{ kustomize: deploy }]
defaults: { replicaAvailability: 99% }
endpoints: { GET /: { entry: payment, slo: 99.9% } }
`,
    "deploy/kustomization.yaml": "resources: [payment.yaml]\n",
  };

  /** A kustomize that hands its one file on, and writes down what it was run on. */
  function renderer(log: string) {
    const file = '"$2"/../tree/deploy/payment.yaml';
    const programs = standIns({ kustomize: `grep replicas ${file} >> "${log}"; cat ${file}` });
    return { env: { PATH: `${programs}:${process.env.PATH}` } };
  }

  it("no renderer is run on it, and the remedy is told", async () => {
    const stage = await stages.open({
      base: OVERLAY,
      pushes: [{ "deploy/payment.yaml": deployment("payment", 1) }],
      checkout: DEFAULT_BRANCH,
    });
    const log = join(stage.scratch, "rendered");
    const run = await stage.target("opened", renderer(log));
    expect(run.brief).toMatchObject({ code: 2, verdict: undefined });
    expect(run.summary).toContain("is not rendered here");
    expect(run.summary).toContain("head-manifests");
    // Of base alone, which is the team's own.
    expect(readFileSync(log, "utf8").trim()).toBe("replicas: 3");
  });

  it("what base promised is seen still where head leaves its overlay", async () => {
    const plain = OVERLAY["availability.yaml"]
      .replace("{ kustomize: deploy }", "deploy/payment.yaml")
      .replace("99.9%", "90%");
    const stage = await stages.open({
      base: OVERLAY,
      pushes: [{ "availability.yaml": plain }],
      checkout: DEFAULT_BRANCH,
    });
    const run = await stage.target("opened", renderer(join(stage.scratch, "rendered")));
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail" });
    expect(run.parsed?.reasons.map(({ code }) => code)).toContain("loosened");
  });
});
