import type { Result } from "../gate/result.ts";
import type { Client } from "../github/client.ts";
import { type CommentOutcome, commentIntent, settleComment } from "../github/comment.ts";
import { findOwnComments } from "../github/own-comments.ts";
import type { GatePlan, PullRequestPlan } from "../github/plan.ts";
import { renderCalm, renderComment } from "../report/markdown.ts";
import type { ReportContext } from "../report/scope.ts";
import { movesUnder } from "../report/under-rows.ts";
import { keyOf } from "./comment-key.ts";
import type { ActionInputs } from "./inputs.ts";
import type { Asked } from "./pull-request.ts";

export type Connect = (() => Promise<Client>) | null;

/**
 * What the comment keeps for the next run. A run that had nothing to accept passes on what it found:
 * it is of one act of labelling, and means nothing once the label is taken off.
 */
export function keptState({ acceptance, comments }: Asked): string | null {
  if (acceptance === null) return comments?.own[0]?.state ?? null;
  return acceptance.keep === null ? null : JSON.stringify(acceptance.keep);
}

/** Shorter than GitHub's own limit by so much that it must fit, whatever is counted. */
const SHORT_COMMENT = 16_000;

/** Brings the pull request to its one comment about a result. */
export async function comment(
  inputs: ActionInputs,
  plan: GatePlan,
  result: Result,
  context: ReportContext,
  asked: Asked,
  connect: Connect,
): Promise<CommentOutcome> {
  if (plan.kind !== "pull-request" || asked.comments === null || connect === null) {
    return { action: "none", url: asked.comments?.own[0]?.url ?? null, warnings: [] };
  }
  return settleComment(await connect(), {
    evaluated: evaluated(plan),
    ...keyOf(inputs),
    found: asked.comments,
    intent: commentIntent(inputs.comment, {
      verdict: result.verdict,
      changed: result.models.some(({ endpoints }) =>
        endpoints.some((one) => one.change !== "unchanged" || movesUnder(one)),
      ),
      accepted: result.acceptedBy !== null,
    }),
    body: renderComment(result, context),
    calm: renderCalm(context),
    shorter: () => renderComment(result, { ...context, limit: SHORT_COMMENT }),
  });
}

function evaluated({ number, headSha, baseRef }: PullRequestPlan): {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
} {
  return { number, headSha, baseRef };
}

/**
 * Where head cannot be judged: a comment of ours that is there tells of an earlier head, and is replaced.
 * None is made: the check, its annotations and the summary tell it.
 *
 * @param render the new comment, with what the old one keeps for the next run
 * @returns warnings
 */
export async function replaceComment(
  inputs: ActionInputs,
  plan: GatePlan,
  render: (state: string | null) => string,
  connect: Connect,
): Promise<readonly string[]> {
  if (plan.kind !== "pull-request") return [];
  if (inputs.comment === "never" || connect === null) return [];
  const client = await connect();
  const looked = await replaceOnce(client, inputs, plan, render);
  if (looked.action !== "moved") return looked.warnings;
  return (await replaceOnce(client, inputs, plan, render)).warnings;
}

async function replaceOnce(
  client: Client,
  inputs: ActionInputs,
  plan: PullRequestPlan,
  render: (state: string | null) => string,
): Promise<Pick<CommentOutcome, "action" | "warnings">> {
  const found = await findOwnComments(client, plan.number, keyOf(inputs));
  if (!found.ok) return { action: "failed", warnings: [found.failure.message] };
  const [ours] = found.value.own;
  if (ours === undefined) return { action: "none", warnings: found.value.warnings };
  const body = render(ours.state);
  const { action, warnings } = await settleComment(client, {
    evaluated: evaluated(plan),
    ...keyOf(inputs),
    found: found.value,
    intent: "write",
    body,
    calm: body,
    shorter: () => body,
  });
  return { action, warnings: [...found.value.warnings, ...warnings] };
}
