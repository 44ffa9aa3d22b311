import { once } from "../../availability/once.ts";
import type { Service } from "../../model/model.ts";
import { memberNames, type Side, type Sides, sharedDomainNames } from "./sides.ts";

/** Where the replicas of a service sit in one domain. */
export type Seats = {
  /** Of each replica that there is: names of members. */
  readonly own: readonly (readonly string[])[];
  /** Of any further one, in turn from the first replica on; empty: nothing is known of them. */
  readonly row: readonly (readonly string[])[];
  /** Over all members in turn, whichever these are. */
  readonly isSpread: boolean;
};

export function seatsIn(side: Side, { placement, origin }: Service, domain: string): Seats {
  const { model } = side;
  const members = memberNames(side, domain);
  const nameOf = (one: number) => model.members[one]!.name;
  const own = placement.map((on) =>
    on
      .map(nameOf)
      .filter((name) => members.includes(name))
      .sort(),
  );
  const said = (origin.placement ?? []).find((one) => model.domains[one.domain]!.name === domain);
  if (said?.row === undefined) {
    return { own, row: own.every((one) => one.length === 0) ? [[]] : [], isSpread: false };
  }
  const row = said.row.map(nameOf);
  const isInTurn = own.every((seat, i) => seat.join("\n") === row[i % row.length]);
  return {
    own,
    row: row.map((name) => [name]),
    isSpread: isInTurn && isWhole(row, members),
  };
}

function isWhole(row: readonly string[], members: readonly string[]): boolean {
  return members.length > 1 && row.join("\n") === members.join("\n");
}

/** Where replicas of a service sit that follows the default of that side, whatever the service is there. */
export function seatsByDefault(side: Side, domain: string): Seats {
  const row = side.defaults.rows.get(domain);
  if (row === undefined) return { own: [], row: [[]], isSpread: false };
  return {
    own: [],
    row: row.map((name) => [name]),
    isSpread: isWhole(row, memberNames(side, domain)),
  };
}

/** Whether the default alone says where it sits in a domain, or would if there were one. */
export function isSeatedByDefault(
  { model, defaults }: Side,
  { origin }: Service,
  domain: string,
): boolean {
  const said = (origin.placement ?? []).filter((one) => model.domains[one.domain]!.name === domain);
  return said.length === 0
    ? !defaults.rows.has(domain)
    : said.every(({ from }) => from === "default");
}

/** Shared domains whose default puts a service elsewhere that follows it on both sides. */
export const movedDefaults = once(
  (sides: Sides): ReadonlySet<string> =>
    new Set(sharedDomainNames(sides).filter((domain) => isDefaultMoved(sides, domain))),
);

function isDefaultMoved({ base, head }: Sides, domain: string): boolean {
  return [...head.services].some(([name, now]) => {
    const was = base.services.get(name);
    if (was === undefined || was.external || now.external) return false;
    if (!isSeatedByDefault(base, was, domain) || !isSeatedByDefault(head, now, domain))
      return false;
    const most = Math.max(was.replicas.length, now.replicas.length);
    return seatsDiffer(seatsIn(base, was, domain), seatsIn(head, now, domain), most);
  });
}

/** Where replica `i` sits by one side's word; what it cannot know, by the other's. */
export function seatOf(chosen: Seats, other: Seats | null, i: number): readonly string[] {
  const { own } = chosen;
  const known = knownSeat(chosen, i) ?? (other === null ? undefined : knownSeat(other, i));
  return known ?? (own.length === 0 ? [] : own[i % own.length]!);
}

/** Whether the two put any of so many replicas elsewhere. */
export function seatsDiffer(one: Seats, other: Seats, replicas: number): boolean {
  if (one.isSpread && other.isSpread) return false;
  return Array.from({ length: replicas }, (_, i) => i).some((i) => {
    const [a, b] = [knownSeat(one, i), knownSeat(other, i)];
    return a !== undefined && b !== undefined && a.join("\n") !== b.join("\n");
  });
}

/** Of an empty row there is none. */
function knownSeat({ own, row }: Seats, i: number): readonly string[] | undefined {
  return own[i] ?? row[i % row.length];
}
