import type { Endpoint, Model, Need } from "../model/model.ts";
import { type Ground, groundOf, outgoingOf } from "./ground.ts";
import { mandatoryParts } from "./mandatory.ts";
import { askedOf } from "./reduce.ts";

/**
 * Φ as a function of what has fallen, all else being up. Components are numbered as in `Measure`, service
 * i as i and dependency j behind the services, and domain members behind those.
 */
export type Structure = {
  readonly services: number;
  /** Of the first domain member. */
  readonly firstMember: number;
  /**
   * For each member of the mixture what it cannot do without beside what has fallen already: the failure
   * of any one of these makes it false. `null`: it is false as it is.
   */
  readonly mandatory: (fallen: readonly number[]) => readonly (ReadonlySet<number> | null)[];
  /** The same where nothing has fallen. */
  readonly alone: readonly (ReadonlySet<number> | null)[];
  /** Services and dependencies that the entry reaches with everything up, and members that these share. */
  readonly reached: readonly number[];
};

export function structureOf(model: Model, endpoint: Endpoint): Structure {
  const { services, dependencies } = model;
  const { entry, completion, mixture } = endpoint;
  const outgoing = outgoingOf(services.length, dependencies);
  const firstMember = services.length + dependencies.length;
  const groundWithout = (fallen: ReadonlySet<number>): Ground | null => {
    const stands = standing(model, fallen);
    return stands.service(entry)
      ? groundOf(dependencies, outgoing, entry, completion, stands)
      : null;
  };
  const whole = groundWithout(new Set());
  const reached = whole === null ? [entry] : reachedParts(model, whole);
  const shared = reached.filter((one) => one >= firstMember);
  const mandatory = (fallen: readonly number[]) => {
    const ground = groundWithout(new Set(fallen));
    const found = mixture.map(({ need }) => mandatoryOf(ground, need, services.length));
    for (const member of shared) {
      const without = groundWithout(new Set([...fallen, member]));
      mixture.forEach(({ need }, at) => {
        const holds = without !== null && askedOf(without, need) !== false;
        if (!holds) found[at]?.add(member);
      });
    }
    return found;
  };
  return {
    services: services.length,
    firstMember,
    mandatory,
    alone: mandatory([]),
    reached,
  };
}

function mandatoryOf(ground: Ground | null, need: Need, services: number): Set<number> | null {
  if (ground === null) return null;
  const asked = askedOf(ground, need);
  if (asked === false) return null;
  const components = new Set([ground.services[0]!]);
  if (asked === true) return components;
  const { nodes, links } = mandatoryParts(ground, asked);
  for (const node of nodes) components.add(ground.services[node]!);
  for (const link of links) components.add(services + ground.links[link]!.dependency);
  return components;
}

/** What can be up when these components and members have fallen, and no other has. */
function standing({ services, dependencies, members }: Model, fallen: ReadonlySet<number>) {
  const firstMember = services.length + dependencies.length;
  const isUp = (member: number) => !fallen.has(firstMember + member);
  const shakes = members.some((_, member) => !isUp(member));
  return {
    service: (service: number): boolean => {
      if (fallen.has(service)) return false;
      const { replicas, quorum, placement } = services[service]!;
      if (!shakes) return replicas.length >= quorum;
      const live = replicas.filter((_, at) => (placement[at] ?? []).every(isUp)).length;
      return live >= quorum;
    },
    dependency: (dependency: number): boolean => {
      if (fallen.has(services.length + dependency)) return false;
      return !shakes || dependencies[dependency]!.channels.some((one) => one.members.every(isUp));
    },
  };
}

function reachedParts({ services, dependencies }: Model, ground: Ground): readonly number[] {
  const firstMember = services.length + dependencies.length;
  const members = new Set<number>();
  for (const service of ground.services) {
    for (const sits of services[service]!.placement) for (const one of sits) members.add(one);
  }
  for (const { dependency } of ground.links) {
    for (const channel of dependencies[dependency]!.channels) {
      for (const one of channel.members) members.add(one);
    }
  }
  return [
    ...ground.services,
    ...ground.links.map(({ dependency }) => services.length + dependency),
    ...[...members].map((one) => firstMember + one),
  ];
}
