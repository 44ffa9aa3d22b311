import { asSequence, asText, lookup } from "../yaml/access.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { sameReplicas } from "./combine.ts";
import { type Findings, placeIn, type Scaling } from "./definition.ts";
import { statedReplicas } from "./replicas.ts";
import type { ReplicaFact, Workload, WorkloadKind } from "./workload.ts";

/** Kinds whose number the field changes (kustomize, "replicas"). */
const SCALED: ReadonlySet<WorkloadKind> = new Set([
  "Deployment",
  "ReplicaSet",
  "ReplicationController",
  "StatefulSet",
]);

/** Where a kustomization writes patches (kustomize, "patches" and its two forerunners). */
const PATCHES: readonly string[] = ["patches", "patchesJson6902", "patchesStrategicMerge"];

/** Add what the `replicas` of a kustomization states: a list of names and counts at the top, as no other document has. */
export function readKustomization(document: YamlNode, file: string, findings: Findings): void {
  for (const key of PATCHES) {
    for (const item of asSequence(lookup(document, key))?.items ?? []) {
      const patch = item.kind === "mapping" ? lookup(item, "patch") : item;
      const text = asText(patch) ?? "";
      // Without white space or a colon it is the name of a file.
      if (/[\s:]/.test(text) && MOVES_REPLICAS.test(text))
        findings.patches.push(placeIn(file, item.at));
    }
  }
  for (const item of asSequence(lookup(document, "replicas"))?.items ?? []) {
    const name = asText(lookup(item, "name"));
    const what = `replicas of ${quoted(name ?? "")} in the kustomization`;
    const replicas = statedReplicas(lookup(item, "count"), "replicas", file, what);
    if (name !== null && replicas !== null) findings.scalings.push({ name, replicas });
  }
}

/** Written out in the kustomization: a patch in a file of its own is read as a manifest. */
const MOVES_REPLICAS = /\breplicas\b|\$patch\s*:\s*delete/;

/** One warning for all patches that only kustomize itself could apply. */
export function patchWarning(patches: readonly Place[]): readonly Diagnostic[] {
  const [first] = patches;
  if (first === undefined) return [];
  const which =
    patches.length === 1
      ? "a patch within a kustomization may change replicas and is not read"
      : `${patches.length} patches within kustomizations may change replicas and are not read`;
  const folder = first.file.includes("/") ? first.file.slice(0, first.file.lastIndexOf("/")) : ".";
  const message = `${which}; have the overlay that is deployed rendered: ${quoted(`- kustomize: ${folder}`)} (from the folder of the spec) under \`manifests\``;
  return [diagnostic("warning", "kustomize-patch", message, first)];
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
