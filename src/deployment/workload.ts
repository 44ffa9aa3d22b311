import type { Diagnostic, Place } from "../yaml/diagnostic.ts";

/** A file of manifests as it stands at one commit. Paths are relative to the repository. */
export type ManifestFile = {
  readonly path: string;
  /** Empty where `id` was read before, and nobody needs it any more. */
  readonly text: string;
  /** Of the content, where it has one: equal ids of a path are read once. */
  readonly id?: string | undefined;
  /** Its place in `manifests`, where that names it alone and by no glob: Compose merges such files in order. */
  readonly named?: number | undefined;
};

export type WorkloadKind =
  | "Deployment"
  | "StatefulSet"
  | "ReplicaSet"
  | "ReplicationController"
  | "DaemonSet"
  /** Argo Rollouts. */
  | "Rollout"
  /** The `Service` of Knative Serving. */
  | "KnativeService"
  | "ComposeService"
  /** An object of a kind that is not read, with the number that a spec points to: see `Workload.custom`. */
  | "CustomResource";

/** What decided the number of replicas. */
export type ReplicaRule =
  | "replicas" // spec.replicas, deploy.replicas
  | "scale" // Compose `scale`
  | "autoscaler" // HorizontalPodAutoscaler minReplicas, which wins over spec.replicas
  | "keda" // ScaledObject minReplicaCount, which does so too
  | "knative" // min-scale
  | "custom" // a field of a kind that is not read
  | "default" // neither says: one
  | "daemonset"; // one on every node: the manifest cannot know how many

