import type { CallEdge } from "./call-graph.ts";

/** A path of dependencies, and how many calls of its last service one of its first may become. */
export type Storm = { readonly path: readonly CallEdge[]; readonly calls: number };

const CALM: Storm = { path: [], calls: 1 };

/** Steps along the cycles about one service before the worst path so far is taken for the worst. */
const PATIENCE = 2000;

/**
 * The worst path that ends at each service, through none twice: the product of the attempts along it. Paths
 * begin where calls begin to multiply.
 */
export function stormsOf(
  graph: ReadonlyMap<string, readonly CallEdge[]>,
): ReadonlyMap<string, Storm> {
  const edges = [...graph.values()].flat();
  const storms = new Map<string, Storm>();
  if (edges.every(({ attempts }) => attempts.value === 1)) return storms;
  const callers = new Map<string, CallEdge[]>();
  for (const edge of edges) callers.set(edge.to, [...(callers.get(edge.to) ?? []), edge]);
  const inCycle = cyclesOf(graph);

  /** Of paths that come to the service from outside the cycles that it is part of. */
  const entering = (service: string): Storm =>
    (callers.get(service) ?? [])
      .filter(({ from }) => !inCycle(from, service))
      .reduce((most, edge) => worse(most, behind(worst(edge.from), edge)), CALM);

  const worst = (service: string): Storm => {
    const known = storms.get(service);
    if (known !== undefined) return known;
    let most = CALM;
    let steps = 0;
    const on = new Set<string>();
    const back = (at: string, rest: readonly CallEdge[]): void => {
      const whole = rest.reduceRight(behind, worstEntering(at));
      most = worse(most, whole);
      on.add(at);
      for (const edge of callers.get(at) ?? []) {
        if (on.has(edge.from) || !inCycle(edge.from, at) || steps++ > PATIENCE) continue;
        back(edge.from, [...rest, edge]);
      }
      on.delete(at);
    };
    back(service, []);
    storms.set(service, most);
    return most;
  };

  const entered = new Map<string, Storm>();
  const worstEntering = (service: string): Storm => {
    const found = entered.get(service) ?? entering(service);
    entered.set(service, found);
    return found;
  };
  for (const service of [...callers.keys()].sort()) worst(service);
  return storms;
}

function behind({ path, calls }: Storm, edge: CallEdge): Storm {
  const all = calls * edge.attempts.value;
  return all === 1 ? CALM : { path: [...path, edge], calls: all };
}

function worse(a: Storm, b: Storm): Storm {
  return b.calls > a.calls ? b : a;
}

/** Whether two services call each other, in however many steps. */
function cyclesOf(
  graph: ReadonlyMap<string, readonly CallEdge[]>,
): (a: string, b: string) => boolean {
  const reached = new Map<string, ReadonlySet<string>>();
  const from = (service: string): ReadonlySet<string> => {
    const known = reached.get(service);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const open = [service];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { to } of graph.get(at) ?? []) {
        if (found.has(to)) continue;
        found.add(to);
        open.push(to);
      }
    }
    reached.set(service, found);
    return found;
  };
  return (a, b) => from(a).has(b) && from(b).has(a);
}
