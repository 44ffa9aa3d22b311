import type { Probability, Service } from "../../model/model.ts";
import { slot } from "./facts.ts";
import { type Choice, isThere, sideWith } from "./mix.ts";
import { seatOf, seatsIn } from "./seats.ts";
import { namesOf, type Side, type SideName, type Sides } from "./sides.ts";

/** The services of a mixture; `members`: indices of what they can sit on. */
export function mixServices(
  sides: Sides,
  pick: Choice,
  members: ReadonlyMap<string, number>,
): readonly Service[] {
  return namesOf(sides, "services")
    .filter((name) => isThere(sides, pick, "services", name))
    .map((name) => {
      const own = sideWith(sides, pick, "services", name, slot("external", name));
      const service = ownService(sides, pick, name, own);
      return { ...service, placement: seated(sides, pick, service, own, members) };
    });
}

function ownService(sides: Sides, pick: Choice, name: string, own: Side): Service {
  const was = sides.base.services.get(name);
  const now = sides.head.services.get(name);
  if (was === undefined || now === undefined) return own.services.get(name)!;
  if (was.external || now.external) return own.services.get(name)!;
  const of = (what: string) => (pick(slot(what, name)) === "base" ? was : now);
  const { length } = of("replicas").replicas;
  const thetas = of("theta").replicas;
  const { quorum: rule } = of("quorum").origin;
  return {
    ...now,
    replicas: fitted(thetas, thetas === was.replicas ? now.replicas : was.replicas, length),
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
  members: ReadonlyMap<string, number>,
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
    const words = seatsIn(chosen, service, domain);
    return replicas.map((_, i) => seatOf(words, others, i));
  });
  return replicas.map((_, i) =>
    seats
      .flatMap((domain) => domain[i]!)
      .flatMap((member) => members.get(member) ?? [])
      .sort((a, b) => a - b),
  );
}

/** Whether it is a third party on either side: then all of it is one fact. */
function isOutside({ base, head }: Sides, name: string): boolean {
  return [base, head].some((side) => side.services.get(name)?.external === true);
}
