import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { sameReplicas } from "./combine.ts";
import type { Findings, Scaling } from "./definition.ts";
import { statedReplicas } from "./replicas.ts";
import type { ReplicaFact, Workload, WorkloadKind } from "./workload.ts";

/** Kinds whose number the field changes (kustomize, "replicas"). */
const SCALED: ReadonlySet<WorkloadKind> = new Set([
  "Deployment",
  "ReplicaSet",
  "ReplicationController",
  "StatefulSet",
]);

/** Add what the `replicas` of a kustomization states: a list of names and counts at the top, as no other document has. */
export function readKustomization(document: YamlNode, file: string, findings: Findings): void {
  for (const item of asSequence(lookup(document, "replicas"))?.items ?? []) {
    const name = asText(lookup(item, "name"));
    const what = `replicas of ${quoted(name ?? "")} in the kustomization`;
    const replicas = statedReplicas(lookup(item, "count"), "replicas", file, what);
    if (name !== null && replicas !== null) findings.scalings.push({ name, replicas });
  }
}

/**
 * Lay what kustomizations state beside the workloads of their names. Which of them an overlay is built on
 * is known to kustomize only, so another number is a conflict, as in a patch, and never passed over.
 */
export function applyScalings(
  workloads: readonly Workload[],
  scalings: readonly Scaling[],
): readonly Workload[] {
  if (scalings.length === 0) return workloads;
  const byName = new Map<string, ReplicaFact[]>();
  for (const { name, replicas } of scalings) {
    const before = byName.get(name);
    if (before === undefined) byName.set(name, [replicas]);
    else before.push(replicas);
  }
  return workloads.map((workload) => {
    const stated = SCALED.has(workload.kind) ? (byName.get(workload.name) ?? []) : [];
    const others = stated.filter((fact) => !sameReplicas(fact, workload.replicas));
    return others.length === 0
      ? workload
      : { ...workload, conflicts: [...workload.conflicts, ...others] };
  });
}
