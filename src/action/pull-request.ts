import { type AcceptanceOutcome, judgeAcceptance, type KeptFigures } from "../gate/acceptance.ts";
import type { ModelJudgement } from "../gate/compare-models.ts";
import { readKeptFigures } from "../gate/kept-figures.ts";
import type { Client } from "../github/client.ts";
import { findOwnComments, type OwnComments } from "../github/own-comments.ts";
import { hasLabel, type Labelled, readLabelled, readPullRequest } from "../github/pull-request.ts";

/** What a run learns from its pull request, and what could not be learnt. */
export type Asked = {
  readonly acceptance: AcceptanceOutcome | null;
  /** `null` where comments were not or could not be read: then none is written. */
  readonly comments: OwnComments | null;
  readonly warnings: readonly string[];
};

export type Question = {
  readonly number: number;
  readonly commentId: string;
  readonly acceptLabel: string;
  /** What happened to the pull request. */
  readonly action: string;
  readonly judgements: readonly ModelJudgement[];
  /** Whether the run may come to write a comment. */
  readonly mayComment: boolean;
};

/**
 * Ask the live pull request whether what fails was accepted. Nothing is asked that nobody needs: the
 * label only where something fails, our comments only for what they keep or to write them.
 */
export async function askPullRequest(client: Client, question: Question): Promise<Asked> {
  const { number, commentId, judgements } = question;
  const fails = judgements.some(({ model }) => model.verdict === "fail");
  const warnings: string[] = [];
  const labelled = fails ? await readAcceptance(client, question, warnings) : null;
  const mustRead = labelled !== null || question.mayComment;
  const found = mustRead ? await findOwnComments(client, number, commentId) : null;
  if (found !== null && !found.ok) warnings.push(found.failure.message);
  const comments = found?.ok ? found.value : null;
  warnings.push(...(comments?.warnings ?? []));
  if (labelled === null) return { acceptance: null, comments, warnings };
  if (labelled.bot) {
    const lapsed = `The label \`${question.acceptLabel}\` was put on by the bot \`${labelled.by}\`; a person must put it on`;
    return { acceptance: { accepted: null, lapsed, keep: null }, comments, warnings };
  }
  const acceptance = judgeAcceptance({
    labelled: { by: labelled.by, how: question.acceptLabel, event: labelled.event },
    kept: keptFigures(comments),
    action: question.action,
    judgements,
  });
  return { acceptance, comments, warnings };
}

async function readAcceptance(
  client: Client,
  { number, acceptLabel }: Question,
  warnings: string[],
): Promise<Labelled | null> {
  const live = await readPullRequest(client, number);
  if (!live.ok) {
    warnings.push(live.failure.message);
    return null;
  }
  if (!hasLabel(live.value.labels, acceptLabel)) return null;
  const labelled = await readLabelled(client, number, acceptLabel);
  if (labelled.ok) return labelled.value;
  warnings.push(labelled.failure.message);
  return null;
}

/** The oldest comment of ours is the one that is kept. */
function keptFigures(comments: OwnComments | null): KeptFigures | null {
  const state = comments?.own[0]?.state ?? null;
  if (state === null) return null;
  try {
    return readKeptFigures(JSON.parse(state));
  } catch {
    return null;
  }
}
