import type { Diagnostic, Place } from "../yaml/diagnostic.ts";

/** A file of manifests as it stands at one commit. Paths are relative to the repository. */
export type ManifestFile = { readonly path: string; readonly text: string };

export type WorkloadKind =
  | "Deployment"
  | "StatefulSet"
  | "ReplicaSet"
  | "ReplicationController"
  | "DaemonSet"
  | "ComposeService";

/** What decided the number of replicas. */
export type ReplicaRule =
  | "replicas" // spec.replicas, deploy.replicas
  | "scale" // Compose `scale`
  | "autoscaler" // HorizontalPodAutoscaler minReplicas, which wins over spec.replicas
  | "default" // neither says: one
  | "daemonset"; // one on every node: the manifest cannot know how many

export type ReplicaFact = {
  /** `null` for a DaemonSet (the spec's `defaults.daemonSetReplicas` says), and beside a `problem`. */
  readonly count: number | null;
  readonly rule: ReplicaRule;
  /** The line that decides it: the number itself, or the workload where nothing is written. */
  readonly place: Place;
  /**
   * Why the number cannot be told (`${REPLICAS}`, `"3"`, 2.5), in one line with its remedy: an error
   * `bad-replicas` at `place` as soon as a service claims the workload, and never a default.
   */
  readonly problem?: string;
};

/** So many replicas, or a percentage of them (from 0 to 100) that is rounded to whole ones. */
export type Amount = number | { readonly percent: number; readonly rounding: "down" | "up" };

/** How many replicas may be missing at once. */
export type Allowance = {
  /** The amount may be missing, or it must stay. */
  readonly kind: "maxUnavailable" | "minAvailable";
  readonly amount: Amount;
  /** So many may be missing whatever the amount comes to: a rollout that takes none away never ends. */
  readonly least: 0 | 1;
  /** Replicas of other workloads under the same budget: the amount is of all of them together. */
  readonly beside: number;
  /** The line that decides it, or the workload where nothing is written. */
  readonly place: Place;
  /**
   * Why the amount is an assumption (`"1"`, two budgets, files that disagree), in one line with its
   * remedy: to be told at `place` when a fault comes to count the amount.
   */
  readonly problem?: string;
};

/** What may be taken away from a workload on purpose. */
export type Disruption = {
  /** By its own update strategy; `null`: nothing replaces its pods (ReplicaSet, ReplicationController). */
  readonly rollout: Allowance | null;
  /** By a node drain, as far as its PodDisruptionBudget lets it; `null`: there is none. */
  readonly drain: Allowance | null;
};

/** R of one service, as the manifests of one commit state it. */
export type Workload = {
  readonly kind: WorkloadKind;
  /** `null` where the manifest names none (and for Compose). */
  readonly namespace: string | null;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly podLabels: Readonly<Record<string, string>>;
  /** Names of the Kubernetes Services whose selector matches `podLabels`, in the same namespace. */
  readonly selectedBy: readonly string[];
  readonly replicas: ReplicaFact;
  readonly disruption: Disruption;
  /** Where the workload is defined (its `metadata.name`, or its key in Compose). */
  readonly place: Place;
  /** Further files that define the same workload alike. */
  readonly copies: readonly Place[];
  /** Further files that define it with other facts: an error as soon as a service claims it. */
  readonly conflicts: readonly ReplicaFact[];
};

/** What the manifests of one commit say. */
export type Deployment = {
  readonly workloads: readonly Workload[];
  /** Files that could not be read as YAML (Helm templates, Jinja, broken indentation). */
  readonly unread: readonly string[];
  /** Disruption budgets that protect none of the workloads: of interest to faults that drain only. */
  readonly idleBudgets: readonly Diagnostic[];
  readonly diagnostics: readonly Diagnostic[];
};
