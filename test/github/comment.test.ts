import { describe, expect, it } from "vitest";
import type { CommentPolicy, CommentRequest } from "../../src/github/comment.ts";
import { commentIntent, settleComment } from "../../src/github/comment.ts";
import { findOwnComments } from "../../src/github/own-comments.ts";
import { encodeMarker } from "../../src/report/marker.ts";
import type { Scenario } from "../e2e/stand-in/stand-in.ts";
import type { CommentState } from "../e2e/stand-in/state.ts";
import { MAINTAINER, pullState, WORKFLOW_BOT } from "../e2e/stand-in/state.ts";
import type { Harness } from "./harness.ts";
import { harness } from "./harness.ts";

const ID = "default";
const KEY = { commentId: ID, gate: "aaaaaaaaaaaa" };
const HEAD = "a".repeat(40);
const PULL = "GET /repos/acme/shop/pulls/7";
const LIST = "GET /repos/acme/shop/issues/7/comments?per_page=100";
const POST = "POST /repos/acme/shop/issues/7/comments";
const VIEWER = "POST /graphql";

function marked(text: string, state: string | null = null): string {
  return `${encodeMarker(ID, state)}\n${text}`;
}

function comment(id: number, body: string, author = WORKFLOW_BOT): CommentState {
  return { id, issue: 7, author, body };
}

function chatter(count: number): CommentState[] {
  return Array.from({ length: count }, (_, index) => comment(index + 1, "Hm.", MAINTAINER));
}

function request(change: Partial<CommentRequest> = {}): Omit<CommentRequest, "found"> {
  return {
    evaluated: { number: 7, headSha: HEAD, baseRef: "main" },
    ...KEY,
    intent: "write",
    body: marked("It fails."),
    calm: marked("All is well again."),
    shorter: () => marked("It fails, in short."),
    ...change,
  };
}

/** What a run does: find, then settle. */
async function settle({ client }: Harness, change: Partial<CommentRequest> = {}) {
  const found = await findOwnComments(client, 7, KEY);
  if (!found.ok) throw new Error(found.failure.message);
  return settleComment(client, { ...request(change), found: found.value });
}

async function started(scenario: Scenario) {
  return harness({ pulls: [pullState({ number: 7 })], ...scenario });
}

describe("where there is no comment of ours", () => {
  it("creates one, and looks whether another run did so too", async () => {
    const run = await started({ comments: chatter(2) });
    const outcome = await settle(run);
    expect(outcome).toEqual({
      action: "created",
      url: "https://github.invalid/acme/shop/pull/7#issuecomment-5001",
      warnings: [],
    });
    expect(run.lines()).toEqual([LIST, PULL, POST, LIST]);
    expect(run.standIn.state.comments.at(-1)?.body).toBe(marked("It fails."));
    expect(run.standIn.problems).toEqual([]);
  });

  it("makes none to say that all is well", async () => {
    const run = await started({});
    expect((await settle(run, { intent: "calm" })).action).toBe("none");
    expect(run.lines()).toEqual([LIST]);
  });

  it("ignores a marker that another account wrote", async () => {
    const spoofed = comment(40, marked("It passes."), MAINTAINER);
    const run = await started({ comments: [spoofed] });
    expect((await settle(run)).action).toBe("created");
    expect(run.lines()).toEqual([LIST, VIEWER, PULL, POST, LIST]);
    expect(run.standIn.state.comments[0]?.body).toBe(marked("It passes."));
    expect(run.standIn.problems).toEqual([]);
  });

  it("ignores a person who carries the bare name of the bot", async () => {
    const person = { login: "github-actions", id: 666, type: "User" as const };
    const run = await started({ comments: [comment(40, marked("It passes."), person)] });
    expect((await settle(run)).action).toBe("created");
  });

  it("ignores the comment of another comment-id", async () => {
    const run = await started({ comments: [comment(40, `${encodeMarker("staging", null)}\nHm.`)] });
    expect((await settle(run)).action).toBe("created");
    expect(run.standIn.state.comments).toHaveLength(2);
  });
});

