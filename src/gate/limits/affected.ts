import type { Model } from "../../model/model.ts";
import type { AffectedDependency, AffectedGraph, AffectedService } from "../explained.ts";
import type { Change, ChangeKind } from "../result.ts";

/** Services of a drawing that can still be read. */
const MOST_SERVICES = 40;

type Mark = "added" | "removed" | "changed";

const ADDED: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["service-added", "dependency-added"]);
const REMOVED: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "service-removed",
  "dependency-removed",
]);

/**
 * The part of the graph that a reader of a change looks for: the entries of the endpoints that are told,
 * what changed, what limits them, and the shortest ways between.
 *
 * @param base `null`: nothing to compare with
 * @param entries services, by name
 * @param limiting names of services and dependencies that limit them, the worst first
 * @returns `null` where there is nothing to draw
 */
export function affectedGraph(
  base: Model | null,
  head: Model,
  changes: readonly Change[],
  entries: readonly string[],
  limiting: readonly string[],
): AffectedGraph | null {
  const graph = unionOf(base, head);
  const marks = marksOf(changes);
  const limits = new Set(limiting);
  const chosen = chooseServices(graph, entries, [...marks.keys(), ...limiting]);
  if (chosen.length < 2) return null;
  const kept = new Set(chosen.slice(0, MOST_SERVICES));
  const services = [...kept].map((name): AffectedService => {
    const { replicas, external } = graph.services.get(name)!;
    const change = marks.get(name) ?? null;
    const entry = entries.includes(name);
    return { name, replicas, external, entry, change, limiting: limits.has(name) };
  });
  const dependencies = [...graph.links.values()].flatMap((one): AffectedDependency[] => {
    const { name, from, to, mode } = one;
    if (!kept.has(from) || !kept.has(to)) return [];
    return [{ from, to, mode, change: marks.get(name) ?? null, limiting: limits.has(name) }];
  });
  return { services, dependencies, omitted: chosen.length - kept.size };
}

type Link = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly mode: "sync" | "async";
};

type Union = {
  readonly services: ReadonlyMap<string, { readonly replicas: number; readonly external: boolean }>;
  readonly links: ReadonlyMap<string, Link>;
};

/** Head's graph, and what only base has. */
function unionOf(base: Model | null, head: Model): Union {
  const models = base === null ? [head] : [base, head];
  return {
    services: new Map(
      models.flatMap(({ services }) =>
        services.map(({ name, replicas, external }) => [
          name,
          { replicas: replicas.length, external },
        ]),
      ),
    ),
    links: new Map(
      models.flatMap(({ services, dependencies }) =>
        dependencies.map(({ name, from, to, mode }) => [
          name,
          { name, from: services[from]!.name, to: services[to]!.name, mode },
        ]),
      ),
    ),
  };
}

/** By the service or dependency that a row is about; the endpoint's own rows are of neither. */
function marksOf(changes: readonly Change[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { kind, subject } of changes) {
    const mark = ADDED.has(kind) ? "added" : REMOVED.has(kind) ? "removed" : "changed";
    if (marks.get(subject) !== "added" && marks.get(subject) !== "removed")
      marks.set(subject, mark);
  }
  return marks;
}

/** Entries first, then what is asked for, then what lies between; each once. */
function chooseServices(
  { services, links }: Union,
  entries: readonly string[],
  asked: readonly string[],
): readonly string[] {
  const chosen = new Set(entries.filter((one) => services.has(one)));
  const named = asked.flatMap((name) => {
    const link = links.get(name);
    return link === undefined ? [name] : [link.from, link.to];
  });
  for (const one of named) if (services.has(one)) chosen.add(one);
  const before = waysFrom(entries, links);
  for (const one of [...chosen]) {
    for (let at = before.get(one); at !== undefined; at = before.get(at)) chosen.add(at);
  }
  return [...chosen];
}

/** By service: the one before it on a shortest way from an entry. */
function waysFrom(
  entries: readonly string[],
  links: ReadonlyMap<string, Link>,
): ReadonlyMap<string, string> {
  const outgoing = new Map<string, string[]>();
  for (const { from, to } of links.values()) {
    const known = outgoing.get(from);
    if (known === undefined) outgoing.set(from, [to]);
    else known.push(to);
  }
  const before = new Map<string, string>();
  const seen = new Set(entries);
  for (const from of seen) {
    for (const to of outgoing.get(from) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      before.set(to, from);
    }
  }
  return before;
}
