import type { Matched } from "./openapi.ts";
import type { Shape } from "./shapes.ts";
import {
  blobShape,
  commentShape,
  comparisonShape,
  eventShape,
  gitCommitShape,
  listedPullShape,
  pullShape,
  treeShape,
} from "./shapes.ts";
import type { State } from "./state.ts";

export type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

type Call = {
  readonly state: State;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Where the request came in, for the links of pages. */
  readonly url: URL;
};

/** GitHub counts the characters of a comment up to here. */
const BODY_LIMIT = 65_536;

export async function answer(matched: Matched, call: Omit<Call, "parameters">): Promise<Reply> {
  const { operation, parameters } = matched;
  const { state } = call;
  const elsewhere = parameters.owner !== state.owner || parameters.repo !== state.repo;
  if (elsewhere) return refusal(404, "Not Found");
  if (operation.method !== "GET" && !state.mayWrite) {
    return refusal(403, "Resource not accessible by integration");
  }
  const handler = HANDLERS.get(`${operation.method} ${operation.path}`);
  if (handler === undefined) throw new Error(`no handler for ${operation.path}`);
  return handler({ ...call, parameters });
}

export function refusal(status: number, message: string): Reply {
  const documentation_url = "https://docs.github.com/rest";
  return { status, body: { message, documentation_url, status: String(status) } };
}

const COMMENTS = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const COMMENT = "/repos/{owner}/{repo}/issues/comments/{comment_id}";

type Handler = (call: Call) => Reply | Promise<Reply>;

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["GET /repos/{owner}/{repo}/pulls", listPulls],
  ["GET /repos/{owner}/{repo}/pulls/{pull_number}", getPull],
  [`GET ${COMMENTS}`, listComments],
  [`POST ${COMMENTS}`, createComment],
  [`GET ${COMMENT}`, getComment],
  [`PATCH ${COMMENT}`, updateComment],
  [`DELETE ${COMMENT}`, deleteComment],
  ["GET /repos/{owner}/{repo}/issues/{issue_number}/events", listEvents],
  ["GET /repos/{owner}/{repo}/git/commits/{commit_sha}", getCommit],
  ["GET /repos/{owner}/{repo}/git/trees/{tree_sha}", getTree],
  ["GET /repos/{owner}/{repo}/git/blobs/{file_sha}", getBlob],
  ["GET /repos/{owner}/{repo}/compare/{basehead}", compare],
]);

function getPull({ state, parameters }: Call): Reply {
  const pull = state.pulls.find((one) => one.number === Number(parameters.pull_number));
  return pull === undefined
    ? refusal(404, "Not Found")
    : { status: 200, body: pullShape(pull, state) };
}

/** `head` is `OWNER:BRANCH`: of every fork of that owner. */
function listPulls(call: Call): Reply {
  const { state, query } = call;
  const head = query.get("head");
  const wanted = query.get("state") ?? "open";
  const found = state.pulls.filter((one) => {
    const owner = (one.headRepository ?? "unknown").split("/")[0];
    return (
      (wanted === "all" || one.state === wanted) &&
      (head === null || head === `${owner}:${one.headRef}`)
    );
  });
  return page(
    call,
    found.map((one) => listedPullShape(one, state)),
  );
}

function listComments(call: Call): Reply {
  const issue = Number(call.parameters.issue_number);
  const comments = call.state.comments.filter((one) => one.issue === issue);
  return page(
    call,
    comments.map((one) => commentShape(one, call.state)),
  );
}

function listEvents(call: Call): Reply {
  const issue = Number(call.parameters.issue_number);
  return page(call, call.state.events.filter((one) => one.issue === issue).map(eventShape));
}

/** 30 a page, at most 100, with GitHub's `Link` header to the next one. */
function page(call: Call, all: readonly Shape[]): Reply {
  const size = Math.min(Number(call.query.get("per_page") ?? 30), 100);
  const number = Number(call.query.get("page") ?? 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, relation: string) => {
    const target = new URL(call.url);
    target.searchParams.set("page", String(to));
    return `<${target.href}>; rel="${relation}"`;
  };
  const links = number < last ? [link(number + 1, "next"), link(last, "last")] : [];
  return {
    status: 200,
    body: all.slice((number - 1) * size, number * size),
    ...(links.length > 0 ? { headers: { link: links.join(", ") } } : {}),
  };
}

function bodyText(body: unknown): string {
  return typeof body === "object" && body !== null && "body" in body ? String(body.body) : "";
}

function tooLong(): Reply {
  const error = {
    resource: "IssueComment",
    code: "unprocessable",
    field: "data",
    message: "Body is too long (maximum is 65536 characters)",
  };
  const documentation_url = "https://docs.github.com/rest";
  return {
    status: 422,
    body: { message: "Validation Failed", errors: [error], documentation_url, status: "422" },
  };
}

function createComment({ state, parameters, body }: Call): Reply {
  const text = bodyText(body);
  if (text.length > BODY_LIMIT) return tooLong();
  const issue = Number(parameters.issue_number);
  const comment = { id: state.nextId, issue, author: state.account, body: text };
  state.nextId += 1;
  state.comments.push(comment);
  return { status: 201, body: commentShape(comment, state) };
}

function getComment({ state, parameters }: Call): Reply {
  const comment = state.comments.find((one) => one.id === Number(parameters.comment_id));
  return comment === undefined
    ? refusal(404, "Not Found")
    : { status: 200, body: commentShape(comment, state) };
}

function updateComment({ state, parameters, body }: Call): Reply {
  const comment = state.comments.find((one) => one.id === Number(parameters.comment_id));
  if (comment === undefined) return refusal(404, "Not Found");
  const text = bodyText(body);
  if (text.length > BODY_LIMIT) return tooLong();
  comment.body = text;
  return { status: 200, body: commentShape(comment, state) };
}

function deleteComment({ state, parameters }: Call): Reply {
  const index = state.comments.findIndex((one) => one.id === Number(parameters.comment_id));
  if (index === -1) return refusal(404, "Not Found");
  state.comments.splice(index, 1);
  return { status: 204, body: null };
}

async function getCommit({ state, parameters }: Call): Promise<Reply> {
  const sha = parameters.commit_sha ?? "";
  const commit = await state.objects.commit(sha);
  return commit === null
    ? refusal(404, "Not Found")
    : { status: 200, body: gitCommitShape(sha, commit.parents) };
}

async function getTree({ state, parameters, query }: Call): Promise<Reply> {
  const sha = parameters.tree_sha ?? "";
  // GitHub takes any value of `recursive`, also 0, for yes.
  const tree = await state.objects.tree(sha, query.has("recursive"));
  return tree === null
    ? refusal(404, "Not Found")
    : { status: 200, body: treeShape(sha, tree.entries, tree.truncated) };
}

async function getBlob({ state, parameters }: Call): Promise<Reply> {
  const sha = parameters.file_sha ?? "";
  const content = await state.objects.blob(sha);
  return content === null
    ? refusal(404, "Not Found")
    : { status: 200, body: blobShape(sha, content) };
}

async function compare({ state, parameters }: Call): Promise<Reply> {
  const [base = "", head = ""] = (parameters.basehead ?? "").split("...");
  const found = await state.objects.mergeBase(base, head);
  if (found === null) return refusal(404, "Not Found");
  if (found === "none") return refusal(404, `No common ancestor between ${base} and ${head}.`);
  return { status: 200, body: comparisonShape(base, found) };
}
