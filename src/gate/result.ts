import type { CredibleDifference, Estimate } from "../availability/estimate.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { Calibration } from "./calibration.ts";
import type { Injection } from "./chaos.ts";
import type { AffectedGraph, Blast, Explained } from "./explained.ts";
import type { SweepResult } from "./sweep.ts";

/** The published result: contract §5. Reports and the pull request are made from nothing else. */
export type Result = {
  readonly version: 1;
  readonly verdict: OverallVerdict;
  /** Worst first. */
  readonly reasons: readonly Reason[];
  readonly acceptedBy: Acceptance | null;
  /** Why an acceptance that was given does not count any more, and what to do about it. */
  readonly acceptanceLapsed?: string;
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
  /** Absent where the reason concerns the steady state. */
  readonly fault?: string;
  readonly message: string;
};

export type ModelResult = {
  /** Path of the spec at head (at base where it was removed). */
  readonly path: string;
  readonly verdict: Verdict;
  readonly endpoints: readonly EndpointResult[];
  readonly changes: readonly Change[];
  /** What each fault and each single failure takes below its SLO at head; absent where nobody asked. */
  readonly blast?: readonly Blast[];
  /** The part of the graph that the change is about. */
  readonly graph?: AffectedGraph;
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
  /** Where it rests on evidence at either commit: what the delta may be by what was observed. */
  readonly deltaCredible?: CredibleDifference;
  readonly slo: {
    readonly base: number | null;
    readonly head: number | null;
    /** The stricter of the two. */
    readonly effective: number | null;
  };
  /** What moved it, the largest effect first: they sum to `delta`. Absent where it did not move. */
  readonly causes?: readonly Cause[];
  /** A row for each fault of head, then those that only base has. */
  readonly under: readonly UnderResult[];
  /** Absent where nobody asked, and where head is. */
  readonly explained?: Explained;
  /** The worst of its reasons, those under faults too; where the whole spec was removed, of that one. */
  readonly verdict: Verdict;
};

/** A part of the delta of an endpoint, and what it is due to. */
export type Cause = {
  /** One, or several that are not told apart: the most telling first. */
  readonly changes: readonly Change[];
  /** In [-1, 1]. */
  readonly effect: number;
  /** 95%; absent where it is exact. */
  readonly interval?: readonly [number, number];
};

/** An endpoint under one fault, named as the spec names it. */
export type UnderResult = {
  readonly fault: string;
  /** `null` where the fault or the endpoint is not there. */
  readonly base: Estimate | null;
  readonly head: Estimate | null;
  /** The spec of base over the manifests of head, where that spec promised a minimum. */
  readonly carried?: Estimate;
  readonly delta: number | null;
  readonly deltaInterval?: readonly [number, number];
  /** The stricter of base's and head's; `null` where none is promised. */
  readonly minimum: number | null;
  /** What moved it, where it is told: they sum to `delta`. */
  readonly causes?: readonly Cause[];
  readonly verdict: Verdict;
};

export type ChangeKind =
  | "spec-added"
  | "spec-removed"
  | "spec-moved" // from path to path
  | "domain-added" // head: its members, or its availability where it has none
  | "domain-removed"
  | "member-added" // head: its availability
  | "member-removed"
  | "domain-availability" // of a member, or of all members alike
  | "service-added" // head: its replicas, or its availability where it is external
  | "service-removed"
  | "replicas"
  | "quorum"
  | "replica-availability" // θ; several where the replicas differ
  | "default-replica-availability" // one row for every service that follows the default
  | "evidence" // θ or ρ, where what was observed gives it at one of the commits
  | "external" // availability of the third party; null on the side where it runs replicas
  | "placement" // on domains that both sides have; null: in none
  | "disruption" // replicas that a rollout or a drain takes away at once
  | "workload" // claimed workload; null where the spec speaks
  | "dependency-added" // head: the availability of its channels
  | "dependency-removed"
  | "dependency-availability" // ρ; several where the channels differ
  | "default-dependency-availability" // one row for every dependency that follows the default
  | "channels" // number of independent routes
  | "timeout" // null: none
  | "fault-injection" // share of calls that the manifests make fail; null: none
  | "dependency-domains" // of those that both sides have; null: in none
  | "fault-added" // head: what it does
  | "fault-removed"
  | "fault-changed"
  | "incident-added" // subject: what happens; head: its probability
  | "incident-removed"
  | "incident-changed"
  | "endpoint-added" // head: its predicate
  | "endpoint-removed"
  | "endpoint-renamed" // from name to name
  | "entry"
  | "completion"
  | "predicate"
  | "mixture" // shares
  | "slo"
  | "under" // minimum under a fault; subject: `endpoint under fault`
  | "gate"; // subject: the setting

export type Change = {
  readonly kind: ChangeKind;
  /** The service, dependency, domain or member, fault, endpoint, setting or spec that changed. */
  readonly subject: string;
  /** For people: a count, or text such as `99.9%`; `null` on the side that has none. */
  readonly base: string | number | null;
  readonly head: string | number | null;
  /** Where it stands at head; at base for what is gone (then `side` is `base`). */
  readonly file: string;
  readonly line: number;
  readonly side: "base" | "head";
};

/** What `estimate` publishes: the shape of a Result without what compares (contract §5). */
export type EstimateResult = {
  readonly version: 1;
  readonly verdict: Verdict;
  /** Worst first. */
  readonly reasons: readonly Reason[];
  readonly head: HeadCommit;
  readonly models: readonly EstimatedModel[];
};

export type EstimatedModel = {
  readonly path: string;
  readonly verdict: Verdict;
  readonly endpoints: readonly EstimatedEndpoint[];
  readonly blast?: readonly Blast[];
  readonly graph?: AffectedGraph;
  /** Absent where nobody asked, and where nothing was observed. */
  readonly calibration?: Calibration;
  readonly diagnostics: readonly Diagnostic[];
};

export type EstimatedEndpoint = {
  readonly name: string;
  readonly head: Estimate;
  readonly slo: { readonly head: number | null };
  /** A row for each fault of the spec. */
  readonly under: readonly EstimatedUnder[];
  readonly explained?: Explained;
  /** Where they were asked for. */
  readonly sweeps?: readonly SweepResult[];
  readonly chaos?: readonly Injection[];
  readonly verdict: Verdict;
};

export type EstimatedUnder = {
  readonly fault: string;
  readonly head: Estimate;
  readonly minimum: number | null;
  readonly verdict: Verdict;
};
