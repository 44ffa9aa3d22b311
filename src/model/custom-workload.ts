import type { CustomResource, ReplicaFact, Workload } from "../deployment/workload.ts";
import type { WorkloadName } from "./spec.ts";

/** An object that a spec names by the path of its number of replicas. */
export type CustomMatch = {
  /** `null`: it has no number there. */
  readonly workload: Workload | null;
  /** Paths at which it has one. */
  readonly paths: readonly string[];
};

/**
 * The objects of a kind and name, one for each namespace, as workloads with the number at a path. Files that
 * state the same number are copies, others conflict.
 */
export function customMatches(
  customs: readonly CustomResource[],
  { kind, namespace, name, replicasAt }: WorkloadName,
): readonly CustomMatch[] {
  const named = customs.filter(
    (one) =>
      one.kind === kind && one.name === name && (namespace === null || one.namespace === namespace),
  );
  const namespaces = new Set(named.map((one) => one.namespace));
  return [...namespaces].map((space) => {
    const group = named.filter((one) => one.namespace === space);
    return {
      workload: workloadAt(group, replicasAt ?? ""),
      paths: [...new Set(group.flatMap(countedPaths))],
    };
  });
}

function countedPaths({ numbers }: CustomResource): readonly string[] {
  return [...numbers].flatMap(([path, { count }]) => (count === null ? [] : [path]));
}

function workloadAt(group: readonly CustomResource[], path: string): Workload | null {
  const stating = group.flatMap((one) => {
    const replicas = one.numbers.get(path);
    return replicas === undefined ? [] : [{ one, replicas }];
  });
  const [first, ...others] = stating;
  if (first === undefined) return null;
  const isSame = (fact: ReplicaFact) =>
    fact.count === first.replicas.count && fact.problem === first.replicas.problem;
  const { kind, namespace, name, place } = first.one;
  return {
    kind: "CustomResource",
    custom: { kind, path },
    namespace,
    name,
    labels: {},
    podLabels: {},
    selectedBy: [],
    replicas: first.replicas,
    disruption: {
      rollout: {
        kind: "maxUnavailable",
        amount: 1,
        least: 0,
        beside: 0,
        place,
        problem: `how the operator of \`${kind}/${name}\` replaces its pods is not known: one at a time is counted; where more go at once, write a fault that takes them \`down\``,
      },
      drain: null,
    },
    placement: [],
    pod: { containers: [] },
    place,
    copies: others.filter(({ replicas }) => isSame(replicas)).map((other) => other.one.place),
    conflicts: others.map(({ replicas }) => replicas).filter((fact) => !isSame(fact)),
  };
}
