import type { Client } from "./client.ts";
import { listAll } from "./list.ts";
import { type Outcome, success } from "./outcome.ts";
import { isObjectId, valueAt } from "./payload.ts";
import type { PullRequestPlan, WorkflowRunPlan } from "./plan.ts";

/** An open pull request, as GitHub lists it. */
export type ListedPullRequest = {
  readonly number: number;
  readonly headSha: string;
  readonly headRepository: string;
  readonly baseSha: string;
  readonly baseRef: string;
};

/**
 * The open pull requests whose head is this very commit of this repository. Asked for by the branch
 * (`head=OWNER:BRANCH`), and held to commit and repository: two forks of one owner may have branches of one
 * name, and a branch moves on.
 */
export async function findPullRequests(
  client: Client,
  { headSha, headRepository, headBranch }: WorkflowRunPlan,
): Promise<Outcome<readonly ListedPullRequest[]>> {
  const owner = headRepository.split("/")[0] ?? "";
  const listed = await listAll(
    client,
    "find the pull request of the workflow run",
    "/repos/{owner}/{repo}/pulls",
    { state: "open", head: `${owner}:${headBranch}` },
  );
  if (!listed.ok) return listed;
  const pulls = listed.value.flatMap((one) => listedPullRequest(one) ?? []);
  return success(
    pulls.filter(
      (one) =>
        one.headSha === headSha &&
        one.headRepository.toLowerCase() === headRepository.toLowerCase(),
    ),
  );
}

/** `null` where the fork was deleted, and for what is no pull request. */
function listedPullRequest(one: unknown): ListedPullRequest | null {
  const number = valueAt(one, "number");
  const headSha = valueAt(one, "head.sha");
  const headRepository = valueAt(one, "head.repo.full_name");
  const baseSha = valueAt(one, "base.sha");
  const baseRef = valueAt(one, "base.ref");
  if (typeof number !== "number" || typeof headRepository !== "string") return null;
  if (!isObjectId(headSha) || !isObjectId(baseSha) || typeof baseRef !== "string") return null;
  return { number, headSha, headRepository, baseSha, baseRef };
}

export type Choice =
  | { readonly kind: "found"; readonly plan: PullRequestPlan }
  /** There is nothing to judge any more. */
  | { readonly kind: "gone"; readonly message: string }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Which of them the run is about. The claimed number comes from an artifact as a rule, which the author of
 * the pull request can write: it chooses among those that GitHub names, and brings in no other.
 */
export function choosePullRequest(
  found: readonly ListedPullRequest[],
  run: WorkflowRunPlan,
  repository: string,
): Choice {
  const { claimed } = run;
  if (found.length === 0) {
    return {
      kind: "gone",
      message: `no open pull request has the head ${run.headSha} any more`,
    };
  }
  const fitting = claimed === null ? found : found.filter(({ number }) => number === claimed);
  const [only, another] = fitting;
  const names = found.map(({ number }) => `#${number}`).join(", ");
  if (only === undefined) {
    return {
      kind: "refused",
      message: `the input \`pull-request\` says #${claimed}, but the head of the workflow run is that of ${names}; correct the number, or leave it out`,
    };
  }
  if (another !== undefined) {
    return {
      kind: "refused",
      message: `the head of the workflow run is that of ${names}; say which with the input \`pull-request\``,
    };
  }
  return { kind: "found", plan: planOf(only, run, repository) };
}

/** A check of this run would stand at the default branch, so it fails only where that is asked for. */
function planOf(
  { number, headSha, headRepository, baseSha, baseRef }: ListedPullRequest,
  { given }: WorkflowRunPlan,
  repository: string,
): PullRequestPlan {
  return {
    kind: "pull-request",
    action: null,
    number,
    headSha,
    headRepository,
    fork: headRepository.toLowerCase() !== repository.toLowerCase(),
    privileged: true,
    rerun: false,
    baseSha,
    baseRef,
    mergeSha: null,
    label: null,
    failsByDefault: false,
    given,
  };
}
