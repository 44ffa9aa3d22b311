import { asText, isAbsent, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { isNone, sameAllowance } from "./allowance.ts";
import { type StatedAmount, statedAmount } from "./amount.ts";
import { type Definition, placeIn } from "./definition.ts";
import { written } from "./replicas.ts";
import type { Allowance, Amount, WorkloadKind } from "./workload.ts";

/** How a kind replaces its pods (Kubernetes API reference, apps/v1). */
type Strategy = {
  readonly field: "strategy" | "updateStrategy";
  /** The other type beside RollingUpdate, and what it takes away. */
  readonly other: string;
  readonly otherTakes: Amount;
  readonly byDefault: Amount;
  readonly rounding: "down" | "up";
  /** `maxSurge` where it is absent; `null`: the kind has no such field. */
  readonly surgeByDefault: Amount | null;
};

const ALL: Amount = { percent: 100, rounding: "up" };
/** It adds pods, and may be more than all of them. */
const MAX_SURGE = 1e9;

const STRATEGIES: Readonly<Partial<Record<WorkloadKind, Strategy>>> = {
  Deployment: {
    field: "strategy",
    other: "Recreate",
    otherTakes: ALL,
    byDefault: { percent: 25, rounding: "down" },
    rounding: "down",
    surgeByDefault: { percent: 25, rounding: "up" },
  },
  DaemonSet: {
    field: "updateStrategy",
    other: "OnDelete",
    otherTakes: 0,
    byDefault: 1,
    rounding: "up",
    surgeByDefault: 0,
  },
  StatefulSet: {
    field: "updateStrategy",
    other: "OnDelete",
    otherTakes: 0,
    byDefault: 1,
    // So the API reference; the controller rounds down to no less than 1. Up takes away no less.
    rounding: "up",
    surgeByDefault: null,
  },
};

/**
 * What the update strategy of a workload lets a rollout take away. A value that Kubernetes would refuse is
 * a problem, and its default is counted.
 *
 * @param place of the workload, which stands for what is not written.
 */
export function readRollout(
  object: YamlMapping,
  kind: WorkloadKind,
  name: string,
  place: Place,
): Definition["rollout"] {
  const strategy = STRATEGIES[kind];
  if (strategy === undefined) return { allowance: null, stated: false };
  const node = lookup(object, "spec", strategy.field);
  const stated = !isAbsent(node);
  return { allowance: allowanceOf(node, strategy, quoted(`${kind}/${name}`), place), stated };
}

function allowanceOf(
  node: YamlNode | null,
  strategy: Strategy,
  workload: string,
  place: Place,
): Allowance {
  const type = lookup(node, "type");
  const isOther = asText(type) === strategy.other;
  if (type !== null && isOther) {
    return allowance(strategy.otherTakes, 0, placeIn(place.file, type.at));
  }
  const rolling = rollingUpdate(node, strategy, workload, place);
  if (type === null || isAbsent(type) || asText(type) === "RollingUpdate") return rolling;
  const problem = `spec.${strategy.field}.type of ${workload} is ${written(type)}; write \`RollingUpdate\`, which is counted, or \`${strategy.other}\``;
  return { ...rolling, place: placeIn(place.file, type.at), problem };
}

function rollingUpdate(
  node: YamlNode | null,
  { field, byDefault, rounding, surgeByDefault }: Strategy,
  workload: string,
  place: Place,
): Allowance {
  const read = (key: string, way: "down" | "up", maxPercent: number) => {
    const what = `spec.${field}.rollingUpdate.${key} of ${workload}`;
    return statedAmount(lookup(node, "rollingUpdate", key), way, maxPercent, place.file, what);
  };
  const unavailable = read("maxUnavailable", rounding, 100);
  const surge = surgeByDefault === null ? null : read("maxSurge", "up", MAX_SURGE);
  // A surge is rounded up: where it is written as more than nothing, it comes to more (`ResolveFenceposts`).
  const least = isNone(surge?.amount ?? surgeByDefault ?? 0) ? 1 : 0;
  const counted = allowance(unavailable?.amount ?? byDefault, least, unavailable?.place ?? place);
  const wrong = problemOf(unavailable, byDefault) ?? problemOf(surge, surgeByDefault ?? 0);
  if (wrong !== null) return { ...counted, ...wrong };
  if (least === 0 || !isNone(counted.amount)) return counted;
  const beside = surgeByDefault === null ? "" : " with a maxSurge of 0";
  const problem = `spec.${field}.rollingUpdate.maxUnavailable of ${workload} is 0${beside}, which Kubernetes refuses; write 1, which is counted`;
  return { ...counted, problem };
}

function problemOf(
  stated: StatedAmount | null,
  byDefault: Amount,
): { readonly place: Place; readonly problem: string } | null {
  if (stated === null || stated.amount !== null) return null;
  const text = typeof byDefault === "number" ? `${byDefault}` : `${byDefault.percent}%`;
  return { place: stated.place, problem: `${stated.problem} (the default, ${text}, is counted)` };
}

/** So many may be missing. */
export function allowance(amount: Amount, least: 0 | 1, place: Place): Allowance {
  return { kind: "maxUnavailable", amount, least, beside: 0, place };
}

/**
 * One allowance for all definitions of a workload. What is written comes before defaults, and a whole
 * definition before a patch; a patch without a strategy says nothing. Which files are applied together is
 * known to kustomize only, so that files which differ are a problem.
 */
export function combineRollouts(definitions: readonly Definition[]): Allowance | null {
  const saying = definitions.filter((one) => !one.partial || one.rollout.stated);
  const stated = saying.filter((one) => one.rollout.stated);
  const first = stated.find((one) => !one.partial) ?? stated[0] ?? saying[0] ?? definitions[0];
  const chosen = first?.rollout.allowance ?? null;
  if (first === undefined || chosen === null || chosen.problem !== undefined) return chosen;
  const other = saying.find(({ rollout }) => !alike(rollout.allowance, chosen));
  if (other === undefined) return chosen;
  const { file, line } = other.rollout.allowance?.place ?? other.place;
  const problem = `${quoted(`${first.kind}/${first.name}`)} has another update strategy at ${quoted(`${file}:${line}`)}; the one here is counted: render the manifests, or write the same`;
  return { ...chosen, problem };
}

function alike(a: Allowance | null, b: Allowance): boolean {
  return a !== null && sameAllowance(a, b);
}
