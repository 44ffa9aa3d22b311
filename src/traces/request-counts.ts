import type { Call } from "./calls.ts";
import { compareText } from "./compare-text.ts";
import type { ObservedCallee, ObservedOptional, ObservedScenario } from "./observed.ts";

/** What the requests of one endpoint called, and what failed under them. */
export type RequestCounts = {
  traces: number;
  succeeded: number;
  /** Microseconds since the epoch, of the last. */
  until: number | null;
  /** By service: requests under which the entry called it. */
  readonly callees: Map<string, number>;
  /** By callees, sorted: requests that succeeded and called just these; and those that failed. */
  readonly sets: Map<string, number>;
  readonly failedSets: Map<string, number>;
  /** That there are too many sets to tell. */
  manySets: boolean;
  /** By `a -> b`. */
  readonly failures: Map<string, Failures>;
  /** By callee: the one caller under these requests, or that there are several. */
  readonly callers: Map<string, string | typeof SEVERAL>;
};

export type Failures = {
  readonly from: string;
  readonly to: string;
  /** Requests under which a call of it failed, and of these those that succeeded. */
  failed: number;
  survived: number;
  /** Of those that succeeded: whose caller came through, so that the failure ended there. */
  absorbed: number;
};

const SEVERAL = Symbol("several callers");

/** More sets of callees than this tell nothing but that each request is different. */
const MOST_SETS = 512;
/** Of dependencies, and of callees, under one endpoint; and of callees in one set. */
const MOST_PARTS = 4096;
const MOST_CALLEES = 64;

/** Characters of names that may still be kept; all endpoints share them. */
export type NameBudget = { left: number };

/** One request, as its trace shows it. */
export type Request = {
  readonly failed: boolean;
  readonly end: number | null;
  /** Services that the entry called and waited for. */
  readonly callees: ReadonlySet<string>;
  /** All blocking calls under it, whatever their attempts. */
  readonly calls: readonly Pick<Call, "from" | "to">[];
  /** By `a -> b`: what failed of them. */
  readonly failures: ReadonlyMap<string, RequestFailure>;
};

export type RequestFailure = {
  readonly from: string;
  readonly to: string;
  /** That one did not make its caller fail. */
  absorbed: boolean;
};

export function openRequestCounts(): RequestCounts {
  return {
    traces: 0,
    succeeded: 0,
    until: null,
    callees: new Map(),
    sets: new Map(),
    failedSets: new Map(),
    manySets: false,
    failures: new Map(),
    callers: new Map(),
  };
}

export function countRequest(counts: RequestCounts, request: Request, budget: NameBudget): void {
  const { failed, end, callees, calls, failures } = request;
  counts.traces += 1;
  if (!failed) counts.succeeded += 1;
  counts.until = later(counts.until, end);
  for (const callee of callees) add(counts.callees, callee, 1, budget);
  countSet(counts, callees, failed, budget);
  for (const { from, to } of calls) countCaller(counts.callers, to, from, budget);
  for (const [name, failure] of failures) {
    countFailures(counts.failures, name, failuresOf(failure, failed), budget);
  }
}

function countSet(
  counts: RequestCounts,
  callees: ReadonlySet<string>,
  failed: boolean,
  budget: NameBudget,
): void {
  if (counts.manySets) return;
  const sets = failed ? counts.failedSets : counts.sets;
  const key = callees.size > MOST_CALLEES ? null : [...callees].sort(compareText).join("\n");
  if (key === null || !add(sets, key, 1, budget) || sets.size > MOST_SETS) dropSets(counts);
}

function dropSets(counts: RequestCounts): void {
  counts.manySets = true;
  counts.sets.clear();
  counts.failedSets.clear();
}

function failuresOf({ from, to, absorbed }: RequestFailure, rootFailed: boolean): Failures {
  const survived = rootFailed ? 0 : 1;
  return { from, to, failed: 1, survived, absorbed: absorbed ? survived : 0 };
}

function countFailures(
  failures: Map<string, Failures>,
  name: string,
  more: Failures,
  budget: NameBudget,
): void {
  const known = failures.get(name);
  if (known !== undefined) {
    known.failed += more.failed;
    known.survived += more.survived;
    known.absorbed += more.absorbed;
  } else if (failures.size < MOST_PARTS && spend(budget, name)) failures.set(name, { ...more });
}

function countCaller(
  callers: RequestCounts["callers"],
  to: string,
  from: string | typeof SEVERAL,
  budget: NameBudget,
): void {
  const known = callers.get(to);
  if (known === undefined) {
    if (callers.size < MOST_PARTS && spend(budget, to)) callers.set(to, from);
  } else if (known !== from) callers.set(to, SEVERAL);
}

/** Adds the second to the first. What the second takes up is paid for. */
export function mergeRequestCounts(into: RequestCounts, from: RequestCounts): void {
  const budget = { left: Number.POSITIVE_INFINITY };
  into.traces += from.traces;
  into.succeeded += from.succeeded;
  into.until = later(into.until, from.until);
  for (const [callee, traces] of from.callees) add(into.callees, callee, traces, budget);
  for (const [key, traces] of from.sets) add(into.sets, key, traces, budget);
  for (const [key, traces] of from.failedSets) add(into.failedSets, key, traces, budget);
  const most = Math.max(into.sets.size, into.failedSets.size);
  if (into.manySets || from.manySets || most > MOST_SETS) dropSets(into);
  for (const [to, caller] of from.callers) countCaller(into.callers, to, caller, budget);
  for (const [name, other] of from.failures) countFailures(into.failures, name, other, budget);
}

export function calleesOf({ callees }: RequestCounts): readonly ObservedCallee[] {
  return [...callees]
    .map(([service, traces]) => ({ service, traces }))
    .sort((a, b) => compareText(a.service, b.service));
}

/**
 * What requests did without. A failure counts for the call at which it ended: where `b` fails because `c`
 * did, and `a` gets along without `b`, it is `b` that `a` does without, and nothing is shown of `c`. Named
 * by the service where all its calls under these requests come from one caller, else by the dependency.
 */
export function optionalOf(counts: RequestCounts): readonly ObservedOptional[] {
  return [...counts.failures.values()]
    .filter(({ absorbed }) => absorbed > 0)
    .map(({ from, to, failed, survived }) => {
      const alone = from !== to && counts.callers.get(to) === from;
      return { name: alone ? to : `${from} -> ${to}`, failed, survived };
    })
    .sort((a, b) => compareText(a.name, b.name));
}

/**
 * Sets of callees with their requests: of those that succeeded, since one that failed may have called no
 * further; of all where none did. `null`: there are too many to tell.
 */
export function setsOf(counts: RequestCounts): readonly ObservedScenario[] | null {
  if (counts.manySets) return null;
  const sets = counts.succeeded > 0 ? counts.sets : counts.failedSets;
  return [...sets].map(([key, traces]) => ({ calls: key === "" ? [] : key.split("\n"), traces }));
}

/** Whether it is counted: beyond the budget new keys are not. */
function add(counts: Map<string, number>, key: string, by: number, budget: NameBudget): boolean {
  const known = counts.get(key);
  if (known === undefined && !spend(budget, key)) return false;
  counts.set(key, (known ?? 0) + by);
  return true;
}

/** What an entry of a map takes up beside its name, in characters. */
const ENTRY = 64;

function spend(budget: NameBudget, name: string): boolean {
  if (budget.left <= 0) return false;
  budget.left -= name.length + ENTRY;
  return true;
}

function later(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
