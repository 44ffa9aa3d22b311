import { asMapping, asText, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { Position, YamlMapping, YamlNode } from "../yaml/node.ts";
import type { Doorway } from "./entrances.ts";
import type { ConfigData, Configured } from "./hint-pods.ts";
import type { LabelSelector } from "./label-selector.ts";
import type {
  Allowance,
  AppliedSource,
  CustomResource,
  PlacementFact,
  PodFacts,
  RemoteBase,
  ReplicaFact,
  RouteFact,
  WorkloadKind,
} from "./workload.ts";

export type Labels = Readonly<Record<string, string>>;

/** One file's account of a workload, before the files are compared. */
export type Definition = {
  readonly kind: WorkloadKind;
  readonly namespace: string | null;
  readonly name: string;
  readonly labels: Labels;
  readonly podLabels: Labels;
  readonly replicas: ReplicaFact;
  /** As in Disruption; `stated` where the file writes a strategy. */
  readonly rollout: { readonly allowance: Allowance | null; readonly stated: boolean };
  readonly placement: readonly PlacementFact[];
  readonly pod: PodFacts;
  readonly place: Place;
  /** A kustomize patch or a Compose override: what it leaves out, it leaves to another file. */
  readonly partial: boolean;
};

/** What scales a workload, with the least that it scales it to. */
export type Autoscaler = {
  readonly kind: "HorizontalPodAutoscaler" | "ScaledObject";
  readonly namespace: string | null;
  readonly name: string;
  /** `null` in a patch, which leaves it to another file. */
  readonly target: { readonly kind: string; readonly name: string } | null;
  readonly minimum: ReplicaFact;
  /** Whether its target may start from no replicas; else an explicit `replicas: 0` switches the autoscaler off. */
  readonly wakes: boolean;
  /** It holds what the target has just then. */
  readonly paused: boolean;
  readonly place: Place;
};

/** A Rollout that takes its pods from another workload, which then runs none itself (`workloadRef`). */
export type TemplateRef = {
  readonly namespace: string | null;
  readonly name: string;
  readonly target: { readonly kind: string; readonly name: string };
};

/** A Kubernetes Service that has a selector. */
export type Selector = {
  readonly namespace: string | null;
  readonly name: string;
  readonly labels: Labels;
};

/** A PodDisruptionBudget, as one file states it. */
export type Budget = {
  readonly namespace: string | null;
  readonly name: string;
  /** `null` in a patch, which leaves it to another file. */
  readonly selector: LabelSelector | null;
  readonly allowance: Allowance;
  readonly place: Place;
};

/** What a kustomization states of every workload of a name. */
export type Scaling = { readonly name: string; readonly replicas: ReplicaFact };

/** What the documents of a file define. */
export type Findings = {
  readonly definitions: Definition[];
  readonly autoscalers: Autoscaler[];
  readonly templateRefs: TemplateRef[];
  readonly selectors: Selector[];
  readonly budgets: Budget[];
  readonly scalings: Scaling[];
  readonly routes: RouteFact[];
  /** Pods and ConfigMaps, which only together say whom a workload knows. */
  readonly configured: Configured[];
  readonly configs: ConfigData[];
  readonly entrances: Doorway[];
  readonly customs: CustomResource[];
  readonly remotes: RemoteBase[];
  readonly applied: AppliedSource[];
  /** Documents of Compose, which only together say what is deployed. */
  readonly composes: YamlNode[];
  /** Patches written within a kustomization that may change replicas, and that nobody reads. */
  readonly patches: Place[];
};

/** Adds what one object defines to the findings. */
export type ObjectReader = (
  object: YamlMapping,
  about: { readonly kind: string; readonly apiVersion: string; readonly file: string },
  findings: Findings,
) => void;

/** Nothing found yet. */
export function newFindings(): Findings {
  return {
    definitions: [],
    autoscalers: [],
    templateRefs: [],
    selectors: [],
    budgets: [],
    scalings: [],
    routes: [],
    configured: [],
    configs: [],
    entrances: [],
    customs: [],
    remotes: [],
    applied: [],
    composes: [],
    patches: [],
  };
}

export function placeIn(file: string, at: Position): Place {
  return { file, line: at.line, column: at.column };
}

/** The name of an object, and where it stands; `null` where it has none. */
export function nameOf(
  object: YamlMapping,
  file: string,
): { readonly name: string; readonly place: Place } | null {
  const node = lookup(object, "metadata", "name");
  const name = asText(node);
  return node === null || name === null ? null : { name, place: placeIn(file, node.at) };
}

/** An empty one is none, as to the API server: charts write `namespace: ""` where none is set. */
export function namespaceOf(object: YamlMapping): string | null {
  return asText(lookup(object, "metadata", "namespace")) || null;
}

/** Labels on an object without a prototype: keys come from the repository. */
export function labelsFrom(pairs: Iterable<readonly [string, string]>): Labels {
  const labels: Record<string, string> = Object.create(null);
  for (const [key, value] of pairs) labels[key] = value;
  return labels;
}

/** The labels written as a mapping; none where there is no mapping. */
export function labelsOf(node: YamlNode | null): Labels {
  const entries = asMapping(node)?.entries ?? [];
  return labelsFrom(entries.map((entry) => [entry.key, asText(entry.value) ?? ""]));
}
