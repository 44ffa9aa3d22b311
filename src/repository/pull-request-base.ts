import { type RepositoryProblem, unavailable } from "./problem.ts";

/** The commits that a pull request's event names, and what is checked out. */
export type PullRequestCommits = {
  /** HEAD of the checkout; `null` where there is none. */
  readonly checkedOut: string | null;
  /** GitHub's test merge of the pull request (`GITHUB_SHA`); `null` where it has conflicts. */
  readonly testMerge: string | null;
  /** The tip of the base branch. */
  readonly baseTip: string;
  /** The tip of the pull request. */
  readonly head: string;
};

export type HistoryReaders = {
  /** `null` where the commit is not at hand. */
  readonly parentsOf: (oid: string) => Promise<readonly string[] | null>;
  /** `null` where there is none, or no history to tell. */
  readonly mergeBase: (base: string, head: string) => Promise<string | null>;
};

export type ComparedCommits = {
  readonly base: { readonly sha: string; readonly kind: "merge-parent" | "merge-base" };
  /** The tree evaluated, and the commit to link to. */
  readonly head: { readonly sha: string; readonly commit: string };
};

/**
 * What a pull request is compared with. Where its test merge is checked out, the first parent: the base
 * branch as it was merged, so that only the pull request differs. Else the merge base, never the tip of
 * the base branch: other people's changes since would appear as undone.
 */
export async function resolvePullRequestBase(
  commits: PullRequestCommits,
  readers: HistoryReaders,
): Promise<ComparedCommits | RepositoryProblem> {
  const { checkedOut, testMerge, baseTip, head } = commits;
  if (checkedOut !== null && checkedOut === testMerge) {
    const [base, merged, ...more] = (await readers.parentsOf(checkedOut)) ?? [];
    // A test merge has two parents; the pull request may have moved on since this one was made.
    if (base !== undefined && merged === head && more.length === 0) {
      return {
        base: { sha: base, kind: "merge-parent" },
        head: { sha: checkedOut, commit: head },
      };
    }
  }
  const base = await readers.mergeBase(baseTip, head);
  if (base === null) {
    return unavailable(
      "no-merge-base",
      `The merge base of ${baseTip} and ${head} cannot be told; use \`fetch-depth: 0\` in actions/checkout, or give the job \`contents: read\` and a \`github-token\`.`,
    );
  }
  return { base: { sha: base, kind: "merge-base" }, head: { sha: head, commit: head } };
}
