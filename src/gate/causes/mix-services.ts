import type { Probability, Service } from "../../model/model.ts";
import { isOfDefault } from "./defaults.ts";
import { slot } from "./facts.ts";
import { sideWith } from "./mix.ts";
import type { MixedMembers } from "./mix-domains.ts";
import type { Choice } from "./remember.ts";
import {
  isSeatedByDefault,
  movedDefaults,
  type Seats,
  seatOf,
  seatsByDefault,
  seatsIn,
} from "./seats.ts";
import { defaultSeat, THETA } from "./service-facts.ts";
import { namesOf, type Side, type SideName, type Sides } from "./sides.ts";

/** A service that is in the mixture. */
export function mixService(sides: Sides, pick: Choice, name: string, there: MixedMembers): Service {
  const own = sideWith(sides, pick, "services", name, slot("external", name));
  const service = ownService(sides, pick, name, own);
  return { ...service, placement: seated(sides, pick, service, own, there) };
}

function ownService(sides: Sides, pick: Choice, name: string, own: Side): Service {
  const was = sides.base.services.get(name);
  const now = sides.head.services.get(name);
  const rated = (service: Service, { replicas } = service): readonly Probability[] => {
    const by = isOfDefault(service) ? sides[pick(THETA)].defaults.theta : null;
    return by === null ? replicas : replicas.map(() => by);
  };
  if (was === undefined || now === undefined || was.external || now.external) {
    const service = own.services.get(name)!;
    return { ...service, replicas: rated(service) };
  }
  const of = (what: string) => (pick(slot(what, name)) === "base" ? was : now);
  const { length } = of("replicas").replicas;
  const chosen = of("theta");
  const other = chosen === was ? now : was;
  const { quorum: rule } = of("quorum").origin;
  return {
    ...now,
    disruption: of("disruption").disruption,
    replicas: fitted(rated(chosen), rated(other), length),
    quorum: rule === "majority" ? Math.floor(length / 2) + 1 : of("quorum").quorum,
  };
}

/** θ of so many replicas by one side's list; of those that it does not have by the other's. */
function fitted(
  chosen: readonly Probability[],
  other: readonly Probability[],
  length: number,
): readonly Probability[] {
  const [first] = chosen;
  const isUniform = chosen.every(({ p, q }) => p === first?.p && q === first?.q);
  const beyond = (i: number) => (isUniform ? first : undefined) ?? other[i] ?? chosen.at(-1)!;
  return Array.from({ length }, (_, i) => chosen[i] ?? beyond(i));
}

/** Where each replica sits: domain by domain as one of the sides has it. */
function seated(
  sides: Sides,
  pick: Choice,
  { name, external, replicas }: Service,
  own: Side,
  { index, membersOf }: MixedMembers,
): Service["placement"] {
  const both = sides.base.services.has(name) && sides.head.services.has(name);
  const isMixed = both && !external && !isOutside(sides, name);
  const seats = namesOf(sides, "domains").map((domain) => {
    const isShared = sides.base.domains.has(domain) && sides.head.domains.has(domain);
    const said: SideName = isShared
      ? pick(slot("seat", name, domain))
      : sides.base.domains.has(domain)
        ? "base"
        : "head";
    const chosen = isMixed ? sides[said] : own;
    const other = chosen === sides.base ? sides.head : sides.base;
    const service = chosen.services.get(name)!;
    const others = isMixed && isShared ? seatsIn(other, other.services.get(name)!, domain) : null;
    const words =
      movedSeats(sides, pick, chosen, service, domain) ?? seatsIn(chosen, service, domain);
    const there = membersOf(domain);
    return replicas.map((_, i) =>
      words.isSpread && there.length > 0 ? [there[i % there.length]!] : seatOf(words, others, i),
    );
  });
  return replicas.map((_, i) =>
    seats
      .flatMap((domain) => domain[i]!)
      .flatMap((member) => index.get(member) ?? [])
      .sort((a, b) => a - b),
  );
}

/** By the default of the other side, where one that it follows is as there; else `null`. */
function movedSeats(
  sides: Sides,
  pick: Choice,
  chosen: Side,
  service: Service,
  domain: string,
): Seats | null {
  if (!movedDefaults(sides).has(domain) || service.external) return null;
  if (!isSeatedByDefault(chosen, service, domain)) return null;
  const by = sides[pick(defaultSeat(domain))];
  if (by === chosen) return null;
  const there = by.services.get(service.name);
  return there !== undefined && !there.external && isSeatedByDefault(by, there, domain)
    ? seatsIn(by, there, domain)
    : seatsByDefault(by, domain);
}

/** Whether it is a third party on either side: then all of it is one fact. */
function isOutside({ base, head }: Sides, name: string): boolean {
  return [base, head].some((side) => side.services.get(name)?.external === true);
}
