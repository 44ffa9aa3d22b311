import type { Need } from "../model/model.ts";
import type { System } from "./system.ts";

export type Mandatory = {
  readonly services: ReadonlySet<number>;
  readonly links: ReadonlySet<number>;
};

/**
 * The components whose failure alone makes the need false: of r_v the dominators of v, services and
 * links; of u_d those of its source, itself and its target; of `atLeast k` those without which
 * fewer than k inputs can hold. Services must be in reverse postorder from service 0, and every need
 * satisfiable with all components up.
 */
export function mandatoryComponents(system: System): Mandatory {
  const tree = dominatorTree(system);
  const found = emptyFinding();
  collect(system, tree, system.need, found);
  return found;
}

type Finding = {
  readonly services: Set<number>;
  readonly links: Set<number>;
  /** Services whose dominators have been added, too. */
  readonly climbed: Set<number>;
};

function emptyFinding(): Finding {
  return { services: new Set(), links: new Set(), climbed: new Set() };
}

function collect(system: System, tree: DominatorTree, need: Need, into: Finding): void {
  if (need.kind === "service") {
    climb(tree, need.service, into);
  } else if (need.kind === "dependency") {
    const { from, to } = system.links[need.dependency]!;
    climb(tree, from, into);
    into.links.add(need.dependency);
    into.services.add(to);
  } else if (need.k === need.of.length) {
    for (const input of need.of) collect(system, tree, input, into);
  } else {
    const inputs = need.of.map((input) => {
      const one = emptyFinding();
      collect(system, tree, input, one);
      return one;
    });
    const tooMany = need.of.length - need.k;
    addFrequent(
      inputs.map((one) => one.services),
      tooMany,
      into.services,
    );
    addFrequent(
      inputs.map((one) => one.links),
      tooMany,
      into.links,
    );
  }
}

/** Add what occurs in more than `limit` of the sets. */
function addFrequent(sets: readonly Set<number>[], limit: number, into: Set<number>): void {
  const counts = new Map<number, number>();
  for (const set of sets) for (const one of set) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const [one, count] of counts) if (count > limit) into.add(one);
}

function climb(tree: DominatorTree, from: number, into: Finding): void {
  for (let service = from; !into.climbed.has(service); service = tree.parent[service]!) {
    into.climbed.add(service);
    into.services.add(service);
    const link = tree.onlyLink[service]!;
    if (link >= 0) into.links.add(link);
  }
}

type DominatorTree = {
  /** Immediate dominator; of service 0 itself. */
  readonly parent: Int32Array;
  /** The one link through which a service is first entered; -1 where there are several. */
  readonly onlyLink: Int32Array;
};

/** Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001). */
function dominatorTree({ services, links }: System): DominatorTree {
  const incoming = services.map((): number[] => []);
  links.forEach(({ to }, index) => {
    incoming[to]!.push(index);
  });
  const parent = new Int32Array(services.length).fill(-1);
  parent[0] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let service = 1; service < services.length; service++) {
      let dominator = -1;
      for (const link of incoming[service]!) {
        const { from } = links[link]!;
        if (parent[from]! < 0) continue;
        dominator = dominator < 0 ? from : commonDominator(parent, dominator, from);
      }
      if (dominator === parent[service]) continue;
      parent[service] = dominator;
      changed = true;
    }
  }
  const onlyLink = new Int32Array(services.length).fill(-1);
  for (let service = 1; service < services.length; service++) {
    // A link from behind the service (a way back) is no way to enter it first.
    const entering = incoming[service]!.filter(
      (link) => commonDominator(parent, service, links[link]!.from) !== service,
    );
    if (entering.length === 1) onlyLink[service] = entering[0]!;
  }
  return { parent, onlyLink };
}

function commonDominator(parent: Int32Array, one: number, other: number): number {
  let a = one;
  let b = other;
  while (a !== b) {
    if (a > b) a = parent[a]!;
    else b = parent[b]!;
  }
  return a;
}
