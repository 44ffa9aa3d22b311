import type { Subject } from "../../availability/subject.ts";
import type { Domain, Incident, Member, Override, Target } from "../../model/model.ts";
import { slot } from "./facts.ts";
import { mixDependencies } from "./mix-dependencies.ts";
import { mixEndpoint } from "./mix-endpoint.ts";
import { mixServices } from "./mix-services.ts";
import { memberNames, namesOf, type Side, type SideName, type Sides } from "./sides.ts";

/** From which side a slot of the mixture is taken. */
export type Choice = (slot: string) => SideName;

/** What is there in a mixture, and its index. */
export type Indices = {
  readonly services: ReadonlyMap<string, number>;
  readonly dependencies: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, number>;
};

/**
 * Some facts as at base and the others as at head, resolved anew: what names a thing that is not there is
 * false as a need, and does nothing as a dependency, placement or target.
 *
 * @returns `null` where there is no entry, or the incidents fill more than all of the time
 */
export function mix(sides: Sides, pick: Choice): Subject | null {
  const { domains, members } = mixDomains(sides, pick);
  const memberIndex = indexOf(members);
  const byName = new Map(domains.map((one) => [one.name, one.members]));
  const membersOf = (domain: string) => (byName.get(domain) ?? []).map((one) => members[one]!.name);
  const services = mixServices(sides, pick, { members: memberIndex, membersOf });
  const serviceIndex = indexOf(services);
  const dependencies = mixDependencies(sides, pick, serviceIndex, memberIndex);
  const indices = {
    services: serviceIndex,
    dependencies: indexOf(dependencies),
    members: memberIndex,
  };
  const incidents = mixIncidents(sides, pick, indices);
  const endpoint = mixEndpoint(sides, pick, services, dependencies, indices);
  if (endpoint === null || overfull(incidents)) return null;
  const { gate } = sides.head.model;
  const model = {
    services,
    dependencies,
    domains,
    members,
    faults: [],
    incidents,
    endpoints: [endpoint],
    gate,
  };
  return { model, endpoint, fault: null };
}

function indexOf(all: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  return new Map(all.map(({ name }, index) => [name, index]));
}

/** Whether the mixture has a thing that one side or both have. */
export function isThere(
  { base, head }: Sides,
  pick: Choice,
  of: "services" | "dependencies" | "domains",
  name: string,
): boolean {
  const [was, now] = [base[of].has(name), head[of].has(name)];
  if (was === now) return was;
  const kinds = { services: "service", dependencies: "dependency", domains: "domain" } as const;
  return (pick(slot(kinds[of], name)) === "base") === was;
}

function mixDomains(sides: Sides, pick: Choice) {
  const members: Member[] = [];
  const domains: Domain[] = [];
  for (const name of namesOf(sides, "domains")) {
    if (!isThere(sides, pick, "domains", name)) continue;
    const own = sideWith(sides, pick, "domains", name, slot("members", name));
    const domain = own.domains.get(name)!;
    const first = members.length;
    for (const member of memberNames(own, name)) {
      const [was, now] = [memberOf(sides.base, name, member), memberOf(sides.head, name, member)];
      const both = pick(slot("member", member)) === "base" ? was : now;
      const state = was === undefined || now === undefined ? (was ?? now) : both;
      members.push({ ...state!, domain: domains.length });
    }
    domains.push({ ...domain, members: members.slice(first).map((_, i) => first + i) });
  }
  return { domains, members };
}

function memberOf({ model, domains }: Side, domain: string, name: string): Member | undefined {
  return domains
    .get(domain)
    ?.members.map((one) => model.members[one]!)
    .find((one) => one.name === name);
}

/** The side that has the thing; where both have, the one that the slot is taken from. */
export function sideWith(
  { base, head }: Sides,
  pick: Choice,
  of: "services" | "dependencies" | "domains",
  name: string,
  what: string,
): Side {
  if (!base[of].has(name)) return head;
  if (!head[of].has(name)) return base;
  return pick(what) === "base" ? base : head;
}

/** One that does the same on both sides hits what either has. */
function mixIncidents(sides: Sides, pick: Choice, indices: Indices): readonly Incident[] {
  return namesOf(sides, "incidents").flatMap((text) => {
    const [was, now] = [sides.base.incidents.get(text), sides.head.incidents.get(text)];
    const own = pick(slot("incident", text)) === "base" ? was : now;
    const stated = was !== undefined && now !== undefined ? own : was === now ? undefined : own;
    if (stated === undefined) return [];
    const hit = (of: Side, all: Incident | undefined) => ({
      overrides: (all?.overrides ?? []).flatMap((one) => aimed(one, of, indices)),
      down: (all?.down ?? []).flatMap((one) => aimed(one, of, indices)),
    });
    const both = [hit(sides.head, now), hit(sides.base, was)];
    return {
      ...stated,
      overrides: distinct(both.flatMap(({ overrides }) => overrides)),
      down: distinct(both.flatMap(({ down }) => down)),
    };
  });
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Nothing where what it aims at is not there. */
function aimed<T extends Target | Override>(
  one: T,
  { model }: Side,
  indices: Indices,
): readonly T[] {
  if ("member" in one) {
    const member = indices.members.get(model.members[one.member]!.name);
    return member === undefined ? [] : [{ ...one, member }];
  }
  if ("dependency" in one) {
    const dependency = indices.dependencies.get(model.dependencies[one.dependency]!.name);
    return dependency === undefined ? [] : [{ ...one, dependency }];
  }
  const service = indices.services.get(model.services[one.service]!.name);
  return service === undefined ? [] : [{ ...one, service }];
}

/** Beyond what rounding makes of shares that fill all of the time. */
function overfull(incidents: readonly Incident[]): boolean {
  return incidents.reduce((sum, { probability }) => sum + probability.p, 0) > 1 + 1e-9;
}
