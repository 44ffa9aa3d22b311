import type { Domain, Model, Service } from "../model/model.ts";
import { change } from "./change-row.ts";
import { sharedDomains } from "./domain-changes.ts";
import type { Change } from "./result.ts";

/** Where each service runs, of those that both models have; third parties run nowhere. */
export function placementChanges(base: Model, head: Model): readonly Change[] {
  const shared = sharedDomains(base, head);
  const before = new Map(base.services.map((service) => [service.name, service]));
  return head.services.flatMap((service) => {
    const old = before.get(service.name);
    if (old === undefined || old.external || service.external) return [];
    if (sameSeats(seats(base, old, shared), seats(head, service, shared))) return [];
    const [was, now] = [textOf(base, old, shared), textOf(head, service, shared)];
    if (was === now) return [];
    return [change("placement", service.name, was, now, service.origin.replicasPlace)];
  });
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
