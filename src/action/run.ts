import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type DiffOutcome, diff } from "../flow/diff.ts";
import { allFromRoot, openBothRendered, openWorkplace, type Workplace } from "../flow/workplace.ts";
import { assembleResult, notAffected } from "../gate/assemble.ts";
import type { ModelJudgement } from "../gate/compare-models.ts";
import type { Result } from "../gate/result.ts";
import type { Client } from "../github/client.ts";
import type { EventPlan, NothingPlan, PullRequestPlan } from "../github/event.ts";
import { sameLabel } from "../github/pull-request.ts";
import { createTreeApi } from "../github/tree-api.ts";
import { renderInvalidComment } from "../report/invalid.ts";
import { renderJson } from "../report/json.ts";
import type { Repository } from "../report/link.ts";
import type { ReportContext } from "../report/scope.ts";
import type { TreeApi } from "../repository/api-tree.ts";
import { openTrees, type Sources } from "../repository/open-tree.ts";
import {
  isProblem,
  messageOf,
  type RepositoryProblem,
  usageProblem,
} from "../repository/problem.ts";
import { writeWholeFile } from "../repository/whole-file.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { type Connect, comment, keptState, replaceComment } from "./comment.ts";
import { type Compared, comparedCommits } from "./commits.ts";
import type { ActionInputs } from "./inputs.ts";
import { type Asked, askPullRequest } from "./pull-request.ts";

/** What the runner tells of the run, beside the event. */
export type RunFacts = {
  readonly workspace: string;
  readonly temp: string;
  readonly repository: Repository;
  readonly runUrl: string | null;
};

export type GatePlan = Exclude<EventPlan, NothingPlan>;

/** What the entry tells the runner. */
export type RunOutcome =
  | {
      readonly kind: "judged";
      readonly result: Result;
      readonly context: ReportContext;
      /** `null` where it could not be written. */
      readonly resultPath: string | null;
      readonly commentUrl: string | null;
      /** What could not be read or written; no verdict depends on it. */
      readonly warnings: readonly string[];
    }
  | InvalidOutcome
  | { readonly kind: "problem"; readonly problem: RepositoryProblem };

/** Head cannot be judged. */
export type InvalidOutcome = {
  readonly kind: "invalid";
  readonly diagnostics: readonly Diagnostic[];
  readonly headCommit: string;
  readonly context: ReportContext;
  readonly warnings: readonly string[];
};

/** One run of the gate: commits, figures, acceptance, result file, comment, in this order. */
export async function runGate(
  inputs: ActionInputs,
  plan: GatePlan,
  facts: RunFacts,
  connect: Connect,
): Promise<RunOutcome> {
  const place = await openWorkplace(resolve(facts.workspace, inputs.workingDirectory));
  if (isProblem(place)) return { kind: "problem", problem: place };
  const sources: Sources = { git: place.git, api: connect === null ? null : lazyApi(connect) };
  const compared = await comparedCommits(plan, sources);
  if (isProblem(compared)) return { kind: "problem", problem: compared };
  const judged = await judge(inputs, compared, sources, place);
  if (judged.kind === "problem") return judged;
  const context: ReportContext = {
    repository: facts.repository,
    runUrl: facts.runUrl,
    commentId: inputs.commentId,
    state: null,
  };
  if (judged.kind === "invalid") {
    const { diagnostics } = judged;
    const invalid = { diagnostics, headCommit: compared.head.commit, context };
    return tellInvalid(inputs, plan, invalid, connect);
  }

  const { judgements } = judged;
  const asked = await ask(inputs, plan, judgements, connect);
  const result =
    judgements.length === 0
      ? notAffected(compared.base, compared.head)
      : assembleResult({ judgements, acceptance: asked.acceptance, ...compared });
  const written = await writeResult(result, inputs, facts);
  const kept = { ...context, state: keptState(asked) };
  const told = await comment(inputs, plan, result, kept, asked, connect);
  return {
    kind: "judged",
    result,
    context: kept,
    resultPath: written.path,
    commentUrl: told.url,
    warnings: [...written.warnings, ...asked.warnings, ...told.warnings],
  };
}

