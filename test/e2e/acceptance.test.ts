import { afterEach, describe, expect, it } from "vitest";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES } from "./shop.ts";
import { type Stage, stagesOn } from "./stage.ts";
import { type Account, AUTHOR, MAINTAINER, WORKFLOW_BOT } from "./stand-in/state.ts";
import { ASK, COMMENT_URL, FAILED } from "./told.ts";

const LABEL = "availability-accepted";

const ACCEPTED = {
  code: 0,
  verdict: "warn",
  failed: [],
  summary: "⚠️ `grace` accepts that `POST /checkout` falls below its SLO",
  comment: COMMENT_URL,
  warnings: [],
} as const;

/** Label, who put it on, our comment, and where that changes, the live head and the update. */
const ASKED = [ASK.pull, ASK.events, ASK.comments, ASK.viewer];
const TOLD = [...ASKED, ASK.pull, ASK.again, ASK.update];

function label(stage: Stage, id: number, actor: Account = MAINTAINER, name = LABEL): void {
  const { pulls, events } = stage.standIn.state;
  if (!pulls[0]?.labels.includes(name)) pulls[0]?.labels.push(name);
  events.push({ id, issue: 7, event: "labeled", label: name, actor });
}

function unlabel(stage: Stage, id: number): void {
  const { pulls, events } = stage.standIn.state;
  pulls[0]?.labels.splice(0);
  events.push({ id, issue: 7, event: "unlabeled", label: LABEL, actor: MAINTAINER });
}

describe("acceptance by label", { timeout: 240_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it("turns the failure into a warning that names the person", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    await stage.pullRequest("opened");
    label(stage, 11);
    const run = await stage.pullRequest("labeled", { label: LABEL });
    expect(run.brief).toEqual({ ...ACCEPTED, requests: TOLD });
    expect(run.parsed?.acceptedBy).toEqual({ by: "grace", how: LABEL });
    expect(run.parsed?.reasons).toMatchObject([{ code: "below-slo", verdict: "warn" }]);
    expect(stage.standIn.state.comments[0]?.body).toContain("Accepted by `grace`");
  });

  it("is not given by another label, which nobody puts on for the figures", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    label(stage, 11);
    label(stage, 12, MAINTAINER, "size/L");
    const other = await stage.pullRequest("labeled", {
      label: "size/L",
      inputs: { comment: "never" },
    });
    expect(other.brief).toMatchObject({ code: 1, verdict: "fail" });
    expect(other.parsed?.acceptanceLapsed).toContain("before these figures were known");
    const own = await stage.pullRequest("labeled", { label: LABEL, inputs: { comment: "never" } });
    expect(own.brief).toMatchObject({ code: 0, verdict: "warn" });
  });

  it("lapses after a worse push, holds again when that is undone, and can be given anew", async () => {
    const pushes = [CHANGES.fewer, CHANGES.evenFewer, { ...CHANGES.back, ...CHANGES.fewer }];
    const stage = await stages.open({ pushes });
    await stage.pullRequest("opened");
    label(stage, 11);
    await stage.pullRequest("labeled", { label: LABEL });
    stage.push(2);
    const lapsed = await stage.pullRequest("synchronize");
    expect(lapsed.brief).toEqual({
      ...FAILED,
      requests: TOLD,
      comment: COMMENT_URL,
      failed: ["GET /cart", "POST /checkout"],
      summary: "❌ `GET /cart` and `POST /checkout` fall below their SLO",
    });
    expect(lapsed.parsed?.acceptanceLapsed).toMatch(
      /^The acceptance by `availability-accepted` does not count: `GET \/cart` fails now and was not/,
    );
    expect(stage.standIn.state.comments[0]?.body).toContain("does not count");

    stage.push(3);
    const undone = await stage.pullRequest("synchronize");
    expect(undone.brief).toEqual({ ...ACCEPTED, requests: TOLD });

    stage.push(2);
    unlabel(stage, 12);
    label(stage, 13);
    const anew = await stage.pullRequest("labeled", { label: LABEL });
    expect(anew.brief).toMatchObject({ code: 0, verdict: "warn", requests: TOLD });
    expect(anew.parsed?.acceptedBy).toEqual({ by: "grace", how: LABEL });
  });

  it("ends when the label is taken away", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    label(stage, 11);
    await stage.pullRequest("labeled", { label: LABEL });
    unlabel(stage, 12);
    const run = await stage.pullRequest("unlabeled", { label: LABEL });
    const requests = [ASK.pull, ASK.comments, ASK.viewer, ASK.pull, ASK.again, ASK.update];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
  });

  it("is not given by a label that was there before the figures were known", async () => {
    const stage = await stages.open({ pushes: [CHANGES.docs, CHANGES.fewer] });
    label(stage, 11, AUTHOR);
    await stage.pullRequest("labeled", { label: LABEL });
    stage.push(2);
    const run = await stage.pullRequest("synchronize");
    const requests = [ASK.pull, ASK.events, ASK.comments, ASK.pull, ASK.create, ASK.comments];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
    expect(run.parsed?.acceptanceLapsed).toContain("before these figures were known");
  });

  it("is not given by a bot", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    label(stage, 11, WORKFLOW_BOT);
    const run = await stage.pullRequest("labeled", { label: LABEL });
    const requests = [ASK.pull, ASK.events, ASK.comments, ASK.pull, ASK.create, ASK.comments];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
    expect(run.parsed?.acceptanceLapsed).toContain("a person must put it on");
  });

  it("is not given by another label, and that does not turn the check green", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    await stage.pullRequest("opened");
    label(stage, 11, MAINTAINER, "bug");
    const run = await stage.pullRequest("labeled", { label: "bug" });
    const requests = [ASK.pull, ASK.comments, ASK.viewer];
    expect(run.brief).toEqual({ ...FAILED, requests, comment: COMMENT_URL });
  });

  it("may have another label, as the input says", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    await stage.pullRequest("opened");
    label(stage, 11, MAINTAINER, "risk taken");
    const inputs = { "accept-label": "risk taken" };
    const run = await stage.pullRequest("labeled", { label: "risk taken", inputs });
    expect(run.brief).toEqual({ ...ACCEPTED, requests: TOLD });
    expect(run.parsed?.acceptedBy).toEqual({ by: "grace", how: "risk taken" });
  });
});