describe("where there is a comment of ours", () => {
  it("finds it on the third page and updates it in place", async () => {
    const run = await started({ comments: [...chatter(230), comment(900, marked("Old."))] });
    const outcome = await settle(run);
    expect(outcome.action).toBe("updated");
    expect(run.lines()).toEqual([
      LIST,
      `${LIST}&page=2`,
      `${LIST}&page=3`,
      VIEWER,
      PULL,
      "GET /repos/acme/shop/issues/comments/900",
      "PATCH /repos/acme/shop/issues/comments/900",
    ]);
    expect(run.standIn.state.comments.at(-1)?.body).toBe(marked("It fails."));
    expect(run.standIn.problems).toEqual([]);
  });

  it.each(["github-actions", "github-actions[bot]"])("knows itself as %s", async (login) => {
    const run = await started({
      comments: [comment(9, marked("Old."))],
      viewer: { login, databaseId: null },
    });
    expect((await settle(run)).action).toBe("updated");
  });

  it("leaves it alone when nothing changed, line ends apart", async () => {
    const run = await started({ comments: [comment(9, `${marked("It\r\nfails.")}\r\n`)] });
    expect((await settle(run, { body: marked("It\nfails.") })).action).toBe("unchanged");
    expect(run.lines()).toEqual([LIST, VIEWER]);
  });

  it("calms it when its cause is gone", async () => {
    const run = await started({ comments: [comment(9, marked("It fails."))] });
    expect((await settle(run, { intent: "calm" })).action).toBe("updated");
    expect(run.standIn.state.comments[0]?.body).toBe(marked("All is well again."));
  });

  it("touches nothing where the policy says never", async () => {
    const run = await started({
      comments: [comment(9, marked("Old.")), comment(10, marked("Old."))],
    });
    expect((await settle(run, { intent: "none" })).action).toBe("none");
    expect(run.lines()).toEqual([LIST, VIEWER]);
  });

  it("hands on what the marker keeps", async () => {
    const run = await started({ comments: [comment(9, marked("Old.", '{"kept":1}'))] });
    const found = await findOwnComments(run.client, 7, KEY);
    expect(found.ok && found.value.own[0]?.state).toBe('{"kept":1}');
  });
});

describe("a run whose head or base is no longer the live one", () => {
  it.each([
    ["a newer head", { headSha: "c".repeat(40) }],
    ["another base branch", { baseRef: "release" }],
  ])("writes nothing: %s", async (_name, change) => {
    for (const comments of [[], [comment(9, marked("Old."))]]) {
      const run = await harness({ pulls: [pullState({ number: 7, ...change })], comments });
      expect((await settle(run)).action).toBe("stale");
      expect(run.lines().at(-1)).toBe(PULL);
      expect(run.lines().filter((one) => /^(?:PATCH|DELETE)|POST .*comments/.test(one))).toEqual(
        [],
      );
    }
  });

  it("still writes when only the tip of the base branch moved", async () => {
    const moved = pullState({ number: 7, baseSha: "d".repeat(40) });
    const run = await harness({ pulls: [moved] });
    expect((await settle(run)).action).toBe("created");
  });
});

