import type { Completion, Dependency } from "../model/model.ts";

/**
 * The part of a graph that an entry can reach in one mode (Eq. 12, 13), with its dominators. Node 0 is
 * the entry; nodes are in reverse postorder, so that links lead forward wherever there is no cycle.
 */
export type Ground = {
  /** The service of each node. */
  readonly services: readonly number[];
  /** The node of each service, or `ABSENT`. */
  readonly nodeOf: Int32Array;
  readonly links: readonly GroundLink[];
  /** The link of each dependency, or `ABSENT`. */
  readonly linkOf: Int32Array;
  /** Links by their target and by their source. */
  readonly incoming: readonly (readonly number[])[];
  readonly outgoing: readonly (readonly number[])[];
  /** Immediate dominator; of node 0 itself. */
  readonly dominator: Int32Array;
  /** The one link through which a node is first entered, or `ABSENT` where there are several. */
  readonly onlyLink: Int32Array;
};

export type GroundLink = {
  readonly dependency: number;
  readonly from: number;
  readonly to: number;
};

export const ABSENT = -1;

/** Dependencies by their source. */
export type Outgoing = readonly (readonly number[])[];

export function outgoingOf(services: number, dependencies: readonly Dependency[]): Outgoing {
  const outgoing = Array.from({ length: services }, (): number[] => []);
  dependencies.forEach(({ from }, index) => {
    outgoing[from]!.push(index);
  });
  return outgoing;
}

/**
 * @param canBeUp whether a service can be live, and whether a dependency can be up: what never can is
 *   left out
 */
export function groundOf(
  dependencies: readonly Dependency[],
  outgoing: Outgoing,
  entry: number,
  completion: Completion,
  canBeUp: {
    readonly service: (service: number) => boolean;
    readonly dependency: (dependency: number) => boolean;
  },
): Ground {
  const carried = (dependency: number): boolean => {
    const { mode, to } = dependencies[dependency]!;
    return (
      (completion === "eventual" || mode === "sync") &&
      canBeUp.dependency(dependency) &&
      canBeUp.service(to)
    );
  };
  const used = new Map<number, readonly number[]>();
  const services = reversePostorder(
    entry,
    (service) => {
      const known = used.get(service);
      if (known !== undefined) return known;
      const found = outgoing[service]!.filter(carried);
      used.set(service, found);
      return found;
    },
    (dependency) => dependencies[dependency]!.to,
  );
  const nodeOf = new Int32Array(outgoing.length).fill(ABSENT);
  services.forEach((service, node) => {
    nodeOf[service] = node;
  });
  const linkOf = new Int32Array(dependencies.length).fill(ABSENT);
  const links: GroundLink[] = [];
  const incoming = services.map((): number[] => []);
  const outgoingLinks = services.map((service, from) =>
    used.get(service)!.map((dependency) => {
      const to = nodeOf[dependencies[dependency]!.to]!;
      const link = links.push({ dependency, from, to }) - 1;
      linkOf[dependency] = link;
      incoming[to]!.push(link);
      return link;
    }),
  );
  const graph = { services, nodeOf, links, linkOf, incoming, outgoing: outgoingLinks };
  return { ...graph, ...dominators(links, incoming) };
}

/** Iterative: a chain may be longer than the stack. */
function reversePostorder(
  entry: number,
  outgoing: (service: number) => readonly number[],
  target: (dependency: number) => number,
): readonly number[] {
  const seen = new Set([entry]);
  const path = [{ service: entry, next: 0 }];
  const order: number[] = [];
  for (;;) {
    const top = path[path.length - 1];
    if (top === undefined) return order.reverse();
    const links = outgoing(top.service);
    if (top.next < links.length) {
      const service = target(links[top.next++]!);
      if (seen.has(service)) continue;
      seen.add(service);
      path.push({ service, next: 0 });
    } else {
      order.push(top.service);
      path.pop();
    }
  }
}

/** Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001). */
function dominators(
  links: readonly GroundLink[],
  incoming: readonly (readonly number[])[],
): Pick<Ground, "dominator" | "onlyLink"> {
  const dominator = new Int32Array(incoming.length).fill(ABSENT);
  dominator[0] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let node = 1; node < incoming.length; node++) {
      let common = ABSENT;
      for (const link of incoming[node]!) {
        const { from } = links[link]!;
        if (dominator[from] === ABSENT) continue;
        common = common === ABSENT ? from : commonDominator(dominator, common, from);
      }
      if (common === dominator[node]) continue;
      dominator[node] = common;
      changed = true;
    }
  }
  const onlyLink = new Int32Array(incoming.length).fill(ABSENT);
  for (let node = 1; node < incoming.length; node++) {
    // A link from behind the node (a way back) is no way to enter it first.
    const entering = incoming[node]!.filter(
      (link) => commonDominator(dominator, node, links[link]!.from) !== node,
    );
    if (entering.length === 1) onlyLink[node] = entering[0]!;
  }
  return { dominator, onlyLink };
}

function commonDominator(dominator: Int32Array, one: number, other: number): number {
  let a = one;
  let b = other;
  while (a !== b) {
    if (a > b) a = dominator[a]!;
    else b = dominator[b]!;
  }
  return a;
}
