import { diagnostic } from "../yaml/diagnostic.ts";
import { checkChange, servicesOf } from "./check-changes.ts";
import { isOneOf } from "./check-names.ts";
import { add, type Decimal, isAboveOne, toText } from "./decimal.ts";
import type { Placed } from "./document.ts";
import type { Report } from "./figures.ts";
import type { Spec, SpecFault, SpecKill, SpecTurn } from "./spec.ts";
import { type Meanings, meaningsOf } from "./targets.ts";
import { quote } from "./wording.ts";

/** Check what the schema cannot: that faults and incidents name what there is, and can be. */
export function checkFaults(spec: Spec, report: Report): void {
  if (spec.faults.size === 0 && spec.incidents.length === 0) return;
  const meanings = meaningsOf(spec);
  for (const fault of spec.faults.values()) {
    checkChange(fault, spec, meanings, report);
    if (fault.worstOf !== null) isOneOf("domain", fault.worstOf, spec.domains, report);
    checkTurns(fault, spec, meanings, report);
    if (fault.kill !== null) checkKill(fault.kill, fault, spec, meanings, report);
  }
  for (const incident of spec.incidents) checkChange(incident, spec, meanings, report);
  checkShares(spec, report);
}

function checkTurns(fault: SpecFault, spec: Spec, meanings: Meanings, report: Report): void {
  const { rollout, drain, overrides } = fault;
  const whole = servicesOf(
    overrides.filter(({ of }) => of === "whole"),
    meanings,
  );
  for (const turn of [rollout, drain]) {
    for (const name of listed(turn)) checkHasReplicas(name, spec, new Set(whole), report);
  }
  if (rollout === null || drain === null) return;
  const message = "`rollout` beside `drain`: a fault has one of the two; make them two faults";
  report(diagnostic("error", "contradiction", message, drain.place));
}

/** @param overridden services that the fault itself makes external */
function checkHasReplicas(
  name: Placed<string>,
  { services }: Spec,
  overridden: ReadonlySet<string>,
  report: Report,
): void {
  if (!isOneOf("service", name, services, report)) return;
  const isExternal = services.get(name.value)?.external !== null;
  if (!isExternal && !overridden.has(name.value)) return;
  const why = isExternal ? "is external" : "is overridden as a whole";
  const message = `${quote(name.value)} ${why} and has no replicas to take away; remove it here`;
  report(diagnostic("error", "contradiction", message, name.place));
}

/** Which replicas are dead is drawn over all of `among`: nothing else may decide over one of them. */
function checkKill(
  kill: SpecKill,
  fault: SpecFault,
  spec: Spec,
  meanings: Meanings,
  report: Report,
): void {
  const { among } = kill;
  const none = new Set<string>();
  for (const name of among ?? []) checkHasReplicas(name, spec, none, report);
  const urn = new Set(
    among?.map(({ value }) => value) ??
      [...spec.services.values()].flatMap(({ name, external }) => (external === null ? name : [])),
  );
  const claims: readonly (readonly [string, readonly string[]])[] = [
    ["down", servicesOf(fault.down, meanings)],
    ["override", servicesOf(fault.overrides, meanings)],
    ["rollout", listed(fault.rollout).map(({ value }) => value)],
    ["drain", listed(fault.drain).map(({ value }) => value)],
  ];
  for (const [key, names] of claims) {
    for (const name of new Set(names)) {
      if (!urn.has(name)) continue;
      const remedy =
        among === null ? "set `among` to the services to kill of" : "remove it from one of the two";
      const message = `\`kill\` and ${quote(key)} both decide over the replicas of ${quote(name)}; ${remedy}`;
      report(diagnostic("error", "contradiction", message, kill.place));
    }
  }
  for (const turn of [fault.rollout, fault.drain]) {
    if (turn?.value !== "each") continue;
    const key = turn === fault.rollout ? "rollout" : "drain";
    const message = `${quote(`${key}: each`)} beside \`kill\`: both decide over all replicas; make them two faults`;
    report(diagnostic("error", "contradiction", message, turn.place));
  }
}

function listed(turn: SpecTurn | null): readonly Placed<string>[] {
  return turn === null || turn.value === "each" ? [] : turn.value;
}

/** Incidents are disjoint: the system is in one of them at a time. */
function checkShares({ incidents }: Spec, report: Report): void {
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const { share, place } of incidents) {
    sum = add(sum, share);
    if (!isAboveOne(sum)) continue;
    const message = `the probabilities of \`incidents\` up to here sum to ${toText(sum)}, above 1, and only one of them is at a time; lower them`;
    report(diagnostic("error", "contradiction", message, place));
    return;
  }
}
