import type { Domain, Member } from "./model.ts";
import type { Spec, SpecDomain, SpecLine, SpecPlacement, SpecService } from "./spec.ts";

export type BuiltDomains = {
  readonly domains: readonly Domain[];
  readonly members: readonly Member[];
};

/** The domains of a spec in its order, and the states of all of them. */
export function buildDomains({ domains: stated }: Spec): BuiltDomains {
  const domains: Domain[] = [];
  const members: Member[] = [];
  for (const { name, topologyKey, states, place } of stated.values()) {
    const domain = domains.length;
    const first = members.length;
    for (const state of states) {
      members.push({ name: state.name, domain, up: state.up, place: state.place });
    }
    domains.push({ name, topologyKey, members: states.map((_, i) => first + i), place });
  }
  return { domains, members };
}

/**
 * Which members each of so many replicas of a service sits on: replica i on member i mod m, in listed
 * order, of every domain that its placement names. Several domains zip by index.
 */
export function placementOf(
  service: SpecService,
  replicas: number,
  spec: Spec,
  domains: readonly Domain[],
): readonly (readonly number[])[] {
  const rows = service.external === null ? seats(service.placement, spec, domains) : [];
  return Array.from({ length: replicas }, (_, i) => rows.map((row) => row[i % row.length]!));
}

/** In turn: what the replicas sit on, by domain. The service's own placement replaces the default's of the same domain. */
function seats(
  own: SpecPlacement | null,
  spec: Spec,
  domains: readonly Domain[],
): readonly (readonly number[])[] {
  return domains.flatMap(({ name, members }) => {
    const on = own?.get(name)?.on ?? spec.defaults.placement?.get(name)?.on;
    if (on === undefined) return [];
    if (on === "spread") return [members];
    if (on === "packed") return [members.slice(0, 1)];
    const stated = spec.domains.get(name);
    const row = on.flatMap(({ value }) => memberOf(value, stated, members) ?? []);
    return row.length === 0 ? [] : [row];
  });
}

function memberOf(
  value: string,
  stated: SpecDomain | undefined,
  members: readonly number[],
): number | undefined {
  return members[stated?.members.indexOf(value) ?? -1];
}

/** The states that lines of one dependency share. */
export type Coverage = (lines: readonly SpecLine[]) => readonly number[];

/** Of every domain that covers the dependency, and of every domain that one of the lines names. */
export function coverageOf(spec: Spec, domains: readonly Domain[]): Coverage {
  const covers = domains.map(({ name }) => {
    const stated = spec.domains.get(name)?.covers ?? [];
    return stated === "all" ? "all" : new Set(stated.map(({ value }) => value));
  });
  return (lines) => {
    const named = new Set(lines.flatMap((line) => line.domains.map(({ value }) => value)));
    return domains.flatMap(({ name, members }, i) => {
      const covered = covers[i]!;
      const isCovered = covered === "all" || lines.some((line) => covered.has(line.name));
      return isCovered || named.has(name) ? members : [];
    });
  };
}
