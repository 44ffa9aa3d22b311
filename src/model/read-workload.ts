import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, type Placed, type SpecNode } from "./document.ts";
import type { Report } from "./figures.ts";
import { workloadTitle } from "./match.ts";
import type { WorkloadName } from "./spec.ts";
import { didYouMean, quote } from "./wording.ts";

/** Kinds whose replicas are read from manifests. */
const kinds = [
  "Deployment",
  "StatefulSet",
  "ReplicaSet",
  "ReplicationController",
  "DaemonSet",
  "Rollout",
  "KnativeService",
  "ComposeService",
];

/** One workload, or a list of those that serve together. `null`: the spec names none. */
export function readWorkloads(
  node: SpecNode | undefined,
  report: Report,
): readonly Placed<WorkloadName>[] | null {
  if (node === undefined) return null;
  const items = node.kind === "list" ? node.items : [node];
  const found = items.flatMap((item) => readWorkload(item, report) ?? []);
  const seen = new Set<string>();
  for (const { value, place } of found) {
    const key = JSON.stringify(value);
    if (seen.has(key)) {
      const message = `${quote(workloadTitle(value))} is listed twice; remove one of the two`;
      report(diagnostic("error", "contradiction", message, place));
    }
    seen.add(key);
  }
  return found.length === 0 ? null : found;
}

/** `Kind/name`, `Kind/namespace/name`, or the same as a map. */
function readWorkload(node: SpecNode, report: Report): Placed<WorkloadName> | null {
  const value = node.kind === "map" ? workloadOfMap(node) : workloadOfText(node);
  if (value === null) return null;
  const { kind, name, replicasAt } = value;
  const isRead = kinds.includes(kind);
  if (isRead && replicasAt !== null) {
    const message = `\`replicasAt\` beside the kind ${quote(kind)}, whose replicas are read; remove it`;
    const place = entriesOf(node).get("replicasAt")?.keyPlace ?? node.place;
    report(diagnostic("error", "contradiction", message, place));
    return null;
  }
  if (!isRead && replicasAt === null) {
    const remedy =
      didYouMean(kind, kinds) ||
      `; known: ${kinds.join(", ")}; for another kind, say where its number of replicas stands: ${quote(`{ kind: ${kind}, name: ${name}, replicasAt: spec.replicas }`)}`;
    const message = `the kind ${quote(kind)} is not read${remedy}`;
    report(diagnostic("error", "unknown-kind", message, node.place));
    return null;
  }
  return { value, place: node.place };
}

function workloadOfText(node: SpecNode): WorkloadName | null {
  if (node.kind !== "scalar" || typeof node.value !== "string") return null;
  const [kind, second, third] = node.value.split("/");
  if (kind === undefined || second === undefined) return null;
  return third === undefined
    ? { kind, namespace: null, name: second, replicasAt: null }
    : { kind, namespace: second, name: third, replicasAt: null };
}

function workloadOfMap(node: SpecNode): WorkloadName | null {
  const text = (key: string): string | null => {
    const value = entriesOf(node).get(key)?.value;
    return value?.kind === "scalar" && typeof value.value === "string" ? value.value : null;
  };
  const kind = text("kind");
  const name = text("name");
  if (kind === null || name === null) return null;
  return { kind, namespace: text("namespace"), name, replicasAt: text("replicasAt") };
}
