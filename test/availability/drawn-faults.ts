import type {
  Channel,
  Endpoint,
  Fault,
  Incident,
  MixtureMember,
  Model,
  Override,
  Probability,
  Service,
  Target,
} from "../../src/model/model.ts";
import { all, fault, incident, killOf, parts, used, withDomains } from "./models.ts";

type Case = { readonly model: Model; readonly endpoint: Endpoint };

/** The base with what else a model can hold, each choice by the next of the dice; 0 is the plainest. */
export function dressed(
  base: Case,
  dice: readonly number[],
  uncertain: number,
): Case & { readonly fault: Fault | null } {
  const thrown = { dice, at: 0, left: uncertain - uncertainRoots(base.model) };
  const domains = drawDomains(thrown);
  const placed = withDomains(base.model, domains);
  const services = placed.services.map((one) => drawService(thrown, one, placed));
  const dependencies = placed.dependencies.map((one) => ({
    ...one,
    channels: one.channels.map((channel) => drawChannel(thrown, channel, placed)),
  }));
  const peaceful: Model = { ...placed, services, dependencies };
  const incidents = drawIncidents(thrown, peaceful);
  const endpoint = chance(thrown, 3)
    ? withOptional(thrown, base.endpoint, peaceful)
    : base.endpoint;
  const model: Model = { ...peaceful, incidents, endpoints: [endpoint] };
  const drawn = chance(thrown, 5) ? null : drawFault(thrown, model);
  return {
    model: { ...model, faults: drawn === null ? [] : [drawn] },
    endpoint,
    fault: drawn,
  };
}

/** Members, replicas and channels that are neither up nor down for sure. */
export function uncertainRoots({ services, dependencies, members }: Model): number {
  return [
    ...members.map(({ up }) => up),
    ...services.flatMap(({ replicas }) => replicas),
    ...dependencies.flatMap(({ channels }) => channels.map(({ up }) => up)),
  ].filter(({ p, q }) => p > 0 && q > 0).length;
}

type Dice = { readonly dice: readonly number[]; at: number; left: number };

/** The next throw, below `sides`. */
function next(thrown: Dice, sides: number): number {
  const value = thrown.dice[thrown.at % thrown.dice.length]!;
  const round = Math.floor(thrown.at / thrown.dice.length);
  thrown.at++;
  return (value + 7 * round) % sides;
}

/** True once in `sides` throws. */
function chance(thrown: Dice, sides: number): boolean {
  return next(thrown, sides) === sides - 1;
}

/** Uncertain while there are roots left. */
function root(thrown: Dice): Probability {
  if (thrown.left <= 0) return parts(1000);
  thrown.left--;
  return level(thrown);
}

/** Of what is no root, or replaces one. */
function level(thrown: Dice): Probability {
  return parts(200 + next(thrown, 800));
}

function drawDomains(thrown: Dice): Probability[][] {
  const sizes = [[2], [2], [3], [1, 2], [2, 2], [3, 1], []][next(thrown, 7)]!;
  return sizes.map((size) => Array.from({ length: size }, () => root(thrown)));
}

function drawService(thrown: Dice, one: Service, { domains }: Model): Service {
  const certain = one.replicas.every(({ p, q }) => p === 0 || q === 0);
  const more = certain && next(thrown, 3) > 0 ? 1 + next(thrown, 3) : 0;
  const own = next(thrown, 3) === 2 && more <= thrown.left;
  const replicas =
    more === 0
      ? one.replicas
      : Array.from({ length: more + 1 }, () => (own ? root(thrown) : parts(1000)));
  const size = replicas.length;
  const majority = Math.floor(size / 2) + 1;
  const quorum = more === 0 ? one.quorum : [1, 1, majority, Math.min(2, size)][next(thrown, 4)]!;
  const external = size === 1 && chance(thrown, 8);
  const way = external ? 0 : [0, 1, 2, 3, 4, 5, 0, 0][next(thrown, 8)]!;
  const placement = replicas.map((_, index) =>
    domains.flatMap(({ members }, at) => {
      if (way === 0 || (way < 4 && at !== way % domains.length)) return [];
      return [members[way === 4 ? 0 : index % members.length]!];
    }),
  );
  const most = external ? 0 : chance(thrown, 5) ? size : Math.max(0, size - 1);
  const disruption = {
    rollout: Math.min(most, [0, 1, 1, 2][next(thrown, 4)]!),
    drain: Math.min(most, [1, 0, 1, 2][next(thrown, 4)]!),
  };
  return { ...one, replicas, quorum, external, placement, disruption };
}

