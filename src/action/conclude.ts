import { assembleResult, notAffected } from "../gate/assemble.ts";
import type { ModelJudgement } from "../gate/compare-models.ts";
import type { Result } from "../gate/result.ts";
import type { GatePlan, PullRequestPlan } from "../github/plan.ts";
import { sameLabel } from "../github/pull-request.ts";
import type { ReportContext } from "../report/scope.ts";
import { type Connect, comment, keptState } from "./comment.ts";
import { keyOf } from "./comment-key.ts";
import type { Compared } from "./commits.ts";
import type { ActionInputs } from "./inputs.ts";
import { type Asked, askPullRequest } from "./pull-request.ts";

/** The end of a run: the result by what the live pull request says, and the comment about it. */
export type Conclusion = {
  readonly result: Result;
  readonly context: ReportContext;
  readonly commentUrl: string | null;
  readonly warnings: readonly string[];
};

/** Who overtakes this run so often has said what there is to say. */
const MOST_LOOKS = 3;

/**
 * Asks the pull request whether what fails was accepted, and writes the comment. Where another run of the
 * same head wrote in between, all that is asked anew: so the run that writes last is the one that looked
 * last, and an acceptance that the other kept is not lost.
 */
export async function conclude(
  inputs: ActionInputs,
  plan: GatePlan,
  judgements: readonly ModelJudgement[],
  compared: Compared,
  context: ReportContext,
  connect: Connect,
): Promise<Conclusion> {
  for (let look = 1; ; look += 1) {
    const asked = await ask(inputs, plan, judgements, connect);
    const result =
      judgements.length === 0
        ? notAffected(compared.base, compared.head)
        : assembleResult({ judgements, acceptance: asked.acceptance, ...compared });
    const kept = { ...context, state: keptState(asked) };
    const told = await comment(inputs, plan, result, kept, asked, connect);
    if (told.action === "moved" && look < MOST_LOOKS) continue;
    const warnings = [...asked.warnings, ...told.warnings];
    return { result, context: kept, commentUrl: told.url, warnings };
  }
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
    ...keyOf(inputs),
    acceptLabel: inputs.acceptLabel,
    action: plan.kind === "pull-request" ? actOf(plan, inputs.acceptLabel) : "queued",
    judgements,
    mayComment,
  });
}

/** Only putting on our own label accepts; other labels come and go like edits of the description. */
function actOf({ action, label }: PullRequestPlan, acceptLabel: string): string | null {
  if (action === "labeled" && label !== null && sameLabel(label, acceptLabel)) return action;
  return action === "labeled" || action === "unlabeled" ? "edited" : action;
}
