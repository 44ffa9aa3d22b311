import { diagnostic } from "../yaml/diagnostic.ts";
import { isOneOf } from "./check-names.ts";
import type { Placed } from "./document.ts";
import type { Report } from "./figures.ts";
import { looksLikeDependency } from "./names.ts";
import type { Spec, SpecDomain, SpecPlacement } from "./spec.ts";
import { quote } from "./wording.ts";

/** Check that what covers, is covered or is placed names what there is. */
export function checkDomains(spec: Spec, report: Report): void {
  checkStateNames(spec, report);
  const dependencies = new Set(spec.dependencies.map((line) => line.name));
  for (const { covers } of spec.domains.values()) {
    if (covers === "all") continue;
    for (const line of covers) {
      // What is no dependency at all is told by the schema.
      if (looksLikeDependency(line.value)) isOneOf("dependency", line, dependencies, report);
    }
  }
  for (const line of spec.dependencies) {
    for (const name of line.domains) checkCovering(name, spec, report);
  }
  checkPlacement(spec.defaults.placement, spec, report);
  for (const { placement } of spec.services.values()) checkPlacement(placement, spec, report);
}

/** `zone/a` must be one thing: a domain of that name, or the member of one domain. */
function checkStateNames({ domains }: Spec, report: Report): void {
  const owners = new Map([...domains.keys()].map((name) => [name, name]));
  for (const { name, members, place } of domains.values()) {
    for (const member of new Set(members)) {
      const state = `${name}/${member}`;
      const other = owners.get(state);
      owners.set(state, name);
      if (other === undefined) continue;
      const what = other === state ? "a domain" : `a member of ${quote(other)}`;
      const message = `${quote(state)} is a member of ${quote(name)} and ${what}; rename one of the two`;
      report(diagnostic("error", "ambiguous-name", message, place));
    }
  }
}

/** A call passes through a domain as a whole; no line could say through which member. */
function checkCovering(name: Placed<string>, { domains }: Spec, report: Report): void {
  if (!isOneOf("domain", name, domains, report)) return;
  if (domains.get(name.value)!.members.length === 0) return;
  const message = `${quote(name.value)} has members, and a dependency passes through none of them; name a domain without members`;
  report(diagnostic("error", "contradiction", message, name.place));
}

function checkPlacement(placement: SpecPlacement | null, { domains }: Spec, report: Report): void {
  for (const [name, { on, place }] of placement ?? []) {
    if (!isOneOf("domain", { value: name, place }, domains, report)) continue;
    if (typeof on !== "string") checkPositions(on, domains.get(name)!, report);
  }
}

function checkPositions(
  on: readonly Placed<string>[],
  { name, members }: SpecDomain,
  report: Report,
): void {
  const known = new Set(members);
  for (const member of on) {
    if (known.size > 0) isOneOf("member", member, known, report);
    else {
      const message = `${quote(name)} has no members to list; write ${quote(`${name}: spread`)}`;
      report(diagnostic("error", "unknown-member", message, member.place));
    }
  }
}
