import { formatProbability } from "../../availability/figures.ts";
import type { Channel, Dependency, Probability } from "../../model/model.ts";
import { bundleText, change, gatherAlike } from "../change-row.ts";
import { coverText } from "../dependency-changes.ts";
import type { Change } from "../result.ts";
import { defaultMoved, isByDefault, ratedUp } from "./defaults.ts";
import { type Piece, piece, slot } from "./facts.ts";
import { memberNames, namesOf, type Side, type Sides, sharedDomainNames } from "./sides.ts";
import type { ToldRows } from "./told-rows.ts";

/**
 * Facts of dependencies: that one is there at all, with all that it is; of those on both sides ρ, the
 * time-out, what is injected and the domains that it shares, each by itself. Where the number of routes
 * differs all of it is one fact. The default ρ is one for all that follow it.
 */
export function dependencyFacts(sides: Sides, rows: ToldRows): readonly Piece[] {
  const names = namesOf(sides, "dependencies");
  const pieces = names.flatMap((name) => {
    const was = sides.base.dependencies.get(name);
    const now = sides.head.dependencies.get(name);
    const group = groupOf(sides, name);
    if (was === undefined || now === undefined) {
      const key = slot("dependency", name);
      const kind = was === undefined ? "dependency-added" : "dependency-removed";
      return [piece(key, [key], [rows.row(kind, name)], group)];
    }
    return attributes(was, now, rows, group);
  });
  return [...byDefault(sides, rows), ...pieces, ...covers(sides, names)];
}

/** One fact for all that follow it, also those that only one side has. */
function byDefault({ base, head }: Sides, rows: ToldRows): readonly Piece[] {
  const follows = [base, head].some(({ dependencies }) =>
    [...dependencies.values()].some((one) => one.channels.some(isByDefault)),
  );
  if (!follows || !defaultMoved({ base: base.defaults, head: head.defaults }, "rho")) return [];
  const [old, own] = [base, head].map(({ defaults }) => formatProbability(defaults.rho!));
  const kind = "default-dependency-availability";
  const told = rows.all(kind);
  const { place } = head.endpoint;
  const row = change(kind, "dependencyAvailability", old!, own!, place);
  return [piece(RHO, [RHO], told.length > 0 ? told : [row], "dependencyAvailability")];
}

/** The slot of ρ by default. */
export const RHO = "default-dependency-availability";

/** The service that came or went with it; else the caller. */
function groupOf({ base, head }: Sides, name: string): string {
  const side = head.dependencies.has(name) ? head : base;
  const { from, to } = side.dependencies.get(name)!;
  const ends = [from, to].map((one) => side.model.services[one]!.name);
  return ends.find((one) => base.services.has(one) !== head.services.has(one)) ?? ends[0]!;
}

function attributes(
  was: Dependency,
  now: Dependency,
  rows: ToldRows,
  group: string,
): readonly Piece[] {
  const { name } = now;
  const row = (kind: Parameters<ToldRows["row"]>[0]) => rows.row(kind, name);
  if (was.channels.length !== now.channels.length) {
    const kinds = ["channels", "dependency-availability", "timeout", "fault-injection"] as const;
    const told = [...kinds.map(row), row("evidence")];
    return [piece(slot("routes", name), [slot("routes", name)], told, group)];
  }
  const differ = (of: (channel: Channel) => string) =>
    now.channels.some((one, i) => of(one) !== of(was.channels[i]!));
  const own = (part: string, told: readonly (Change | undefined)[]) =>
    piece(slot(part, name), [slot(part, name)], told, group);
  return [
    ...(differ(ratedKey) ? rating(was, now, rows, own) : []),
    ...(differ(timeoutKey) ? [own("timeout", [row("timeout") ?? swapped("timeout", now)])] : []),
    ...(differ(injectedKey)
      ? [own("injected", [row("fault-injection") ?? swapped("fault-injection", now)])]
      : []),
  ];
}

/** Routes that took what the others had: it matters where these share domains. */
function swapped(
  kind: "timeout" | "fault-injection",
  { name, place, channels }: Dependency,
): Change {
  return change(kind, name, channels.length, channels.length, place);
}

function rating(
  was: Dependency,
  now: Dependency,
  rows: ToldRows,
  own: (part: string, told: readonly (Change | undefined)[]) => Piece,
): readonly Piece[] {
  const { name } = now;
  const told = [rows.row("dependency-availability", name), rows.row("evidence", name)];
  if (told.some((one) => one !== undefined)) return [own("rated", told)];
  // The same figures of other routes, which may share other domains; or by its own word, and not by default.
  const text = (one: Dependency) => bundleText(one.channels.map(ratedUp));
  const row = change("dependency-availability", name, text(was), text(now), now.place);
  return [own("rated", [row])];
}

function ratedKey(channel: Channel): string {
  return isByDefault(channel) ? "default" : figureKey(ratedUp(channel));
}

function figureKey({ p, q }: Probability): string {
  return `${p} ${q}`;
}

function timeoutKey({ timeout }: Channel): string {
  return timeout === null ? "" : `${figureKey(timeout.onTime)} ${timeout.retries}`;
}

function injectedKey({ origin }: Channel): string {
  const injected = origin?.injected ?? null;
  return injected === null ? "" : figureKey(injected.share);
}

/** Domains that both sides have and that other dependencies share; many that say the same are one fact. */
function covers(sides: Sides, names: readonly string[]): readonly Piece[] {
  const shared = new Set(sharedDomainNames(sides));
  const moved = names.flatMap((name) => {
    const was = sides.base.dependencies.get(name);
    const now = sides.head.dependencies.get(name);
    if (was === undefined || now?.channels.length !== was.channels.length) return [];
    const slots = [...shared]
      .filter((domain) => coverKey(sides.base, was, domain) !== coverKey(sides.head, now, domain))
      .map((domain) => slot("cover", name, domain));
    if (slots.length === 0) return [];
    const [old, own] = [
      coverText(sides.base.model, was, shared),
      coverText(sides.head.model, now, shared),
    ];
    const row = change("dependency-domains", name, old, own, now.place);
    return [{ slots, row, group: groupOf(sides, name) }];
  });
  const rows = moved.map(({ row }) => row);
  const gathered = gatherAlike(rows).filter((row) => !rows.includes(row));
  return moved.map(({ slots, row, group }) => {
    const all = gathered.find((one) => one.base === row.base && one.head === row.head);
    if (all === undefined) return piece(slot("cover", row.subject), slots, [row], group);
    return piece(slot("covers", String(row.base), String(row.head)), slots, [all], "domains");
  });
}

/** The members of a domain that each channel shares. */
export function coverOf(side: Side, { members }: Channel, domain: string): Cover {
  const all = memberNames(side, domain);
  const own = new Set(members.map((one) => side.model.members[one]!.name));
  const shared = all.filter((name) => own.has(name));
  return shared.length === all.length ? "all" : shared;
}

/** `all`: also those that it does not have yet. */
export type Cover = "all" | readonly string[];

function coverKey(side: Side, { channels }: Dependency, domain: string): string {
  return JSON.stringify(channels.map((one) => coverOf(side, one, domain)));
}
