import { createHash } from "node:crypto";
import { renderOutdated } from "../report/outdated.ts";
import type { Client } from "./client.ts";
import type { CommentIntent } from "./comment.ts";
import { bodyOf, update } from "./comment-api.ts";
import type { MarkedComment, OwnComments } from "./own-comments.ts";
import type { Evaluated } from "./pull-request.ts";

/**
 * What a gate is about, in 12 hexadecimal digits: legs of a matrix that gate different things are told apart by it
 * where they were given one `comment-id`.
 *
 * @param parts all inputs that say what is gated, and none that differs from one run to the next
 */
export function gateOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}

/** Folds in one run: GitHub bears 80 writes a minute ("Secondary rate limits"), and every leg of a matrix may fold. */
const MOST_FOLDS = 5;

/** Comments of other gates that have our `comment-id`. */
export type OtherGates = {
  /** About this head: legs of one matrix, as a rule. */
  readonly present: readonly MarkedComment[];
  /**
   * The oldest about an earlier head, which becomes ours: as a rule somebody has changed what this very gate is
   * about. Not one that keeps what was accepted: should its gate run after all, that would be lost.
   */
  readonly heir: MarkedComment | undefined;
  /**
   * The others about earlier heads that still say what they said; where we have a comment, those that have not
   * kept pace with it. GitHub's API writes without a condition: a leg that is about to write is best left alone.
   */
  readonly outdated: readonly MarkedComment[];
};

export function otherGates(
  { own, others }: OwnComments,
  intent: CommentIntent,
  { evaluated, commentId }: { readonly evaluated: Evaluated; readonly commentId: string },
): OtherGates {
  const isPresent = ({ origin }: MarkedComment) => origin?.head === evaluated.headSha;
  const earlier = others.filter((one) => !isPresent(one));
  const isNew = own.length === 0 && intent === "write";
  const heir = isNew ? earlier.find(({ state }) => state === null) : undefined;
  const before = own[0]?.origin?.head;
  const isSlow = ({ origin }: MarkedComment) =>
    before !== undefined && before !== evaluated.headSha && origin?.head !== before;
  const outdated = earlier.filter(
    (one) =>
      one !== heir &&
      (own.length === 0 || isSlow(one)) &&
      one.body.trim() !== renderOutdated(commentId, one).trim(),
  );
  return { present: others.filter(isPresent), heir, outdated: outdated.slice(0, MOST_FOLDS) };
}

export function sharedWarning(commentId: string): string {
  return `another gate, about other models, has a comment under the same \`comment-id\`, ${JSON.stringify(commentId)}; each keeps its own for now: give each a \`comment-id\` of its own, or gate all models in one job`;
}

/** What tells of an earlier head becomes one line, unless its own gate wrote meanwhile. Returns warnings. */
export async function foldOutdated(
  client: Client,
  commentId: string,
  outdated: readonly MarkedComment[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const one of outdated) {
    const now = await bodyOf(client, one.id);
    if (!now.ok && now.failure.reason === "missing") continue;
    if (now.ok && now.value !== one.body) continue;
    const folded = now.ok ? await update(client, one.id, renderOutdated(commentId, one)) : now;
    if (!folded.ok) warnings.push(folded.failure.message);
  }
  return warnings;
}
