import type { Domain, Model, Service } from "../model/model.ts";
import type { PlacementOrigin } from "../model/origin.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { change } from "./change-row.ts";
import { sharedDomains } from "./domain-changes.ts";
import type { Change } from "./result.ts";

/** Replicas that a row names one by one. */
const MOST_NAMED = 3;

/** Where each service runs, of those that both models have; third parties run nowhere. */
export function placementChanges(base: Model, head: Model): readonly Change[] {
  const shared = sharedDomains(base, head);
  const stays = sameMembers(base, head, shared);
  const old = new Map(base.services.map((service) => [service.name, service]));
  return head.services.flatMap((service) => {
    const was = old.get(service.name);
    return was === undefined || was.external || service.external
      ? []
      : placementChange({ model: base, service: was }, { model: head, service }, shared, stays);
  });
}

/** A service in its model. */
type Side = { readonly model: Model; readonly service: Service };

function placementChange(
  base: Side,
  head: Side,
  shared: ReadonlySet<string>,
  stays: boolean,
): readonly Change[] {
  const [from, to] = [seats(base, shared), seats(head, shared)];
  const stayed = sameSeats(from, to);
  if (stayed && marksOf(base, shared) === marksOf(head, shared)) return [];
  const [before, after] = [textsOf(base, shared), textsOf(head, shared)];
  const { name, origin } = head.service;
  const moved = [...after.keys(), ...before.keys()].filter(
    (one) => before.get(one) !== after.get(one),
  );
  const row = (was: string | null, now: string | null): readonly Change[] => [
    {
      ...change("placement", name, was, now, origin.replicasPlace),
      ...whereSaid(base, head, moved),
    },
  ];
  if (moved.length > 0) return row(joined(before), joined(after));
  if (stayed || !stays || sameCompany(base.service, from, head.service, to)) return [];
  const others = from.flatMap((seat, i) => (i < to.length && seat !== to[i] ? [i] : []));
  return row(seatText(from, others), seatText(to, others));
}

/** How firmly each domain holds the service, whatever its replicas are. */
function marksOf({ model, service }: Side, shared: ReadonlySet<string>): string {
  const marks = (service.origin.placement ?? []).map(
    (one) => [model.domains[one.domain]!.name, markOf(one)] as const,
  );
  return JSON.stringify(marks.filter(([name, mark]) => shared.has(name) && mark !== "").sort());
}

/** The line at head that decides where the service runs now; at base, where head says nothing. */
function whereSaid(
  base: Side,
  head: Side,
  moved: readonly string[],
): Pick<Change, "file" | "line" | "side"> | null {
  const said = ({ model, service }: Side): Place | undefined =>
    (service.origin.placement ?? []).find(
      ({ domain, from }) => from !== "assumed" && moved.includes(model.domains[domain]!.name),
    )?.place;
  const [was, now] = [said(base), said(head)];
  if (now !== undefined) return { file: now.file, line: now.line, side: "head" };
  return was === undefined ? null : { file: was.file, line: was.line, side: "base" };
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
function seats({ model, service }: Side, shared: ReadonlySet<string>): readonly string[] {
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

/** By domain: "spread over zone", "all in zone/a", "over zone/a, zone/b". */
function textsOf(
  { model, service }: Side,
  shared: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map(
    model.domains.flatMap((domain, i) => {
      if (!shared.has(domain.name)) return [];
      const origin = service.origin.placement?.find((one) => one.domain === i);
      return domainText(model, service, domain).map(
        (text) => [domain.name, `${text}${origin === undefined ? "" : markOf(origin)}`] as const,
      );
    }),
  );
}

/** What the scheduler may leave undone, and what nothing says, is not as good as the others' word. */
function markOf({ soft, from }: PlacementOrigin): string {
  return from === "assumed" ? " (assumed)" : soft ? " (soft)" : "";
}

/** `null`: in no domain. */
function joined(texts: ReadonlyMap<string, string>): string | null {
  return texts.size === 0 ? null : [...texts.values()].join(", ");
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
