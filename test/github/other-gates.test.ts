import { describe, expect, it } from "vitest";
import { type CommentRequest, settleComment } from "../../src/github/comment.ts";
import { gateOf } from "../../src/github/other-gates.ts";
import { findOwnComments } from "../../src/github/own-comments.ts";
import { encodeMarker } from "../../src/report/marker.ts";
import type { CommentState } from "../e2e/stand-in/state.ts";
import { MAINTAINER, pullState, WORKFLOW_BOT } from "../e2e/stand-in/state.ts";
import { type Harness, harness } from "./harness.ts";

const HEAD = "a".repeat(40);
const EARLIER = "b".repeat(40);
const ONE = gateOf(["one"]);
const OTHER = gateOf(["other"]);
const SHARED = expect.stringMatching(/the same `comment-id`, "default".*give each a `comment-id`/);
const FOLDED = "ℹ️ Availability gate: what stood here told of an earlier commit, `bbbbbbb`.\n";

function marked(text: string, gate: string, head = HEAD, state: string | null = null): string {
  return `${encodeMarker("default", state, { gate, head })}\n${text}`;
}

function comment(id: number, body: string, author = WORKFLOW_BOT): CommentState {
  return { id, issue: 7, author, body };
}

async function settle(
  { client }: Harness,
  gate: string,
  change: Partial<CommentRequest> = {},
): ReturnType<typeof settleComment> {
  const key = { commentId: "default", gate };
  const found = await findOwnComments(client, 7, key);
  if (!found.ok) throw new Error(found.failure.message);
  return settleComment(client, {
    ...key,
    evaluated: { number: 7, headSha: HEAD, baseRef: "main" },
    intent: "write",
    body: marked("It fails.", gate),
    calm: marked("All is well again.", gate),
    shorter: () => marked("In short.", gate),
    found: found.value,
    ...change,
  });
}

async function started(comments: CommentState[]): Promise<Harness> {
  return harness({ pulls: [pullState({ number: 7 })], comments });
}

const bodies = ({ standIn }: Harness) => standIn.state.comments.map(({ body }) => body);