describe("two runs at once", () => {
  it("leave the older comment, and the run whose own goes looks again", async () => {
    const run = await started({
      before: ({ method, path }, state) => {
        if (method !== "POST" || path === "/graphql" || state.comments.length > 0) return;
        state.comments.push(comment(100, marked("From the other run.")));
      },
    });
    const outcome = await settle(run);
    expect(outcome.action).toBe("moved");
    expect(outcome.url).toContain("issuecomment-100");
    expect(run.standIn.state.comments.map((one) => [one.id, one.body])).toEqual([
      [100, marked("From the other run.")],
    ]);
    expect(run.lines()).toEqual([
      LIST,
      PULL,
      POST,
      LIST,
      "DELETE /repos/acme/shop/issues/comments/5001",
    ]);
    expect((await settle(run)).action).toBe("updated");
    expect(run.standIn.state.comments[0]?.body).toBe(marked("It fails."));
  });

  it("do not say that a comment stands which the other took away", async () => {
    const run = await started({
      before: ({ method, path }, state) => {
        // The other run found both, and left its own, which is the older one.
        if (method !== "GET" || !path.endsWith("/comments") || state.nextId === 5001) return;
        state.comments.splice(0, state.comments.length, comment(100, marked("From the other.")));
      },
    });
    const outcome = await settle(run);
    expect(outcome).toMatchObject({ action: "moved", warnings: [] });
    expect(outcome.url).toContain("issuecomment-100");
  });

  it.each([
    [
      "changed",
      (comments: CommentState[]) => Object.assign(comments[0]!, { body: marked("New.") }),
    ],
    ["taken away", (comments: CommentState[]) => comments.splice(0)],
  ])("write nothing over a comment that was %s since they looked", async (_name, change) => {
    const run = await started({
      comments: [comment(9, marked("Old."))],
      before: ({ path }, { comments }) => {
        if (path === "/repos/acme/shop/pulls/7") change(comments);
      },
    });
    expect((await settle(run)).action).toBe("moved");
    expect(run.lines().some((one) => one.startsWith("PATCH"))).toBe(false);
  });

  it("leave one comment when each looks while both are there", async () => {
    const first = await started({});
    const second = await startedAt(first);
    const outcomes = await Promise.all([settle(first), settle(second)]);
    expect(outcomes.flatMap((one) => one.warnings)).toEqual([]);
    expect(first.standIn.state.comments).toHaveLength(1);
    expect(first.standIn.problems).toEqual([]);
  });

  it("tidy up what a run that was killed left behind", async () => {
    const run = await started({
      comments: [comment(9, marked("It fails.")), comment(12, marked("Old."))],
    });
    expect((await settle(run)).action).toBe("unchanged");
    expect(run.standIn.state.comments.map((one) => one.id)).toEqual([9]);
    expect(run.lines()).toEqual([
      LIST,
      VIEWER,
      PULL,
      "GET /repos/acme/shop/issues/comments/9",
      "DELETE /repos/acme/shop/issues/comments/12",
    ]);
  });
});

/** A second client before the same stand-in. */
async function startedAt(first: Harness): Promise<Harness> {
  const { url, graphqlUrl } = first.standIn;
  const second = await harness({}, { apiUrl: url, graphqlUrl });
  return { ...second, standIn: first.standIn };
}

describe("replies of another shape", () => {
  const ours = { id: 9, html_url: "u", body: marked("Old.") };
  it.each<[string, unknown]>([
    ["no list", {}],
    ["nothing", null],
    ["no comment", [null, 1, "text"]],
    ["a comment without a number", [{ ...ours, id: undefined }]],
  ])("%s: nothing that a comment could be made after", async (_name, body) => {
    const path = "/repos/acme/shop/issues/7/comments";
    const faults = [{ method: "GET", path, answer: { status: 200, body } }];
    const { client } = await started({ faults });
    expect(await findOwnComments(client, 7, KEY)).toMatchObject({
      ok: false,
      failure: { reason: "unavailable" },
    });
  });

  it.each<[string, unknown]>([
    ["a body that is no text", [{ ...ours, body: 5, user: null }]],
    ["an author without a name", [{ ...ours, user: { type: "Bot" } }]],
  ])("%s: no comment of ours", async (_name, body) => {
    const path = "/repos/acme/shop/issues/7/comments";
    const faults = [{ method: "GET", path, answer: { status: 200, body } }];
    const { client } = await started({ faults });
    expect(await findOwnComments(client, 7, KEY)).toMatchObject({ ok: true, value: { own: [] } });
  });
});

