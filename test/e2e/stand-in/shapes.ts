import { skeleton } from "./openapi.ts";
import type { Account, CommentState, EventState, PullState, State, TreeItem } from "./state.ts";

/** What GitHub sends: the described shape, with the values that a test knows. */
export type Shape = Record<string, unknown>;

const SERVER = "https://github.invalid";

export function userShape(account: Account): Shape {
  return { ...skeleton("simple-user"), login: account.login, id: account.id, type: account.type };
}

function repositoryShape(fullName: string): Shape {
  const [owner = "", name = ""] = fullName.split("/");
  return {
    ...skeleton("repository"),
    name,
    full_name: fullName,
    owner: userShape({ login: owner, id: 1, type: "User" }),
    default_branch: "main",
    html_url: `${SERVER}/${fullName}`,
  };
}

export function pullShape(pull: PullState, state: State): Shape {
  return { ...skeleton("pull-request"), ...partsOf(pull, state) };
}

export function listedPullShape(pull: PullState, state: State): Shape {
  return { ...skeleton("pull-request-simple"), ...partsOf(pull, state) };
}

function partsOf(pull: PullState, state: State): Shape {
  const repository = `${state.owner}/${state.repo}`;
  const side = (ref: string, sha: string, fullName: string) => ({
    label: `${fullName.split("/")[0]}:${ref}`,
    ref,
    sha,
    user: userShape({ login: fullName.split("/")[0] ?? "", id: 1, type: "User" }),
    repo: repositoryShape(fullName),
  });
  const head = side(pull.headRef, pull.headSha, pull.headRepository ?? repository);
  return {
    id: 1_000_000 + pull.number,
    number: pull.number,
    state: pull.state,
    html_url: `${SERVER}/${repository}/pull/${pull.number}`,
    head,
    base: side(pull.baseRef, pull.baseSha, repository),
    labels: pull.labels.map(labelShape),
  };
}

function labelShape(name: string, index: number): Shape {
  return {
    id: index + 1,
    node_id: "",
    url: `${SERVER}/labels/${index}`,
    name,
    description: "",
    color: "ededed",
    default: false,
  };
}

export function commentUrl(comment: CommentState, state: State): string {
  return `${SERVER}/${state.owner}/${state.repo}/pull/${comment.issue}#issuecomment-${comment.id}`;
}

export function commentShape(comment: CommentState, state: State): Shape {
  return {
    ...skeleton("issue-comment"),
    id: comment.id,
    html_url: commentUrl(comment, state),
    body: comment.body,
    user: comment.author && userShape(comment.author),
  };
}

export function eventShape(event: EventState): Shape {
  const named = { id: event.id, event: event.event, actor: userShape(event.actor) };
  if (event.event === "renamed") {
    return { ...skeleton("renamed-issue-event"), ...named, rename: { from: "Old", to: "New" } };
  }
  const label = { name: event.label, color: "ededed" };
  return { ...skeleton(`${event.event}-issue-event`), ...named, label };
}

export function treeShape(sha: string, items: readonly TreeItem[], truncated: boolean): Shape {
  return {
    sha,
    url: `${SERVER}/git/trees/${sha}`,
    truncated,
    tree: items.map((item) => ({ ...item, url: `${SERVER}/git/${item.type}s/${item.sha}` })),
  };
}

export function blobShape(sha: string, content: Buffer): Shape {
  return {
    ...skeleton("blob"),
    sha,
    size: content.length,
    encoding: "base64",
    // GitHub breaks base64 into lines.
    content: content.toString("base64").replace(/.{60}/g, "$&\n"),
  };
}

export function gitCommitShape(sha: string, parents: readonly string[]): Shape {
  return { ...skeleton("git-commit"), sha, parents: parents.map(parentShape) };
}

function parentShape(sha: string): Shape {
  return { sha, url: `${SERVER}/git/commits/${sha}`, html_url: `${SERVER}/commit/${sha}` };
}

export function comparisonShape(base: string, mergeBase: string): Shape {
  return {
    ...skeleton("commit-comparison"),
    base_commit: { ...skeleton("commit"), sha: base },
    merge_base_commit: { ...skeleton("commit"), sha: mergeBase },
    status: base === mergeBase ? "ahead" : "diverged",
  };
}
