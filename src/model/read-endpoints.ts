import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, itemsOf, type SpecEntry, type SpecNode } from "./document.ts";
import { type Report, readProbability } from "./figures.ts";
import type { Objectives } from "./openslo.ts";
import { readNeeds } from "./read-needs.ts";
import { readTargets, readText } from "./read-targets.ts";
import type { SpecEndpoint, SpecMember, SpecPredicate, SpecUnder } from "./spec.ts";
import { quote } from "./wording.ts";

type Entries = ReadonlyMap<string, SpecEntry>;

/** Φ: the entries of `endpoints`, by name; `targets`: what OpenSLO files promise for them. Those without an entry are left to the schema. */
export function readEndpoints(
  node: SpecNode | undefined,
  targets: Objectives["targets"],
  report: Report,
): ReadonlyMap<string, SpecEndpoint> {
  const endpoints = new Map<string, SpecEndpoint>();
  for (const entry of entriesOf(node).values()) {
    const endpoint = readEndpoint(entry, targets, report);
    if (endpoint !== null) endpoints.set(endpoint.name, endpoint);
  }
  return endpoints;
}

function readEndpoint(
  { key, keyPlace, value }: SpecEntry,
  targets: Objectives["targets"],
  report: Report,
): SpecEndpoint | null {
  const entries = entriesOf(value);
  const entry = readText(entries.get("entry")?.value);
  if (entry === null) return null;
  const slo = entries.get("slo")?.value;
  return {
    name: key,
    place: keyPlace,
    entry,
    completion:
      readText(entries.get("completion")?.value)?.value === "eventual" ? "eventual" : "immediate",
    slo: (slo && targets.get(slo)) ?? readProbability("slo", slo, report),
    was: readText(entries.get("was")?.value),
    observed: readProbability("observed", entries.get("observed")?.value, report),
    under: readUnder(entries.get("under")?.value, report),
    members: readMembers(entries, report),
  };
}

function readMembers(entries: Entries, report: Report): readonly SpecMember[] {
  const mixture = entries.get("mixture")?.value;
  if (mixture === undefined) return [{ weight: 1, predicate: readPredicate(entries, report) }];
  for (const key of ["needs", "calls", "optional"]) {
    refuse(entries, key, "beside `mixture`: move it into the members", report);
  }
  return itemsOf(mixture).flatMap((item) => {
    const member = entriesOf(item);
    const weight = member.get("weight")?.value;
    if (weight?.kind !== "scalar" || typeof weight.value !== "number") return [];
    return [{ weight: weight.value, predicate: readPredicate(member, report) }];
  });
}

function readPredicate(entries: Entries, report: Report): SpecPredicate {
  const needs = entries.get("needs")?.value;
  if (needs === undefined) {
    const calls = entries.get("calls")?.value;
    return {
      kind: "strict",
      calls: calls === undefined ? null : readTargets(calls, report),
      optional: readTargets(entries.get("optional")?.value, report),
    };
  }
  for (const key of ["calls", "optional"]) {
    refuse(entries, key, "beside `needs`, which already says all; remove one of the two", report);
  }
  return { kind: "needs", need: readNeeds(needs, report) };
}

function refuse(entries: Entries, key: string, why: string, report: Report): void {
  const entry = entries.get(key);
  if (entry === undefined) return;
  report(diagnostic("error", "contradiction", `${quote(key)} ${why}`, entry.keyPlace));
}

/** The least availability under each fault. */
function readUnder(node: SpecNode | undefined, report: Report): readonly SpecUnder[] {
  return [...entriesOf(node).values()].flatMap(({ key, keyPlace, value }) => {
    const minimum = readProbability(key, value, report);
    return minimum === null
      ? []
      : { fault: { value: key, place: keyPlace }, minimum: minimum.value };
  });
}
