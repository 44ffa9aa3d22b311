import { afterEach, describe, expect, it } from "vitest";
import { dispatchPayload, mergeGroupPayload, pushPayload } from "./payloads.ts";
import { RUNTIMES } from "./runtimes.ts";
import { CHANGES } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { MAINTAINER } from "./stand-in/state.ts";
import { ASK, COMMENT_URL, CREATED, FAILED, headline, NOT_AFFECTED, UPDATED } from "./told.ts";

/** The only group that runs on every Node: each event, with all that hangs on it. */
describe.each(RUNTIMES)("events on $name", { timeout: 180_000 }, ({ node }) => {
  const stages = stagesOn(node);
  afterEach(stages.close);

  it("opened: a worse pull request fails, with one comment and a mark at the line", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const { id } = stage.origin;
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.commands).toEqual([
      "error title=Availability gate,file=deploy/payment.yaml,line=6: `payment` runs 1 replica instead of 3, which costs 0.99 points. `POST /checkout` falls below its SLO: 98.98% is 0.92 points below 99.9%",
    ]);
    expect(run.parsed).toMatchObject({
      verdict: "fail",
      base: { sha: id("main"), kind: "merge-parent" },
      head: { sha: id("merge-1"), commit: id("head-1") },
    });
    const place = `[deploy/payment.yaml:6](https://github.invalid/acme/shop/blob/${id("head-1")}/deploy/payment.yaml#L6)`;
    expect(stage.standIn.state.comments).toHaveLength(1);
    for (const text of [run.summary, stage.standIn.state.comments[0]?.body ?? ""]) {
      expect(headline(text)).toBe(FAILED.summary);
      expect(text).toContain("`payment` runs 1 replica instead of 3");
      expect(text).toContain(place);
    }
  });

  it("synchronize: the comment follows the pull request, and is calm once it is mended", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer, CHANGES.evenFewer, CHANGES.back] });
    const { comments } = stage.standIn.state;
    await stage.pullRequest("opened");
    stage.push(2);
    const worse = await stage.pullRequest("synchronize");
    expect(worse.brief).toEqual({
      ...FAILED,
      requests: [ASK.pull, ...UPDATED],
      comment: COMMENT_URL,
      failed: ["GET /cart", "POST /checkout"],
      summary: "❌ `GET /cart` and `POST /checkout` fall below their SLO",
    });
    expect(comments.map(({ body }) => headline(body))).toEqual([worse.brief.summary]);
    stage.push(3);
    const mended = await stage.pullRequest("synchronize");
    expect(mended.brief).toEqual({ ...NOT_AFFECTED, requests: UPDATED, comment: COMMENT_URL });
    expect(comments.map(({ body }) => body.split("\n").slice(1).join("\n"))).toEqual([
      "✅ Availability gate: what was wrong here is mended.\n",
    ]);
  });

  it("edited with another base: compared with that branch, and no longer with the old one", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], release: CHANGES.fewer });
    await stage.pullRequest("opened");
    stage.retarget();
    const changes = { base: { ref: { from: "main" }, sha: { from: stage.origin.id("main") } } };
    const run = await stage.pullRequest("edited", { changes });
    expect(run.brief).toEqual({ ...NOT_AFFECTED, requests: UPDATED, comment: COMMENT_URL });
    expect(run.parsed?.base).toEqual({ sha: stage.origin.id("release"), kind: "merge-parent" });
  });

  const described = { changes: { body: { from: "Shorter." } } };

  it("edited in its description: the same verdict, and nothing happens", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    await stage.pullRequest("opened");
    const run = await stage.pullRequest("edited", described);
    const requests = [ASK.pull, ASK.comments, ASK.viewer];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
  });

  it("edited in its description while a push was evaluated: the comment of the cancelled run is made up for", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const run = await stage.pullRequest("edited", described);
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
  });

  it("merge_group: the gate fails in the queue as on the pull request", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const run = await queued(stage);
    expect(run.brief).toEqual({ ...FAILED, requests: [ASK.pull], comment: "" });
    expect(run.parsed).toMatchObject({
      base: { sha: stage.origin.id("main"), kind: "queue-base" },
      head: { sha: stage.origin.id("merge-1"), commit: stage.origin.id("merge-1") },
    });
  });

  it("merge_group: what was accepted on the pull request is accepted in the queue", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const { pulls, events } = stage.standIn.state;
    const label = "availability-accepted";
    pulls[0]?.labels.push(label);
    events.push({ id: 11, issue: 7, event: "labeled", label, actor: MAINTAINER });
    await stage.pullRequest("labeled", { label });
    const run = await queued(stage);
    expect(run.brief).toEqual({
      code: 0,
      requests: [ASK.pull, ASK.events, ASK.comments, ASK.viewer],
      verdict: "warn",
      failed: [],
      comment: COMMENT_URL,
      summary: "⚠️ `grace` accepts that `POST /checkout` falls below its SLO",
      warnings: [],
    });
    expect(run.parsed?.acceptedBy).toEqual({ by: "grace", how: label });
  });

  it("push: reports, and fails the job only where `fail-on: failure` is written", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const { id } = stage.origin;
    stage.checkOut({ commit: "merge-1", ref: "origin/main", branch: "main" });
    const payload = pushPayload({ before: id("main"), after: id("merge-1") });
    const event = { name: "push", sha: id("merge-1"), payload };
    const reported = await stage.run(event);
    expect(reported.brief).toEqual({ ...FAILED, code: 0, requests: [], comment: "" });
    expect(reported.parsed?.base).toEqual({ sha: id("main"), kind: "before" });
    const failing = await stage.run(event, { inputs: { "fail-on": "failure" } });
    expect(failing.brief).toEqual({ ...FAILED, requests: [], comment: "" });
  });

  it("`fail-on: never` reports alone, on a pull request too", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const run = await stage.pullRequest("opened", { inputs: { "fail-on": "never" } });
    expect(run.brief).toEqual({ ...FAILED, code: 0, requests: CREATED, comment: COMMENT_URL });
  });

  it("an event that is not supported, or closes: nothing is claimed", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const sha = stage.origin.id("main");
    const refused = await stage.run({ name: "schedule", sha, payload: {} });
    expect(refused.brief).toMatchObject({ code: 2, requests: [], verdict: undefined });
    expect(refused.brief.summary).toBe("❌ the gate could not run");
    const closed = await stage.pullRequest("closed");
    expect(closed.brief).toMatchObject({ code: 0, requests: [], verdict: "not-affected" });
    expect(closed.brief.summary).toBe("nothing to compare: the pull request is closed.");
  });

  it("workflow_dispatch: compares the two names of its inputs", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const { id } = stage.origin;
    stage.checkOut({ commit: "main", ref: "origin/main", branch: "main" });
    const event = { name: "workflow_dispatch", sha: id("main"), payload: dispatchPayload() };
    const run = await stage.run(event, { inputs: { base: "main", head: "feature" } });
    expect(run.brief).toEqual({ ...FAILED, requests: [], comment: "" });
    expect(run.parsed).toMatchObject({
      base: { sha: id("main"), kind: "given" },
      head: { sha: id("head-1"), commit: id("head-1") },
    });
  });

  function queued(stage: Awaited<ReturnType<typeof stages.open>>) {
    const { id } = stage.origin;
    const ref = `gh-readonly-queue/main/pr-7-${id("main")}`;
    stage.checkOut({ commit: "merge-1", ref: `origin/${ref}`, branch: ref });
    const payload = mergeGroupPayload({
      number: 7,
      headSha: id("merge-1"),
      baseSha: id("main"),
    });
    return stage.run({ name: "merge_group", sha: id("merge-1"), payload });
  }
});
