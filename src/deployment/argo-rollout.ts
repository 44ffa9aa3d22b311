import { asText, isAbsent, lookup } from "../yaml/access.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { isNone } from "./allowance.ts";
import { statedAmount } from "./amount.ts";
import { mayShareNamespace } from "./combine.ts";
import {
  type Definition,
  labelsFrom,
  labelsOf,
  nameOf,
  namespaceOf,
  type ObjectReader,
  placeIn,
  type TemplateRef,
} from "./definition.ts";
import { podOf } from "./pod.ts";
import { statedReplicas } from "./replicas.ts";
import { allowance } from "./rollout.ts";
import type { Allowance, Amount, Workload } from "./workload.ts";

/** A Rollout of Argo Rollouts (its "Rollout Specification"); `replicas` absent is 1. */
export const readArgoRollout: ObjectReader = (object, { file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const { name, place } = named;
  const title = quoted(`Rollout/${name}`);
  const namespace = namespaceOf(object);
  const ref = lookup(object, "spec", "workloadRef");
  const target = { kind: asText(lookup(ref, "kind")), name: asText(lookup(ref, "name")) };
  if (target.kind !== null && target.name !== null) {
    const { kind, name: of } = target;
    findings.templateRefs.push({ namespace, name, target: { kind, name: of } });
  }
  const template = lookup(object, "spec", "template");
  findings.definitions.push({
    kind: "Rollout",
    namespace,
    name,
    labels: labelsOf(lookup(object, "metadata", "labels")),
    podLabels: labelsOf(lookup(template, "metadata", "labels")),
    replicas: statedReplicas(
      lookup(object, "spec", "replicas"),
      "replicas",
      file,
      `spec.replicas of ${title}`,
    ) ?? { count: 1, rule: "default", place },
    rollout: strategyOf(object, title, place),
    ...podOf(template, file, namespace),
    place,
    partial: isAbsent(ref) && isAbsent(lookup(object, "spec", "selector")),
  });
};

/**
 * What an update lets go. Blue-green brings all new pods up before it turns to them; so does a canary whose
 * traffic a router shifts: the stable pods stay, and `maxUnavailable` is of no account. A plain canary is like
 * a rolling update (Argo Rollouts, "BlueGreen" and "Canary": `maxUnavailable`, by default 0 and 25%).
 */
function strategyOf(object: YamlMapping, title: string, place: Place): Definition["rollout"] {
  const strategy = lookup(object, "spec", "strategy");
  const stated = !isAbsent(strategy);
  const blueGreen = lookup(strategy, "blueGreen");
  const canary = lookup(strategy, "canary");
  const written = (node: YamlNode | null) => (node === null ? place : placeIn(place.file, node.at));
  if (blueGreen !== null) {
    const byDefault = allowance(0, 0, written(blueGreen));
    return { stated, allowance: limited(blueGreen, "blueGreen", byDefault, title, place.file) };
  }
  const routing = lookup(canary, "trafficRouting");
  if (!isAbsent(routing)) return { stated, allowance: allowance(0, 0, written(routing)) };
  const quarter = { percent: 25, rounding: "down" } as const;
  const surge = amountAt(canary, "maxSurge", "up", 1e9, title, place.file);
  const least = isNone(surge?.amount ?? { percent: 25, rounding: "up" }) ? 1 : 0;
  const byDefault = allowance(quarter, least, place);
  return { stated, allowance: limited(canary, "canary", byDefault, title, place.file) };
}

function limited(
  node: YamlNode | null,
  kind: "blueGreen" | "canary",
  byDefault: Allowance,
  title: string,
  file: string,
): Allowance {
  const most = amountAt(node, "maxUnavailable", "down", 100, `${title} (${kind})`, file);
  if (most === null) return byDefault;
  const { place } = most;
  if (most.amount !== null) return { ...byDefault, amount: most.amount, place };
  return {
    ...byDefault,
    place,
    problem: `${most.problem} (the default, ${shown(byDefault.amount)}, is counted)`,
  };
}

function amountAt(
  node: YamlNode | null,
  key: "maxUnavailable" | "maxSurge",
  rounding: "down" | "up",
  maxPercent: number,
  title: string,
  file: string,
) {
  return statedAmount(lookup(node, key), rounding, maxPercent, file, `${key} of ${title}`);
}

function shown(amount: Amount): string {
  return typeof amount === "number" ? `${amount}` : `${amount.percent}%`;
}

export type Adopted = {
  readonly workloads: readonly Workload[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Let each Rollout that takes its pods from another workload stand for both: its replicas, the other's pods.
 * Argo Rollouts scales the other one down, so that it is no second workload.
 */
export function adoptTemplates(
  workloads: readonly Workload[],
  refs: readonly TemplateRef[],
): Adopted {
  if (refs.length === 0) return { workloads, diagnostics: [] };
  const lent = new Map<Workload, Workload>();
  for (const { namespace, name, target } of refs) {
    const of = (kind: string, called: string) =>
      workloads.find(
        (one) => one.kind === kind && one.name === called && one.namespace === namespace,
      ) ??
      workloads.find(
        (one) =>
          one.kind === kind && one.name === called && mayShareNamespace(one.namespace, namespace),
      );
    const rollout = of("Rollout", name);
    const lender = of(target.kind, target.name);
    if (rollout !== undefined && lender !== undefined) lent.set(rollout, lender);
  }
  const lenders = new Set(lent.values());
  return {
    workloads: workloads
      .filter((one) => !lenders.has(one))
      .map((one) => withPods(one, lent.get(one))),
    diagnostics: [...lent].flatMap(([rollout, lender]) => misdirected(rollout, lender)),
  };
}

function withPods(rollout: Workload, lender: Workload | undefined): Workload {
  if (lender === undefined) return rollout;
  const both = (one: Workload["labels"], other: Workload["labels"]) =>
    labelsFrom([...Object.entries(other), ...Object.entries(one)]);
  return {
    ...rollout,
    labels: both(rollout.labels, lender.labels),
    podLabels: both(rollout.podLabels, lender.podLabels),
    selectedBy: [...new Set([...rollout.selectedBy, ...lender.selectedBy])].sort(),
    placement: lender.placement,
    pod: lender.pod,
  };
}

function misdirected(rollout: Workload, { kind, name, replicas }: Workload): readonly Diagnostic[] {
  if (replicas.rule !== "autoscaler" && replicas.rule !== "keda") return [];
  const message = `an autoscaler names ${quoted(`${kind}/${name}`)}, whose pods ${quoted(`Rollout/${rollout.name}`)} runs: it is not counted; let it name the Rollout`;
  return [diagnostic("warning", "misdirected-autoscaler", message, replicas.place)];
}
