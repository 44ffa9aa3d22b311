import { formatProbability } from "../../availability/figures.ts";
import type { Model, Service } from "../../model/model.ts";
import { bundleChanged, bundleText, change } from "../change-row.ts";
import { disruptionChanges } from "../service-changes.ts";
import { defaultMoved, isOfDefault } from "./defaults.ts";
import { type Piece, piece, slot } from "./facts.ts";
import { isSeatedByDefault, type Seats, seatsDiffer, seatsIn } from "./seats.ts";
import {
  memberNames,
  membersMoved,
  namesOf,
  type Side,
  type Sides,
  sharedDomainNames,
} from "./sides.ts";
import type { ToldRows } from "./told-rows.ts";

/**
 * Facts of services: that one is there at all, with all that it is; of those on both sides the number of
 * replicas, θ, the quorum and the placement, each by itself. A third party is one fact. A default that
 * changed is one for all that follow it, and so is a placement by default.
 */
export function serviceFacts(sides: Sides, rows: ToldRows): readonly Piece[] {
  const pieces = namesOf(sides, "services").flatMap((name) => {
    const was = sides.base.services.get(name);
    const now = sides.head.services.get(name);
    if (was !== undefined && now !== undefined) return attributes(sides, was, now, rows);
    return [presence(name, was === undefined, rows)];
  });
  return [...byDefault(sides, rows), ...pieces];
}

/** One fact for all that follow it, also those that only one side has. */
function byDefault({ base, head }: Sides, rows: ToldRows): readonly Piece[] {
  const follows = [base, head].some(({ services }) => [...services.values()].some(isOfDefault));
  if (!follows || !defaultMoved({ base: base.defaults, head: head.defaults }, "theta")) return [];
  const [old, own] = [base, head].map(({ defaults }) => formatProbability(defaults.theta!));
  const told = rows.all("default-replica-availability");
  const { place } = head.endpoint;
  const row = change("default-replica-availability", "replicaAvailability", old!, own!, place);
  return [piece(THETA, [THETA], told.length > 0 ? told : [row], "replicaAvailability")];
}

/** The slot of θ by default. */
export const THETA = "default-replica-availability";

/** The slot of where replicas sit by default. */
export function defaultSeat(domain: string): string {
  return slot("default-seat", domain);
}

function presence(name: string, isNew: boolean, rows: ToldRows): Piece {
  const key = slot("service", name);
  return piece(key, [key], [rows.row(isNew ? "service-added" : "service-removed", name)], name);
}

function attributes(sides: Sides, was: Service, now: Service, rows: ToldRows): readonly Piece[] {
  const { name } = now;
  if (was.external || now.external) {
    if (was.external === now.external && !thetasDiffer(was, now)) return [];
    const key = slot("external", name);
    return [piece(key, [key], [rows.row("external", name)], name)];
  }
  return [
    ...replicas(was, now, rows),
    ...theta(was, now, rows),
    ...quorum(was, now, rows),
    ...disruption(sides, was, now),
    ...placement(sides, was, now, rows),
  ];
}

function countsDiffer(was: Service, now: Service): boolean {
  return was.replicas.length !== now.replicas.length;
}

/** θ of replicas that come or go belongs to their number, and so does a quorum that follows it. */
function replicas(was: Service, now: Service, rows: ToldRows): readonly Piece[] {
  if (!countsDiffer(was, now)) return [];
  const { name } = now;
  const key = slot("replicas", name);
  const follows = isRerated(was, now) ? [] : [slot("theta", name)];
  return [piece(key, [key, ...follows], [rows.row("replicas", name)], name)];
}

function theta(was: Service, now: Service, rows: ToldRows): readonly Piece[] {
  if (!isRerated(was, now)) return [];
  const { name, origin } = now;
  const key = slot("theta", name);
  const told = [rows.row("replica-availability", name), rows.row("evidence", name)];
  if (told.some((one) => one !== undefined)) return [piece(key, [key], told, name)];
  // The same figures of other replicas, which may sit elsewhere; or by its own word, and not by default.
  const place = origin.replicaAvailabilityPlace ?? origin.place;
  const [old, text] = [bundleText(was.replicas), bundleText(now.replicas)];
  return [piece(key, [key], [change("replica-availability", name, old, text, place)], name)];
}

