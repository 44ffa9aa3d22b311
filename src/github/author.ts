import type { Client } from "./client.ts";
import type { Outcome } from "./outcome.ts";
import { failed } from "./outcome.ts";
import { valueAt } from "./payload.ts";

/** The account behind the token, as GraphQL names it. */
export type Viewer = { readonly login: string; readonly id: number | null };

/** The author of a comment, as REST names it. */
export type Author = { readonly login: string; readonly id: number; readonly type: string };

/** The author that a comment of unknown shape names; `null` where the account is gone. */
export function authorOf(user: unknown): Author | null {
  const login = valueAt(user, "login");
  const id = valueAt(user, "id");
  const type = valueAt(user, "type");
  if (typeof login !== "string" || typeof id !== "number" || typeof type !== "string") return null;
  return { login, id, type };
}

const WORKFLOW_BOT = "github-actions";

/** Who the token belongs to. REST's `/user` refuses the token of a workflow; GraphQL does not. */
export async function readViewer(client: Client): Promise<Outcome<Viewer>> {
  const what = "read who the token belongs to";
  const reply = await client.query(what, "query { viewer { login databaseId } }");
  if (!reply.ok) return reply;
  const login = valueAt(reply.value, "data.viewer.login");
  const id = valueAt(reply.value, "data.viewer.databaseId");
  if (typeof login !== "string" || login === "") {
    const message = valueAt(reply.value, "errors.0.message");
    return failed("unexpected", 200, what, typeof message === "string" ? message : "no login");
  }
  return { ok: true, value: { login, id: typeof id === "number" ? id : null } };
}

/**
 * Whether the viewer wrote what the author signs. A bot's login ends in `[bot]` in REST, and may or
 * may not in GraphQL, so a person could carry the bare name of a bot: where the two are told apart by
 * nothing else, the account's number decides.
 */
export function isViewer(author: Author, viewer: Viewer): boolean {
  const own = viewer.login.toLowerCase();
  const login = author.login.toLowerCase();
  if (author.type === "Bot") return bare(login) === bare(own);
  return login === own && (viewer.id === null || viewer.id === author.id);
}

/** Whether a workflow of the same repository wrote it: the likely author, where the viewer is unknown. */
export function isWorkflowBot(author: Author): boolean {
  return author.type === "Bot" && bare(author.login.toLowerCase()) === WORKFLOW_BOT;
}

function bare(login: string): string {
  return login.endsWith("[bot]") ? login.slice(0, -"[bot]".length) : login;
}
