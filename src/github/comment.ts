import type { OverallVerdict } from "../gate/result.ts";
import type { Author } from "./author.ts";
import { authorOf } from "./author.ts";
import type { Client } from "./client.ts";
import type { Outcome } from "./outcome.ts";
import type { MarkedComment, OwnComments } from "./own-comments.ts";
import { listMarked, writtenBy } from "./own-comments.ts";
import type { Evaluated } from "./pull-request.ts";
import { isCurrent, readPullRequest } from "./pull-request.ts";

/** The input `comment`. */
export type CommentPolicy = "always" | "changes" | "failure" | "never";

/** `write`: create or update; `calm`: only what is there becomes one calm line; `none`: hands off. */
export type CommentIntent = "write" | "calm" | "none";

/**
 * What the policy makes of a result. `changed`: the figure of some endpoint changed, or there is
 * another endpoint. An acceptance is always written, because the comment keeps what was accepted.
 */
export function commentIntent(
  policy: CommentPolicy,
  result: {
    readonly verdict: OverallVerdict;
    readonly changed: boolean;
    readonly accepted: boolean;
  },
): CommentIntent {
  if (policy === "never") return "none";
  if (policy === "always" || result.accepted || result.verdict === "fail") return "write";
  if (policy === "failure") return "calm";
  return result.changed || result.verdict === "warn" ? "write" : "calm";
}

export type CommentRequest = {
  readonly evaluated: Evaluated;
  readonly commentId: string;
  /** As `findOwnComments` told, before the evaluation or after. */
  readonly found: OwnComments;
  readonly intent: CommentIntent;
  /** The whole comment with its marker. */
  readonly body: string;
  /** The one calm line with its marker. */
  readonly calm: string;
  /** A much shorter comment, for a GitHub that takes less than we believe. */
  readonly shorter: () => string;
};

export type CommentOutcome = {
  readonly action:
    | "created"
    | "updated"
    | "unchanged"
    | "none" // nothing to say, and no comment of ours
    | "stale" // head or base moved on: a newer run writes
    | "moved" // another run wrote since we looked: look again
    | "failed";
  readonly url: string | null;
  readonly warnings: readonly string[];
};

/**
 * Brings the pull request to its one comment: updated in place, left alone when nothing changed,
 * created only where the intent is to write. Nothing is written unless the live pull request is the
 * one that was evaluated, and our comment is as it was found: runs of one head overtake one another, and
 * what the other kept in the comment would be lost. What goes wrong is a warning.
 */
export async function settleComment(
  client: Client,
  request: CommentRequest,
): Promise<CommentOutcome> {
  const { found, intent } = request;
  const target = found.own[0];
  const url = target?.url ?? null;
  if (intent === "none") return { action: "none", url, warnings: [] };
  if (target === undefined && (intent === "calm" || !found.mayCreate)) {
    return { action: "none", url, warnings: [] };
  }
  const wanted = intent === "write" ? request.body : request.calm;
  const duplicates = found.own.slice(1);
  if (target !== undefined && sameBody(target.body, wanted) && duplicates.length === 0) {
    return { action: "unchanged", url, warnings: [] };
  }
  const live = await readPullRequest(client, request.evaluated.number);
  if (!live.ok) return { action: "failed", url, warnings: [live.failure.message] };
  if (!isCurrent(live.value, request.evaluated)) return { action: "stale", url, warnings: [] };
  return target === undefined
    ? create(client, request)
    : replace(client, request, target, duplicates, wanted);
}

/**
 * GitHub keeps a body as it was sent, but for line ends and the white space around it. Which run says
 * the same again does not matter: its link stays that of the first.
 */
function sameBody(one: string, other: string): boolean {
  const plain = (body: string) =>
    body
      .replaceAll("\r\n", "\n")
      .replaceAll(/\/actions\/runs\/\d+/g, "/actions/runs")
      .trim();
  return plain(one) === plain(other);
}

