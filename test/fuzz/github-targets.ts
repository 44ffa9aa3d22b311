import { createClient } from "../../src/github/client.ts";
import { settleComment } from "../../src/github/comment.ts";
import { readEvent } from "../../src/github/event.ts";
import { choosePullRequest, findPullRequests } from "../../src/github/find-pull-request.ts";
import type { Outcome } from "../../src/github/outcome.ts";
import { findOwnComments } from "../../src/github/own-comments.ts";
import type { EventPlan, WorkflowRunPlan } from "../../src/github/plan.ts";
import { readLabelled, readPullRequest } from "../../src/github/pull-request.ts";
import { createTreeApi } from "../../src/github/tree-api.ts";
import { apiTree } from "../../src/repository/api-tree.ts";
import { isProblem } from "../../src/repository/problem.ts";
import { damaged } from "./corpus.ts";
import { BASE, type EventCase, eventCase, HEAD, type Replies, replies } from "./github-grammar.ts";
import { answering } from "./http-answers.ts";
import { type Target, target } from "./target.ts";
import { broken, checkMessage, checkPrototypes } from "./told.ts";

const TOKEN = "a-token-that-nobody-may-see";

export const githubTargets: readonly Target[] = [
  target("event payloads", 80, eventCase(damaged), readsEvent),
  target("API replies", 25, replies(damaged), readsReplies),
];

function readsEvent({ name, text, sha, base, pullRequest }: EventCase): void {
  const payload = json(text);
  if (payload === undefined) return;
  const facts = { name, payload, sha, base, head: "", pullRequest, attempt: 1 };
  const reading = readEvent(facts);
  const texts = new Map([["payload", text + name + base + pullRequest]]);
  if (!reading.ok) checkMessage(reading.problem.message, texts);
  if (!reading.ok && !/; ./.test(reading.problem.message)) broken("no remedy", reading.problem);
  if (reading.ok) checkPlan(reading.plan, texts);
  checkPrototypes();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What goes to git as a commit is one, and what goes into an address is a number. */
function checkPlan(plan: EventPlan, texts: ReadonlyMap<string, string>): void {
  if (plan.kind === "nothing") checkMessage(plan.message, texts);
  for (const [key, value] of Object.entries(plan)) {
    if (value === null) continue;
    const isSha = /Sha$|^before$|^after$/.test(key);
    if (isSha && !(typeof value === "string" && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value))) {
      broken("no commit", [key, value]);
    }
    if (key === "number" && !(Number.isSafeInteger(value) && Number(value) > 0)) {
      broken("no number", value);
    }
    if (key === "action" && typeof value !== "string") broken("no action", value);
  }
}

const RUN: WorkflowRunPlan = {
  kind: "workflow-run",
  headSha: HEAD,
  headRepository: "acme/shop",
  headBranch: "feature",
  claimed: null,
  given: { base: null, head: null },
};

const KEY = { commentId: "default", gate: null };

/** Each question to a GitHub that answers anything: an answer of the promised shape, or why not. */
async function readsReplies(all: Replies): Promise<void> {
  const { url } = await answering(all);
  const said = new Map([["replies", Object.values(all).join("\n")]]);
  const checkSaid = (message: string) => checkWords(message, said);
  const client = await createClient({
    token: TOKEN,
    apiUrl: url,
    graphqlUrl: `${url}/graphql`,
    owner: "acme",
    repo: "shop",
    requestTimeout: 5000,
    patience: 1,
    second: 1,
  });
  const settledBy = <T>(outcome: Outcome<T>): T | null => {
    if (!outcome.ok) checkSaid(outcome.failure.message);
    return outcome.ok ? outcome.value : null;
  };
  const pull = settledBy(await readPullRequest(client, 7));
  if (pull !== null) checkText(pull.headSha, pull.baseRef, pull.baseSha, ...pull.labels);
  const labelled = settledBy(await readLabelled(client, 7, "availability-accepted"));
  if (labelled !== null) checkText(labelled.by, labelled.event);
  const pulls = settledBy(await findPullRequests(client, RUN));
  if (pulls !== null) checkText(choosePullRequest(pulls, RUN, "acme/shop").kind);
  const found = settledBy(await findOwnComments(client, 7, KEY));
  if (found !== null) {
    for (const { url, body } of found.own) checkText(url, body);
    const evaluated = { number: 7, headSha: HEAD, baseRef: "main" };
    const texts = { body: "new", calm: "calm", shorter: () => "short" };
    const request = { ...KEY, evaluated, found, intent: "write" as const, ...texts };
    const outcome = await settleComment(client, request);
    if (outcome.url !== null) checkText(outcome.url);
    for (const one of outcome.warnings) checkSaid(one);
  }
  const tree = await apiTree(createTreeApi(client), BASE, null);
  if (isProblem(tree)) return checkSaid(tree.message);
  checkText(...tree.entries.keys());
  try {
    checkText(...(await tree.read([...tree.entries.keys()])).values());
  } catch (error) {
    if (!(error instanceof Error)) broken("no error", error);
    checkSaid((error as Error).message);
  }
  checkPrototypes();
}

/** Of what GitHub sent, only what it said itself may stand in a message, and never the token. */
function checkWords(message: string, said: ReadonlyMap<string, string>): void {
  checkMessage(message, said);
  if (!/; ./.test(message)) broken("no remedy", message);
  if (message.includes(TOKEN)) broken("the token is told", message);
  if (/Cannot read|is not a function|not iterable/.test(message))
    broken("a slip in a message", message);
}

function checkText(...all: readonly unknown[]): void {
  for (const one of all) if (typeof one !== "string") broken("no text", one);
}
