import { isNullId, isObjectId, readPayload } from "./payload.ts";

/** What the runner says about the event that started the run, and the two inputs that override it. */
export type EventFacts = {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** The parsed file at `GITHUB_EVENT_PATH`. */
  readonly payload: unknown;
  /** `GITHUB_SHA`: on `pull_request` the test merge of head into base. */
  readonly sha: string;
  /** Inputs `base` and `head`; empty where not given. */
  readonly base: string;
  readonly head: string;
};

/** Which two commits the run compares, and what it may do about it. */
export type EventPlan = PullRequestPlan | MergeGroupPlan | PushPlan | DispatchPlan | NothingPlan;

type Given = {
  /** Revisions that the inputs name; they go before what the event says. */
  readonly given: { readonly base: string | null; readonly head: string | null };
};

/**
 * Any action is evaluated, an edit of the description too: required checks look at the newest run of a
 * commit, and one that passed without looking would turn a red check green.
 */
export type PullRequestPlan = Given & {
  readonly kind: "pull-request";
  /** `opened`, `synchronize`, `labeled`, …: what happened to the pull request. */
  readonly action: string;
  readonly number: number;
  readonly headSha: string;
  /** `owner/name`; `null` where the fork was deleted. */
  readonly headRepository: string | null;
  /** The head lives in another repository: the token is read-only. */
  readonly fork: boolean;
  /** Tip of the base branch when the event was made; not the base of the diff. */
  readonly baseSha: string;
  readonly baseRef: string;
  /** The test merge that the runner checks out. */
  readonly mergeSha: string;
  /** The label that was put on or taken away, where that is what happened. */
  readonly label: string | null;
  readonly failsByDefault: true;
};

export type MergeGroupPlan = Given & {
  readonly kind: "merge-group";
  readonly action: string;
  readonly headSha: string;
  readonly baseSha: string;
  readonly baseRef: string;
  /** The pull request that the queue's branch is named after; `null` where the name says none. */
  readonly number: number | null;
  readonly failsByDefault: true;
};

export type PushPlan = Given & {
  readonly kind: "push";
  /** Full name, `refs/heads/…` or `refs/tags/…`. */
  readonly ref: string;
  /** What the push replaced; `null` for a new branch or tag: then the default branch is the other side. */
  readonly before: string | null;
  readonly after: string;
  readonly defaultBranch: string | null;
  /** A push is reported; it fails the job only where `fail-on: failure` was written. */
  readonly failsByDefault: false;
};

export type DispatchPlan = {
  readonly kind: "dispatch";
  readonly base: string;
  readonly head: string;
  readonly failsByDefault: true;
};

/** There are no two commits to compare; `message` says why. */
export type NothingPlan = { readonly kind: "nothing"; readonly message: string };

/** Why an event cannot be gated: one line with the remedy. Bad usage, exit status 2. */
export type EventProblem = { readonly code: string; readonly message: string };

export type EventReading =
  | { readonly ok: true; readonly plan: EventPlan }
  | { readonly ok: false; readonly problem: EventProblem };

/** Reads what happened. Pure: payload and environment are data of unknown shape. */
export function readEvent(facts: EventFacts): EventReading {
  switch (facts.name) {
    case "pull_request":
      return pullRequest(facts);
    case "merge_group":
      return mergeGroup(facts);
    case "push":
      return push(facts);
    case "workflow_dispatch":
      return dispatch(facts);
    default:
      return refuse(
        "unsupported-event",
        `the event ${JSON.stringify(facts.name.slice(0, 60))} is not supported; run the Action on pull_request, merge_group, push or workflow_dispatch`,
      );
  }
}

