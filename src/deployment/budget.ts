import { isAbsent, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { YamlMapping } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { statedAmount } from "./amount.ts";
import { type Findings, nameOf, namespaceOf } from "./definition.ts";
import { type LabelSelector, labelSelectorOf, SELECTS_NOTHING } from "./label-selector.ts";
import { allowance } from "./rollout.ts";
import type { Allowance } from "./workload.ts";

/** Add a PodDisruptionBudget (policy/v1, policy/v1beta1) to the findings. */
export function readBudget(
  object: YamlMapping,
  apiVersion: string,
  file: string,
  findings: Findings,
): void {
  const named = nameOf(object, file);
  if (named === null) return;
  const { name, place } = named;
  findings.budgets.push({
    namespace: namespaceOf(object),
    name,
    selector: selectorOf(object, apiVersion),
    allowance: allowanceOf(object, quoted(`PodDisruptionBudget/${name}`), place),
    place,
  });
}

/** An empty selector is every pod of the namespace in policy/v1, and none in v1beta1. */
function selectorOf(object: YamlMapping, apiVersion: string): LabelSelector | null {
  const node = lookup(object, "spec", "selector");
  if (node === null || isAbsent(node)) return null;
  const selector = labelSelectorOf(node);
  return selector.length === 0 && apiVersion === "policy/v1beta1" ? SELECTS_NOTHING : selector;
}

/** Percentages are rounded up (Kubernetes, "Specifying a Disruption Budget"): of those that stay, too. */
function allowanceOf(object: YamlMapping, budget: string, place: Place): Allowance {
  const read = (kind: Allowance["kind"]) => {
    const node = lookup(object, "spec", kind);
    return statedAmount(node, "up", 100, place.file, `spec.${kind} of ${budget}`);
  };
  const unavailable = read("maxUnavailable");
  const available = read("minAvailable");
  if (unavailable !== null && available !== null) {
    const problem = `${budget} has minAvailable and maxUnavailable, which Kubernetes refuses; keep one (one replica is counted)`;
    return { ...allowance(1, 0, unavailable.place), problem };
  }
  const stated = unavailable ?? available;
  if (stated === null) {
    const problem = `${budget} has neither minAvailable nor maxUnavailable, and lets no pod go; write one`;
    return { ...allowance(0, 0, place), problem };
  }
  if (stated.amount === null) {
    const problem = `${stated.problem} (one replica is counted)`;
    return { ...allowance(1, 0, stated.place), problem };
  }
  const kind = unavailable === null ? "minAvailable" : "maxUnavailable";
  return { ...allowance(stated.amount, 0, stated.place), kind };
}
