import type { Deployment } from "../deployment/workload.ts";
import type { Matches } from "../model/match.ts";
import type { Model } from "../model/model.ts";
import type { Spec } from "../model/spec.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { callPolicy } from "./call-policy.ts";
import { hintChanges } from "./hint-changes.ts";
import { lostBudgets } from "./lost-budgets.ts";
import { podChanges } from "./pod-changes.ts";
import { unevaluatedNumbers } from "./unevaluated-numbers.ts";
import { unspread } from "./unspread.ts";

/** One commit, read through: its spec, its manifests, and the model of both. */
export type Seen = {
  readonly spec: Spec;
  readonly deployment: Deployment;
  readonly model: Model | null;
  /** The workloads of each service. */
  readonly matches: Matches;
};

/** What a change does that no figure counts, and that a person should know: one rule each. */
const RULES: readonly ((base: Seen | null, head: Seen) => readonly Diagnostic[])[] = [
  unspread,
  hintChanges,
  callPolicy,
  podChanges,
  unevaluatedNumbers,
  lostBudgets,
];

/** All that is to be told of the change from base to head. `null`: there is no base to compare with. */
export function toldChanges(base: Seen | null, head: Seen): readonly Diagnostic[] {
  return RULES.flatMap((rule) => rule(base, head));
}