function drawChannel(thrown: Dice, one: Channel, { members }: Model): Channel {
  const timeout = chance(thrown, 5) ? { onTime: level(thrown), retries: next(thrown, 4) } : null;
  const covered = members.length > 0 && chance(thrown, 4);
  const first = covered ? next(thrown, members.length) : 0;
  const shared = covered ? [...new Set([first, chance(thrown, 3) ? 0 : first])] : [];
  return { ...one, timeout, members: shared };
}

function drawIncidents(thrown: Dice, model: Model): Incident[] {
  const count = [0, 0, 1, 1, 2][next(thrown, 5)]!;
  return Array.from({ length: count }, () => {
    const { overrides, down } = drawBlow(thrown, model, 1 + next(thrown, 2));
    return incident(parts(1 + next(thrown, 400)), { overrides, down });
  });
}

/** So many overrides and parts down, of any kind. */
function drawBlow(thrown: Dice, model: Model, count: number): Pick<Fault, "overrides" | "down"> {
  const overrides: Override[] = [];
  const down: Target[] = [];
  for (let i = 0; i < count; i++) {
    const service = next(thrown, model.services.length);
    const dependency = next(thrown, Math.max(1, model.dependencies.length));
    const member = next(thrown, Math.max(1, model.members.length));
    const kind = next(thrown, 7);
    const up = level(thrown);
    if (kind === 0) overrides.push({ kind: "replicas", service, up });
    if (kind === 1) overrides.push({ kind: "external", service, up });
    // The entry down is the end of it.
    if (kind === 2 && service > 0) down.push({ kind: "service", service });
    if (kind > 2 && kind < 5 && model.dependencies.length > 0) {
      if (kind === 3) overrides.push({ kind: "dependency", dependency, up });
      else down.push({ kind: "dependency", dependency });
    }
    if (kind > 4 && model.members.length > 0) {
      if (kind === 5) overrides.push({ kind: "member", member, up });
      else down.push({ kind: "member", member });
    }
  }
  return { overrides: once(overrides), down };
}

/** One override a part, as a mapping has. */
function once(overrides: readonly Override[]): Override[] {
  const key = (one: Override): string =>
    "service" in one
      ? `s${one.service}`
      : one.kind === "member"
        ? `m${one.member}`
        : `d${one.dependency}`;
  return overrides.filter((one, at) => overrides.findIndex((x) => key(x) === key(one)) === at);
}

/** A part of every kind in one of three, so that kinds combine. */
function drawFault(thrown: Dice, model: Model): Fault {
  const blow = next(thrown, 3) === 0 ? drawBlow(thrown, model, 1 + next(thrown, 2)) : {};
  const lost = (way: "rollout" | "drain"): "each" | number[] | null => {
    const kind = next(thrown, 6);
    if (kind > 2) return null;
    if (kind === 0) return "each";
    return model.services.flatMap(({ disruption }, service) =>
      disruption[way] > 0 && chance(thrown, 2) ? [service] : [],
    );
  };
  const worstOf =
    model.domains.length > 0 && chance(thrown, 4) ? next(thrown, model.domains.length) : null;
  const rest = fault({ ...blow, rollout: lost("rollout"), drain: lost("drain"), worstOf });
  return chance(thrown, 3) ? { ...rest, kill: drawKill(thrown, model, rest) } : rest;
}

/** Among services that the fault does not touch otherwise, and not more than seven replicas. */
function drawKill(thrown: Dice, { services }: Model, rest: Fault): Fault["kill"] {
  const touched = new Set<number>();
  for (const one of [...rest.overrides, ...rest.down])
    if ("service" in one) touched.add(one.service);
  for (const list of [rest.rollout, rest.drain]) {
    if (Array.isArray(list)) for (const service of list) touched.add(service);
  }
  let size = 0;
  const among = services.flatMap(({ external, replicas }, service) => {
    const own = external ? 0 : replicas.length;
    if (touched.has(service) || size + own > 7 || chance(thrown, 5)) return [];
    size += own;
    return [service];
  });
  const most = Math.max(1, Math.floor(size / 2));
  return size === 0 ? null : killOf(among, 1 + next(thrown, most));
}

/** A strict member for the first, from which one dependency of the closure is cut, with what only it reaches. */
function withOptional(thrown: Dice, one: Endpoint, { dependencies }: Model): Endpoint {
  const cut = next(thrown, Math.max(1, dependencies.length));
  const reached = new Set([one.entry]);
  const needs = new Set<number>();
  for (const service of reached) {
    dependencies.forEach(({ from, to, mode }, index) => {
      if (from !== service || index === cut) return;
      if (mode === "async" && one.completion === "immediate") return;
      needs.add(index);
      reached.add(to);
    });
  }
  const [first, ...others] = one.mixture;
  const need = all(...[...needs].map(used));
  const strict: MixtureMember = { share: first!.share, strict: true, need };
  return { ...one, mixture: [strict, ...others] };
}
