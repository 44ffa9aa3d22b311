import type { Domain, Member } from "./model.ts";
import type { Spec, SpecLine } from "./spec.ts";

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
