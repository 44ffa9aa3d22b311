import { combinePlacements } from "./combine-placement.ts";
import { combinePods } from "./combine-pods.ts";
import type { Definition, Labels, Selector } from "./definition.ts";
import { combineRollouts } from "./rollout.ts";
import type { ReplicaFact, Workload } from "./workload.ts";

/**
 * One workload for all definitions of the same kind, namespace and name. Definitions that state the same
 * number are copies; others are conflicts. A patch that says nothing about replicas is neither. What a whole
 * definition says comes before what a patch says, otherwise the order of the files decides.
 */
export function combineDefinitions(
  definitions: readonly Definition[],
  selectors: readonly Selector[],
): readonly Workload[] {
  const groups = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const key = JSON.stringify([definition.kind, definition.namespace, definition.name]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [definition]);
    else group.push(definition);
  }
  const index = indexSelectors(selectors);
  return [...groups.values()].map((group) => combine(group, index));
}

function combine(group: readonly Definition[], selectors: SelectorIndex): Workload {
  const stating = group.filter((one) => !one.partial || one.replicas.rule !== "default");
  const whole = stating.filter((one) => !one.partial);
  const primary = whole[0] ?? stating[0] ?? group[0]!;
  const others = stating.filter((one) => one !== primary);
  const { kind, namespace, name, labels, podLabels, replicas, place } = primary;
  return {
    kind,
    namespace,
    name,
    labels,
    podLabels,
    selectedBy: selectedBy(primary, selectors),
    replicas,
    disruption: { rollout: combineRollouts(group), drain: null },
    placement: combinePlacements(group),
    pod: combinePods(group),
    place,
    copies: others.filter((one) => sameReplicas(one.replicas, replicas)).map((one) => one.place),
    conflicts: others
      .filter((one) => !sameReplicas(one.replicas, replicas))
      .map((one) => one.replicas),
  };
}

/** Equal numbers, however they came about; two that cannot be told are equal when they are written alike. */
export function sameReplicas(a: ReplicaFact, b: ReplicaFact): boolean {
  return a.count === b.count && a.problem === b.problem;
}

/**
 * Namespaces that can be the same one: a manifest without `metadata.namespace` gets it when it is applied,
 * often from a kustomization that its neighbour does not need.
 */
export function mayShareNamespace(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

/** Selectors by the first label that each of them asks for: few workloads carry any one of these. */
type SelectorIndex = ReadonlyMap<string, readonly Asking[]>;
type Asking = {
  readonly selector: Selector;
  readonly labels: readonly (readonly [string, string])[];
};

function indexSelectors(selectors: readonly Selector[]): SelectorIndex {
  const index = new Map<string, Asking[]>();
  for (const selector of selectors) {
    const labels = Object.entries(selector.labels);
    const [first] = labels;
    if (first === undefined) continue;
    const key = labelKey(first);
    const asking = index.get(key);
    if (asking === undefined) index.set(key, [{ selector, labels }]);
    else asking.push({ selector, labels });
  }
  return index;
}

function labelKey([name, value]: readonly [string, string]): string {
  return JSON.stringify([name, value]);
}

function selectedBy(definition: Definition, index: SelectorIndex): readonly string[] {
  const names = new Set<string>();
  for (const label of Object.entries(definition.podLabels)) {
    for (const { selector, labels } of index.get(labelKey(label)) ?? []) {
      if (!mayShareNamespace(selector.namespace, definition.namespace)) continue;
      if (carries(definition.podLabels, labels)) names.add(selector.name);
    }
  }
  return [...names].sort();
}

function carries(labels: Labels, asked: Asking["labels"]): boolean {
  return asked.every(([name, value]) => labels[name] === value);
}
