import type { Workload } from "../deployment/workload.ts";
import type { SpecService, WorkloadName } from "./spec.ts";

/** What the rules find for one service. */
export type Match =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly workload: Workload }
  /** The first rule that finds anything finds more than one. */
  | { readonly kind: "several"; readonly workloads: readonly Workload[] }
  /** The spec names a workload that the manifests do not have. */
  | { readonly kind: "absent"; readonly wanted: WorkloadName };

/** Finds the workload of a service. */
export type Matcher = (service: SpecService) => Match;

const nameLabels = ["app.kubernetes.io/name", "app", "k8s-app"];

/**
 * Match by the first of these rules that finds anything: the `workload` of the spec (which rules out
 * the others); the name of the workload; the labels `app.kubernetes.io/name`, `app` and `k8s-app`,
 * each of the workload and then of its pods; the name of a Kubernetes Service that selects it. An
 * external service has no workload.
 */
export function workloadMatcher(workloads: readonly Workload[]): Matcher {
  const byName = indexBy(workloads, (workload) => [workload.name]);
  const rules = [
    byName,
    ...nameLabels.flatMap((label) => [
      indexBy(workloads, ({ labels }) => labelValue(labels, label)),
      indexBy(workloads, ({ podLabels }) => labelValue(podLabels, label)),
    ]),
    indexBy(workloads, ({ selectedBy }) => selectedBy),
  ];
  return (service) => {
    if (service.external !== null) return { kind: "none" };
    const wanted = service.workload?.value;
    if (wanted !== undefined) {
      const named = (byName.get(wanted.name) ?? []).filter((one) => isNamed(one, wanted));
      // Written without a namespace, the one that has none is meant before those of any namespace.
      const exact = named.find((one) => one.namespace === wanted.namespace);
      if (exact !== undefined) return { kind: "one", workload: exact };
      return named.length === 0 ? { kind: "absent", wanted } : oneOrSeveral(named);
    }
    for (const rule of rules) {
      const found = rule.get(service.name);
      if (found !== undefined) return oneOrSeveral(found);
    }
    return { kind: "none" };
  };
}

/** `Kind/name` or `Kind/namespace/name`. */
export function workloadTitle({ kind, namespace, name }: WorkloadName): string {
  return namespace === null ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

function isNamed(workload: Workload, wanted: WorkloadName): boolean {
  return (
    workload.kind === wanted.kind &&
    (wanted.namespace === null || wanted.namespace === workload.namespace)
  );
}

function oneOrSeveral(found: readonly Workload[]): Match {
  const [first] = found;
  return first !== undefined && found.length === 1
    ? { kind: "one", workload: first }
    : { kind: "several", workloads: found };
}

function labelValue(labels: Readonly<Record<string, string>>, label: string): readonly string[] {
  const value = labels[label];
  return value === undefined ? [] : [value];
}

function indexBy(
  workloads: readonly Workload[],
  keys: (workload: Workload) => readonly string[],
): ReadonlyMap<string, readonly Workload[]> {
  const index = new Map<string, Workload[]>();
  for (const workload of workloads) {
    for (const key of new Set(keys(workload))) {
      const before = index.get(key);
      if (before === undefined) index.set(key, [workload]);
      else before.push(workload);
    }
  }
  return index;
}