export type ReplicaFact = {
  /** `null` for a DaemonSet (the spec's `defaults.daemonSetReplicas` says), and beside a `problem`. */
  readonly count: number | null;
  readonly rule: ReplicaRule;
  /** The line that decides it: the number itself, or the workload where nothing is written. */
  readonly place: Place;
  /** It may have none while there is no work; `count` is what it has as soon as there is some. */
  readonly toZero?: true;
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

/** Where the manifests put the pods of a workload, by the labels of nodes. */
export type PlacementFact = {
  /** The node label whose values part the nodes, such as `topology.kubernetes.io/zone`. */
  readonly topologyKey: string;
  /**
   * `spread`: over the values of the label, as evenly as may be; `packed`: all on nodes of one value;
   * `pinned`: to nodes with one of `values`; `avoided`: to nodes with none of them.
   */
  readonly rule: "spread" | "packed" | "pinned" | "avoided";
  /** What the scheduler may leave undone: `ScheduleAnyway`, `preferredDuringScheduling…`, a `maxSkew` above 1. */
  readonly soft: boolean;
  /** Values of the label, sorted; empty for `spread` and `packed`. */
  readonly values: readonly string[];
  readonly place: Place;
  /** Why it does nothing (its selector does not match its own pods), in one line with its remedy: told, never counted. */
  readonly idle?: string;
};

/** What of a pod no figure counts, and a reader should be told when it changes. */
export type PodFacts = {
  /** Containers that run beside each other, native sidecars (init containers that restart) among them; in order. */
  readonly containers: readonly ContainerFact[];
};

export type ContainerFact = {
  readonly name: string;
  /** Without tag and digest; `null`: none is written. */
  readonly image: string | null;
  readonly sidecar: boolean;
  /** Where its readiness probe is written; `null`: it has none. */
  readonly readiness: Place | null;
  readonly place: Place;
};

/**
 * A call policy that a mesh or gateway lays on calls into a host: one rule of a VirtualService (Istio) or
 * HTTPRoute (Gateway API). A rule that another before it leaves no call is none.
 */
export type RouteFact = {
  readonly kind: "VirtualService" | "HTTPRoute";
  readonly namespace: string | null;
  readonly name: string;
  /** Between services, or only for what comes in through a gateway. */
  readonly through: "mesh" | "gateway";
  /** Names of the gateways that it holds at, without namespace. */
  readonly gateways: readonly string[];
  /**
   * Hosts as written, of the destination: `payment`, `payment.shop.svc.cluster.local`. Callers in a mesh
   * name it themselves; what a gateway lets in names the backends.
   */
  readonly hosts: readonly string[];
  readonly destinations: readonly RouteDestination[];
  /** Milliseconds until a call is given up, all attempts together; `null`: none is set. */
  readonly timeout: Placed<number> | null;
  /** Further attempts after the first; `null`: not set. */
  readonly retries: Placed<number> | null;
  /** Milliseconds until one attempt is given up; `null`: none is set. */
  readonly perTryTimeout: Placed<number> | null;
  /** What is tried again (Istio), as written; `null`: not set. */
  readonly retryOn: Placed<string> | null;
  /** Share of calls that the object itself makes fail, in [0, 100]%; `null`: no abort is written. */
  readonly abortPercent: Placed<number> | null;
  /** Share of calls that it delays on purpose, and by how many milliseconds; `null`: no delay is written. */
  readonly delay: Placed<{ readonly percent: number; readonly milliseconds: number }> | null;
  /** True where it holds for some calls only (a match on path, header or source): told, never counted as all. */
  readonly partial: boolean;
  /** What of it cannot be read, each in one line with its remedy. */
  readonly unclear: readonly Placed<string>[];
  readonly place: Place;
};

export type RouteDestination = {
  /** As in `hosts`. */
  readonly host: string;
  /** Its share of the weights of the rule; 0: no call goes there. */
  readonly weight: number;
  readonly place: Place;
};

type Placed<T> = { readonly value: T; readonly place: Place };

/** One of the workloads of a commit. */
export type WorkloadRef = {
  readonly kind: WorkloadKind;
  readonly namespace: string | null;
  readonly name: string;
};

/** A name of another workload or Kubernetes Service that a workload is configured with: a hint of a call, never an edge. */
export type Hint = ThirdParty & {
  /** What the host leads to: at least one workload, and never the one that is configured so. */
  readonly to: readonly WorkloadRef[];
};

/** A host that a workload is configured with, and that nothing among the manifests goes by. */
export type ThirdParty = {
  /** The workload that is configured so. */
  readonly from: WorkloadRef;
  /** Host as written, without scheme, user and port, in lower case. */
  readonly host: string;
  readonly port: number | null;
  /** `http`, `redis`, `kafka`, …; `null`: none is written. */
  readonly scheme: string | null;
  /** The variable, option or file that holds it; `depends_on` and `links` of Compose. */
  readonly key: string;
  readonly place: Place;
};

/** Where calls come in from outside: Ingress, Gateway routes, Services of type LoadBalancer or NodePort, Compose ports. */
export type Entrance = {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  /** Host, as written, of the Kubernetes Service or Compose service that it leads to. */
  readonly to: string;
  /** The workloads behind it; empty where the manifests have none. */
  readonly leadsTo: readonly WorkloadRef[];
  /** Path prefixes that it lets in; empty: all. */
  readonly paths: readonly string[];
  readonly place: Place;
};

/** An object of a kind that is not read, with the whole numbers in its `spec`. */
export type CustomResource = {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  /** By their path: `spec.kafka.replicas`, `spec.nodeGroups.0.size`. */
  readonly numbers: ReadonlyMap<string, ReplicaFact>;
  readonly place: Place;
};

/** R of one service, as the manifests of one commit state it. */
export type Workload = {
  readonly kind: WorkloadKind;
  /** Of a CustomResource: its own kind, and the path of the number. */
  readonly custom?: { readonly kind: string; readonly path: string };
  /** `null` where the manifest names none (and for Compose). */
  readonly namespace: string | null;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly podLabels: Readonly<Record<string, string>>;
  /** Names of the Kubernetes Services whose selector matches `podLabels`, in the same namespace. */
  readonly selectedBy: readonly string[];
  readonly replicas: ReplicaFact;
  readonly disruption: Disruption;
  readonly placement: readonly PlacementFact[];
  readonly pod: PodFacts;
  /** Where the workload is defined (its `metadata.name`, or its key in Compose). */
  readonly place: Place;
  /** Further files that define the same workload alike. */
  readonly copies: readonly Place[];
  /** Further files that define it with other facts: an error as soon as a service claims it. */
  readonly conflicts: readonly ReplicaFact[];
};

/** What manifests build on and nobody could read, such as a base that a kustomization names by a URL: what it defines is unknown. */
export type RemoteBase = {
  readonly url: string;
  readonly place: Place;
  /** In words that follow its name: `is not fetched`. */
  readonly why: string;
};

/** What a controller applies from a repository: Argo CD's Application, Flux's Kustomization and HelmRelease. */
export type AppliedSource = {
  /** `Application shop/web`, as messages name it. */
  readonly title: string;
  /** A folder of the repository; `null`: it names none. */
  readonly folder: string | null;
  /** Files below the folder count too, where it is neither an overlay nor a chart (`directory.recurse`). */
  readonly recursive: boolean;
  /** How the folder is rendered where it is a chart; `null`: it is not. */
  readonly helm: {
    readonly release: string | null;
    readonly namespace: string | null;
    /** Files of values, relative to the folder; with a leading `/` to the repository. */
    readonly values: readonly string[];
    /** Values that the object itself sets, as YAML: they win over those of the files. */
    readonly inline: readonly string[];
  } | null;
  /** Why it cannot be followed, or not to the letter, in words that complete "… is not evaluated: it …". */
  readonly problem: string | null;
  readonly place: Place;
};

/** What the manifests of one commit say. */
export type Deployment = {
  readonly workloads: readonly Workload[];
  readonly routes: readonly RouteFact[];
  readonly hints: readonly Hint[];
  readonly thirdParties: readonly ThirdParty[];
  readonly entrances: readonly Entrance[];
  readonly customs: readonly CustomResource[];
  readonly remotes: readonly RemoteBase[];
  readonly applied: readonly AppliedSource[];
  /** Files that could not be read as YAML (Helm templates, Jinja, broken indentation). */
  readonly unread: readonly string[];
  /** Disruption budgets that protect none of the workloads: of interest to faults that drain only. */
  readonly idleBudgets: readonly Diagnostic[];
  readonly diagnostics: readonly Diagnostic[];
};
