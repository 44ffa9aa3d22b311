/** An account. Bots have a login that ends in `[bot]` in REST. */
export type Account = { login: string; id: number; type: "User" | "Bot" };

export const WORKFLOW_BOT: Account = { login: "github-actions[bot]", id: 41898282, type: "Bot" };
export const AUTHOR: Account = { login: "ada", id: 1001, type: "User" };
export const MAINTAINER: Account = { login: "grace", id: 1002, type: "User" };

export type PullState = {
  number: number;
  headSha: string;
  headRef: string;
  /** `owner/name`; another than the repository's for a fork, `null` for a deleted one. */
  headRepository: string | null;
  baseSha: string;
  baseRef: string;
  labels: string[];
  state: "open" | "closed";
};

export type CommentState = { id: number; issue: number; author: Account | null; body: string };

/** `labeled` and `unlabeled` say something; any other kind stands for the rest. */
export type EventState = {
  id: number;
  issue: number;
  event: "labeled" | "unlabeled" | "renamed";
  label: string;
  actor: Account;
};

/** Where trees, blobs and commits come from: a real repository, or what a test writes down. */
export type Objects = {
  /** Entries of a tree or of a commit's tree; `null` where there is none. */
  readonly tree: (
    id: string,
    recursive: boolean,
  ) => Promise<{ readonly entries: readonly TreeItem[]; readonly truncated: boolean } | null>;
  readonly blob: (id: string) => Promise<Buffer | null>;
  readonly commit: (id: string) => Promise<{ readonly parents: readonly string[] } | null>;
  /** `null` where one of them is missing, `none` where they have no common ancestor. */
  readonly mergeBase: (base: string, head: string) => Promise<string | "none" | null>;
};

export type TreeItem = {
  readonly path: string;
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly sha: string;
};

/** What the stand-in knows. Tests may change it while it runs. */
export type State = {
  readonly owner: string;
  readonly repo: string;
  readonly token: string;
  /** Whose token it is, as REST names it. */
  readonly account: Account;
  /** As GraphQL names it; `null`: the query is refused. */
  readonly viewer: { readonly login: string; readonly databaseId: number | null } | null;
  /** A token of a fork or of Dependabot may only read. */
  readonly mayWrite: boolean;
  readonly pulls: PullState[];
  readonly comments: CommentState[];
  readonly events: EventState[];
  readonly objects: Objects;
  /** Number of the next comment. */
  nextId: number;
};

export type Recorded = {
  readonly method: string;
  /** Without the prefix of GitHub Enterprise Server. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly body: unknown;
};

/** A call that goes wrong. The first rule that fits and is not used up decides. */
export type Fault = {
  readonly method: string;
  readonly path: string | RegExp;
  /** Default: each time. */
  readonly times?: number;
  readonly answer: FaultAnswer;
};

export type FaultAnswer =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
      /** In place of GitHub's refusal: what a proxy says. */
      readonly body?: unknown;
    }
  | { readonly spoil: Spoil }
  | "hang" // no reply at all
  | "drop"; // the connection is cut

/** What becomes of GitHub's true reply, after the request has taken effect. */
export type Spoil =
  | "lost" // the connection is cut before it
  | "mute" // it never comes
  | "cut" // the connection is cut in its middle
  | "drip" // it comes byte by byte, and never to its end
  | "truncated" // half of it, as if that were the whole
  | "endless" // there always is a next page
  | "circling" // the next page is the same one
  | "elsewhere"; // the next page is on another server

export const NO_OBJECTS: Objects = {
  tree: async () => null,
  blob: async () => null,
  commit: async () => null,
  mergeBase: async () => null,
};

/** A pull request of the repository itself, open, from `feature` into `main`. */
export function pullState(change: Partial<PullState> & Pick<PullState, "number">): PullState {
  return {
    headSha: "a".repeat(40),
    headRef: "feature",
    headRepository: "acme/shop",
    baseSha: "b".repeat(40),
    baseRef: "main",
    labels: [],
    state: "open",
    ...change,
  };
}
