import fc from "fast-check";
import { encodeMarker } from "../../src/report/marker.ts";

export const HEAD = "a".repeat(40);
export const BASE = "b".repeat(40);

type Harm = (texts: readonly string[], made: fc.Arbitrary<string>) => fc.Arbitrary<string>;

const user = { login: "github-actions[bot]", id: 41898282, type: "Bot" };
const repo = { full_name: "acme/shop", default_branch: "main" };
const side = (ref: string, sha: string) => ({ ref, sha, repo, label: `acme:${ref}` });
const pull = {
  number: 7,
  state: "open",
  head: side("feature", HEAD),
  base: side("main", BASE),
  labels: [{ id: 1, name: "availability-accepted" }],
};

const PAYLOADS: readonly object[] = [
  {
    action: "opened",
    number: 7,
    pull_request: { ...pull, merge_commit_sha: null },
    repository: repo,
  },
  { action: "labeled", number: 7, label: { name: "x" }, pull_request: pull, repository: repo },
  {
    action: "checks_requested",
    merge_group: {
      head_sha: HEAD,
      base_sha: BASE,
      base_ref: "refs/heads/main",
      head_ref: `refs/heads/gh-readonly-queue/main/pr-7-${BASE}`,
    },
  },
  { ref: "refs/heads/main", before: BASE, after: HEAD, repository: repo },
  { ref: "refs/heads/new", before: "0".repeat(40), after: HEAD, repository: repo },
  {
    action: "completed",
    workflow_run: {
      event: "pull_request",
      head_sha: HEAD,
      head_branch: "feature",
      head_repository: repo,
    },
  },
  { inputs: { base: "main" } },
];

const EVENTS = [
  "pull_request",
  "pull_request_target",
  "merge_group",
  "push",
  "workflow_run",
  "workflow_dispatch",
  "schedule",
  "constructor",
];

export type EventCase = {
  readonly name: string;
  readonly text: string;
  readonly sha: string;
  readonly base: string;
  readonly pullRequest: string;
};

export function eventCase(harm: Harm): fc.Arbitrary<EventCase> {
  const payload = fc.constantFrom(...PAYLOADS.map((one) => JSON.stringify(one)));
  return fc.record({
    name: fc.constantFrom(...EVENTS),
    text: harm([], payload),
    sha: fc.constantFrom(HEAD, "", "--all", "HEAD\n"),
    base: fc.constantFrom("", "main", "--upload-pack=x", " "),
    pullRequest: fc.constantFrom("", "7", "07", "1e9", "-1", "7\n8"),
  });
}

export type Replies = Readonly<Record<(typeof QUESTIONS)[number], string>> & {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
};

const QUESTIONS = [
  "pull",
  "pulls",
  "comments",
  "comment",
  "events",
  "viewer",
  "tree",
  "blob",
] as const;

const comment = {
  id: 11,
  html_url: "https://github.invalid/acme/shop/pull/7#issuecomment-11",
  body: `${encodeMarker("default", null)}\nold`,
  user,
};
const SOUND: Readonly<Record<(typeof QUESTIONS)[number], unknown>> = {
  pull,
  pulls: [pull],
  comments: [comment, { ...comment, id: 12 }, { ...comment, body: "else", id: 13 }],
  comment,
  events: [
    { id: 1, event: "labeled", label: { name: "availability-accepted" }, actor: user },
    { id: 2, event: "renamed", actor: null },
  ],
  viewer: { data: { viewer: { login: "github-actions", databaseId: user.id } } },
  tree: {
    sha: BASE,
    truncated: false,
    tree: [
      { path: "a.yaml", mode: "100644", type: "blob", sha: HEAD },
      { path: "b", mode: "120000", type: "blob", sha: HEAD },
      { path: "c", mode: "160000", type: "commit", sha: HEAD },
    ],
  },
  blob: { content: "a2luZDogRGVwbG95bWVudAo=", encoding: "base64", size: 17 },
};

/** Answers to each question, mostly with some harm; now and then of another status or kind. */
export function replies(harm: Harm): fc.Arbitrary<Replies> {
  const texts = Object.fromEntries(
    QUESTIONS.map((one) => [one, harm([], fc.constant(JSON.stringify(SOUND[one])))]),
  ) as Record<(typeof QUESTIONS)[number], fc.Arbitrary<string>>;
  return fc.record({
    ...texts,
    status: fc.oneof(
      { weight: 9, arbitrary: fc.constant(200) },
      fc.constantFrom(201, 204, 401, 404, 422, 500),
    ),
    headers: fc.oneof(
      { weight: 9, arbitrary: fc.constant({}) },
      fc.constantFrom<Record<string, string>>(
        { "content-type": "text/html" },
        { "content-type": "" },
        { link: '<http://127.0.0.1:1/x>; rel="next"' },
        { "retry-after": "-1" },
        { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" },
        { date: "Thu, 01 Jan 1970 00:00:00 GMT" },
      ),
    ),
  });
}
