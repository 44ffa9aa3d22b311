import type { Estimate } from "../availability/estimate.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";

/** The published result: contract §5. Reports and the pull request are made from nothing else. */
export type Result = {
  readonly version: 1;
  readonly verdict: OverallVerdict;
  /** Worst first. */
  readonly reasons: readonly Reason[];
  readonly acceptedBy: Acceptance | null;
  readonly base: BaseCommit;
  readonly head: HeadCommit;
  readonly models: readonly ModelResult[];
};

export type Verdict = "pass" | "warn" | "fail";
export type OverallVerdict = Verdict | "not-affected";

/** Who took the responsibility for failing rows, and how: a label's name, or `--accept`. */
export type Acceptance = { readonly by: string; readonly how: string };

export type BaseCommit = { readonly sha: string; readonly kind: BaseKind };
export type BaseKind =
  | "merge-parent" // first parent of the test-merge commit
  | "merge-base" // of base branch and head
  | "queue-base" // base of a merge group
  | "before" // what a push replaced
  | "given"; // named by the user

/** The tree evaluated, and the commit to link to (they differ on a test merge). */
export type HeadCommit = { readonly sha: string; readonly commit: string };

export type ReasonCode =
  | "below-slo"
  | "max-drop"
  | "max-downtime-increase"
  | "preexisting"
  | "passes-by-assertion"
  | "loosened"
  | "undecided"
  | "error-budget"
  | "uncounted-dependency"
  | "evidence"
  | "base-invalid"
  | "adoption";

export type Reason = {
  readonly code: ReasonCode;
  readonly verdict: Verdict;
  readonly model: string;
  /** Absent where the reason concerns the whole model. */
  readonly endpoint?: string;
  readonly message: string;
};

export type ModelResult = {
  /** Path of the spec at head (at base where it was removed). */
  readonly path: string;
  readonly verdict: Verdict;
  readonly endpoints: readonly EndpointResult[];
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
};

export type EndpointChange = "unchanged" | "improved" | "degraded" | "added" | "removed";

export type EndpointResult = {
  readonly name: string;
  readonly change: EndpointChange;
  readonly base: Estimate | null;
  readonly head: Estimate | null;
  /** The spec of base over the manifests of head. */
  readonly carried: Estimate | null;
  /** head - base; `null` where one of them is absent. */
  readonly delta: number | null;
  readonly deltaInterval?: readonly [number, number];
  readonly slo: {
    readonly base: number | null;
    readonly head: number | null;
    /** The stricter of the two. */
    readonly effective: number | null;
  };
  readonly verdict: Verdict;
};

export type Change = {
  /** `replicas`, `quorum`, `dependency-added`, …: kebab-case. */
  readonly kind: string;
  /** The service, dependency, endpoint or setting that changed. */
  readonly subject: string;
  readonly base: string | number | null;
  readonly head: string | number | null;
  /** Where it stands at head; at base for what is gone (then `side` is `base`). */
  readonly file: string;
  readonly line: number;
  readonly side: "base" | "head";
};
