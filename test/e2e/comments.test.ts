import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { encodeMarker } from "../../src/report/marker.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES, edited } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { AUTHOR, type CommentState, type Fault, WORKFLOW_BOT } from "./stand-in/state.ts";
import { ASK, COMMENT_URL, CREATED, FAILED, headline, NOT_AFFECTED, UPDATED } from "./told.ts";

const MARKER = encodeMarker("default", null);
const RED = `${MARKER}\n### ❌ Availability gate: something fails\n`;

function comment(id: number, body: string, author = AUTHOR): CommentState {
  return { id, issue: 7, author, body };
}

const OURS = comment(5001, RED, WORKFLOW_BOT);

/** What the shop says when `payment` loses one replica of three. */
const WITHIN = {
  code: 0,
  verdict: "pass",
  failed: [],
  summary: "✅ what gets worse stays within its limits",
  warnings: [],
} as const;

describe("the comment", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it("is found on page 3, and updated in place", async () => {
    const talk = Array.from({ length: 249 }, (_, index) => comment(1000 + index, "Nice."));
    const comments = [...talk.slice(0, 230), { ...OURS }, ...talk.slice(230)];
    const stage = await stages.open({ pushes: [CHANGES.fewer], github: { comments } });
    const run = await stage.pullRequest("synchronize");
    const pages = [2, 3].map((page) => `${ASK.comments}&page=${page}`);
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ASK.comments, ...pages, ASK.viewer, ASK.pull, ASK.again, ASK.update],
      comment: COMMENT_URL,
    });
    expect(comments).toHaveLength(250);
    expect(headline(comments[230]?.body ?? "")).toBe(FAILED.summary);
  });

  it("is another's who spoofed our marker: left alone, and not taken for ours", async () => {
    const comments = [comment(4000, `${MARKER}\n### ✅ Availability gate: all is well\n`)];
    const stage = await stages.open({
      pushes: [CHANGES.fewer],
      github: { comments, nextId: 5001 },
    });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ASK.comments, ASK.viewer, ASK.pull, ASK.create, ASK.comments],
      comment: COMMENT_URL,
    });
    expect(comments.map(({ body }) => headline(body))).toEqual(["✅ all is well", FAILED.summary]);
  });

  it("is left alone when it says the same already", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    await stage.pullRequest("opened");
    const again = await stage.pullRequest("reopened");
    const requests = [ASK.pull, ASK.comments, ASK.viewer];
    expect(again.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
  });

  it("is not written by a run whose head is no longer the live one", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer, CHANGES.back] });
    const [live] = stage.standIn.state.pulls;
    const headSha = stage.origin.id("head-1");
    if (live !== undefined) live.headSha = stage.origin.id("head-2");
    const run = await stage.pullRequest("synchronize", { headSha });
    const requests = [ASK.pull, ASK.comments, ASK.pull];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: "" });
  });

  it("is not written by a run whose base is no longer the live one", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const [live] = stage.standIn.state.pulls;
    if (live !== undefined) live.baseRef = "release";
    const run = await stage.pullRequest("synchronize", { baseRef: "main" });
    const requests = [ASK.pull, ASK.comments, ASK.pull];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: "" });
  });

  it("does not come where nothing that the spec reads changed", async () => {
    const stage = await stages.open({ pushes: [CHANGES.docs] });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({ ...NOT_AFFECTED, requests: [ASK.comments], comment: "" });
    expect(run.parsed?.models).toEqual([]);
  });

  it("becomes calm where nothing that the spec reads changes any more", async () => {
    const github = { comments: [{ ...OURS }] };
    const stage = await stages.open({ pushes: [CHANGES.docs], github });
    const run = await stage.pullRequest("synchronize");
    expect(run.brief).toEqual({ ...NOT_AFFECTED, requests: UPDATED, comment: COMMENT_URL });
    const again = await stage.pullRequest("reopened");
    const requests = [ASK.comments, ASK.viewer];
    expect(again.brief).toEqual({ ...NOT_AFFECTED, requests, comment: COMMENT_URL });
  });

  it("does not go on telling of an earlier head where this one cannot be judged", async () => {
    const broken = { "availability.yaml": edited("99.9%", "99.9") };
    const stage = await stages.open({ pushes: [CHANGES.slightlyFewer, broken] });
    await stage.pullRequest("opened");
    stage.push(2);
    const run = await stage.pullRequest("synchronize");
    expect(run.brief).toMatchObject({ code: 2, requests: UPDATED, warnings: [] });
    expect(headline(stage.standIn.state.comments[0]?.body ?? "")).toBe(
      "❌ cannot judge this, 1 error",
    );
  });

  const created = [ASK.comments, ASK.pull, ASK.create, ASK.comments];
  it.each([
    ["always", "docs", { ...NOT_AFFECTED, requests: created, comment: COMMENT_URL }],
    ["changes", "slightlyFewer", { ...WITHIN, requests: created, comment: COMMENT_URL }],
    ["failure", "slightlyFewer", { ...WITHIN, requests: [ASK.comments], comment: "" }],
    ["failure", "fewer", { ...FAILED, requests: CREATED, comment: COMMENT_URL }],
    ["never", "slightlyFewer", { ...WITHIN, requests: [], comment: "" }],
    ["never", "fewer", { ...FAILED, requests: [ASK.pull], comment: "" }],
  ] as const)("policy %s, change %s", async (policy, change, expected) => {
    const stage = await stages.open({ pushes: [CHANGES[change]] });
    const run = await stage.pullRequest("opened", { inputs: { comment: policy } });
    expect(run.brief).toEqual(expected);
  });

  it("is one for each `comment-id`", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer, CHANGES.back] });
    await stage.pullRequest("opened", { inputs: { "comment-id": "prod" } });
    const second = await stage.pullRequest("opened", { inputs: { "comment-id": "pre-prod" } });
    const comment = COMMENT_URL.replace("5001", "5002");
    expect(second.brief).toEqual({ ...FAILED, requests: CREATED, comment });
    stage.push(2);
    await stage.pullRequest("synchronize", { inputs: { "comment-id": "prod" } });
    const bodies = stage.standIn.state.comments.map(({ body }) => headline(body));
    expect(bodies).toEqual(["✅ what was wrong here is mended.", FAILED.summary]);
  });
});

