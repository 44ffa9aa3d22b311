import { describe, expect, test } from "vitest";
import {
  type HistoryReaders,
  resolvePullRequestBase,
} from "../../src/repository/pull-request-base.ts";

const commits = { checkedOut: "merge", testMerge: "merge", baseTip: "tip", head: "head" };

function readers(
  parents: Readonly<Record<string, readonly string[]>>,
  base: string | null,
): HistoryReaders & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    parentsOf: async (oid) => parents[oid] ?? null,
    async mergeBase(one, other) {
      asked.push(`${one} ${other}`);
      return base;
    },
  };
}

describe("what a pull request is compared with", () => {
  test("the first parent of the test merge that is checked out; history is not asked", async () => {
    const history = readers({ merge: ["parent", "head"] }, "fork");
    expect(await resolvePullRequestBase(commits, history)).toEqual({
      base: { sha: "parent", kind: "merge-parent" },
      head: { sha: "merge", commit: "head" },
    });
    expect(history.asked).toEqual([]);
  });

  test.each([
    ["the head is checked out", { ...commits, checkedOut: "head" }, { merge: ["parent", "head"] }],
    ["nothing is checked out", { ...commits, checkedOut: null }, { merge: ["parent", "head"] }],
    ["there is no test merge", { ...commits, testMerge: null }, { merge: ["parent", "head"] }],
    ["neither is there", { ...commits, testMerge: null, checkedOut: null }, {}],
    ["the merge is of an older head", commits, { merge: ["parent", "older"] }],
    ["it is no merge", commits, { merge: ["head"] }],
    ["it merges more than one", commits, { merge: ["parent", "head", "third"] }],
    ["it cannot be read", commits, {}],
  ])("the merge base, never the tip of the base branch, where %s", async (_, given, parents) => {
    const history = readers(parents, "fork");
    expect(await resolvePullRequestBase(given, history)).toEqual({
      base: { sha: "fork", kind: "merge-base" },
      head: { sha: "head", commit: "head" },
    });
    expect(history.asked).toEqual(["tip head"]);
  });

  test("a problem with its remedy where history cannot tell", async () => {
    const found = await resolvePullRequestBase(
      { ...commits, checkedOut: "head" },
      readers({}, null),
    );
    expect(found).toMatchObject({ kind: "unavailable", code: "no-merge-base" });
    expect(found).toHaveProperty("message", expect.stringContaining("fetch-depth: 0"));
  });
});
