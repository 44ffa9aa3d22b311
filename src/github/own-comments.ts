import { findMarker, type Marker } from "../report/marker.ts";
import type { Author } from "./author.ts";
import { authorOf, isViewer, isWorkflowBot, readViewer } from "./author.ts";
import type { Client } from "./client.ts";
import { listAll } from "./list.ts";
import type { Outcome } from "./outcome.ts";
import { success } from "./outcome.ts";
import { valueAt } from "./payload.ts";

/** A comment on a pull request that carries our marker. */
export type MarkedComment = Marker & {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** `null` where the account is gone. */
  readonly author: Author | null;
};

export type OwnComments = {
  /** Marked and written by the owner of the token for this gate, oldest first. */
  readonly own: readonly MarkedComment[];
  /** The same of other gates that have the same `comment-id`. */
  readonly others: readonly MarkedComment[];
  /**
   * False where marked comments exist and nobody can say whose they are: then none is created,
   * because each run would add another.
   */
  readonly mayCreate: boolean;
  readonly warnings: readonly string[];
};

/** What tells our comments apart: the input, and the gate that shares it with others (`null`: they are not told apart). */
export type CommentKey = { readonly commentId: string; readonly gate: string | null };

/**
 * Our comments of this `comment-id`, by marker and author: whoever may comment can write a marker.
 * Who we are is asked only when there is a marked comment. Where that cannot be told, comments of
 * `github-actions[bot]` count as ours: only workflows of the repository write as that account.
 */
export async function findOwnComments(
  client: Client,
  number: number,
  { commentId, gate }: CommentKey,
): Promise<Outcome<OwnComments>> {
  const marked = await listMarked(client, number, commentId);
  if (!marked.ok) return marked;
  const none = { own: [], others: [], mayCreate: true, warnings: [] };
  if (marked.value.length === 0) return success(none);
  const viewer = await readViewer(client);
  if (viewer.ok) {
    const own = writtenBy(marked.value, (author) => isViewer(author, viewer.value));
    return success({ ...none, ...byGate(own, gate) });
  }
  const own = writtenBy(marked.value, isWorkflowBot);
  return success({ ...byGate(own, gate), mayCreate: false, warnings: [viewer.failure.message] });
}

function byGate(
  comments: readonly MarkedComment[],
  gate: string | null,
): Pick<OwnComments, "own" | "others"> {
  return {
    own: comments.filter((one) => isOfGate(one, gate)),
    others: comments.filter((one) => !isOfGate(one, gate)),
  };
}

/** A comment that does not say of which gate it is belongs to whoever comes first. */
export function isOfGate({ origin }: Marker, gate: string | null): boolean {
  return gate === null || origin === null || origin.gate === gate;
}

/** All marked comments, oldest first, whoever wrote them; all pages are read. */
export async function listMarked(
  client: Client,
  number: number,
  commentId: string,
): Promise<Outcome<readonly MarkedComment[]>> {
  const comments = await listAll(
    client,
    `read the comments of pull request #${number}`,
    "/repos/{owner}/{repo}/issues/{issue_number}/comments",
    { issue_number: number },
  );
  if (!comments.ok) return comments;
  const marked = comments.value.flatMap((one) => markedComment(one, commentId) ?? []);
  return success(marked.sort((one, other) => one.id - other.id));
}

/** `null` for a comment without our marker, and for what is no comment. */
function markedComment(one: unknown, commentId: string): MarkedComment | null {
  const id = valueAt(one, "id");
  const url = valueAt(one, "html_url");
  const body = valueAt(one, "body");
  if (typeof id !== "number" || typeof url !== "string" || typeof body !== "string") return null;
  const marker = findMarker(body, commentId);
  if (marker === null) return null;
  return { ...marker, id, url, body, author: authorOf(valueAt(one, "user")) };
}

export function writtenBy(
  comments: readonly MarkedComment[],
  wanted: (author: Author) => boolean,
): readonly MarkedComment[] {
  return comments.filter(({ author }) => author !== null && wanted(author));
}
