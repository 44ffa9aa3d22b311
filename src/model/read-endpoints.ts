import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, itemsOf, type Placed, type SpecEntry, type SpecNode } from "./document.ts";
import { type Report, readProbability } from "./figures.ts";
import { looksLikeDependency, parsePair } from "./names.ts";
import { readNeeds } from "./read-needs.ts";
import type { SpecEndpoint, SpecMember, SpecPredicate } from "./spec.ts";
import { quote } from "./wording.ts";

type Entries = ReadonlyMap<string, SpecEntry>;

/** Φ: the entries of `endpoints`, by name. Those without an entry are left to the schema. */
export function readEndpoints(
  node: SpecNode | undefined,
  report: Report,
): ReadonlyMap<string, SpecEndpoint> {
  const endpoints = new Map<string, SpecEndpoint>();
  for (const entry of entriesOf(node).values()) {
    const endpoint = readEndpoint(entry, report);
    if (endpoint !== null) endpoints.set(endpoint.name, endpoint);
  }
  return endpoints;
}

function readEndpoint({ key, keyPlace, value }: SpecEntry, report: Report): SpecEndpoint | null {
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
    slo: readProbability("slo", slo, report),
    was: readText(entries.get("was")?.value),
    observed: readProbability("observed", entries.get("observed")?.value, report),
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

/** Names of services and dependencies, the latter normalised. */
function readTargets(node: SpecNode | undefined, report: Report): readonly Placed<string>[] {
  return itemsOf(node).flatMap((item) => {
    const text = readText(item);
    if (text === null || !looksLikeDependency(text.value)) return text ?? [];
    const pair = parsePair(text.value);
    if (!("problem" in pair)) return { value: pair.name, place: text.place };
    const message = `${quote(text.value)} ${pair.problem}`;
    report(diagnostic("error", "invalid-dependency", message, text.place));
    return [];
  });
}

function readText(node: SpecNode | undefined): Placed<string> | null {
  return node?.kind === "scalar" && typeof node.value === "string"
    ? { value: node.value, place: node.place }
    : null;
}
