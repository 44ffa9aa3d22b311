import type { Dependency, Endpoint, MixtureMember, Model, Need } from "../model/model.ts";

/**
 * Blocking dependencies that head has and base does not, which start at a service the endpoint uses
 * and which no need counts: `needs` asks for reachability only, so that such a call can hang every
 * request and not lower the figure. Strict members count all that they can reach.
 *
 * A service is used when it lies between the entry and a need, both included, along dependencies of
 * the endpoint's mode. A dependency is counted when it lies there, too.
 */
export function uncountedDependencies(
  base: Model,
  head: Model,
  endpoint: Endpoint,
): readonly Dependency[] {
  const members = endpoint.mixture.filter((member) => !member.strict);
  if (members.length === 0) return [];
  const fresh = newBlocking(base, head);
  if (fresh.length === 0) return [];
  const uses = members.map((member) => usedBy(head, endpoint, member));
  return fresh
    .filter(({ dependency, index }) =>
      uses.some(
        (use) =>
          use.services.has(dependency.from) &&
          !use.leading.has(dependency.to) &&
          !use.dependencies.has(index),
      ),
    )
    .map(({ dependency }) => dependency);
}

type Indexed = { readonly dependency: Dependency; readonly index: number };

/** The same for every endpoint of a pair of models: the answer for the last pair of a head is kept. */
const known = new WeakMap<Model, { readonly base: Model; readonly fresh: readonly Indexed[] }>();

function newBlocking(base: Model, head: Model): readonly Indexed[] {
  const before = known.get(head);
  if (before?.base === base) return before.fresh;
  const names = new Set(base.dependencies.map(({ name }) => name));
  const fresh = head.dependencies.flatMap((dependency, index) =>
    dependency.mode === "sync" && !names.has(dependency.name) ? [{ dependency, index }] : [],
  );
  known.set(head, { base, fresh });
  return fresh;
}

type Use = {
  /** Between the entry and a need. */
  readonly services: ReadonlySet<number>;
  /** From where a need can be reached, be it used or not. */
  readonly leading: ReadonlySet<number>;
  /** Needed by name. */
  readonly dependencies: ReadonlySet<number>;
};

function usedBy(model: Model, endpoint: Endpoint, member: MixtureMember): Use {
  const carrying = model.dependencies.filter(
    ({ mode }) => mode === "sync" || endpoint.completion === "eventual",
  );
  const goals = new Set<number>();
  const ends = new Set<number>([endpoint.entry]);
  const dependencies = new Set<number>();
  for (const need of leaves(member.need)) {
    if (need.kind === "service") goals.add(need.service);
    else {
      dependencies.add(need.dependency);
      const { from, to } = model.dependencies[need.dependency]!;
      goals.add(from);
      ends.add(to);
    }
  }
  const reached = closure([endpoint.entry], carrying, "from", "to");
  const leading = closure(goals, carrying, "to", "from");
  const services = new Set([...reached].filter((service) => leading.has(service)));
  for (const end of ends) if (reached.has(end)) services.add(end);
  return { services, leading, dependencies };
}

function leaves(need: Need): readonly Exclude<Need, { kind: "atLeast" }>[] {
  return need.kind === "atLeast" ? need.of.flatMap(leaves) : [need];
}

/** Every service that the start leads to, following dependencies from one end to the other. */
function closure(
  start: Iterable<number>,
  dependencies: readonly Dependency[],
  tail: "from" | "to",
  tip: "from" | "to",
): ReadonlySet<number> {
  const next = new Map<number, number[]>();
  for (const dependency of dependencies) {
    const tips = next.get(dependency[tail]);
    if (tips === undefined) next.set(dependency[tail], [dependency[tip]]);
    else tips.push(dependency[tip]);
  }
  const seen = new Set(start);
  // A set that grows while it is walked visits what is added.
  for (const service of seen) for (const other of next.get(service) ?? []) seen.add(other);
  return seen;
}
