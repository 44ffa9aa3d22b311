import { afterEach, describe, expect, it } from "vitest";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { MAINTAINER, type Recorded } from "./stand-in/state.ts";
import { COMMENT_URL, FAILED, headline } from "./told.ts";

const isPost = ({ method, path }: Recorded) => method === "POST" && path.endsWith("/comments");

/** Lets nobody through before so many have come. */
function gate(count: number): () => Promise<void> {
  let come = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come >= count) open();
    return opened;
  };
}

describe("runs of one head at once", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it.each([2, 4])("%d that all found no comment leave one", async (count) => {
    const wait = gate(count);
    const stage = await stages.open({
      pushes: [CHANGES.fewer],
      github: { before: (request) => (isPost(request) ? wait() : undefined) },
    });
    const runs = await Promise.all(
      Array.from({ length: count }, () => stage.pullRequest("opened")),
    );
    const { comments } = stage.standIn.state;
    expect(comments.map(({ id, body }) => [id, headline(body)])).toEqual([[5001, FAILED.summary]]);
    for (const run of runs) {
      expect(run.brief).toMatchObject({ ...FAILED, comment: COMMENT_URL });
    }
    const posts = stage.standIn.requests.filter(isPost);
    expect(posts).toHaveLength(count);
  });

  it("several gates each keep their own", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const ids = ["prod", "staging", "prod", "staging"];
    await Promise.all(
      ids.map((id) => stage.pullRequest("opened", { inputs: { "comment-id": id } })),
    );
    const markers = stage.standIn.state.comments.map(({ body }) => body.split(" ")[1]);
    expect(markers.sort()).toEqual(["availability-gate:prod", "availability-gate:staging"]);
  });

  it("legs of a matrix that were given no `comment-id` each keep one, and say so", async () => {
    const wait = gate(4);
    const stage = await stages.open({
      pushes: [CHANGES.fewer, CHANGES.back],
      github: { before: (request) => (isPost(request) ? wait() : undefined) },
    });
    const { comments } = stage.standIn.state;
    const legs = ["availability.yaml", "avail*.yaml", "availability.yaml", "avail*.yaml"];
    const runs = await Promise.all(
      legs.map((model) => stage.pullRequest("opened", { inputs: { model } })),
    );
    expect(comments.map(({ body }) => headline(body))).toEqual([FAILED.summary, FAILED.summary]);
    expect(new Set(runs.map(({ brief }) => brief.comment)).size).toBe(2);
    stage.push(2);
    const later = await Promise.all(
      legs.slice(0, 2).map((model) => stage.pullRequest("synchronize", { inputs: { model } })),
    );
    const mended = "✅ what was wrong here is mended.";
    expect(comments.map(({ body }) => headline(body))).toEqual([mended, mended]);
    const warnings = [...runs, ...later].flatMap(({ brief }) => brief.warnings);
    expect(warnings).not.toEqual([]);
    for (const one of warnings) expect(one).toMatch(/give each a `comment-id`/);
  });

  it("what a workflow gates may change: the comment goes over to the new gate", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer, CHANGES.evenFewer, CHANGES.back] });
    const { comments } = stage.standIn.state;
    await stage.pullRequest("opened");
    for (const [at, model] of [
      [2, "avail*.yaml"],
      [3, "a*.yaml"],
    ] as const) {
      stage.push(at);
      const run = await stage.pullRequest("synchronize", { inputs: { model } });
      expect(run.brief.warnings).toEqual([]);
    }
    expect(comments.map(({ body }) => headline(body))).toEqual([
      expect.stringMatching(/^ℹ️ what stood here told of an earlier commit, `[0-9a-f]{7}`\.$/),
    ]);
  });

  it("one that is overtaken keeps the acceptance that the other wrote", async () => {
    const label = "availability-accepted";
    let overtaken = false;
    const stage = await stages.open({
      pushes: [CHANGES.fewer],
      github: {
        before: async ({ method, path }, state) => {
          // The slow run has judged without the label, and is about to write.
          if (overtaken || method !== "GET" || !/\/issues\/comments\/\d+$/.test(path)) return;
          overtaken = true;
          state.pulls[0]?.labels.push(label);
          state.events.push({ id: 11, issue: 7, event: "labeled", label, actor: MAINTAINER });
          await stage.pullRequest("labeled", { label });
        },
      },
    });
    await stage.pullRequest("opened");
    const { comments } = stage.standIn.state;
    // As after a push that was cancelled: there is something to write.
    comments[0]!.body = comments[0]!.body.replace("SLO", "promise");
    const slow = await stage.pullRequest("edited", { changes: { title: { from: "Old" } } });
    expect(overtaken).toBe(true);
    expect(slow.brief).toMatchObject({ code: 0, verdict: "warn" });
    expect(comments.map(({ body }) => headline(body))).toEqual([
      "⚠️ `grace` accepts that `POST /checkout` falls below its SLO",
    ]);
  });
});

describe("a run that is done again", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);
  const again = { env: { GITHUB_RUN_ATTEMPT: "2" } };

  it("is about the branch that the pull request goes into now", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], release: CHANGES.fewer });
    stage.retarget();
    const { origin, standIn } = stage;
    const stale = await stage.pullRequest("opened", again);
    expect(stale.brief).toMatchObject({ verdict: "not-affected" });
    // It passed into `release`, and is made to go into `main` since.
    const [pull] = standIn.state.pulls;
    Object.assign(pull!, { baseRef: "main", baseSha: origin.id("main") });
    const old = { baseRef: "release", baseSha: origin.id("release") };
    const run = await stage.pullRequest("opened", { ...again, ...old });
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail", comment: COMMENT_URL });
    expect(run.parsed?.base).toEqual({ sha: origin.id("start"), kind: "merge-base" });
  });

  it("reads the label as it is now", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const { pulls, events } = stage.standIn.state;
    const label = "availability-accepted";
    pulls[0]?.labels.push(label);
    events.push({ id: 11, issue: 7, event: "labeled", label, actor: MAINTAINER });
    const run = await stage.pullRequest("opened", { ...again, labels: [] });
    expect(run.brief).toMatchObject({ code: 0, verdict: "warn" });
  });

  it("writes nothing about a head that has moved on, and says so", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer, CHANGES.back] });
    const headSha = stage.origin.id("head-1");
    const [pull] = stage.standIn.state.pulls;
    pull!.headSha = stage.origin.id("head-2");
    const run = await stage.pullRequest("opened", { ...again, headSha });
    expect(run.brief).toMatchObject({ code: 1, verdict: "fail", comment: "" });
    expect(run.brief.warnings).toEqual([expect.stringContaining("has another head by now")]);
    expect(stage.standIn.state.comments).toEqual([]);
  });
});
