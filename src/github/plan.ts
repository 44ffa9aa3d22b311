/** Which two commits the run compares, and what it may do about it. */
export type EventPlan = GatePlan | WorkflowRunPlan | NothingPlan;

/** Says what to compare. */
export type GatePlan = PullRequestPlan | MergeGroupPlan | PushPlan | DispatchPlan;

export type Given = {
  /** Revisions that the inputs name; they go before what the event says. */
  readonly given: { readonly base: string | null; readonly head: string | null };
};

/**
 * Any action is evaluated, an edit of the description too: required checks look at the newest run of a
 * commit, and one that passed without looking would turn a red check green.
 */
export type PullRequestPlan = Given & {
  readonly kind: "pull-request";
  /** `opened`, `synchronize`, `labeled`, …: what happened to the pull request; `null` where nobody says. */
  readonly action: string | null;
  readonly number: number;
  readonly headSha: string;
  /** `owner/name`; `null` where the fork was deleted. */
  readonly headRepository: string | null;
  /** The head lives in another repository. */
  readonly fork: boolean;
  /**
   * The token may write although the head may be a stranger's (`pull_request_target`, `workflow_run`):
   * head is data alone, and no program of the runner is run on it.
   */
  readonly privileged: boolean;
  /** The run is done again, on the payload of the first time, which may be out of date. */
  readonly rerun: boolean;
  /** Tip of the base branch when the event was made; not the base of the diff. */
  readonly baseSha: string;
  readonly baseRef: string;
  /** The test merge that the runner checks out; `null` where it checks out something else. */
  readonly mergeSha: string | null;
  /** The label that was put on or taken away, where that is what happened. */
  readonly label: string | null;
  /** False where the check would be no check of the pull request. */
  readonly failsByDefault: boolean;
};

/**
 * A workflow that ran on a pull request has ended. Its run says which head it was about, and not reliably
 * which pull request: that is looked up (`findPullRequest`).
 */
export type WorkflowRunPlan = Given & {
  readonly kind: "workflow-run";
  readonly headSha: string;
  /** `owner/name`. */
  readonly headRepository: string;
  /** Name of a branch there. */
  readonly headBranch: string;
  /** Input `pull-request`: a claim, which decides between pull requests of the same head at most. */
  readonly claimed: number | null;
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
