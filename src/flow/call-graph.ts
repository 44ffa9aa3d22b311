import type { RouteFact } from "../deployment/workload.ts";
import type { Placed } from "../model/document.ts";
import { NO_ROUTES, type RoutesInto, routesInto } from "../model/route-hosts.ts";
import { type Limits, limitsOf, rulesFor } from "../model/route-policy.ts";
import type { SpecLine } from "../model/spec.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { Seen } from "./told-changes.ts";

/** A blocking dependency as it is called: of several lines and rules what is worst for a reader's question. */
export type CallEdge = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** The first one among them; for want of retries the dependency itself. */
  readonly attempts: Placed<number>;
  /** When the caller gives up on one attempt, at the soonest; `null`: nothing says. */
  readonly limit: Placed<bigint> | null;
  /** Each way in which it may be called. */
  readonly ways: readonly Limits[];
};

/** The blocking dependencies of a commit by their callers, in an order that is not that of the files. */
export function callGraph({ spec, matches, deployment }: Seen): ReadonlyMap<string, CallEdge[]> {
  const into = routesInto(spec, matches, deployment.routes);
  const lines = new Map<string, SpecLine[]>();
  for (const line of spec.dependencies) {
    if (line.mode !== "sync") continue;
    lines.set(line.name, [...(lines.get(line.name) ?? []), line]);
  }
  const graph = new Map<string, CallEdge[]>();
  for (const name of [...lines.keys()].sort()) {
    const edge = edgeOf(lines.get(name)!, into);
    graph.set(edge.from, [...(graph.get(edge.from) ?? []), edge]);
  }
  return graph;
}

function edgeOf(lines: readonly SpecLine[], into: ReadonlyMap<string, RoutesInto>): CallEdge {
  const { name, from, to, place } = lines[0]!;
  const ways = lines.flatMap((line) => {
    const { routes } = rulesFor(line, into.get(to) ?? NO_ROUTES);
    const rules: readonly (RouteFact | null)[] = routes.length === 0 ? [null] : routes;
    return rules.map((rule) => limitsOf(line.timeout, rule));
  });
  const attempts = ways.reduce<Placed<number>>(
    (most, way) => {
      const value = attemptsOf(way);
      return value > most.value ? { value, place: way.retries?.place ?? place } : most;
    },
    { value: 1, place },
  );
  const limits = ways.flatMap(({ attempt }) => attempt ?? []);
  const limit = limits.reduce<Placed<bigint> | null>(
    (soonest, one) => (soonest === null || one.value < soonest.value ? one : soonest),
    null,
  );
  return { name, from, to, attempts, limit, ways };
}

/** All that are asked for: what fails at once is tried again however little time there is. */
export function attemptsOf({ retries }: Limits): number {
  return 1 + (retries?.value ?? 0);
}

/** Where a dependency says what it did not at base: how often it is tried, else how long. */
export function changedPlace(head: CallEdge, base: CallEdge | undefined): Place | null {
  if (base === undefined || base.attempts.value !== head.attempts.value) return head.attempts.place;
  return base.limit?.value === head.limit?.value
    ? null
    : (head.limit?.place ?? head.attempts.place);
}
