import { type Graph, graphOf, strictClosure } from "../model/closure.ts";
import { type Pair, parsePair } from "../model/names.ts";
import { compareText } from "../traces/compare-text.ts";
import type { ObservedEndpoint, ObservedOptional, ObservedService } from "../traces/observed.ts";

export type DiscoveredEndpoint = {
  readonly observed: ObservedEndpoint;
  /** One for an ordinary endpoint, with weight 1; else one for each scenario, by its traces. */
  readonly members: readonly DiscoveredMember[];
  /** What `optional` is made of, over all members. */
  readonly optional: readonly ObservedOptional[];
};

export type DiscoveredMember = {
  readonly weight: number;
  /** Callees of the entry; `null`: all of them. */
  readonly calls: readonly string[] | null;
  readonly optional: readonly string[];
};

/**
 * Endpoints as a spec says them: strict, from the callees that were seen, without what is optional.
 *
 * @param lines all dependencies of the spec that they are to stand in
 */
export function endpointsOf(
  endpoints: readonly ObservedEndpoint[],
  lines: readonly Pair[],
): readonly DiscoveredEndpoint[] {
  const graph = graphOf(lines);
  return endpoints.map((one) => endpointOf(one, lines, graph));
}

function endpointOf(
  observed: ObservedEndpoint,
  lines: readonly Pair[],
  graph: Graph,
): DiscoveredEndpoint {
  const { entry, scenarios } = observed;
  const callees = new Set(
    lines.filter(({ from, mode }) => from === entry && mode === "sync").map(({ to }) => to),
  );
  const optional = observed.optional.filter((one) => isOptional(one, observed, lines));
  const names = leanNames(optional.map(({ name }) => name));
  const all = observed.calls.map(({ service }) => service);
  const kinds =
    scenarios.length > 1
      ? scenarios.map(({ calls, traces }) => ({ calls, weight: traces }))
      : [{ calls: scenarios[0]?.calls ?? all, weight: 1 }];
  const members = unlikeMembers(
    kinds.map(({ calls, weight }) => {
      const named = [...new Set(calls.filter((one) => callees.has(one)))].sort(compareText);
      const needed = closureOf(entry, named, [], graph);
      const cut = names.filter((name) =>
        needed.some((line) => line.name === name || line.to === name),
      );
      return { weight, calls: named, optional: cut };
    }),
    (calls, optional) => closureOf(entry, calls, optional, graph).map(({ name }) => name),
  ).map(({ calls, ...rest }): DiscoveredMember => {
    return { ...rest, calls: calls.length === callees.size ? null : calls };
  });
  const used = new Set(members.flatMap((one) => one.optional));
  return { observed, members, optional: optional.filter(({ name }) => used.has(name)) };
}

function closureOf(
  entry: string,
  calls: readonly string[],
  optional: readonly string[],
  graph: Graph,
): readonly Pair[] {
  const start = { entry, completion: "immediate" as const };
  return strictClosure(graph, { ...start, calls: new Set(calls), optional: new Set(optional) });
}

type Member = {
  readonly weight: number;
  readonly calls: readonly string[];
  readonly optional: readonly string[];
};

/** Kinds of requests that need the same are one kind, as where they differ in what is optional alone. */
function unlikeMembers(
  members: readonly Member[],
  needed: (calls: readonly string[], optional: readonly string[]) => readonly string[],
): readonly Member[] {
  const byNeeds = new Map<string, Member>();
  for (const one of members) {
    const key = [...needed(one.calls, one.optional)].sort(compareText).join("\n");
    const before = byNeeds.get(key);
    const united = before === undefined ? one : unitedOf(before, one);
    const isSame = [...needed(united.calls, united.optional)].sort(compareText).join("\n") === key;
    if (isSame) byNeeds.set(key, united);
    else byNeeds.set(`${key}\n${byNeeds.size}`, one);
  }
  const [only, second] = [...byNeeds.values()];
  return only !== undefined && second === undefined
    ? [{ ...only, weight: 1 }]
    : [...byNeeds.values()];
}

function unitedOf(a: Member, b: Member): Member {
  const union = (one: readonly string[], other: readonly string[]) =>
    [...new Set([...one, ...other])].sort(compareText);
  return {
    weight: a.weight + b.weight,
    calls: union(a.calls, b.calls),
    optional: union(a.optional, b.optional),
  };
}

/**
 * A callee counts as optional where the endpoint survived at least half of its failures: one that it survived
 * once in a hundred times is needed, and something else helped that once.
 */
function isOptional(
  { name, failed, survived }: ObservedOptional,
  { entry }: ObservedEndpoint,
  lines: readonly Pair[],
): boolean {
  if (survived === 0 || 2 * survived < failed || name === entry) return false;
  return lines.some((line) => line.name === name || line.to === name);
}

/** A service that a call does without takes the dependency on it along. */
function leanNames(names: readonly string[]): readonly string[] {
  const services = new Set(names);
  return [...services].sort(compareText).filter((name) => {
    const pair = parsePair(name);
    return "problem" in pair || !services.has(pair.to);
  });
}

/**
 * Aggregates tell of no request, and a spec needs an endpoint: services that call and that nothing calls, else
 * the one that calls most, else all that are there. Without a trace each, which tells the guess.
 */
export function guessedEndpoints(
  services: readonly ObservedService[],
  lines: readonly Pair[],
): readonly DiscoveredEndpoint[] {
  const called = new Set(lines.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const callers = [...new Set(lines.map(({ from }) => from))].sort(compareText);
  const roots = callers.filter((one) => !called.has(one));
  const size = (name: string) =>
    lines.filter(({ from, to, mode }) => from === name && from !== to && mode === "sync").length;
  const peers = new Set(services.filter(({ kind }) => kind !== "instrumented").map(nameOf));
  // Users call no broker.
  const isOwn = (name: string) => !peers.has(name);
  const most = callers.filter(isOwn).sort((a, b) => size(b) - size(a));
  const tries = [roots.filter(isOwn), most.slice(0, 1), services.map(nameOf).filter(isOwn)];
  const entries = tries.find((some) => some.length > 0) ?? callers.slice(0, 1);
  return entries.map((entry) => ({
    observed: {
      name: entry,
      entry,
      traces: 0,
      succeeded: 0,
      evidence: null,
      calls: [],
      optional: [],
      scenarios: [],
    },
    members: [{ weight: 1, calls: null, optional: [] }],
    optional: [],
  }));
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
