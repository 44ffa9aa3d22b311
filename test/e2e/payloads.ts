import { AUTHOR, MAINTAINER } from "./stand-in/state.ts";

/** Payloads of the shape that GitHub sends, with the parts that an Action may look at. */
export type Payload = Record<string, unknown>;

export const NULL_SHA = "0".repeat(40);

const SERVER = "https://github.invalid";

function repository(fullName = "acme/shop"): Payload {
  const [owner, name] = fullName.split("/");
  return {
    id: 186853002,
    node_id: "R_kgDOBQ",
    name,
    full_name: fullName,
    private: false,
    owner: { login: owner, id: 21031067, type: "Organization" },
    html_url: `${SERVER}/${fullName}`,
    clone_url: `${SERVER}/${fullName}.git`,
    fork: fullName !== "acme/shop",
    default_branch: "main",
    visibility: "public",
  };
}

function common(): Payload {
  return { repository: repository(), sender: { ...MAINTAINER, html_url: `${SERVER}/grace` } };
}

export type PullRequestFacts = {
  readonly number: number;
  readonly headSha: string;
  readonly baseSha: string;
  readonly headRef?: string;
  /** `null`: the fork was deleted. */
  readonly headRepository?: string | null;
  readonly baseRef?: string;
  readonly labels?: readonly string[];
  /** The label that was put on or taken away. */
  readonly label?: string;
  /** Of `edited`: what it was before. */
  readonly changes?: Payload;
  /** Of `synchronize`. */
  readonly before?: string;
};

/** `opened`, `synchronize`, `reopened`, `edited`, `labeled`, `unlabeled`, `closed`, … */
export function pullRequestPayload(action: string, facts: PullRequestFacts): Payload {
  const { headRepository = "acme/shop" } = facts;
  const closed = action === "closed";
  return {
    action,
    number: facts.number,
    pull_request: {
      id: 279147437,
      number: facts.number,
      state: closed ? "closed" : "open",
      locked: false,
      title: "Save on payment",
      body: "One replica will do.",
      user: { ...AUTHOR, html_url: `${SERVER}/ada` },
      labels: (facts.labels ?? []).map(label),
      draft: false,
      merged: false,
      merge_commit_sha: null,
      html_url: `${SERVER}/acme/shop/pull/${facts.number}`,
      head: {
        label: `${headRepository?.split("/")[0] ?? "unknown"}:${facts.headRef ?? "feature"}`,
        ref: facts.headRef ?? "feature",
        sha: facts.headSha,
        user: { ...AUTHOR },
        repo: headRepository === null ? null : repository(headRepository),
      },
      base: {
        label: `acme:${facts.baseRef ?? "main"}`,
        ref: facts.baseRef ?? "main",
        sha: facts.baseSha,
        user: { login: "acme", id: 21031067, type: "Organization" },
        repo: repository(),
      },
      author_association: "CONTRIBUTOR",
      auto_merge: null,
    },
    ...(facts.label === undefined ? {} : { label: label(facts.label, 0) }),
    ...(facts.changes === undefined ? {} : { changes: facts.changes }),
    ...(facts.before === undefined ? {} : { before: facts.before, after: facts.headSha }),
    ...common(),
  };
}

function label(name: string, index: number): Payload {
  return { id: 208045946 + index, name, color: "ededed", default: false, description: null };
}

export type WorkflowRunFacts = {
  readonly headSha: string;
  readonly headBranch?: string;
  /** `null`: the fork was deleted. */
  readonly headRepository?: string | null;
  /** What the first workflow ran on. */
  readonly event?: string;
  /** Numbers that GitHub lists: none of a pull request from a fork. */
  readonly pullRequests?: readonly number[];
};

/** The first of two workflows has ended. */
export function workflowRunPayload(facts: WorkflowRunFacts): Payload {
  const { headRepository = "mallory/shop", headBranch = "feature", event = "pull_request" } = facts;
  const api = "https://api.github.invalid/repos/acme/shop";
  return {
    action: "completed",
    workflow_run: {
      id: 30433642,
      node_id: "WFR_kwLOBQ",
      name: "Availability",
      path: ".github/workflows/availability.yml",
      display_title: "Save on payment",
      head_branch: headBranch,
      head_sha: facts.headSha,
      run_number: 562,
      run_attempt: 1,
      event,
      status: "completed",
      conclusion: "failure",
      workflow_id: 159038,
      pull_requests: (facts.pullRequests ?? []).map((number) => ({
        id: 279147437,
        number,
        url: `${api}/pulls/${number}`,
        head: { ref: headBranch, sha: facts.headSha, repo: { id: 1, name: "shop" } },
        base: { ref: "main", sha: facts.headSha, repo: { id: 1, name: "shop" } },
      })),
      actor: { ...AUTHOR },
      triggering_actor: { ...AUTHOR },
      head_commit: commit(facts.headSha),
      repository: repository(),
      head_repository: headRepository === null ? null : repository(headRepository),
      artifacts_url: `${api}/actions/runs/30433642/artifacts`,
    },
    workflow: {
      id: 159038,
      name: "Availability",
      path: ".github/workflows/availability.yml",
      state: "active",
    },
    ...common(),
  };
}

export type MergeGroupFacts = {
  readonly number: number;
  readonly headSha: string;
  readonly baseSha: string;
  readonly baseRef?: string;
};

export function mergeGroupPayload(facts: MergeGroupFacts) {
  const { baseRef = "main" } = facts;
  return {
    action: "checks_requested",
    merge_group: {
      head_sha: facts.headSha,
      head_ref: `refs/heads/gh-readonly-queue/${baseRef}/pr-${facts.number}-${facts.baseSha}`,
      base_sha: facts.baseSha,
      base_ref: `refs/heads/${baseRef}`,
      head_commit: commit(facts.headSha),
    },
    ...common(),
  };
}

function commit(id: string): Payload {
  const person = { name: "Ada", email: "ada@example.invalid" };
  return {
    id,
    tree_id: id,
    message: "Save on payment",
    timestamp: "2026-11-01T12:00:00Z",
    author: person,
    committer: person,
  };
}

export type PushFacts = {
  readonly before: string;
  readonly after: string;
  readonly ref?: string;
  readonly forced?: boolean;
};

export function pushPayload(facts: PushFacts): Payload {
  const { before, after, ref = "refs/heads/main", forced = false } = facts;
  return {
    ref,
    before,
    after,
    created: before === NULL_SHA,
    deleted: after === NULL_SHA,
    forced,
    base_ref: null,
    compare: `${SERVER}/acme/shop/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: after === NULL_SHA ? [] : [commit(after)],
    head_commit: after === NULL_SHA ? null : commit(after),
    pusher: { name: "ada", email: "ada@example.invalid" },
    ...common(),
  };
}

/** The inputs of the workflow, which are not those of the Action. */
export function dispatchPayload(inputs: Payload = {}): Payload {
  return { inputs, ref: "refs/heads/main", workflow: ".github/workflows/gate.yml", ...common() };
}
