import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";
import { sameAllowance } from "./allowance.ts";
import { mayShareNamespace } from "./combine.ts";
import type { Budget } from "./definition.ts";
import { selects } from "./label-selector.ts";
import { allowance } from "./rollout.ts";
import type { Allowance, Workload } from "./workload.ts";

export type Budgeted = {
  readonly workloads: readonly Workload[];
  /** One notice for all budgets that select no workload. */
  readonly idle: readonly Diagnostic[];
};

/** Budgets that a notice names before it only counts. */
const NAMED = 5;

/** What the files state of one budget that selects a workload: the one that counts, and any others. */
type Cover = { readonly budget: Budget; readonly others: readonly Budget[] };

/** Let each workload have the allowance of the budget that selects its pods, in the same namespace. */
export function applyBudgets(workloads: readonly Workload[], budgets: readonly Budget[]): Budgeted {
  if (budgets.length === 0) return { workloads, idle: [] };
  const covers = new Map(workloads.map((one) => [one, coversOf(one, budgets)]));
  const busy = new Set(
    [...covers.values()].flat().flatMap(({ budget, others }) => [budget, ...others]),
  );
  return {
    workloads: workloads.map((workload) => {
      const drain = allowanceOf(workload, covers);
      return { ...workload, disruption: { ...workload.disruption, drain } };
    }),
    idle: idleNotice(budgets.filter((one) => !busy.has(one))),
  };
}

/** A cover for each name of a budget that selects the pods of the workload. */
function coversOf(workload: Workload, budgets: readonly Budget[]): readonly Cover[] {
  if (workload.kind === "ComposeService") return [];
  const byName = new Map<string, Budget[]>();
  for (const budget of budgets) {
    if (!mayShareNamespace(budget.namespace, workload.namespace)) continue;
    const { selector, name } = budget;
    if (selector !== null && !selects(selector, workload.podLabels)) continue;
    byName.set(name, [...(byName.get(name) ?? []), budget]);
  }
  return [...byName.values()].flatMap((stated) => {
    const whole = stated.filter(({ selector }) => selector !== null);
    const budget = whole.find((one) => one.namespace === workload.namespace) ?? whole[0];
    if (budget === undefined) return [];
    return [{ budget, others: stated.filter((one) => one !== budget) }];
  });
}

function allowanceOf(
  workload: Workload,
  covers: ReadonlyMap<Workload, readonly Cover[]>,
): Allowance | null {
  const [first, ...further] = covers.get(workload) ?? [];
  if (first === undefined) return null;
  const title = quoted(`${workload.kind}/${workload.name}`);
  const { budget, others } = first;
  if (further.length > 0) {
    const places = [first, ...further].map((one) => placed(one.budget)).join(", ");
    const problem = `${further.length + 1} disruption budgets select the pods of ${title} (${places}), and Kubernetes then evicts none of them; keep one`;
    return { ...allowance(0, 0, budget.place), problem };
  }
  const counted = { ...budget.allowance, beside: replicasBeside(workload, budget, covers) };
  const other = others.find((one) => conflicts(one, budget, workload));
  if (other === undefined || counted.problem !== undefined) return counted;
  const problem = `the disruption budget of ${title} lets another number go at ${placed(other)}; the one here is counted: render the manifests, or write the same`;
  return { ...counted, problem };
}

/** One that leaves the namespace open is a copy of the one that has it, before the namespace was set. */
function conflicts(other: Budget, budget: Budget, workload: Workload): boolean {
  const nearer = budget.namespace === workload.namespace && other.namespace !== budget.namespace;
  return !(nearer && other.selector !== null) && !sameAllowance(other.allowance, budget.allowance);
}

/** Replicas of other workloads that the budget counts together with these; copies of one count once. */
function replicasBeside(
  workload: Workload,
  budget: Budget,
  covers: ReadonlyMap<Workload, readonly Cover[]>,
): number {
  const counts = new Map<string, number>();
  for (const [other, covering] of covers) {
    if (other.kind === workload.kind && other.name === workload.name) continue;
    if (!mayShareNamespace(other.namespace, workload.namespace)) continue;
    if (!covering.some((one) => one.budget === budget)) continue;
    const key = JSON.stringify([other.kind, other.name]);
    if (!counts.has(key)) counts.set(key, other.replicas.count ?? 0);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function idleNotice(idle: readonly Budget[]): readonly Diagnostic[] {
  const [first] = idle;
  if (first === undefined) return [];
  const names = idle.slice(0, NAMED).map(placed);
  const more = idle.length > NAMED ? [`and ${idle.length - NAMED} more`] : [];
  const budgets =
    idle.length === 1 ? "1 disruption budget selects" : `${idle.length} disruption budgets select`;
  const message = `${budgets} no workload among the manifests: ${[...names, ...more].join(", ")}; correct the selector or the namespace, or name the workload's manifest under \`manifests\`; nothing is amiss where an operator makes the pods`;
  return [diagnostic("notice", "idle-budget", message, first.place)];
}

function placed({ place }: Budget): string {
  return quoted(`${place.file}:${place.line}`);
}
