import type { Completion, Mode } from "./model.ts";
import type { Pair } from "./names.ts";

/** E by source: one of each pair and arrow, in the order of the spec. */
export type Graph = ReadonlyMap<string, readonly Pair[]>;

export function graphOf(lines: readonly Pair[]): Graph {
  const graph = new Map<string, Pair[]>();
  const seen = new Set<string>();
  for (const line of lines) {
    if (seen.has(line.name)) continue;
    seen.add(line.name);
    const out = graph.get(line.from);
    if (out === undefined) graph.set(line.from, [line]);
    else out.push(line);
  }
  return graph;
}

/** Whether a dependency counts: the async ones do under eventual completion only (Eq. 13). */
export function carries(completion: Completion, mode: Mode): boolean {
  return mode === "sync" || completion === "eventual";
}

/** The dependencies of a service that count. */
export function callees(graph: Graph, service: string, completion: Completion): readonly Pair[] {
  return (graph.get(service) ?? []).filter(({ mode }) => carries(completion, mode));
}

/** All services that some path leads to, the entry included. */
export function reachableServices(
  graph: Graph,
  entry: string,
  completion: Completion,
): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const service of reached) {
    for (const { to } of callees(graph, service, completion)) reached.add(to);
  }
  return reached;
}

export type ClosureStart = {
  readonly entry: string;
  readonly completion: Completion;
  /** Callees of the entry to start from; `null`: all. */
  readonly calls: ReadonlySet<string> | null;
  /** Services and dependencies (by name) that are cut first, with what only they reach. */
  readonly optional: ReadonlySet<string>;
};

/**
 * What a strict endpoint demands: every dependency of the forward closure of the entry, back edges
 * and self-loops included. The entry calls only `calls`, also where a cycle leads back to it.
 */
export function strictClosure(graph: Graph, start: ClosureStart): readonly Pair[] {
  const { entry, completion, calls, optional } = start;
  return closureWithout(graph, entry, completion, (dependency) => {
    if (optional.has(dependency.name) || optional.has(dependency.to)) return true;
    return dependency.from === entry && calls !== null && !calls.has(dependency.to);
  });
}

/** The forward closure of the entry over what is not cut. */
export function closureWithout(
  graph: Graph,
  entry: string,
  completion: Completion,
  isCut: (dependency: Pair) => boolean,
): readonly Pair[] {
  const closure: Pair[] = [];
  const reached = new Set([entry]);
  for (const service of reached) {
    for (const dependency of callees(graph, service, completion)) {
      if (isCut(dependency)) continue;
      closure.push(dependency);
      reached.add(dependency.to);
    }
  }
  return closure;
}