/** Whether θ is another one, or by another word; of other numbers of replicas, by more than their number. */
function isRerated(was: Service, now: Service): boolean {
  if (was.replicas.length === 0 || now.replicas.length === 0) return false;
  if (isOfDefault(was) || isOfDefault(now)) return isOfDefault(was) !== isOfDefault(now);
  return countsDiffer(was, now)
    ? bundleChanged(was.replicas, now.replicas)
    : thetasDiffer(was, now);
}

function thetasDiffer(was: Service, now: Service): boolean {
  return now.replicas.some(({ q }, i) => q !== was.replicas[i]!.q);
}

function quorum(was: Service, now: Service, rows: ToldRows): readonly Piece[] {
  const { name } = now;
  const [old, own] = [was.origin.quorum ?? was.quorum, now.origin.quorum ?? now.quorum];
  if (old === own) return [];
  const key = slot("quorum", name);
  // A majority may come to the number that was asked for before.
  const told = rows.row("quorum", name) ?? change("quorum", name, old, own, now.origin.place);
  return [piece(key, [key], [told], name)];
}

/**
 * How many go at once under the rollout or drain that is asked about. What other rules say of other numbers
 * of replicas is not known of a service: then the two are one fact.
 */
function disruption({ base, head }: Sides, was: Service, now: Service): readonly Piece[] {
  const takes = (["rollout", "drain"] as const).filter((how) =>
    [base, head].some(({ fault }) => fault !== null && fault[how] !== null),
  );
  const { name } = now;
  if (takes.every((how) => was.disruption[how] === now.disruption[how])) return [];
  const key = slot(countsDiffer(was, now) ? "replicas" : "disruption", name);
  const rows = disruptionChanges(was, now, takes);
  return [piece(key, [slot("disruption", name)], rows, name)];
}

/** Where nothing tells of it, replicas move with the members of their domain, or with their number. */
function placement(sides: Sides, was: Service, now: Service, rows: ToldRows): readonly Piece[] {
  const { name, origin } = now;
  const told = rows.row("placement", name);
  const most = Math.max(was.replicas.length, now.replicas.length);
  return sharedDomainNames(sides).flatMap((domain) => {
    const [from, to] = [seatsIn(sides.base, was, domain), seatsIn(sides.head, now, domain)];
    if (!seatsDiffer(from, to, most)) return [];
    const isByDefault =
      isSeatedByDefault(sides.base, was, domain) && isSeatedByDefault(sides.head, now, domain);
    const own = [isByDefault ? defaultSeat(domain) : slot("seat", name, domain)];
    if (told !== undefined) {
      return isByDefault
        ? [piece(defaultSeat(domain), own, [told], "placement")]
        : [piece(slot("placement", name), own, [told], name)];
    }
    if (membersMoved(sides, domain)) return [piece(slot("members", domain), own, [], domain)];
    // Where a row of members is not known, replicas that come or go shift those of the next workload.
    const isShifted = from.row.length === 0 || to.row.length === 0;
    if (isShifted && countsDiffer(was, now)) {
      return [piece(slot("replicas", name), own, [], name)];
    }
    const [old, text] = [rowText(sides.base, from, domain), rowText(sides.head, to, domain)];
    const [said] = originsIn(sides.head.model, now, domain);
    const row = change("placement", name, old, text, said?.place ?? origin.replicasPlace);
    return [piece(slot("placement", name), own, [row], name)];
  });
}

/** In the words of the rows that tell of placements; few replicas may sit alike by different words. */
function rowText(side: Side, { row, own }: Seats, domain: string): string | null {
  const used = [...new Set((row.length > 0 ? row : own).flat())];
  if (used.length === 0) return null;
  if (used.length === 1) return `all in ${used[0]}`;
  const isSpread = used.join("\n") === memberNames(side, domain).join("\n");
  return isSpread ? `spread over ${domain}` : `over ${used.join(", ")}`;
}

function originsIn({ domains }: Model, { origin }: Service, domain: string) {
  return (origin.placement ?? []).filter((one) => domains[one.domain]!.name === domain);
}
