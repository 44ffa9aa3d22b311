import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Domain, Model, Service } from "./model.ts";
import type { PlacementOrigin } from "./origin.ts";
import { counted, quote, some } from "./wording.ts";

/**
 * A model that is compared with others: where one of them has a manifest that places a service on a domain,
 * and here nothing says where its replicas go, all of them may be on one member, and count as on the one that
 * fails most often. In no domain they would look safer than spread: who removes a spread constraint would
 * win, and who adds one would lose. It holds for domains with a `topologyKey`, on which manifests can speak.
 *
 * @returns the same model where nothing is to be settled
 */
export function settlePlacement(model: Model, others: readonly Model[]): Model {
  const placed = placedByManifest(others);
  let settled = false;
  const services = model.services.map((service) => {
    const names = service.external ? undefined : placed.get(service.name);
    if (names === undefined) return service;
    const open = model.domains.flatMap((domain, i) =>
      names.has(domain.name) && canSay(domain) && isOpen(service, domain)
        ? { domain: i, on: leastAvailable(domain, model) }
        : [],
    );
    if (open.length === 0) return service;
    settled = true;
    return { ...service, ...seated(service, open, model) };
  });
  return settled ? { ...model, services } : model;
}

/** The domains that a manifest places each service on, by their names. */
function placedByManifest(models: readonly Model[]): ReadonlyMap<string, ReadonlySet<string>> {
  const placed = new Map<string, Set<string>>();
  for (const { services, domains } of models) {
    for (const { name, origin } of services) {
      for (const { domain, from } of origin.placement ?? []) {
        if (from !== "manifest") continue;
        const names = placed.get(name) ?? new Set();
        placed.set(name, names.add(domains[domain]!.name));
      }
    }
  }
  return placed;
}

function canSay({ topologyKey, members }: Domain): boolean {
  return topologyKey !== null && members.length > 0;
}

function isOpen({ placement }: Service, { members }: Domain): boolean {
  const own = new Set(members);
  return placement.some((seats) => !seats.some((one) => own.has(one)));
}

function leastAvailable({ members }: Domain, model: Model): number {
  const q = (member: number) => model.members[member]!.up.q;
  return members.reduce((least, one) => (q(one) > q(least) ? one : least));
}

type Seat = { readonly domain: number; readonly on: number };

function seated(
  { placement, origin }: Service,
  open: readonly Seat[],
  { members }: Model,
): Pick<Service, "placement" | "origin"> {
  const assumed = open
    .filter(({ domain }) => !(origin.placement ?? []).some((one) => one.domain === domain))
    .map(
      ({ domain, on }): PlacementOrigin => ({
        domain,
        from: "assumed",
        row: [on],
        soft: false,
        place: origin.replicasPlace,
      }),
    );
  return {
    placement: placement.map((seats) => {
      const missing = open.filter(
        ({ domain }) => !seats.some((one) => members[one]!.domain === domain),
      );
      return [...seats, ...missing.map(({ on }) => on)].sort((a, b) => a - b);
    }),
    origin: {
      ...origin,
      placement: [...(origin.placement ?? []), ...assumed].sort((a, b) => a.domain - b.domain),
    },
  };
}

/** Tell which services head does not place any more, once for each domain. */
export function assumedPlacements({ services, domains }: Model): readonly Diagnostic[] {
  return domains.flatMap(({ name }, domain) => {
    const assumed = services.filter(({ origin }) =>
      (origin.placement ?? []).some((one) => one.domain === domain && one.from === "assumed"),
    );
    const [first] = assumed;
    if (first === undefined) return [];
    const who = counted(assumed.length, "service");
    const message = `nothing says any more where ${who} (${some(assumed.map((one) => one.name))}) should run in ${quote(name)}: all replicas count as on its least available member; spread them in the manifests, or set a \`placement\` in the spec`;
    return [diagnostic("warning", "assumed-placement", message, first.origin.replicasPlace)];
  });
}
