import type { Client } from "./client.ts";
import { type Created, post } from "./comment-api.ts";
import { type Failure, type Outcome, success } from "./outcome.ts";
import { type CommentKey, findOwnComments } from "./own-comments.ts";
import { sameBody } from "./same-body.ts";

/** Another run has made our comment, and it says something else. */
export const OVERTAKEN = "overtaken";

/**
 * Makes a comment, where none of ours is known, once. No reply, and an error of the server, may come after the
 * comment was made (GitHub has no idempotency keys): so it is looked for before it is sent again, which is once,
 * and never where it cannot be looked for.
 */
export async function postSurely(
  client: Client,
  number: number,
  key: CommentKey,
  body: string,
): Promise<Outcome<Created | typeof OVERTAKEN>> {
  const first = await post(client, number, body);
  if (first.ok || !mayStandAllTheSame(first.failure)) return first;
  const made = await lookFor(client, number, key, body);
  if (made === "unknown") return first;
  if (made !== "none") return success(made);
  const second = await post(client, number, body);
  if (second.ok || !mayStandAllTheSame(second.failure)) return second;
  const late = await lookFor(client, number, key, body);
  return late === "unknown" || late === "none" ? second : success(late);
}

function mayStandAllTheSame({ status }: Failure): boolean {
  return status === null || status >= 500;
}

/** What has become of a comment whose reply was lost. */
async function lookFor(
  client: Client,
  number: number,
  key: CommentKey,
  body: string,
): Promise<Created | typeof OVERTAKEN | "none" | "unknown"> {
  const found = await findOwnComments(client, number, key);
  if (!found.ok) return "unknown";
  const { own, mayCreate } = found.value;
  const made = own.find((one) => sameBody(one.body, body));
  if (made !== undefined) return made;
  if (own.length > 0) return OVERTAKEN;
  return mayCreate ? "none" : "unknown";
}
