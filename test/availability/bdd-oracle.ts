import type { Endpoint, Fault, Model, Need, Probability } from "../../src/model/model.ts";
import { type Bdd, FALSE, makeBdd, type Node, TRUE } from "./bdd.ts";
import { type Replica, type World, worldsOf } from "./worlds.ts";

/**
 * A and U by decision diagrams, under a fault the least: a second oracle, for some 30 to 60 uncertain
 * roots. Shares the reading of faults and incidents with the enumeration, and nothing with the engine.
 */
export function byDiagram(
  model: Model,
  endpoint: Endpoint,
  fault: Fault | null = null,
): Probability {
  return byDiagramEach(model, endpoint, fault).reduce((least, one) =>
    one.p - one.q < least.p - least.q ? one : least,
  );
}

/** One figure for each reading of the fault, in the order of `bruteForceEach`. */
export function byDiagramEach(
  model: Model,
  endpoint: Endpoint,
  fault: Fault | null = null,
): Probability[] {
  return worldsOf(model, fault).map((worlds) => {
    let p = 0;
    let q = 0;
    for (const world of worlds) {
      if (world.weight === 0) continue;
      for (const { share, need } of endpoint.mixture) {
        const found = ofNeed(model, endpoint, world, need);
        p += world.weight * share * found.p;
        q += world.weight * share * found.q;
      }
    }
    return { p, q };
  });
}

/** A variable is up on its own, or unless it is among the `out` of the `size` of its group. */
type Root = Probability | { readonly group: number };

type Group = { readonly size: number; readonly out: number };

type Roots = {
  readonly bdd: Bdd;
  readonly list: Root[];
  readonly groups: Group[];
  readonly members: readonly Node[];
};

function ofNeed(model: Model, endpoint: Endpoint, world: World, need: Need): Probability {
  const bdd = makeBdd();
  const list: Root[] = [];
  const groups: Group[] = [{ size: world.urn.all.length, out: world.urn.dead }];
  const members = world.members.map((up) => root(bdd, list, up));
  const roots: Roots = { bdd, list, groups, members };
  const live: Node[] = [];
  const open: Node[] = [];
  // Services and what they call stand together, so that what is decided together is near.
  for (const service of breadthFirst(model, endpoint.entry)) {
    live[service] = liveOf(roots, world, service);
    model.dependencies.forEach(({ from }, index) => {
      if (from !== service) return;
      open[index] = bdd.or(...world.dependencies[index]!.map((one) => unitOf(roots, one)));
    });
  }
  const phi = bdd.and(live[endpoint.entry]!, meaning(bdd, model, endpoint, { live, open })(need));
  return mean(roots, phi);
}

function breadthFirst({ services, dependencies }: Model, entry: number): Iterable<number> {
  const order = new Set([entry]);
  for (const service of order) {
    for (const { from, to } of dependencies) if (from === service) order.add(to);
  }
  services.forEach((_, index) => {
    order.add(index);
  });
  return order;
}

function root(bdd: Bdd, list: Root[], one: Root): Node {
  if ("p" in one && one.q === 0) return TRUE;
  if ("p" in one && one.p === 0) return FALSE;
  return bdd.variable(list.push(one) - 1);
}

/** Eq. (5), less victims and dead. */
function liveOf(roots: Roots, world: World, service: number): Node {
  const { bdd, list, groups } = roots;
  const { replicas, quorum, victims, dealt } = world.services[service]!;
  const lossy = victims > 0 ? groups.push({ size: replicas.length, out: victims }) - 1 : null;
  const units = replicas.map((one) => {
    const own = dealt ? root(bdd, list, { group: 0 }) : TRUE;
    const left = lossy === null ? TRUE : root(bdd, list, { group: lossy });
    return bdd.and(own, left, unitOf(roots, one));
  });
  return bdd.atLeast(quorum, units);
}

function unitOf({ bdd, list, members }: Roots, { up, on }: Replica): Node {
  return bdd.and(root(bdd, list, up), ...on.map((member) => members[member]!));
}

/** Eq. (11-13): reachability grows until the diagrams stay what they are, cycles or not. */
function meaning(
  bdd: Bdd,
  { dependencies, services }: Model,
  { entry, completion }: Endpoint,
  { live, open }: { readonly live: readonly Node[]; readonly open: readonly Node[] },
): (need: Need) => Node {
  const reached = services.map((_, index) => (index === entry ? live[entry]! : FALSE));
  const usedOf = (index: number): Node => {
    const { from, to, mode } = dependencies[index]!;
    if (mode === "async" && completion === "immediate") return FALSE;
    return bdd.and(reached[from]!, open[index]!, live[to]!);
  };
  for (let grows = true; grows; ) {
    grows = false;
    dependencies.forEach(({ to }, index) => {
      const now = bdd.or(reached[to]!, usedOf(index));
      if (now === reached[to]) return;
      reached[to] = now;
      grows = true;
    });
  }
  const holds = (need: Need): Node => {
    if (need.kind === "service") return reached[need.service]!;
    if (need.kind === "dependency") return usedOf(need.dependency);
    return bdd.atLeast(need.k, need.of.map(holds));
  };
  return holds;
}

/**
 * Both sides as sums of positive terms. In a group the next to be seen is out as often as any other
 * that is left, whichever were passed over: so all that counts is how many were seen, and were out.
 */
function mean({ bdd, list, groups }: Roots, top: Node): Probability {
  const known = new Map<string, Probability>();
  const of = (node: Node, left: readonly Group[]): Probability => {
    if (node === TRUE) return { p: 1, q: 0 };
    if (node === FALSE) return { p: 0, q: 1 };
    const key = `${node} ${left.map(({ size, out }) => `${size} ${out}`).join(" ")}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { variable, low, high } = bdd.parts(node);
    const one = list[variable]!;
    let found: Probability;
    if ("p" in one) {
      found = weighed(one, of(low, left), of(high, left));
    } else {
      const { size, out } = left[one.group]!;
      const after = (gone: number) => left.with(one.group, { size: size - 1, out: out - gone });
      const up = { p: (size - out) / size, q: out / size };
      const never = { p: 0, q: 0 };
      const lower = up.q > 0 ? of(low, after(1)) : never;
      found = weighed(up, lower, up.p > 0 ? of(high, after(0)) : never);
    }
    known.set(key, found);
    return found;
  };
  return of(top, groups);
}

function weighed(up: Probability, low: Probability, high: Probability): Probability {
  return { p: up.p * high.p + up.q * low.p, q: up.p * high.q + up.q * low.q };
}