describe("refusals", () => {
  it("warns where the token may only read", async () => {
    const run = await started({ mayWrite: false });
    const outcome = await settle(run);
    expect(outcome.action).toBe("failed");
    expect(outcome.warnings).toHaveLength(1);
    expect(outcome.warnings[0]).toMatch(/HTTP 403.*pull-requests: write.*forks/);
    expect(run.lines()).toEqual([LIST, PULL, POST]);
  });

  it("sends a shorter comment once when GitHub finds it too long", async () => {
    const run = await started({});
    const outcome = await settle(run, { body: marked("x".repeat(70_000)) });
    expect(outcome).toMatchObject({ action: "created", warnings: [] });
    expect(run.lines()).toEqual([LIST, PULL, POST, POST, LIST]);
    expect(run.standIn.state.comments[0]?.body).toBe(marked("It fails, in short."));
  });

  it("gives up when the shorter one is refused too", async () => {
    const run = await started({ comments: [comment(9, marked("Old."))] });
    const long = marked("x".repeat(70_000));
    const outcome = await settle(run, { body: long, shorter: () => long });
    expect(outcome.action).toBe("failed");
    expect(outcome.warnings[0]).toMatch(/HTTP 422.*job summary/);
    expect(run.lines().filter((one) => one.startsWith("PATCH"))).toHaveLength(2);
  });

  it("looks for the comment on a server error before it sends it again, which is once", async () => {
    const fault = { method: "POST", path: /comments$/, answer: { status: 502 } };
    const run = await started({ faults: [fault] });
    expect((await settle(run)).warnings[0]).toMatch(/HTTP 502/);
    expect(run.lines()).toEqual([LIST, PULL, POST, LIST, POST, LIST]);
  });

  it("writes nothing when it cannot see the live pull request", async () => {
    const run = await started({ pulls: [] });
    const outcome = await settle(run);
    expect(outcome.action).toBe("failed");
    expect(outcome.warnings[0]).toMatch(/could not read pull request #7 \(HTTP 404\)/);
    expect(run.lines()).toEqual([LIST, PULL]);
  });
});

describe("where nobody says whose token it is", () => {
  it("takes comments of the workflow's bot for ours", async () => {
    const run = await started({ comments: [comment(9, marked("Old."))], viewer: null });
    expect((await settle(run)).action).toBe("updated");
  });

  it("takes none of a person's for ours, whatever the name", async () => {
    const person = { login: "github-actions", id: 666, type: "User" as const };
    const run = await started({ comments: [comment(9, marked("Old."), person)], viewer: null });
    expect((await settle(run)).action).toBe("none");
  });

  it("creates none beside marked comments of unknown owners", async () => {
    const other = { login: "acme-ci[bot]", id: 77, type: "Bot" as const };
    const run = await started({ comments: [comment(9, marked("Old."), other)], viewer: null });
    expect((await settle(run)).action).toBe("none");
    const found = await findOwnComments(run.client, 7, KEY);
    expect(found.ok && found.value.warnings[0]).toMatch(/who the token belongs to/);
  });
});

describe("commentIntent", () => {
  const calm = { verdict: "pass", changed: false, accepted: false } as const;
  const better = { ...calm, changed: true };
  const warned = { ...calm, verdict: "warn" } as const;
  const failing = { ...better, verdict: "fail" } as const;
  const accepted = { ...better, verdict: "warn", accepted: true } as const;
  const untouched = { ...calm, verdict: "not-affected" } as const;

  it.each<[CommentPolicy, string]>([
    ["always", "write write write write write write"],
    ["changes", "calm calm write write write write"],
    ["failure", "calm calm calm calm write write"],
    ["never", "none none none none none none"],
  ])("%s", (policy, expected) => {
    const results = [untouched, calm, better, warned, failing, accepted];
    expect(results.map((one) => commentIntent(policy, one)).join(" ")).toBe(expected);
  });
});
