import type { Deployment, Workload } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { type Matches, workloadTitle } from "./match.ts";
import type { Spec, SpecFault } from "./spec.ts";
import { counted, some } from "./wording.ts";

/**
 * Tell what rollouts and drains assume of the workloads that they hit: where no disruption budget says
 * how many may go, and where a manifest says what cannot be counted.
 *
 * @param matches the workloads of each service that has any
 */
export function disruptionNotices(
  spec: Spec,
  matches: Matches,
  deployment: Deployment,
): readonly Diagnostic[] {
  const faults = [...spec.faults.values()];
  const first = faults.find(({ drain }) => drain !== null);
  const rolled = hit(faults, "rollout", matches);
  const drained = hit(faults, "drain", matches);
  return [
    ...rolled.flatMap(({ disruption }) => problem(disruption.rollout)),
    ...drained.flatMap(({ disruption }) => problem(disruption.drain)),
    ...(first === undefined ? [] : [...unbudgeted(drained, first), ...deployment.idleBudgets]),
  ];
}

/** The workloads that faults of this kind take replicas from, once each. */
function hit(
  faults: readonly SpecFault[],
  key: "rollout" | "drain",
  matches: Matches,
): readonly Workload[] {
  const services = servicesHit(faults, key, matches);
  return [...new Set(services.flatMap((name) => matches.get(name) ?? []))];
}

/** The services with a workload that faults of this kind take replicas from, once each. */
export function servicesHit(
  faults: readonly SpecFault[],
  key: "rollout" | "drain",
  matches: ReadonlyMap<string, unknown>,
): readonly string[] {
  const turns = faults.flatMap((fault) => (fault[key] === null ? [] : [fault[key].value]));
  const names = turns.flatMap((turn) =>
    turn === "each" ? [...matches.keys()] : turn.map(({ value }) => value),
  );
  return [...new Set(names)].filter((name) => matches.has(name));
}

function problem(allowance: Workload["disruption"]["drain"]): readonly Diagnostic[] {
  if (allowance?.problem === undefined) return [];
  return [diagnostic("warning", "assumed-disruption", allowance.problem, allowance.place)];
}

function unbudgeted(drained: readonly Workload[], { place }: SpecFault): readonly Diagnostic[] {
  const without = drained.filter(({ disruption }) => disruption.drain === null);
  if (without.length === 0) return [];
  const workloads = counted(without.length, "workload");
  const message = `no disruption budget selects ${workloads} (${some(without.map(workloadTitle))}): a drain takes one replica of each; add a PodDisruptionBudget where another number holds`;
  return [diagnostic("notice", "no-disruption-budget", message, place)];
}