async function tellInvalid(
  inputs: ActionInputs,
  plan: GatePlan,
  invalid: Omit<InvalidOutcome, "kind" | "warnings">,
  connect: Connect,
): Promise<InvalidOutcome> {
  const { diagnostics, headCommit, context } = invalid;
  const render = (state: string | null): string =>
    renderInvalidComment(diagnostics, headCommit, { ...context, state });
  const warnings = await replaceComment(inputs, plan, render, connect);
  return { kind: "invalid", ...invalid, warnings };
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

async function judge(
  inputs: ActionInputs,
  compared: Compared,
  sources: Sources,
  place: Workplace,
): Promise<DiffOutcome | { readonly kind: "problem"; readonly problem: RepositoryProblem }> {
  const models = allFromRoot(place, inputs.models);
  if (isProblem(models)) return problemOutcome(models);
  const [base, head] = await openTrees(sources, [compared.base.sha, compared.head.sha]);
  if (base === undefined || isProblem(base)) return problemOutcome(base);
  if (head === undefined || isProblem(head)) return problemOutcome(head);
  const rendered = await openBothRendered(place, inputs.baseManifests, inputs.headManifests);
  if (isProblem(rendered)) return problemOutcome(rendered);
  return diff({
    base: { tree: base, rendered: rendered.base },
    head: { tree: head, rendered: rendered.head },
    models,
    options: inputs.options,
    today: new Date().toISOString().slice(0, 10),
  });
}

function problemOutcome(problem: RepositoryProblem | undefined): {
  readonly kind: "problem";
  readonly problem: RepositoryProblem;
} {
  return { kind: "problem", problem: problem ?? usageProblem("no-source", "There is no commit.") };
}

const NO_TOKEN =
  "the input `github-token` is empty: there is no comment, and no acceptance is read; leave the input out, or correct the secret's name";

const NOTHING_ASKED: Asked = { acceptance: null, comments: null, warnings: [] };

async function ask(
  inputs: ActionInputs,
  plan: GatePlan,
  judgements: readonly ModelJudgement[],
  connect: Connect,
): Promise<Asked> {
  const number = plan.kind === "pull-request" || plan.kind === "merge-group" ? plan.number : null;
  if (number === null) return NOTHING_ASKED;
  if (connect === null) return { ...NOTHING_ASKED, warnings: [NO_TOKEN] };
  const mayComment = plan.kind === "pull-request" && inputs.comment !== "never";
  const fails = judgements.some(({ model }) => model.verdict === "fail");
  if (!mayComment && !fails) return NOTHING_ASKED;
  return askPullRequest(await connect(), {
    number,
    commentId: inputs.commentId,
    acceptLabel: inputs.acceptLabel,
    action: plan.kind === "pull-request" ? actOf(plan, inputs.acceptLabel) : "queued",
    judgements,
    mayComment,
  });
}

/** Only putting on our own label accepts; other labels come and go like edits of the description. */
function actOf({ action, label }: PullRequestPlan, acceptLabel: string): string {
  if (action === "labeled" && label !== null && sameLabel(label, acceptLabel)) return action;
  return action === "labeled" || action === "unlabeled" ? "edited" : action;
}

/** Where the result stands, and what could not be written: no verdict depends on a file. */
type Written = { readonly path: string | null; readonly warnings: readonly string[] };

/** In a folder of its own, so that several gates of one job keep theirs. */
async function writeResult(
  result: Result,
  inputs: ActionInputs,
  facts: RunFacts,
): Promise<Written> {
  const text = renderJson(result);
  const warnings: string[] = [];
  const attempt = async (what: string, remedy: string, write: () => Promise<string>) => {
    try {
      return await write();
    } catch (error) {
      warnings.push(`${what} could not be written (${messageOf(error)}); ${remedy}`);
      return null;
    }
  };
  const path = await attempt("the result", "check `RUNNER_TEMP` of the runner", async () => {
    const file = join(await mkdtemp(join(facts.temp, "availability-gate-")), "result.json");
    await writeFile(file, text);
    return file;
  });
  const { json } = inputs;
  if (json !== null) {
    await attempt("the file of the input `json`", "name a file that may be written", async () => {
      const file = resolve(facts.workspace, json);
      await mkdir(dirname(file), { recursive: true });
      await writeWholeFile(file, text);
      return file;
    });
  }
  return { path, warnings };
}
