import { asInteger, isAbsent } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { placeIn } from "./definition.ts";
import type { ReplicaFact, ReplicaRule } from "./workload.ts";

/** Kubernetes holds replicas in an int32. */
const MAX_REPLICAS = 2 ** 31 - 1;

/**
 * The number written at `node`, a whole number in [0, 2^31 - 1]. Anything else is a fact with a problem
 * that names `what` (`spec.replicas of Deployment/web`). `null` where nothing is written.
 */
export function statedReplicas(
  node: YamlNode | null,
  rule: ReplicaRule,
  file: string,
  what: string,
): ReplicaFact | null {
  if (node === null || isAbsent(node)) return null;
  const place = placeIn(file, node.at);
  const count = asInteger(node);
  if (count !== null && count >= 0 && count <= MAX_REPLICAS) return { count, rule, place };
  return { count: null, rule, place, problem: `${what} is ${written(node)}; ${remedy(node)}` };
}

/** A minimum of none counts as the one replica that it is woken to. */
export function awake(minimum: ReplicaFact): ReplicaFact {
  return minimum.count === 0 ? { ...minimum, count: 1, toZero: true } : minimum;
}

/** What stands there, as a message quotes it. */
export function written(node: YamlNode): string {
  if (node.kind !== "scalar") return `a ${node.kind}`;
  const text = isDigits(node) ? `"${node.text}"` : node.text;
  return quoted(text);
}

function remedy(node: YamlNode): string {
  if (isDigits(node)) return "remove the quotes: a string is no number to Kubernetes";
  if (node.kind === "scalar" && /\$[{(\w]|\{\{/.test(node.text)) {
    return "placeholders are not supported yet: render the manifest first, or write the number";
  }
  return "write a whole number, 0 or more";
}

function isDigits(node: YamlNode): boolean {
  return node.kind === "scalar" && typeof node.value === "string" && /^[0-9]+$/.test(node.text);
}