function pullRequest(facts: EventFacts): EventReading {
  const read = readPayload(facts.payload);
  const action = read.text("action");
  const baseRepository = read.text("repository.full_name");
  const head = read.maybe("pull_request.head.repo.full_name");
  const label = read.maybe("label.name");
  const headRepository = typeof head === "string" && head !== "" ? head : null;
  const plan: PullRequestPlan = {
    kind: "pull-request",
    action,
    number: read.number("pull_request.number"),
    headSha: read.sha("pull_request.head.sha"),
    headRepository,
    fork: headRepository !== baseRepository,
    baseSha: read.sha("pull_request.base.sha"),
    baseRef: read.text("pull_request.base.ref"),
    mergeSha: facts.sha,
    label: typeof label === "string" ? label : null,
    failsByDefault: true,
    given: given(facts),
  };
  const lacking = isObjectId(facts.sha) ? read.lacking : [...read.lacking, "GITHUB_SHA"];
  if (lacking.length > 0) return incomplete(facts.name, lacking);
  if (action === "closed") return nothing("the pull request is closed");
  return { ok: true, plan };
}

function mergeGroup(facts: EventFacts): EventReading {
  const read = readPayload(facts.payload);
  const action = read.text("action");
  const plan: MergeGroupPlan = {
    kind: "merge-group",
    action,
    headSha: read.sha("merge_group.head_sha"),
    baseSha: read.sha("merge_group.base_sha"),
    baseRef: read.text("merge_group.base_ref").replace(/^refs\/heads\//, ""),
    number: queuedNumber(read.text("merge_group.head_ref")),
    failsByDefault: true,
    given: given(facts),
  };
  if (read.lacking.length > 0) return incomplete(facts.name, read.lacking);
  if (action === "destroyed") return nothing("the merge group was dissolved");
  return { ok: true, plan };
}

/** `refs/heads/gh-readonly-queue/<base>/pr-<number>-<sha>`; the base may hold slashes. */
function queuedNumber(ref: string): number | null {
  const match = /^(?:refs\/heads\/)?gh-readonly-queue\/.+\/pr-([1-9]\d{0,15})-[0-9a-f]+$/.exec(ref);
  const number = Number(match?.[1]);
  return Number.isSafeInteger(number) ? number : null;
}

function push(facts: EventFacts): EventReading {
  const read = readPayload(facts.payload);
  const ref = read.text("ref");
  const before = read.sha("before");
  const after = read.sha("after");
  if (read.lacking.length > 0) return incomplete(facts.name, read.lacking);
  if (isNullId(after)) return nothing(`${printable(ref)} was deleted`);
  const branch = read.maybe("repository.default_branch");
  const defaultBranch = typeof branch === "string" && branch !== "" ? branch : null;
  const isNew = isNullId(before);
  const inputs = given(facts);
  if (isNew && inputs.base === null) {
    if (defaultBranch === null || ref === `refs/heads/${defaultBranch}`) {
      return nothing(`${printable(ref)} is new, and there is no branch to compare it with`);
    }
  }
  return {
    ok: true,
    plan: {
      kind: "push",
      ref,
      before: isNew ? null : before,
      after,
      defaultBranch,
      failsByDefault: false,
      given: inputs,
    },
  };
}

function dispatch(facts: EventFacts): EventReading {
  const { base, head } = given(facts);
  if (base === null) {
    return refuse(
      "base-missing",
      "workflow_dispatch does not say what to compare with; give the inputs `base` and `head`, e.g. `base: main`",
    );
  }
  const target = head ?? (isObjectId(facts.sha) ? facts.sha : null);
  if (target === null) return incomplete(facts.name, ["GITHUB_SHA"]);
  return {
    ok: true,
    plan: { kind: "dispatch", base, head: target, failsByDefault: true },
  };
}

function given(facts: EventFacts): Given["given"] {
  const revision = (text: string) => (text.trim() === "" ? null : text.trim());
  return { base: revision(facts.base), head: revision(facts.head) };
}

function nothing(message: string): EventReading {
  return { ok: true, plan: { kind: "nothing", message: `nothing to compare: ${message}` } };
}

function incomplete(event: string, lacking: readonly string[]): EventReading {
  return refuse(
    "bad-payload",
    `the event ${event} lacks ${lacking.join(", ")}; run the Action in a job of GitHub Actions, or hand it a complete payload at GITHUB_EVENT_PATH`,
  );
}

function refuse(code: string, message: string): EventReading {
  return { ok: false, problem: { code, message } };
}

/** A ref may hold any byte but a few; a message is one line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "�").slice(0, 200);
}
