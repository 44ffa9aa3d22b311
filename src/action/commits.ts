import type { BaseCommit, HeadCommit } from "../gate/result.ts";
import type {
  DispatchPlan,
  GatePlan,
  MergeGroupPlan,
  PullRequestPlan,
  PushPlan,
} from "../github/plan.ts";
import { parentsOf, resolveCommit } from "../repository/commits.ts";
import { gitOrNull, isObjectId } from "../repository/git.ts";
import { historyReaders, type Sources } from "../repository/open-tree.ts";
import { isProblem, type RepositoryProblem, unavailable } from "../repository/problem.ts";
import { resolvePullRequestBase } from "../repository/pull-request-base.ts";
import { findCommit } from "../repository/remote-names.ts";

/** The two commits that a run compares. */
export type Compared = { readonly base: BaseCommit; readonly head: HeadCommit };

/** Which commits an event means; what the inputs `base` and `head` name goes before it. */
export async function comparedCommits(
  plan: GatePlan,
  sources: Sources,
): Promise<Compared | RepositoryProblem> {
  if (plan.kind === "dispatch") return dispatched(plan, sources);
  const { base, head } = plan.given;
  const givenHead = head === null ? null : await named(head, sources);
  if (isProblem(givenHead)) return givenHead;
  const givenBase = base === null ? null : await named(base, sources);
  if (isProblem(givenBase)) return givenBase;
  if (givenBase !== null && givenHead !== null) return given(givenBase, givenHead);
  const meant = await meantCommits(plan, sources);
  if (isProblem(meant)) return meant;
  return {
    base: givenBase === null ? meant.base : { sha: givenBase, kind: "given" },
    head: givenHead === null ? meant.head : { sha: givenHead, commit: givenHead },
  };
}

async function meantCommits(
  plan: PullRequestPlan | MergeGroupPlan | PushPlan,
  sources: Sources,
): Promise<Compared | RepositoryProblem> {
  switch (plan.kind) {
    case "pull-request":
      return pullRequestCommits(plan, sources);
    case "merge-group":
      return {
        base: { sha: plan.baseSha, kind: "queue-base" },
        head: { sha: plan.headSha, commit: plan.headSha },
      };
    case "push":
      return pushCommits(plan, sources);
  }
}

async function pullRequestCommits(
  plan: PullRequestPlan,
  sources: Sources,
): Promise<Compared | RepositoryProblem> {
  const git = gitOrNull(sources.git);
  const checkedOut = git === null ? null : await resolveCommit(git, "HEAD");
  return resolvePullRequestBase(
    {
      checkedOut: isProblem(checkedOut) ? null : checkedOut,
      testMerge: plan.mergeSha,
      baseTip: plan.baseSha,
      head: plan.headSha,
    },
    historyReaders(sources),
  );
}

/**
 * Whether a privileged run has the files of the pull request in its workspace, where the next step of the
 * job may run them: the head itself, or a merge of it.
 */
export async function hasHeadCheckedOut(
  plan: GatePlan,
  { git: opened }: Sources,
): Promise<boolean> {
  const git = gitOrNull(opened);
  if (plan.kind !== "pull-request" || !plan.privileged || git === null) return false;
  const checkedOut = await resolveCommit(git, "HEAD");
  if (isProblem(checkedOut)) return false;
  if (checkedOut === plan.headSha) return true;
  const parents = await parentsOf(git, checkedOut);
  return !isProblem(parents) && parents.length === 2 && parents[1] === plan.headSha;
}

/** A new branch replaces nothing: what it adds to the default branch is its change. */
async function pushCommits(
  plan: PushPlan,
  sources: Sources,
): Promise<Compared | RepositoryProblem> {
  const head = { sha: plan.after, commit: plan.after };
  if (plan.before !== null) return { base: { sha: plan.before, kind: "before" }, head };
  const tip = await named(`refs/heads/${plan.defaultBranch ?? "main"}`, sources);
  if (isProblem(tip)) return tip;
  const base = await historyReaders(sources).mergeBase(tip, plan.after);
  return base === null
    ? unavailable(
        "no-merge-base",
        "The new branch and the default branch have no history in common here; use `fetch-depth: 0` in actions/checkout, or give the input `base`.",
      )
    : { base: { sha: base, kind: "merge-base" }, head };
}

async function dispatched(
  plan: DispatchPlan,
  sources: Sources,
): Promise<Compared | RepositoryProblem> {
  const base = await named(plan.base, sources);
  if (isProblem(base)) return base;
  const head = await named(plan.head, sources);
  return isProblem(head) ? head : given(base, head);
}

function given(base: string, head: string): Compared {
  return { base: { sha: base, kind: "given" }, head: { sha: head, commit: head } };
}

async function named(
  name: string,
  { git: opened, remote }: Sources,
): Promise<string | RepositoryProblem> {
  if (isObjectId(name)) return name;
  const git = gitOrNull(opened);
  if (git !== null) return findCommit(git, name, remote);
  return opened !== null && isProblem(opened)
    ? opened
    : unavailable(
        "no-source",
        "There is no clone to look names up in; use actions/checkout first.",
      );
}
