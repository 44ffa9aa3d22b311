import { flowText, type Written } from "../draft/evidence-text.ts";
import { writtenAt } from "../draft/merge-places.ts";
import {
  type Edit,
  entriesAdded,
  indentOf,
  itemsAdded,
  linesAdded,
  type Page,
} from "../draft/text-edits.ts";
import type { Position } from "../yaml/node.ts";
import type { WrittenMapping, WrittenNode } from "../yaml/written.ts";
import { type HeadFile, isShared, textAt, trailTo } from "./patches-file.ts";
import { raised } from "./patches-numbers.ts";

/** The key of `spec` that says how many replicas an object has, or asks for at the least, and its bound. */
const REPLICAS: ReadonlyMap<string, readonly [key: string, bound: string | null]> = new Map([
  ["Deployment", ["replicas", null]],
  ["StatefulSet", ["replicas", null]],
  ["ReplicaSet", ["replicas", null]],
  ["ReplicationController", ["replicas", null]],
  ["Rollout", ["replicas", null]],
  ["HorizontalPodAutoscaler", ["minReplicas", "maxReplicas"]],
  ["ScaledObject", ["minReplicaCount", "maxReplicaCount"]],
]);

/**
 * Writes the number of replicas into the `spec` of an object that has none there.
 *
 * @param at of the name of the object
 */
export function replicasWritten(file: HeadFile, at: Position, to: number): readonly Edit[] | null {
  const object = objectNamedAt(file, at);
  const [key, bound] = REPLICAS.get(object?.kind ?? "") ?? [];
  if (object === null || key === undefined || bound === undefined) return null;
  const spec = writtenAt(object.node, "spec");
  if (spec?.kind !== "mapping" || spec.marked || writtenAt(spec, key) !== undefined) return null;
  const bounded = raised(file.page, spec, bound, to);
  const added = firstAdded(file.page, object.node, "spec", spec, key, to);
  return bounded === null || added === null ? null : [added, ...bounded];
}

/**
 * Spreads the pods of a workload over the values of a node label: one constraint more, that selects what the
 * workload selects (Kubernetes, "Pod Topology Spread Constraints").
 *
 * @param at of the name of the workload
 */
export function spreadWritten(
  file: HeadFile,
  at: Position,
  topologyKey: string,
): readonly Edit[] | null {
  const object = objectNamedAt(file, at);
  const spec = object === null ? undefined : writtenAt(object.node, "spec");
  const template = within(spec, "template");
  const pod = within(template, "spec");
  const labels = labelsOf(within(within(spec, "selector"), "matchLabels"));
  if (pod?.kind !== "mapping" || template?.marked || labels === null) return null;
  const constraint = {
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: "DoNotSchedule",
    labelSelector: { matchLabels: labels },
  };
  const lines = constraintLines(topologyKey, labels);
  const value: Written = constraint;
  const present = writtenAt(pod, "topologySpreadConstraints");
  if (present !== undefined) {
    if (present.kind !== "sequence") return null;
    const indent = indentOf(file.page.text, present.start) ?? "";
    const block = lines.join(`${file.page.eol}${indent}  `);
    return itemsAdded(file.page, present, [{ value, block, remark: "" }]);
  }
  const block = (indent: string) => [
    `${indent}topologySpreadConstraints:`,
    ...lines.map((line, at) => `${indent}  ${at === 0 ? "- " : "  "}${line}`),
  ];
  return entriesAdded(file.page, pod, [
    { key: "topologySpreadConstraints", value: [value], block },
  ]);
}

function constraintLines(
  topologyKey: string,
  labels: { readonly [key: string]: string },
): readonly string[] {
  return [
    "maxSkew: 1",
    `topologyKey: ${flowText(topologyKey)}`,
    "whenUnsatisfiable: DoNotSchedule",
    "labelSelector:",
    `  matchLabels: ${flowText(labels)}`,
  ];
}

function within(node: WrittenNode | undefined, key: string): WrittenNode | undefined {
  return node?.kind === "mapping" ? writtenAt(node, key) : undefined;
}

/** `null` where there are none, or some that are no plain texts. */
function labelsOf(node: WrittenNode | undefined): { readonly [key: string]: string } | null {
  if (node?.kind !== "mapping" || node.entries.length === 0) return null;
  const pairs = node.entries.flatMap(({ key, value }) =>
    key.kind === "scalar" && value.kind === "scalar" ? [[key.text, value.text] as const] : [],
  );
  return pairs.length < node.entries.length ? null : Object.fromEntries(pairs);
}

type NamedObject = { readonly node: WrittenMapping; readonly kind: string | null };

/** The object whose `metadata.name` stands at a position; `null` where none does, or an anchor is around it. */
function objectNamedAt(file: HeadFile, at: Position): NamedObject | null {
  const trail = trailTo(file, at);
  const [node, metadata, name] = trail.slice(-3);
  if (node?.kind !== "mapping" || metadata?.kind !== "mapping" || isShared(trail)) return null;
  if (writtenAt(node, "metadata") !== metadata || writtenAt(metadata, "name") !== name) return null;
  const [root] = trail;
  // Items of a DeploymentList need not repeat what the list says already.
  const listed = root?.kind === "mapping" ? textAt(root, "kind")?.replace(/List$/, "") : null;
  return { node, kind: textAt(node, "kind") ?? listed ?? null };
}

/** One entry more before the others of a map, in the line below its key. */
export function firstAdded(
  page: Page,
  parent: WrittenMapping,
  name: string,
  map: WrittenMapping,
  key: string,
  value: number,
): Edit | null {
  const [first] = map.entries;
  if (map.marked || first === undefined) return null;
  const written = isQuoted(first.key) ? JSON.stringify(key) : key;
  if (map.flow) {
    const at = first.key.start;
    const indent = indentOf(page.text, at);
    const between = indent === null ? " " : `${page.eol}${indent}`;
    return { from: at, to: at, text: `${written}: ${value},${between}` };
  }
  const above = parent.entries.find((one) => one.key.kind === "scalar" && one.key.text === name);
  const indent = indentOf(page.text, map.start);
  if (above === undefined || indent === null || page.text[map.start] === "?") return null;
  return linesAdded(page, above.key.end, [`${indent}${key}: ${value}`]);
}

function isQuoted(node: WrittenNode): boolean {
  return node.kind === "scalar" && node.style === "quoted";
}
