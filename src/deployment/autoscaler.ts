import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";
import { mayShareNamespace, sameReplicas } from "./combine.ts";
import type { Autoscaler } from "./definition.ts";
import type { ReplicaFact, Workload } from "./workload.ts";

export type Scaled = {
  readonly workloads: readonly Workload[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Let each autoscaler's minimum stand for the replicas of its target: it is what the target runs with at
 * the least, whatever `spec.replicas` says. Only an explicit `replicas: 0` stands: it switches the
 * autoscaler off (Kubernetes, "Implicit maintenance-mode deactivation").
 */
export function applyAutoscalers(
  workloads: readonly Workload[],
  autoscalers: readonly Autoscaler[],
): Scaled {
  if (autoscalers.length === 0) return { workloads, diagnostics: [] };
  const byTarget = new Map<string, Workload[]>();
  for (const workload of workloads) {
    const key = targetKey(workload.kind, workload.name);
    byTarget.set(key, [...(byTarget.get(key) ?? []), workload]);
  }
  const minima = new Map<Workload, ReplicaFact[]>();
  const diagnostics: Diagnostic[] = [];
  for (const autoscaler of autoscalers) {
    const named = byTarget.get(targetKey(autoscaler.targetKind, autoscaler.targetName)) ?? [];
    const target = targetAmong(named, autoscaler.namespace);
    if (target === "several") diagnostics.push(ambiguous(autoscaler, named));
    else if (target !== null) {
      minima.set(target, [...(minima.get(target) ?? []), autoscaler.minimum]);
    }
  }
  return {
    workloads: workloads.map((workload) => scale(workload, minima.get(workload) ?? [])),
    diagnostics,
  };
}

function targetKey(kind: string, name: string): string {
  return JSON.stringify([kind, name]);
}

/** The target in the same namespace, or the only one that could be. */
function targetAmong(
  named: readonly Workload[],
  namespace: string | null,
): Workload | "several" | null {
  const exact = named.find((workload) => workload.namespace === namespace);
  if (exact !== undefined) return exact;
  const possible = named.filter((workload) => mayShareNamespace(workload.namespace, namespace));
  return possible.length > 1 ? "several" : (possible[0] ?? null);
}

function scale(workload: Workload, minima: readonly ReplicaFact[]): Workload {
  const [minimum, ...others] = minima;
  if (minimum === undefined || workload.kind === "DaemonSet") return workload;
  const stated = [workload.replicas, ...workload.conflicts];
  if (stated.some((fact) => fact.count === 0)) return workload;
  const conflicts = others.filter((other) => !sameReplicas(other, minimum));
  return { ...workload, replicas: minimum, conflicts };
}

function ambiguous(autoscaler: Autoscaler, named: readonly Workload[]): Diagnostic {
  const places = named.map((one) => quoted(`${one.place.file}:${one.place.line}`)).join(", ");
  const target = quoted(`${autoscaler.targetKind}/${autoscaler.targetName}`);
  const message = `${quoted(`HorizontalPodAutoscaler/${autoscaler.name}`)} has no namespace and ${target} stands in several (${places}): left out; give it its namespace`;
  return diagnostic("warning", "ambiguous-autoscaler", message, autoscaler.place);
}
