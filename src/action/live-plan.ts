import type { Client } from "../github/client.ts";
import { choosePullRequest, findPullRequests } from "../github/find-pull-request.ts";
import type {
  EventPlan,
  GatePlan,
  NothingPlan,
  PullRequestPlan,
  WorkflowRunPlan,
} from "../github/plan.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { type RepositoryProblem, unavailable, usageProblem } from "../repository/problem.ts";
import type { Connect } from "./comment.ts";

/** The plan by what GitHub knows now, and what could not be learnt. */
export type LivePlan = {
  readonly plan: GatePlan | NothingPlan;
  readonly warnings: readonly string[];
};

/**
 * What a payload cannot say, or may say wrongly, is asked: which pull request a workflow run was of, and
 * where a pull request goes to whose run is done again ("Re-running workflows": the payload is the old one).
 *
 * @param repository `owner/name` of the base
 */
export async function livePlan(
  plan: EventPlan,
  repository: string,
  connect: Connect,
): Promise<LivePlan | RepositoryProblem> {
  if (plan.kind === "workflow-run") return pullRequestOf(plan, repository, connect);
  if (plan.kind === "pull-request" && plan.rerun && connect !== null) {
    return retargeted(plan, await connect());
  }
  return { plan, warnings: [] };
}

async function pullRequestOf(
  plan: WorkflowRunPlan,
  repository: string,
  connect: Connect,
): Promise<LivePlan | RepositoryProblem> {
  if (connect === null) {
    return usageProblem(
      "no-token",
      "On workflow_run the pull request is looked up, and the input `github-token` is empty; leave the input out, or correct the secret's name.",
    );
  }
  const found = await findPullRequests(await connect(), plan);
  if (!found.ok) return unavailable("no-pull-request", `${found.failure.message}.`);
  const choice = choosePullRequest(found.value, plan, repository);
  switch (choice.kind) {
    case "found":
      return { plan: choice.plan, warnings: [] };
    case "gone":
      return {
        plan: { kind: "nothing", message: `nothing to compare: ${choice.message}` },
        warnings: [],
      };
    case "refused":
      return usageProblem("which-pull-request", choice.message);
  }
}

/**
 * A run that passed into one branch, done again after the pull request was made to go into another, would
 * put its green check over the red one of the same head.
 */
async function retargeted(plan: PullRequestPlan, client: Client): Promise<LivePlan> {
  const live = await readPullRequest(client, plan.number);
  if (!live.ok) return { plan, warnings: [live.failure.message] };
  const { headSha, baseRef, baseSha } = live.value;
  if (headSha !== plan.headSha) {
    const moved = `the pull request has another head by now; this run is about ${plan.headSha}, and writes no comment`;
    return { plan, warnings: [moved] };
  }
  if (baseRef === plan.baseRef) return { plan, warnings: [] };
  // The test merge that is checked out goes into the branch of before.
  return { plan: { ...plan, baseRef, baseSha, mergeSha: null }, warnings: [] };
}
