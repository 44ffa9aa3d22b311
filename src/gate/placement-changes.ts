import type { Domain, Model, Service } from "../model/model.ts";
import { change } from "./change-row.ts";
import { sharedDomains } from "./domain-changes.ts";
import type { Change } from "./result.ts";

/** Replicas that a row names one by one. */
const MOST_NAMED = 3;

/** Where each service runs, of those that both models have; third parties run nowhere. */
export function placementChanges(base: Model, head: Model): readonly Change[] {
  const shared = sharedDomains(base, head);
  const stays = sameMembers(base, head, shared);
  const before = new Map(base.services.map((service) => [service.name, service]));
  return head.services.flatMap((service) => {
    const old = before.get(service.name);
    if (old === undefined || old.external || service.external) return [];
    const [from, to] = [seats(base, old, shared), seats(head, service, shared)];
    if (sameSeats(from, to)) return [];
    const [was, now] = [textOf(base, old, shared), textOf(head, service, shared)];
    const place = service.origin.replicasPlace;
    if (was !== now) return [change("placement", service.name, was, now, place)];
    if (!stays || sameCompany(old, from, service, to)) return [];
    const moved = from.flatMap((seat, i) => (i < to.length && seat !== to[i] ? [i] : []));
    return [change("placement", service.name, seatText(from, moved), seatText(to, moved), place)];
  });
}

/** Whether the shared domains have the members that they had: else replicas move because of these. */
function sameMembers(base: Model, head: Model, shared: ReadonlySet<string>): boolean {
  const names = ({ domains, members }: Model) =>
    members
      .flatMap(({ name, domain }) => (shared.has(domains[domain]!.name) ? [name] : []))
      .sort()
      .join("\n");
  return names(base) === names(head);
}

/** Whether the replicas only changed places with their like, which moves no figure. */
function sameCompany(
  old: Service,
  from: readonly string[],
  service: Service,
  to: readonly string[],
): boolean {
  const company = ({ replicas }: Service, all: readonly string[]) =>
    all
      .map((seat, i) => `${replicas[i]?.q}\n${seat}`)
      .sort()
      .join("\n\n");
  return company(old, from) === company(service, to);
}

/** "replica 2 in zone/b, replica 3 in zone/a, and 5 more". */
function seatText(all: readonly string[], moved: readonly number[]): string {
  const named = moved
    .slice(0, MOST_NAMED)
    .map((i) => `replica ${i + 1} in ${all[i]!.replaceAll("\n", " and ") || "no domain"}`);
  const more = moved.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

/** Of each replica: the members that it sits on, of the given domains. */
function seats(model: Model, service: Service, shared: ReadonlySet<string>): readonly string[] {
  return service.placement.map((members) =>
    members
      .map((index) => model.members[index]!)
      .filter(({ domain }) => shared.has(model.domains[domain]!.name))
      .map(({ name }) => name)
      .sort()
      .join("\n"),
  );
}

/** Where replicas were added or taken away, those that stayed sit as they did. */
function sameSeats(base: readonly string[], head: readonly string[]): boolean {
  return base.slice(0, head.length).every((seat, i) => seat === head[i]);
}

/** "spread over zone", "all in zone/a", "over zone/a, zone/b"; `null`: in no domain. */
function textOf(model: Model, service: Service, shared: ReadonlySet<string>): string | null {
  const texts = model.domains.flatMap((domain) =>
    shared.has(domain.name) ? domainText(model, service, domain) : [],
  );
  return texts.length === 0 ? null : texts.join(", ");
}

function domainText(model: Model, { placement }: Service, domain: Domain): readonly string[] {
  const own = new Set(domain.members);
  const seats = placement.map((members) => members.find((member) => own.has(member)));
  const used = [...new Set(seats)].filter((member) => member !== undefined);
  if (used.length === 0) return [];
  const names = used.map((member) => model.members[member]!.name);
  if (used.length === 1 && !seats.includes(undefined)) {
    return [`${seats.length === 1 ? "" : "all "}in ${names[0]}`];
  }
  const { members } = domain;
  const spread = seats.every((member, i) => member === members[i % members.length]);
  return [spread ? `spread over ${domain.name}` : `over ${names.join(", ")}`];
}
