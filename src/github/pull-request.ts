import type { Client } from "./client.ts";
import { listAll } from "./list.ts";
import type { Outcome } from "./outcome.ts";
import { success } from "./outcome.ts";
import { isObjectId, valueAt } from "./payload.ts";
import { malformed } from "./whole-reply.ts";

/** A pull request as it is now, not as the event saw it. */
export type LivePullRequest = {
  readonly headSha: string;
  readonly baseRef: string;
  readonly baseSha: string;
  readonly labels: readonly string[];
  readonly open: boolean;
};

export async function readPullRequest(
  client: Client,
  number: number,
): Promise<Outcome<LivePullRequest>> {
  return client.call(`read pull request #${number}`, async (octokit) => {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
      owner: client.owner,
      repo: client.repo,
      pull_number: number,
    });
    const isSound =
      data.number === number &&
      isObjectId(data.head.sha) &&
      isObjectId(data.base.sha) &&
      typeof data.base.ref === "string";
    if (!isSound) throw malformed("the reply is not the pull request that was asked for");
    return {
      headSha: data.head.sha,
      baseRef: data.base.ref,
      baseSha: data.base.sha,
      labels: data.labels.map((label) => label.name).filter((name) => typeof name === "string"),
      open: data.state === "open",
    };
  });
}

/** What a run evaluated and would write about. */
export type Evaluated = {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
};

/**
 * Whether the live pull request still is what the run evaluated. The base counts by name: its tip
 * moves with every other merge, which starts no new run that could write instead.
 */
export function isCurrent(
  live: Pick<LivePullRequest, "headSha" | "baseRef">,
  evaluated: Evaluated,
): boolean {
  return live.headSha === evaluated.headSha && live.baseRef === evaluated.baseRef;
}

/** Who put a label on, in the event of this id. */
export type Labelled = { readonly by: string; readonly event: string; readonly bot: boolean };

export function hasLabel(labels: readonly string[], label: string): boolean {
  return labels.some((one) => sameLabel(one, label));
}

/** Labels that differ only in case are one label on GitHub. */
export function sameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Who put the label on last, from the events of the pull request (all pages); `null` where the last
 * event of that label took it away, or there is none. Acceptance is a person's: see `bot`.
 */
export async function readLabelled(
  client: Client,
  number: number,
  label: string,
): Promise<Outcome<Labelled | null>> {
  const events = await listAll(
    client,
    `read who labelled pull request #${number}`,
    "/repos/{owner}/{repo}/issues/{issue_number}/events",
    { issue_number: number },
  );
  return events.ok ? success(lastLabelled(events.value, label)) : events;
}

/** The kinds of events have little in common, so they are read as data of unknown shape. */
function lastLabelled(events: readonly unknown[], label: string): Labelled | null {
  let last: { readonly id: number; readonly labelled: Labelled | null } | null = null;
  for (const event of events) {
    const kind = valueAt(event, "event");
    const name = valueAt(event, "label.name");
    const id = valueAt(event, "id");
    if (kind !== "labeled" && kind !== "unlabeled") continue;
    if (typeof name !== "string" || typeof id !== "number" || !sameLabel(name, label)) continue;
    if (last !== null && last.id > id) continue;
    last = { id, labelled: kind === "labeled" ? labelledBy(event, id) : null };
  }
  return last?.labelled ?? null;
}

function labelledBy(event: unknown, id: number): Labelled {
  const login = valueAt(event, "actor.login");
  return {
    // GitHub shows deleted accounts as the user `ghost`.
    by: typeof login === "string" ? login : "ghost",
    event: String(id),
    bot: valueAt(event, "actor.type") === "Bot",
  };
}
