import type { Domain, Member } from "../../model/model.ts";
import { slot } from "./facts.ts";
import { isThere, sideWith } from "./mix.ts";
import type { Choice } from "./remember.ts";
import { memberNames, namesOf, type Side, type Sides } from "./sides.ts";

/** Domains of a mixture, and who is a member of them. */
export type MixedMembers = {
  readonly domains: readonly Domain[];
  /** Of all members, by which indices name them. */
  readonly names: readonly string[];
  readonly index: ReadonlyMap<string, number>;
  readonly membersOf: (domain: string) => readonly string[];
};

export function mixMembers(sides: Sides, pick: Choice): MixedMembers {
  const names: string[] = [];
  const domains: Domain[] = [];
  const byDomain = new Map<string, readonly string[]>();
  for (const name of namesOf(sides, "domains")) {
    if (!isThere(sides, pick, "domains", name)) continue;
    const own = sideWith(sides, pick, "domains", name, slot("members", name));
    const members = memberNames(own, name);
    const first = names.length;
    names.push(...members);
    byDomain.set(name, members);
    domains.push({ ...own.domains.get(name)!, members: members.map((_, i) => first + i) });
  }
  const index = new Map(names.map((name, i) => [name, i]));
  return { domains, names, index, membersOf: (domain) => byDomain.get(domain) ?? [] };
}

/** The states of the members, as available as one of the sides has them. */
export function memberStates(
  sides: Sides,
  pick: Choice,
  { domains, names }: MixedMembers,
): readonly Member[] {
  return domains.flatMap(({ name: domain, members }, at) =>
    members.map((member) => {
      const name = names[member]!;
      const was = memberOf(sides.base, domain, name);
      const now = memberOf(sides.head, domain, name);
      const both = pick(slot("member", name)) === "base" ? was : now;
      const state = was === undefined || now === undefined ? (was ?? now) : both;
      return { ...state!, domain: at };
    }),
  );
}

function memberOf({ model, domains }: Side, domain: string, name: string): Member | undefined {
  return domains
    .get(domain)
    ?.members.map((one) => model.members[one]!)
    .find((one) => one.name === name);
}
