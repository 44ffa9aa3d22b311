import type { OverallVerdict } from "../gate/result.ts";
import type { Client } from "./client.ts";
import { bodyOf, type Created, removeAll, update } from "./comment-api.ts";
import { foldOutdated, otherGates, sharedWarning } from "./other-gates.ts";
import type { Outcome } from "./outcome.ts";
import type { CommentKey, MarkedComment, OwnComments } from "./own-comments.ts";
import { isOfGate, listMarked, writtenBy } from "./own-comments.ts";
import { OVERTAKEN, postSurely } from "./post-surely.ts";
import type { Evaluated } from "./pull-request.ts";
import { isCurrent, readPullRequest } from "./pull-request.ts";
import { sameBody } from "./same-body.ts";

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

export type CommentRequest = CommentKey & {
  readonly evaluated: Evaluated;
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
 * what the other kept in the comment would be lost. What other gates of the same id said of this head stays;
 * what they said of an earlier one is folded, or taken over. What goes wrong is a warning.
 */
export async function settleComment(
  client: Client,
  request: CommentRequest,
): Promise<CommentOutcome> {
  const { found, intent, commentId } = request;
  if (intent === "none") {
    return { action: "none", url: found.own[0]?.url ?? null, warnings: [] };
  }
  const { present, heir, outdated } = otherGates(found, intent, request);
  const outcome = await settleOwn(client, request, found.own[0] ?? heir, outdated.length > 0);
  const isSettled = !["stale", "moved", "failed"].includes(outcome.action);
  const warnings = [
    ...(present.length === 0 ? [] : [sharedWarning(commentId)]),
    ...outcome.warnings,
    ...(isSettled ? await foldOutdated(client, commentId, outdated) : []),
  ];
  return { ...outcome, warnings };
}

/** @param looks whether the live pull request is asked for even where nothing of our own is to be written */
async function settleOwn(
  client: Client,
  request: CommentRequest,
  target: MarkedComment | undefined,
  looks: boolean,
): Promise<CommentOutcome> {
  const { found, intent } = request;
  const url = target?.url ?? null;
  const wanted = intent === "write" ? request.body : request.calm;
  const duplicates = found.own.slice(1);
  const isNone = target === undefined && (intent === "calm" || !found.mayCreate);
  const isSame = target !== undefined && sameBody(target.body, wanted) && duplicates.length === 0;
  const nothing = { action: isSame ? "unchanged" : "none", url, warnings: [] } as const;
  if ((isNone || isSame) && !looks) return nothing;
  const live = await readPullRequest(client, request.evaluated.number);
  if (!live.ok) return { action: "failed", url, warnings: [live.failure.message] };
  if (!isCurrent(live.value, request.evaluated)) return { action: "stale", url, warnings: [] };
  if (isNone || isSame) return nothing;
  return target === undefined
    ? create(client, request)
    : replace(client, request, target, duplicates, wanted);
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
  const made = await shortening(request, request.body, (body) =>
    postSurely(client, number, request, body),
  );
  if (!made.ok) return { action: "failed", url: null, warnings: [made.failure.message] };
  if (made.value === OVERTAKEN) return { action: "moved", url: null, warnings: [] };
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
  const ours = writtenBy(marked.value, (author) => author.id === made.author?.id);
  const own = ours.filter((one) => isOfGate(one, request.gate));
  const [oldest, ...later] = own;
  if (oldest === undefined || oldest.id === made.id) {
    const warnings = await removeAll(client, later);
    return { action: "created", url: made.url, warnings };
  }
  const warnings = await removeAll(client, later);
  return { action: "moved", url: oldest.url, warnings };
}

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
