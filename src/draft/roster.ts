import type { Deployment, Workload, WorkloadRef } from "../deployment/workload.ts";
import { workloadMatcher, workloadTitle } from "../model/match.ts";
import { serviceNameProblem } from "../model/names.ts";
import { unsetService } from "../model/read-service.ts";

/** A service of the draft, and what runs it. */
export type DraftService = {
  readonly name: string;
  /** More than one stand behind the same Kubernetes Service. */
  readonly workloads: readonly Workload[];
  /** `Kind/namespace/name` of those that count, where its name alone would not find them; else none. */
  readonly named: readonly string[];
  /** Why a spec that claims it would be refused, with the remedy; else `null`. */
  readonly problem: string | null;
};

export type Roster = {
  readonly services: readonly DraftService[];
  /** The service that a workload is of. */
  readonly serviceOf: (ref: WorkloadRef) => DraftService | null;
};

/**
 * The services that workloads make up: one each, but for those that stand behind one Kubernetes Service, such
 * as the versions of a canary. Each is called as a person would: by its workload, or by the Service before it
 * where the workload only adds a version to that name.
 */
export function rosterOf({ workloads }: Deployment): Roster {
  const match = workloadMatcher(workloads);
  const taken = new Set<string>();
  const services: DraftService[] = [];
  const byRef = new Map<string, DraftService>();
  for (const group of groupsOf(workloads)) {
    const [first] = group;
    if (first === undefined) continue;
    const name = nameOf(group, taken);
    if (serviceNameProblem(name) !== null) continue;
    taken.add(name);
    const found = match(unsetService(name, NOWHERE));
    const isFound = found.kind === "one" && found.workload === first && group.length === 1;
    // A Deployment beside a controller that it replaced is the same pods, written twice.
    const counted = group.filter(({ kind }) => kind === first.kind);
    const service = {
      name,
      workloads: group,
      named: isFound ? [] : counted.map(workloadTitle),
      problem: counted.map(problemOf).find((one) => one !== null) ?? null,
    };
    services.push(service);
    for (const one of group) byRef.set(keyOf(one), service);
  }
  services.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { services, serviceOf: (ref) => byRef.get(keyOf(ref)) ?? null };
}

/** Where a service that no spec names is taken to stand. */
const NOWHERE = { file: "", line: 1, column: 1 };

/** What tells workloads apart that stand in for each other. */
const VERSION = /[-.](?:v?\d+|stable|canary|blue|green|primary|baseline|preview)$/;

/** Workloads of a namespace that one Kubernetes Service selects together; Compose has none. */
function groupsOf(workloads: readonly Workload[]): readonly (readonly Workload[])[] {
  const groups = new Map<Workload, Workload[]>();
  const bySelector = new Map<string, Workload>();
  for (const workload of workloads) {
    // A selector of what all pods share would make one service of everything.
    const stem = workload.name.replace(VERSION, "");
    const keys = workload.selectedBy.map((name) =>
      JSON.stringify([workload.namespace, name, stem]),
    );
    const known = keys.map((key) => bySelector.get(key)).find((one) => one !== undefined);
    const group = known === undefined ? undefined : groups.get(known);
    if (known !== undefined && group !== undefined) group.push(workload);
    else groups.set(workload, [workload]);
    for (const key of keys) if (!bySelector.has(key)) bySelector.set(key, known ?? workload);
  }
  return [...groups.values()].map((group) =>
    [...group].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  );
}

function nameOf(group: readonly Workload[], taken: ReadonlySet<string>): string {
  const [first] = group;
  if (first === undefined) return "";
  const shared = first.selectedBy.filter((name) =>
    group.every((one) => one.selectedBy.includes(name) && one.name.startsWith(name)),
  );
  // The shortest: `web` before `web-internal`.
  const service = [...shared].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
  const isOwn = first.selectedBy.includes(first.name) && group.length === 1;
  const name = isOwn ? first.name : (service ?? first.name);
  const candidates = [
    name,
    first.name,
    `${name}-${first.namespace ?? first.kind.toLowerCase()}`,
    `${name}-${first.namespace ?? ""}-${first.kind.toLowerCase()}`,
  ];
  return candidates.find((one) => !taken.has(one)) ?? "";
}

/** As a claim would be refused: what the manifests leave open or disagree on. */
function problemOf({ replicas, conflicts }: Workload): string | null {
  if (conflicts.length > 0) {
    const [other] = conflicts;
    return `the manifests disagree on its replicas (${replicas.place.file}:${replicas.place.line} and ${other?.place.file}:${other?.place.line})`;
  }
  return replicas.problem ?? null;
}

function keyOf({ kind, namespace, name }: WorkloadRef): string {
  return JSON.stringify([kind, namespace, name]);
}
