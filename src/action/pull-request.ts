import { type AcceptanceOutcome, judgeAcceptance, type KeptFigures } from "../gate/acceptance.ts";
import type { ModelJudgement } from "../gate/compare-models.ts";
import { readKeptFigures } from "../gate/kept-figures.ts";
import type { Client } from "../github/client.ts";
import { type CommentKey, findOwnComments, type OwnComments } from "../github/own-comments.ts";
import { hasLabel, type Labelled, readLabelled, readPullRequest } from "../github/pull-request.ts";

/** What a run learns from its pull request, and what could not be learnt. */
export type Asked = {
  readonly acceptance: AcceptanceOutcome | null;
  /** `null` where comments were not or could not be read: then none is written. */
  readonly comments: OwnComments | null;
  readonly warnings: readonly string[];
};

export type Question = CommentKey & {
  readonly number: number;
  readonly acceptLabel: string;
  /** What happened to the pull request; `null` where nobody says. */
  readonly action: string | null;
  readonly judgements: readonly ModelJudgement[];
  /** Whether the run may come to write a comment. */
  readonly mayComment: boolean;
};

/**
 * Ask the live pull request whether what fails was accepted. Nothing is asked that nobody needs: the
 * label only where something fails, our comments only for what they keep or to write them.
 */
export async function askPullRequest(client: Client, question: Question): Promise<Asked> {
  const { number, judgements } = question;
  const fails = judgements.some(({ model }) => model.verdict === "fail");
  const warnings: string[] = [];
  const label = fails ? await readAcceptance(client, question, warnings) : UNKNOWN;
  const labelled = label.known ? label.by : null;
  // Without a word on what caused the run, what was shown is kept for the label that may come.
  const mustJudge = labelled !== null || (label.known && question.action === null);
  const mustRead = mustJudge || question.mayComment;
  const found = mustRead ? await findOwnComments(client, number, question) : null;
  if (found !== null && !found.ok) warnings.push(found.failure.message);
  const comments = found?.ok ? found.value : null;
  warnings.push(...(comments?.warnings ?? []));
  if (!mustJudge) return { acceptance: null, comments, warnings };
  if (labelled?.bot === true) {
    const lapsed = `The label \`${question.acceptLabel}\` was put on by the bot \`${labelled.by}\`; a person must put it on`;
    return { acceptance: { accepted: null, lapsed, keep: null }, comments, warnings };
  }
  const acceptance = judgeAcceptance({
    labelled: labelled === null ? null : { ...labelled, how: question.acceptLabel },
    kept: keptFigures(comments),
    action: question.action,
    judgements,
  });
  return { acceptance, comments, warnings };
}

/** Whether the label is on, and by whom; not known where GitHub did not say, or nobody asked. */
type Label = { readonly known: false } | { readonly known: true; readonly by: Labelled | null };

const UNKNOWN: Label = { known: false };

async function readAcceptance(
  client: Client,
  { number, acceptLabel }: Question,
  warnings: string[],
): Promise<Label> {
  const live = await readPullRequest(client, number);
  if (!live.ok) {
    warnings.push(live.failure.message);
    return UNKNOWN;
  }
  if (!hasLabel(live.value.labels, acceptLabel)) return { known: true, by: null };
  const labelled = await readLabelled(client, number, acceptLabel);
  if (labelled.ok) return { known: true, by: labelled.value };
  warnings.push(labelled.failure.message);
  return UNKNOWN;
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
