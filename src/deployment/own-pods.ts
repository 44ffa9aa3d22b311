import { asSequence, asText, isAbsent, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import type { Labels } from "./definition.ts";
import { labelSelectorOf, selects } from "./label-selector.ts";

/** The pods of one template, as rules that are written in it may select them. */
export type OwnPods = {
  /** None at all in a patch, which leaves them to another file. */
  readonly labels: Labels;
  /** `null`: none is written, and it may be any. */
  readonly namespace: string | null;
  readonly file: string;
};

/** Labels that the controllers of workloads put on pods beside those of the template. */
const BY_CONTROLLER = ["pod-template-hash", "controller-revision-hash"];

/**
 * Whether the `labelSelector` of a rule selects the pods that the rule is written for. An absent one
 * selects no pod, an empty one every pod (TopologySpreadConstraint and PodAffinityTerm, core/v1).
 * `matchLabelKeys` narrows it to pods with the same labels, which leaves these in.
 */
export function selectsOwn(rule: YamlNode, { labels }: OwnPods): boolean {
  const selector = lookup(rule, "labelSelector");
  if (selector === null || isAbsent(selector)) return false;
  return Object.keys(labels).length === 0 || selects(labelSelectorOf(selector), labels);
}

/** The same of a PodAffinityTerm, which may look into other namespaces, and past pods of its own revision. */
export function termSelectsOwn(term: YamlNode, pods: OwnPods): boolean {
  return selectsOwn(term, pods) && looksIntoOwn(term, pods) && !looksPastOwn(term, pods);
}

/**
 * Whether a term looks into the namespace of its pods: it does where it names none. What labels a
 * namespace has no manifest of a workload says, so that a `namespaceSelector` has the benefit of the doubt.
 */
function looksIntoOwn(term: YamlNode, { namespace }: OwnPods): boolean {
  if (!isAbsent(lookup(term, "namespaceSelector"))) return true;
  const named = texts(lookup(term, "namespaces"));
  return named.length === 0 || namespace === null || named.includes(namespace);
}

/** `mismatchLabelKeys` leaves out pods with the same value; keys that the pods lack are ignored. */
function looksPastOwn(term: YamlNode, { labels }: OwnPods): boolean {
  return texts(lookup(term, "mismatchLabelKeys")).some(
    (key) => BY_CONTROLLER.includes(key) || Object.hasOwn(labels, key),
  );
}

function texts(node: YamlNode | null): readonly string[] {
  return (asSequence(node)?.items ?? []).flatMap((one) => asText(one) ?? []);
}
