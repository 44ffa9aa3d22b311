import type { CustomResource, Workload } from "../deployment/workload.ts";
import { type CustomMatch, customMatches } from "./custom-workload.ts";
import type { Placed } from "./document.ts";
import type { SpecService, WorkloadName } from "./spec.ts";

/** What the rules find for one service. */
export type Match =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly workload: Workload }
  /** All that the spec lists; none of them twice. */
  | { readonly kind: "all"; readonly workloads: readonly Workload[] }
  /** The first rule that finds anything finds more than one; `wanted`: what the spec names. */
  | {
      readonly kind: "several";
      readonly workloads: readonly Workload[];
      readonly wanted: Placed<WorkloadName> | null;
    }
  /** The spec names a workload that the manifests do not have. */
  | { readonly kind: "absent"; readonly wanted: Placed<WorkloadName> }
  /** Or one that has no number where the spec points to; it has some at `paths`. */
  | {
      readonly kind: "numberless";
      readonly wanted: Placed<WorkloadName>;
      readonly paths: readonly string[];
    };

/** The workloads of each service that has any. */
export type Matches = ReadonlyMap<string, readonly Workload[]>;

/** Finds the workload of a service. */
export type Matcher = (service: Pick<SpecService, "name" | "external" | "workload">) => Match;

const nameLabels = ["app.kubernetes.io/name", "app", "k8s-app"];

/**
 * Match by the first of these rules that finds anything: the `workload` of the spec (which rules out
 * the others); the name of the workload; the labels `app.kubernetes.io/name`, `app` and `k8s-app`,
 * each of the workload and then of its pods; the name of a Kubernetes Service that selects it. An
 * external service has no workload.
 */
export function workloadMatcher(
  workloads: readonly Workload[],
  customs: readonly CustomResource[] = [],
): Matcher {
  const byName = indexBy(workloads, (workload) => [workload.name]);
  const rules = [
    byName,
    ...nameLabels.flatMap((label) => [
      indexBy(workloads, ({ labels }) => labelValue(labels, label)),
      indexBy(workloads, ({ podLabels }) => labelValue(podLabels, label)),
    ]),
    indexBy(workloads, ({ selectedBy }) => selectedBy),
  ];
  const numbered = numberedBy(customs);
  const named = (wanted: Placed<WorkloadName>): Match =>
    wanted.value.replicasAt === null ? byTitle(wanted, byName) : numbered(wanted);
  return (service) => {
    if (service.external !== null) return { kind: "none" };
    if (service.workload !== null) return together(service.workload.map(named));
    for (const rule of rules) {
      const found = rule.get(service.name);
      if (found !== undefined) return oneOrSeveral(found, null);
    }
    return { kind: "none" };
  };
}

/** `Kind/name` or `Kind/namespace/name`. */
export function workloadTitle({
  kind,
  custom,
  namespace,
  name,
}: Pick<WorkloadName, "kind" | "namespace" | "name"> & Pick<Workload, "custom">): string {
  const shown = custom?.kind ?? kind;
  return namespace === null ? `${shown}/${name}` : `${shown}/${namespace}/${name}`;
}

function byTitle(
  wanted: Placed<WorkloadName>,
  byName: ReadonlyMap<string, readonly Workload[]>,
): Match {
  const { kind, namespace, name } = wanted.value;
  const found = (byName.get(name) ?? []).filter(
    (one) => one.kind === kind && (namespace === null || namespace === one.namespace),
  );
  // Written without a namespace, the one that has none is meant before those of any namespace.
  const exact = found.find((one) => one.namespace === namespace);
  if (exact !== undefined) return { kind: "one", workload: exact };
  return found.length === 0 ? { kind: "absent", wanted } : oneOrSeveral(found, wanted);
}

/** Finds custom resources; asked twice, it gives the same workload. */
function numberedBy(customs: readonly CustomResource[]) {
  const known = new Map<string, readonly CustomMatch[]>();
  return (wanted: Placed<WorkloadName>): Match => {
    const key = JSON.stringify(wanted.value);
    const all = known.get(key) ?? customMatches(customs, wanted.value);
    known.set(key, all);
    const { namespace } = wanted.value;
    const exact = all.find((one) => one.workload !== null && one.workload.namespace === namespace);
    const found = exact === undefined ? all : [exact];
    const workloads = found.flatMap(({ workload }) => workload ?? []);
    if (workloads.length > 0) return oneOrSeveral(workloads, wanted);
    const paths = all.flatMap((one) => one.paths);
    return all.length === 0 ? { kind: "absent", wanted } : { kind: "numberless", wanted, paths };
  };
}

/** What is wrong with one of several is wrong with all of them. */
function together(matches: readonly Match[]): Match {
  const [first] = matches;
  if (first === undefined) return { kind: "none" };
  const wrong = matches.find(({ kind }) => kind !== "one");
  if (matches.length === 1 || wrong !== undefined) return wrong ?? first;
  const workloads = matches.flatMap((one) => (one.kind === "one" ? [one.workload] : []));
  return { kind: "all", workloads: [...new Set(workloads)] };
}

function oneOrSeveral(found: readonly Workload[], wanted: Placed<WorkloadName> | null): Match {
  const [first] = found;
  return first !== undefined && found.length === 1
    ? { kind: "one", workload: first }
    : { kind: "several", workloads: found, wanted };
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
