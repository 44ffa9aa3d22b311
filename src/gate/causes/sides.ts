import type { Subject } from "../../availability/subject.ts";
import type {
  Dependency,
  Domain,
  Incident,
  Model,
  Override,
  Service,
  Target,
} from "../../model/model.ts";
import { incidentsByText } from "../fault-changes.ts";
import { type Defaults, defaultsOf } from "./defaults.ts";
import { comparePredicates, type Predicates } from "./predicates.ts";
import { type Relevant, relevantTo } from "./relevant.ts";

/** One endpoint at one commit, by names, without what cannot matter to it at either. */
export type Side = Subject & {
  readonly defaults: Defaults;
  readonly services: ReadonlyMap<string, Service>;
  readonly dependencies: ReadonlyMap<string, Dependency>;
  readonly domains: ReadonlyMap<string, Domain>;
  /** By what they do. */
  readonly incidents: ReadonlyMap<string, Incident>;
};

export type SideName = "base" | "head";

export type Sides = Readonly<Record<SideName, Side>> & {
  /** One for each member of the mixture; `null`: they cannot be paired. */
  readonly predicates: readonly Predicates[] | null;
};

/** An endpoint at base and at head, as far as the steady state of either or any mixture of them rests on it. */
export function sidesOf(base: Subject, head: Subject): Sides {
  const relevant = relevantTo([base, head]);
  const domains = new Set([base, head].flatMap(({ model }) => domainsUnder(model, relevant)));
  return {
    base: sideOf(base, relevant, domains),
    head: sideOf(head, relevant, domains),
    predicates: comparePredicates(base, head),
  };
}

function sideOf(subject: Subject, relevant: Relevant, domains: ReadonlySet<string>): Side {
  const { model } = subject;
  const touches = (one: Target | Override): boolean => {
    if ("member" in one) {
      return domains.has(model.domains[model.members[one.member]!.domain]!.name);
    }
    if ("dependency" in one) {
      return relevant.dependencies.has(model.dependencies[one.dependency]!.name);
    }
    return relevant.services.has(model.services[one.service]!.name);
  };
  const incidents = [...incidentsByText(model)].filter(([, { down, overrides }]) =>
    [...down, ...overrides].some(touches),
  );
  return {
    ...subject,
    defaults: defaultsOf(model),
    services: named(model.services, relevant.services),
    dependencies: named(model.dependencies, relevant.dependencies),
    domains: named(model.domains, domains),
    incidents: new Map(incidents),
  };
}

function named<T extends { readonly name: string }>(
  all: readonly T[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, T> {
  return new Map(all.flatMap((one) => (names.has(one.name) ? [[one.name, one]] : [])));
}

/** Names of the domains that what is relevant sits on or shares. */
function domainsUnder(model: Model, relevant: Relevant): readonly string[] {
  const members = [
    ...model.services.flatMap(({ name, placement }) =>
      relevant.services.has(name) ? placement.flat() : [],
    ),
    ...model.dependencies.flatMap(({ name, channels }) =>
      relevant.dependencies.has(name) ? channels.flatMap((one) => one.members) : [],
    ),
  ];
  return [...new Set(members)].map((one) => model.domains[model.members[one]!.domain]!.name);
}

/** Names that one side has or both, those of head first. */
export function namesOf(
  { base, head }: Sides,
  of: "services" | "dependencies" | "domains" | "incidents",
): readonly string[] {
  return [...new Set([...head[of].keys(), ...base[of].keys()])];
}

/** Domains that both sides have. */
export function sharedDomainNames({ base, head }: Sides): readonly string[] {
  return [...head.domains.keys()].filter((name) => base.domains.has(name));
}

/** Names of the members of a domain, in its order. */
export function memberNames({ model, domains }: Side, domain: string): readonly string[] {
  return (domains.get(domain)?.members ?? []).map((one) => model.members[one]!.name);
}

/** Whether a domain that both sides have has other members: then replicas move with them. */
export function membersMoved({ base, head }: Sides, domain: string): boolean {
  const sorted = (side: Side) => [...memberNames(side, domain)].sort().join("\n");
  return sorted(base) !== sorted(head);
}
