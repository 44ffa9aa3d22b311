import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { type DiffRequest, diff } from "../flow/diff.ts";
import { allFromRoot, openBothRendered, openWorkplace, type Workplace } from "../flow/workplace.ts";
import type { Result } from "../gate/result.ts";
import type { Client } from "../github/client.ts";
import type { EventPlan, GatePlan } from "../github/plan.ts";
import { createTreeApi } from "../github/tree-api.ts";
import { renderInvalidComment } from "../report/invalid.ts";
import type { Repository } from "../report/link.ts";
import type { Origin } from "../report/origin.ts";
import type { ReportContext } from "../report/scope.ts";
import type { TreeApi } from "../repository/api-tree.ts";
import { sweepFolders } from "../repository/leavings.ts";
import { openTrees, type Sources } from "../repository/open-tree.ts";
import { isProblem, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { type Connect, replaceComment } from "./comment.ts";
import { keyOf } from "./comment-key.ts";
import { type Compared, comparedCommits, hasHeadCheckedOut } from "./commits.ts";
import { conclude } from "./conclude.ts";
import type { ActionInputs } from "./inputs.ts";
import { livePlan } from "./live-plan.ts";
import { writeReports } from "./reports.ts";
import { NO_SHARDS_HERE, runShard, type ShardComputed, withShards } from "./shard.ts";

/** What the runner tells of the run, beside the event. */
export type RunFacts = {
  readonly workspace: string;
  readonly temp: string;
  readonly repository: Repository;
  readonly runUrl: string | null;
};

/** What the entry tells the runner. */
export type RunOutcome =
  | {
      readonly kind: "judged";
      readonly result: Result;
      readonly context: ReportContext;
      /** `null` where it could not be written. */
      readonly resultPath: string | null;
      readonly commentUrl: string | null;
      /** Whether a verdict of `fail` fails the job where `fail-on` says nothing. */
      readonly mayFail: boolean;
      /** What could not be read or written; no verdict depends on it. */
      readonly warnings: readonly string[];
    }
  | ShardComputed
  | InvalidOutcome
  | { readonly kind: "nothing"; readonly message: string }
  | { readonly kind: "problem"; readonly problem: RepositoryProblem };

/** Head cannot be judged. */
export type InvalidOutcome = {
  readonly kind: "invalid";
  readonly diagnostics: readonly Diagnostic[];
  readonly headCommit: string;
  readonly context: ReportContext;
  readonly warnings: readonly string[];
};

/** One run of the gate: commits, figures, acceptance, comment, result file, in this order. */
export async function runGate(
  inputs: ActionInputs,
  event: EventPlan,
  facts: RunFacts,
  connect: Connect,
): Promise<RunOutcome> {
  for (const folder of [tmpdir(), facts.temp]) sweepFolders(folder);
  const { owner, repo } = facts.repository;
  const live = await livePlan(event, `${owner}/${repo}`, connect);
  if (isProblem(live)) return { kind: "problem", problem: live };
  const { plan } = live;
  if (plan.kind === "nothing") return { kind: "nothing", message: plan.message };
  const place = await openWorkplace(resolve(facts.workspace, inputs.workingDirectory));
  if (isProblem(place)) return { kind: "problem", problem: place };
  const sources: Sources = { git: place.git, api: connect === null ? null : lazyApi(connect) };
  const compared = await comparedCommits(plan, sources);
  if (isProblem(compared)) return { kind: "problem", problem: compared };
  const isPrivileged = plan.kind === "pull-request" && plan.privileged;
  if (isPrivileged && (inputs.shard !== null || inputs.shards !== null)) {
    return problemOutcome(NO_SHARDS_HERE);
  }
  const request = await requestOf(inputs, compared, sources, place, isPrivileged);
  if ("kind" in request) return request;
  const context: ReportContext = {
    repository: facts.repository,
    runUrl: facts.runUrl,
    commentId: inputs.commentId,
    state: null,
    origin: originOf(inputs, plan),
  };
  if (inputs.shard !== null) {
    const part = await runShard(inputs, inputs.shard, request, facts);
    // The gate after it tells the pull request.
    return part.kind === "shard"
      ? part
      : { ...part, headCommit: compared.head.commit, context, warnings: live.warnings };
  }
  const notices: string[] = [];
  const judged = await diff(withShards(request, inputs, facts, notices));
  const exposed = (await hasHeadCheckedOut(plan, sources)) ? [HEAD_CHECKED_OUT] : [];
  const before = [...live.warnings, ...exposed, ...notices];
  if (judged.kind === "invalid") {
    const { diagnostics } = judged;
    const invalid = { diagnostics, headCommit: compared.head.commit, context };
    return tellInvalid(inputs, plan, invalid, before, connect);
  }
  const told = await conclude(inputs, plan, judged.judgements, compared, context, connect);
  const written = await writeReports(told.result, judged.comparisons, inputs, facts);
  return {
    kind: "judged",
    result: told.result,
    context: told.context,
    resultPath: written.path,
    commentUrl: told.commentUrl,
    mayFail: plan.failsByDefault,
    warnings: [...before, ...written.warnings, ...told.warnings],
  };
}

function originOf(inputs: ActionInputs, plan: GatePlan): Origin | null {
  const { gate } = keyOf(inputs);
  return plan.kind === "pull-request" && gate !== null ? { gate, head: plan.headSha } : null;
}

const HEAD_CHECKED_OUT =
  "the workspace holds what the pull request brings, and the token of this event may write: a step that runs anything of it hands both over; leave `ref` of actions/checkout out, since the gate reads the head by itself";

async function tellInvalid(
  inputs: ActionInputs,
  plan: GatePlan,
  invalid: Omit<InvalidOutcome, "kind" | "warnings">,
  before: readonly string[],
  connect: Connect,
): Promise<InvalidOutcome> {
  const { diagnostics, headCommit, context } = invalid;
  const render = (state: string | null): string =>
    renderInvalidComment(diagnostics, headCommit, { ...context, state });
  const warnings = await replaceComment(inputs, plan, render, connect);
  return { kind: "invalid", ...invalid, warnings: [...before, ...warnings] };
}

/** A client is made only when the clone does not suffice. */
function lazyApi(connect: () => Promise<Client>): TreeApi {
  const api = async (): Promise<TreeApi> => createTreeApi(await connect());
  return {
    listTree: async (commit) => (await api()).listTree(commit),
    readBlob: async (id) => (await api()).readBlob(id),
    mergeBase: async (base, head) => (await api()).mergeBase(base, head),
  };
}

async function requestOf(
  inputs: ActionInputs,
  compared: Compared,
  sources: Sources,
  place: Workplace,
  isPrivileged: boolean,
): Promise<DiffRequest | { readonly kind: "problem"; readonly problem: RepositoryProblem }> {
  const models = allFromRoot(place, inputs.models);
  if (isProblem(models)) return problemOutcome(models);
  const [base, head] = await openTrees(sources, [compared.base.sha, compared.head.sha]);
  if (base === undefined || isProblem(base)) return problemOutcome(base);
  if (head === undefined || isProblem(head)) return problemOutcome(head);
  const rendered = await openBothRendered(place, inputs.baseManifests, inputs.headManifests);
  if (isProblem(rendered)) return problemOutcome(rendered);
  return {
    base: { tree: base, rendered: rendered.base },
    // Base is the team's own: it is rendered even where head may not be, or a promise that head gives up
    // would go unseen.
    head: {
      tree: head,
      rendered: rendered.head,
      renderers: isPrivileged ? "refused" : "allowed",
    },
    models,
    options: inputs.options,
    today: new Date().toISOString().slice(0, 10),
  };
}

function problemOutcome(problem: RepositoryProblem | undefined): {
  readonly kind: "problem";
  readonly problem: RepositoryProblem;
} {
  return { kind: "problem", problem: problem ?? usageProblem("no-source", "There is no commit.") };
}
