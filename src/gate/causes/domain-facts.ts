import type { Member } from "../../model/model.ts";
import { type Piece, piece, slot } from "./facts.ts";
import { memberNames, membersMoved, namesOf, type Side, type Sides } from "./sides.ts";
import type { ToldRows } from "./told-rows.ts";

/**
 * Facts of shared fate: that a domain is there at all, with who sits on it and shares it; of those on both
 * sides which members it has, and how available they are; and the incidents.
 */
export function domainFacts(sides: Sides, rows: ToldRows): readonly Piece[] {
  const { base, head } = sides;
  return namesOf(sides, "domains").flatMap((name) => {
    if (base.domains.has(name) && head.domains.has(name)) {
      return [...members(sides, name, rows), ...availabilities(sides, name, rows)];
    }
    const key = slot("domain", name);
    const row = rows.row(head.domains.has(name) ? "domain-added" : "domain-removed", name);
    return [piece(key, [key], [row], name)];
  });
}

function members(sides: Sides, domain: string, rows: ToldRows): readonly Piece[] {
  if (!membersMoved(sides, domain)) return [];
  const [before, after] = [memberNames(sides.base, domain), memberNames(sides.head, domain)];
  const told = [
    ...after.map((one) => rows.row("member-added", one)),
    ...before.map((one) => rows.row("member-removed", one)),
  ];
  const key = slot("members", domain);
  return [piece(key, [key], told, domain)];
}

/** All members alike are one fact. */
function availabilities(sides: Sides, domain: string, rows: ToldRows): readonly Piece[] {
  const before = membersOf(sides.base, domain);
  const moved = [...membersOf(sides.head, domain)].flatMap(([name, { up }]) => {
    const old = before.get(name)?.up;
    return old === undefined || old.q === up.q ? [] : [name];
  });
  const alike = rows.row("domain-availability", domain);
  if (alike !== undefined) {
    const slots = moved.map((name) => slot("member", name));
    return [piece(slot("available", domain), slots, [alike], domain)];
  }
  return moved.map((name) => {
    const key = slot("member", name);
    return piece(key, [key], [rows.row("domain-availability", name)], domain);
  });
}

function membersOf(side: Side, domain: string): ReadonlyMap<string, Member> {
  const members = side.domains.get(domain)!.members.map((one) => side.model.members[one]!);
  return new Map(members.map((one) => [one.name, one]));
}

export function incidentFacts(sides: Sides, rows: ToldRows): readonly Piece[] {
  return namesOf(sides, "incidents").flatMap((text) => {
    const kinds = ["incident-added", "incident-changed", "incident-removed"] as const;
    const told = kinds.flatMap((kind) => rows.row(kind, text) ?? []);
    const key = slot("incident", text);
    return told.length === 0 ? [] : [piece(key, [key], told, "incidents")];
  });
}
