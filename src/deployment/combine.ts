import type { Definition, Labels, Selector } from "./definition.ts";
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
  return [...groups.values()].map((group) => combine(group, selectors));
}

function combine(group: readonly Definition[], selectors: readonly Selector[]): Workload {
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

function selectedBy(definition: Definition, selectors: readonly Selector[]): readonly string[] {
  const names = selectors
    .filter(
      (selector) =>
        mayShareNamespace(selector.namespace, definition.namespace) &&
        matches(selector.labels, definition.podLabels),
    )
    .map((selector) => selector.name);
  return [...new Set(names)].sort();
}

function matches(selector: Labels, labels: Labels): boolean {
  for (const key in selector) if (labels[key] !== selector[key]) return false;
  return true;
}
