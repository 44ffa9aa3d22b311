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
  const asking = budgetsByLabel(budgets);
  const covers = new Map(workloads.map((one) => [one, coversOf(one, asking)]));
  const busy = new Set(
    [...covers.values()].flat().flatMap(({ budget, others }) => [budget, ...others]),
  );
  const covered = coveredBy(covers);
  return {
    workloads: workloads.map((workload) => {
      const drain = allowanceOf(workload, covers.get(workload) ?? [], covered);
      return { ...workload, disruption: { ...workload.disruption, drain } };
    }),
    idle: idleNotice(budgets.filter((one) => !busy.has(one))),
  };
}

type Numbered = { readonly budget: Budget; readonly at: number };

/** Budgets by a label that they ask for (`""`: by none in particular): few workloads carry any one of them. */
function budgetsByLabel(budgets: readonly Budget[]): ReadonlyMap<string, readonly Numbered[]> {
  const index = new Map<string, Numbered[]>();
  for (const [at, budget] of budgets.entries()) {
    const equal = budget.selector?.find(({ operator, values }) => {
      return operator === "In" && values.length === 1;
    });
    add(index, equal === undefined ? "" : labelKey(equal.key, equal.values[0] ?? ""), {
      budget,
      at,
    });
  }
  return index;
}

function labelKey(key: string, value: string): string {
  return JSON.stringify([key, value]);
}

function add<K, T>(index: Map<K, T[]>, key: K, value: T): void {
  const before = index.get(key);
  if (before === undefined) index.set(key, [value]);
  else before.push(value);
}

/** Workloads by the budget that counts for them. */
function coveredBy(
  covers: ReadonlyMap<Workload, readonly Cover[]>,
): ReadonlyMap<Budget, readonly Workload[]> {
  const covered = new Map<Budget, Workload[]>();
  for (const [workload, covering] of covers) {
    for (const budget of new Set(covering.map((one) => one.budget))) add(covered, budget, workload);
  }
  return covered;
}

/** A cover for each name of a budget that selects the pods of the workload. */
function coversOf(
  workload: Workload,
  asking: ReadonlyMap<string, readonly Numbered[]>,
): readonly Cover[] {
  if (workload.kind === "ComposeService") return [];
  const byName = new Map<string, Budget[]>();
  const keys = Object.entries(workload.podLabels).map(([key, value]) => labelKey(key, value));
  const near = ["", ...keys].flatMap((key) => asking.get(key) ?? []);
  // In the order of the files, which decides between those that differ.
  for (const { budget } of near.sort((a, b) => a.at - b.at)) {
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
  covering: readonly Cover[],
  covered: ReadonlyMap<Budget, readonly Workload[]>,
): Allowance | null {
  const [first, ...further] = covering;
  if (first === undefined) return null;
  const title = quoted(`${workload.kind}/${workload.name}`);
  const { budget, others } = first;
  if (further.length > 0) {
    const places = [first, ...further].map((one) => placed(one.budget)).join(", ");
    const problem = `${further.length + 1} disruption budgets select the pods of ${title} (${places}), and Kubernetes then evicts none of them; keep one`;
    return { ...allowance(0, 0, budget.place), problem };
  }
  const counted = {
    ...budget.allowance,
    beside: replicasBeside(workload, covered.get(budget) ?? []),
  };
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
function replicasBeside(workload: Workload, covered: readonly Workload[]): number {
  const counts = new Map<string, number>();
  for (const other of covered) {
    if (other.kind === workload.kind && other.name === workload.name) continue;
    if (!mayShareNamespace(other.namespace, workload.namespace)) continue;
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