async function replace(
  client: Client,
  request: CommentRequest,
  target: MarkedComment,
  duplicates: readonly MarkedComment[],
  wanted: string,
): Promise<CommentOutcome> {
  const now = await bodyOf(client, target.id);
  if (!now.ok && now.failure.reason !== "missing") {
    return { action: "failed", url: target.url, warnings: [now.failure.message] };
  }
  if (!now.ok || now.value !== target.body) {
    return { action: "moved", url: target.url, warnings: [] };
  }
  const removed = await removeAll(client, duplicates);
  if (sameBody(target.body, wanted)) {
    return { action: "unchanged", url: target.url, warnings: removed };
  }
  const updated = await shortening(request, wanted, (body) => update(client, target.id, body));
  return updated.ok
    ? { action: "updated", url: target.url, warnings: removed }
    : { action: "failed", url: target.url, warnings: [...removed, updated.failure.message] };
}

async function create(client: Client, request: CommentRequest): Promise<CommentOutcome> {
  const { number } = request.evaluated;
  const made = await shortening(request, request.body, (body) => post(client, number, body));
  if (!made.ok) return { action: "failed", url: null, warnings: [made.failure.message] };
  return converge(client, request, made.value);
}

/**
 * Two runs that both found no comment both create one. Each looks again after it created, and the oldest
 * stays: so one is left, whichever is first. A run whose own goes looks again, so that the comment that
 * stays says what was found last.
 */
async function converge(
  client: Client,
  request: CommentRequest,
  made: Created,
): Promise<CommentOutcome> {
  const marked = await listMarked(client, request.evaluated.number, request.commentId);
  if (!marked.ok) return { action: "created", url: made.url, warnings: [marked.failure.message] };
  const own = writtenBy(marked.value, (author) => author.id === made.author?.id);
  const [oldest, ...later] = own;
  if (oldest === undefined || oldest.id === made.id) {
    const warnings = await removeAll(client, later);
    return { action: "created", url: made.url, warnings };
  }
  const warnings = await removeAll(client, later);
  return { action: "moved", url: oldest.url, warnings };
}

type Created = {
  readonly id: number;
  readonly url: string;
  readonly author: Author | null;
};

/** A refused body (422) is as a rule too long: once more, shorter. */
async function shortening<T>(
  request: CommentRequest,
  body: string,
  send: (body: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const first = await send(body);
  if (first.ok || first.failure.reason !== "invalid") return first;
  return send(request.shorter());
}

async function post(client: Client, number: number, body: string): Promise<Outcome<Created>> {
  return client.call(`comment on pull request #${number}`, async (octokit) => {
    const { data } = await octokit.request(
      "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
      {
        owner: client.owner,
        repo: client.repo,
        issue_number: number,
        body,
        // A reply that was lost may have been a comment: another try could make a second one.
        request: { retries: 0 },
      },
    );
    return { id: Number(data.id), url: data.html_url, author: authorOf(data.user) };
  });
}

async function update(client: Client, id: number, body: string): Promise<Outcome<null>> {
  return client.call("update the comment", async (octokit) => {
    await octokit.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
      owner: client.owner,
      repo: client.repo,
      comment_id: id,
      body,
    });
    return null;
  });
}

async function bodyOf(client: Client, id: number): Promise<Outcome<string>> {
  return client.call("read the comment again", async (octokit) => {
    const { data } = await octokit.request(
      "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
      { owner: client.owner, repo: client.repo, comment_id: id },
    );
    return data.body ?? "";
  });
}

/** Deletes comments of ours; one that is gone already is what we want. Returns warnings. */
async function removeAll(
  client: Client,
  comments: readonly MarkedComment[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { id } of comments) {
    const removed = await client.call("delete a second comment of ours", async (octokit) => {
      await octokit.request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", {
        owner: client.owner,
        repo: client.repo,
        comment_id: id,
      });
    });
    if (removed.ok || removed.failure.reason === "missing") continue;
    warnings.push(removed.failure.message);
  }
  return warnings;
}
