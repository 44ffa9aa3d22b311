import { lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { nameOf, namespaceOf, type ObjectReader, placeIn } from "./definition.ts";
import { statedReplicas } from "./replicas.ts";
import type { ReplicaFact } from "./workload.ts";

/** Groups of custom resources: those of Kubernetes itself have no dot, or end in `.k8s.io`. */
const CUSTOM_GROUP = /^(?![\w.-]*\.k8s\.io\/)[^/]+\.[^/]+\//;

/** Kinds that run nothing which serves, or that define others. */
const PASSED_OVER = new Set([
  "ScaledJob",
  "AnalysisTemplate",
  "ClusterAnalysisTemplate",
  "AnalysisRun",
  "Experiment",
  "ApplicationSet",
  "CompositeResourceDefinition",
  "ConstraintTemplate",
]);
/** Schemas hold numbers that are bounds. */
const SCHEMAS = new Set(["openAPIV3Schema"]);

const DEEPEST = 16;
const MOST_NODES = 20_000;
const MOST_NUMBERS = 1000;
/** As long as the spec lets `replicasAt` be. */
const LONGEST = 253;
/** Kubernetes holds replicas in an int32. */
const MOST = 2 ** 31 - 1;

/**
 * Add an object of a kind that no other reader knows to the findings, with the whole numbers below its
 * `spec`, and what stands in their place where the key speaks of replicas.
 */
export const readCustom: ObjectReader = (object, { kind, apiVersion, file }, findings) => {
  if (!CUSTOM_GROUP.test(apiVersion) || PASSED_OVER.has(kind)) return;
  const named = nameOf(object, file);
  const spec = lookup(object, "spec");
  if (named === null || spec === null) return;
  const { name, place } = named;
  const numbers = numbersOf(spec, file, quoted(`${kind}/${name}`));
  findings.customs.push({ kind, namespace: namespaceOf(object), name, numbers, place });
};

/** By their paths, in the order of the text. What is too deep or too much is left out. */
function numbersOf(spec: YamlNode, file: string, title: string): ReadonlyMap<string, ReplicaFact> {
  const found = new Map<string, ReplicaFact>();
  let nodes = 0;
  const visit = (node: YamlNode, path: string, depth: number): void => {
    nodes += 1;
    if (nodes > MOST_NODES || depth > DEEPEST || path.length > LONGEST) return;
    if (node.kind === "mapping") {
      for (const { key, value } of node.entries) {
        if (!SCHEMAS.has(key)) visit(value, `${path}.${key}`, depth + 1);
      }
    } else if (node.kind === "sequence") {
      node.items.forEach((item, i) => {
        visit(item, `${path}.${i}`, depth + 1);
      });
    } else if (found.size < MOST_NUMBERS) {
      const fact = numberAt(node, path, file, title);
      if (fact !== null) found.set(path, fact);
    }
  };
  visit(spec, "spec", 0);
  return found;
}

function numberAt(
  node: Extract<YamlNode, { kind: "scalar" }>,
  path: string,
  file: string,
  title: string,
): ReplicaFact | null {
  const { value } = node;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST) {
    return { count: value, rule: "custom", place: placeIn(file, node.at) };
  }
  if (!isReplicaPath(path) || typeof value === "boolean") return null;
  return statedReplicas(node, "custom", file, `${path} of ${title}`);
}

/**
 * Whether a path ends in what operators call a number of replicas: `replicas`, `replicaCount`,
 * `minReplicas`, `instances`, `numberOfInstances`, `clusterSize`, `members`, and the like. What bounds it from
 * above moves no figure.
 */
export function isReplicaPath(path: string): boolean {
  const key = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
  return !/^max/i.test(key) && REPLICA_KEY.test(key);
}

const REPLICA_KEY =
  /replicas?(?:count|number)?$|^(?:number_?of_?)?instances?(?:count|number)?$|^(?:cluster|master|leader|follower|node|pod|min|group)?(?:size|count|scale)$|^members?(?:count)?$/i;
