import { describe, expect, it } from "vitest";
import { choosePullRequest, findPullRequests } from "../../src/github/find-pull-request.ts";
import type { WorkflowRunPlan } from "../../src/github/plan.ts";
import { type PullState, pullState } from "../e2e/stand-in/state.ts";
import { harness } from "./harness.ts";

const HEAD = "a".repeat(40);

function run(change: Partial<WorkflowRunPlan> = {}): WorkflowRunPlan {
  return {
    kind: "workflow-run",
    headSha: HEAD,
    headRepository: "mallory/shop",
    headBranch: "feature",
    claimed: null,
    given: { base: null, head: null },
    ...change,
  };
}

function pull(number: number, change: Partial<PullState> = {}): PullState {
  return pullState({ number, headRepository: "mallory/shop", ...change });
}

async function found(pulls: readonly PullState[], change: Partial<WorkflowRunPlan> = {}) {
  const { client, standIn } = await harness({ pulls: [...pulls] });
  const outcome = await findPullRequests(client, run(change));
  expect(standIn.problems).toEqual([]);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}

describe("the pull requests of a workflow run", () => {
  it("are those of its head commit and head repository alone", async () => {
    const listed = await found([
      pull(1, { headSha: "c".repeat(40) }),
      pull(2, { headRepository: "mallory/shop-copy" }),
      pull(3, { headRef: "other" }),
      pull(4, { state: "closed" }),
      pull(5, { headRepository: null }),
      pull(6, { headRepository: "acme/shop" }),
      pull(7),
    ]);
    expect(listed).toEqual([
      {
        number: 7,
        headSha: HEAD,
        headRepository: "mallory/shop",
        baseSha: "b".repeat(40),
        baseRef: "main",
      },
    ]);
  });

  it("are found on later pages", async () => {
    const others = Array.from({ length: 130 }, (_, at) =>
      pull(at + 10, { headSha: "c".repeat(40) }),
    );
    expect((await found([...others, pull(7)])).map(({ number }) => number)).toEqual([7]);
  });

  it("may have any name of a branch", async () => {
    const headBranch = "topic/ä&state=closed#1";
    const listed = await found([pull(7, { headRef: headBranch })], { headBranch });
    expect(listed).toHaveLength(1);
  });

  it("are not told where GitHub does not answer as it should", async () => {
    const path = "/repos/acme/shop/pulls";
    const faults = [{ method: "GET", path, answer: { status: 403 } }];
    const { client } = await harness({ faults });
    const outcome = await findPullRequests(client, run());
    expect(!outcome.ok && outcome.failure.message).toMatch(/^could not find the pull request/);
    const odd = [{ method: "GET", path, answer: { status: 200, body: [null, { number: 7 }] } }];
    const other = await harness({ faults: odd });
    const unread = await findPullRequests(other.client, run());
    expect(!unread.ok && unread.failure.message).toMatch(/not the list that was asked for/);
    const deleted = [
      { method: "GET", path, answer: { status: 200, body: [{ id: 1, number: 7 }] } },
    ];
    const fork = await harness({ faults: deleted });
    expect(await findPullRequests(fork.client, run())).toEqual({ ok: true, value: [] });
  });
});

describe("the choice among them", () => {
  const listed = (number: number, baseRef = "main") => ({
    number,
    headSha: HEAD,
    headRepository: "mallory/shop",
    baseSha: "b".repeat(40),
    baseRef,
  });
  const choose = (numbers: readonly number[], claimed: number | null) =>
    choosePullRequest(
      numbers.map((one) => listed(one)),
      run({ claimed }),
      "acme/shop",
    );

  it("is the only one, as a privileged plan that fails no job by itself", () => {
    expect(choose([7], null)).toMatchObject({
      kind: "found",
      plan: {
        kind: "pull-request",
        number: 7,
        action: null,
        fork: true,
        privileged: true,
        mergeSha: null,
        failsByDefault: false,
      },
    });
  });

  it.each<[readonly number[], number | null, string]>([
    [[], null, "gone"],
    [[], 7, "gone"],
    [[7], 7, "found"],
    [[7], 8, "refused"],
    [[7, 8], null, "refused"],
    [[7, 8], 8, "found"],
    [[7, 8], 9, "refused"],
  ])("of %j with the claim %j: %s", (numbers, claimed, kind) => {
    const choice = choose(numbers, claimed);
    expect(choice.kind).toBe(kind);
    if (choice.kind === "found") expect(choice.plan.number).toBe(claimed);
  });
});
