import { describe, expect, it } from "vitest";
import { OVERTAKEN, postSurely } from "../../src/github/post-surely.ts";
import { encodeMarker } from "../../src/report/marker.ts";
import type { Scenario } from "../e2e/stand-in/stand-in.ts";
import type { Fault, FaultAnswer } from "../e2e/stand-in/state.ts";
import { AUTHOR, WORKFLOW_BOT } from "../e2e/stand-in/state.ts";
import { harness } from "./harness.ts";

const PATH = "/repos/acme/shop/issues/7/comments";
const KEY = { commentId: "default", gate: null };
const BODY = `${encodeMarker("default", null)}\nIt fails.\n`;

const post = (answer: FaultAnswer, times = 1): Fault => ({
  method: "POST",
  path: PATH,
  answer,
  times,
});

async function posted(scenario: Scenario) {
  const run = await harness(scenario, { requestTimeout: 2000 });
  const outcome = await postSurely(run.client, 7, KEY, BODY);
  const posts = run.lines().filter((one) => one === `POST ${PATH}`).length;
  const { comments } = run.standIn.state;
  const own = comments.filter(({ author }) => author?.type === "Bot");
  return { outcome, posts, own, problems: run.standIn.problems };
}

describe("a comment whose reply is lost", () => {
  it.each<[string, FaultAnswer]>([
    ["after it was made", { spoil: "lost" }],
    ["for a time-out", { spoil: "mute" }],
    ["in its middle", { spoil: "cut" }],
    ["by half, unnoticed", { spoil: "truncated" }],
  ])("%s, is found and not made again", async (_name, answer) => {
    const { outcome, posts, own, problems } = await posted({ faults: [post(answer)] });
    expect(outcome).toMatchObject({ ok: true, value: { id: own[0]?.id, author: WORKFLOW_BOT } });
    expect([posts, own.length]).toEqual([1, 1]);
    expect(problems).toEqual([]);
  });

  it("is made again where it is not there", async () => {
    const { outcome, posts, own } = await posted({ faults: [post("drop")] });
    expect(outcome).toMatchObject({ ok: true, value: { id: own[0]?.id } });
    expect([posts, own.length]).toEqual([2, 1]);
  });

  it("is found, too, where the second one is", async () => {
    const faults = [post({ status: 502 }), post({ spoil: "lost" })];
    const { outcome, posts, own } = await posted({ faults });
    expect(outcome).toMatchObject({ ok: true, value: { id: own[0]?.id } });
    expect([posts, own.length]).toEqual([2, 1]);
  });

  it.each<[string, Fault]>([
    ["the comments", { method: "GET", path: PATH, answer: { status: 403 } }],
    ["the comments, which are cut off", { method: "GET", path: PATH, answer: { spoil: "cut" } }],
  ])("is not made again where nobody can look: %s", async (_name, fault) => {
    const { outcome, posts, own } = await posted({ faults: [fault, post({ spoil: "lost" })] });
    expect(outcome).toMatchObject({ ok: false, failure: { reason: "unreachable" } });
    expect([posts, own.length]).toEqual([1, 1]);
  });

  it("is left to another run that made one meanwhile", async () => {
    const other = { id: 4000, issue: 7, author: WORKFLOW_BOT, body: `${BODY}Otherwise.` };
    const { outcome, posts } = await posted({ comments: [other], faults: [post("drop")] });
    expect(outcome).toEqual({ ok: true, value: OVERTAKEN });
    expect(posts).toBe(1);
  });

  it("is not what another account wrote", async () => {
    const spoofed = { id: 4000, issue: 7, author: AUTHOR, body: BODY };
    const { outcome, own } = await posted({ comments: [spoofed], faults: [post("drop")] });
    expect(outcome).toMatchObject({ ok: true, value: { id: own[0]?.id } });
  });
});

it("a refusal is one: nothing is looked for", async () => {
  const { outcome, posts, own } = await posted({ mayWrite: false });
  expect(outcome).toMatchObject({ ok: false, failure: { reason: "forbidden" } });
  expect([posts, own.length]).toEqual([1, 0]);
});