describe("another gate with the same comment-id", () => {
  it("keeps what it says of this head, and the second one warns", async () => {
    const run = await started([comment(9, marked("The other.", OTHER))]);
    expect(await settle(run, ONE)).toMatchObject({ action: "created", warnings: [SHARED] });
    expect(bodies(run)).toEqual([marked("The other.", OTHER), marked("It fails.", ONE)]);
    expect(await settle(run, ONE)).toMatchObject({ action: "unchanged", warnings: [SHARED] });
    expect(run.standIn.problems).toEqual([]);
  });

  it("hands its comment on where it told of an earlier head: there is one as before", async () => {
    const run = await started([comment(9, marked("Old.", OTHER, EARLIER))]);
    expect(await settle(run, ONE)).toMatchObject({ action: "updated", warnings: [] });
    expect(bodies(run)).toEqual([marked("It fails.", ONE)]);
  });

  it("hands on none that keeps an acceptance: that one is folded, and its gate finds it", async () => {
    const run = await started([comment(9, marked("Old.", OTHER, EARLIER, "{}"))]);
    expect(await settle(run, ONE)).toMatchObject({ action: "created", warnings: [] });
    expect(bodies(run)).toEqual([marked(FOLDED, OTHER, EARLIER, "{}"), marked("It fails.", ONE)]);
    const found = await findOwnComments(run.client, 7, { commentId: "default", gate: OTHER });
    expect(found.ok && found.value.own[0]?.state).toBe("{}");
    expect(await settle(run, OTHER)).toMatchObject({ action: "updated", warnings: [SHARED] });
    expect(bodies(run)).toEqual([marked("It fails.", OTHER), marked("It fails.", ONE)]);
  });

  it("goes on telling of no earlier head where this one has nothing to say", async () => {
    const run = await started([comment(9, marked("Old.", OTHER, EARLIER))]);
    expect(await settle(run, ONE, { intent: "calm" })).toMatchObject({ action: "none" });
    expect(bodies(run)).toEqual([marked(FOLDED, OTHER, EARLIER)]);
    const before = run.lines().length;
    await settle(run, ONE, { intent: "calm" });
    // Folded once: only looked at from then on.
    expect(
      run
        .lines()
        .slice(before)
        .filter((one) => /^(?:PATCH|DELETE)/.test(one)),
    ).toEqual([]);
  });

  it.each([
    ["a policy that says never", { intent: "none" as const }, {}],
    ["a run that is not of the live head", {}, { headSha: EARLIER }],
  ])("is left alone by %s", async (_name, change, live) => {
    const comments = [comment(9, marked("Old.", OTHER, "c".repeat(40)))];
    const run = await harness({ pulls: [pullState({ number: 7, ...live })], comments });
    await settle(run, ONE, { ...change });
    expect(bodies(run)).toEqual([marked("Old.", OTHER, "c".repeat(40))]);
  });

  it("is not folded over what it wrote meanwhile", async () => {
    const comments = [
      comment(8, marked("Mine.", ONE, "c".repeat(40))),
      comment(9, marked("Old.", OTHER, EARLIER)),
    ];
    const run = await harness({
      pulls: [pullState({ number: 7 })],
      comments,
      before: ({ method, path }) => {
        if (method === "PATCH" && path.endsWith("/8")) comments[1]!.body = marked("New.", OTHER);
      },
    });
    expect(await settle(run, ONE)).toMatchObject({ action: "updated", warnings: [] });
    expect(bodies(run)).toEqual([marked("It fails.", ONE), marked("New.", OTHER)]);
  });

  it("is folded where it has not kept pace with ours", async () => {
    const mine = comment(8, marked("Mine.", ONE, "c".repeat(40)));
    const run = await started([mine, comment(9, marked("Old.", OTHER, EARLIER))]);
    await settle(run, ONE);
    expect(bodies(run)).toEqual([marked("It fails.", ONE), marked(FOLDED, OTHER, EARLIER)]);
  });

  it.each([
    ["has kept pace, and is about to write", EARLIER],
    ["may not have had its turn yet: ours is done again", HEAD],
  ])("is left alone where it %s", async (_name, head) => {
    const mine = comment(8, marked("Mine.", ONE, head));
    const run = await started([mine, comment(9, marked("Old.", OTHER, EARLIER))]);
    await settle(run, ONE);
    expect(bodies(run)).toEqual([marked("It fails.", ONE), marked("Old.", OTHER, EARLIER)]);
  });

  it("is another account's: its words are none of ours", async () => {
    const spoofed = comment(9, marked("Old.", OTHER, EARLIER), MAINTAINER);
    const run = await started([spoofed]);
    expect(await settle(run, ONE)).toMatchObject({ action: "created", warnings: [] });
    expect(bodies(run)[0]).toBe(marked("Old.", OTHER, EARLIER));
  });

  it("is folded a few at a time, whatever the size of the matrix", async () => {
    const legs = Array.from({ length: 12 }, (_, at) =>
      comment(at + 1, marked("Old.", gateOf([at]), EARLIER)),
    );
    const run = await started(legs);
    await settle(run, ONE, { intent: "calm" });
    expect(bodies(run).filter((one) => one.includes(FOLDED))).toHaveLength(5);
  });

  it("does not count where the comment does not say whose it is", async () => {
    const run = await started([comment(9, `${encodeMarker("default", null)}\nOld.`)]);
    expect(await settle(run, ONE)).toMatchObject({ action: "updated", warnings: [] });
    expect(bodies(run)).toEqual([marked("It fails.", ONE)]);
  });

  it("makes its own at the same moment: both stay, one each", async () => {
    const first = await started([]);
    const { url, graphqlUrl } = first.standIn;
    const second = await harness({}, { apiUrl: url, graphqlUrl });
    await Promise.all([
      settle(first, ONE),
      settle(first, ONE),
      settle({ ...second, standIn: first.standIn }, OTHER),
    ]);
    expect(bodies(first).sort()).toEqual(
      [marked("It fails.", ONE), marked("It fails.", OTHER)].sort(),
    );
  });
});

describe("the fingerprint of a gate", () => {
  it("tells what it is about, and not how it is cut up", () => {
    expect(gateOf([".", ["a.yaml"]])).toMatch(/^[0-9a-f]{12}$/);
    expect(gateOf([["a", "b"]])).not.toBe(gateOf([["a"], ["b"]]));
    expect(gateOf([".", ["a.yaml"]])).toBe(gateOf([".", ["a.yaml"]]));
  });
});