describe("a comment that cannot be written changes no verdict", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);
  const post = { method: "POST", path: "/repos/acme/shop/issues/7/comments" };

  it("403: the token of a fork may only read", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], github: { mayWrite: false } });
    const run = await stage.pullRequest("opened", { headRepository: "eve/shop" });
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ASK.comments, ASK.pull, ASK.create],
      comment: "",
      warnings: [
        expect.stringMatching(
          /^could not comment on pull request #7 \(HTTP 403\): Resource not accessible.*; give the job `pull-requests: write`.*forks.*the job summary has the full report$/,
        ),
      ],
    });
  });

  it("422: a comment that GitHub finds too long is sent again, shorter", async () => {
    const faults: Fault[] = [{ ...post, times: 1, answer: { status: 422, message: "Too long" } }];
    const stage = await stages.open({ pushes: [CHANGES.fewer], github: { faults } });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ASK.comments, ASK.pull, ASK.create, ASK.create, ASK.comments],
      comment: COMMENT_URL,
    });
  });

  it("422 twice: a warning", async () => {
    const faults: Fault[] = [{ ...post, answer: { status: 422, message: "Too long" } }];
    const stage = await stages.open({ pushes: [CHANGES.fewer], github: { faults } });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ASK.comments, ASK.pull, ASK.create, ASK.create],
      comment: "",
      warnings: [expect.stringMatching(/\(HTTP 422\): Too long.*the job summary has/)],
    });
  });

  it("a secondary rate limit that lasts longer than a run should", async () => {
    const headers = { "retry-after": "3600" };
    const message = "You have exceeded a secondary rate limit.";
    const faults: Fault[] = [{ ...post, answer: { status: 403, headers, message } }];
    const stage = await stages.open({ pushes: [CHANGES.fewer], github: { faults } });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ASK.comments, ASK.pull, ASK.create],
      comment: "",
      warnings: [expect.stringMatching(/\(HTTP 403\).*secondary rate limit.*run the job again/)],
    });
  });

  it("404: a token that may not see the pull request", async () => {
    const path = /^\/repos\/acme\/shop\/(?:issues|pulls)\//;
    const faults: Fault[] = [
      { method: "GET", path, answer: { status: 404, message: "Not Found" } },
    ];
    const stage = await stages.open({ pushes: [CHANGES.fewer], github: { faults } });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ASK.comments],
      comment: "",
      warnings: [
        expect.stringMatching(/^could not read pull request #7 \(HTTP 404\).*`contents: read`/),
        expect.stringMatching(/^could not read the comments of pull request #7 \(HTTP 404\)/),
      ],
    });
  });

  it("no token at all", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const run = await stage.pullRequest("opened", { env: { "INPUT_GITHUB-TOKEN": "" } });
    const warnings = [expect.stringContaining("`github-token` is empty")];
    expect(run.brief).toEqual({ ...FAILED, requests: [], comment: "", warnings });
  });

  it("GitHub Enterprise Server has its API elsewhere", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], github: { enterprise: true } });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    const again = await stage.pullRequest("reopened");
    expect(again.brief.requests).toEqual([ASK.pull, ASK.comments, ASK.viewer]);
  });
});

describe("a result that cannot be written changes no verdict", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it("neither in the runner's folder nor where `json` says", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const run = await stage.pullRequest("opened", {
      inputs: { json: "README.md/result.json" },
      env: { RUNNER_TEMP: join(stage.scratch, "missing") },
    });
    const warnings = [
      expect.stringMatching(/^the result could not be written \(.*\); check `RUNNER_TEMP`/),
      expect.stringMatching(/^the file of the input `json` could not be written \(.*\); name a/),
    ];
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL, warnings });
    expect(run.outputs.result).toBe("");
  });

  it("leaves no draft behind, and follows no link of the repository", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const folder = join(stage.scratch, "json");
    const target = join(stage.scratch, "target");
    mkdirSync(join(folder, "taken"), { recursive: true });
    symlinkSync(target, join(folder, "result.json.tmp"));
    const write = (name: string) =>
      stage.pullRequest("opened", {
        inputs: { json: join(folder, name), comment: "never" },
        env: { RUNNER_TEMP: stage.scratch },
      });
    expect((await write("taken")).brief.warnings).toHaveLength(1);
    expect((await write("result.json")).brief).toMatchObject({ code: 1, warnings: [] });
    expect(readdirSync(folder).sort()).toEqual(["result.json", "result.json.tmp", "taken"]);
    expect(existsSync(target)).toBe(false);
  });
});
