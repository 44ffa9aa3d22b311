import type { Mode } from "../model/model.ts";
import { nameProblem, serviceNameProblem } from "../model/names.ts";
import { compareText } from "../traces/compare-text.ts";
import type {
  Evidence,
  Observed,
  ObservedDependency,
  ObservedEndpoint,
  ObservedService,
  Timing,
} from "../traces/observed.ts";
import { type DiscoveredEndpoint, endpointsOf, guessedEndpoints } from "./discovered-endpoints.ts";

/** What traces show, in the shape of a spec: one line for each pair and arrow, which is one channel. */
export type Discovered = {
  readonly services: readonly ObservedService[];
  readonly lines: readonly DiscoveredLine[];
  /** Guessed where no request was seen to come in. */
  readonly endpoints: readonly DiscoveredEndpoint[];
  /** What the endpoints that were seen are made of. */
  readonly requests: readonly ObservedEndpoint[];
  /** What no spec can name, as words that end a sentence: `"x" contains an arrow`. */
  readonly unnamable: readonly string[];
};

export type DiscoveredLine = {
  /** `a -> b` or `a ~> b`. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly mode: Mode;
  /** By their calls, most first. */
  readonly operations: readonly { readonly name: string; readonly calls: number }[];
  readonly calls: number;
  /** At least so many traces show it: several operations may share some. */
  readonly traces: number;
  /** Of all operations together, since they share the channel. */
  readonly evidence: Evidence | null;
  readonly timing: Timing | null;
  readonly censored: number;
  readonly outlived: number;
  readonly parts: readonly ObservedDependency[];
};

/** Lays what traces show out as a spec would say it. Sorted by name, so that equal traces give equal bytes. */
export function discoveredOf(observed: Observed): Discovered {
  const unnamable: string[] = [];
  const isService = (name: string) => isNamable(name, serviceNameProblem(name), unnamable);
  const services = observed.services.filter(({ name }) => isService(name));
  const lines = linesOf(
    observed.dependencies.filter(({ from, to }) => isService(from) && isService(to)),
  );
  const requests = observed.endpoints.filter(
    ({ name, entry }) => isNamable(name, nameProblem(name), unnamable) && isService(entry),
  );
  const endpoints = endpointsOf(requests, lines);
  return {
    services,
    lines,
    endpoints: endpoints.length > 0 ? endpoints : guessedEndpoints(services, lines),
    requests,
    unnamable: [...new Set(unnamable)].sort(),
  };
}

function isNamable(name: string, problem: string | null, unnamable: string[]): boolean {
  if (problem !== null) unnamable.push(`${JSON.stringify(name.slice(0, 80))} ${problem}`);
  return problem === null;
}

function linesOf(dependencies: readonly ObservedDependency[]): readonly DiscoveredLine[] {
  const groups = new Map<string, ObservedDependency[]>();
  for (const one of dependencies) {
    const name = `${one.from} ${one.mode === "sync" ? "->" : "~>"} ${one.to}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups].map(([name, parts]) => lineOf(name, parts)).sort(byName);
}

function lineOf(name: string, parts: readonly ObservedDependency[]): DiscoveredLine {
  const [{ from, to, mode }] = parts as readonly [ObservedDependency];
  const sum = (of: (one: ObservedDependency) => number) =>
    parts.reduce((total, one) => total + of(one), 0);
  const operations = new Map<string, number>();
  for (const { operation, calls } of parts) {
    if (operation !== null) operations.set(operation, (operations.get(operation) ?? 0) + calls);
  }
  return {
    name,
    from,
    to,
    mode,
    operations: [...operations]
      .map(([operation, calls]) => ({ name: operation, calls }))
      .sort((a, b) => b.calls - a.calls || compareText(a.name, b.name)),
    calls: sum((one) => one.calls),
    traces: Math.max(...parts.map((one) => one.traces)),
    evidence: pooled(parts.map((one) => one.evidence)),
    timing: pooledTiming(parts),
    censored: sum((one) => one.censored),
    outlived: sum((one) => one.outlived),
    parts,
  };
}

/** Counts of one channel add up; the day is the last of all. */
export function pooled(all: readonly (Evidence | null)[]): Evidence | null {
  const found = all.flatMap((one) => (one === null || one.total === 0 ? [] : [one]));
  if (found.length === 0) return null;
  const days = found.flatMap(({ until }) => (until === null ? [] : [until])).sort();
  return {
    good: found.reduce((sum, { good }) => sum + good, 0),
    total: found.reduce((sum, { total }) => sum + total, 0),
    until: days.at(-1) ?? null,
  };
}

/** Where no call of an operation was late, each of its calls is one attempt in time. */
function pooledTiming(parts: readonly ObservedDependency[]): Timing | null {
  if (parts.every(({ timing }) => timing === null)) return null;
  const attempts = parts.map(
    ({ timing, calls }): Evidence => timing?.onTime ?? { good: calls, total: calls, until: null },
  );
  const onTime = pooled(attempts);
  const retries = Math.max(...parts.map(({ timing }) => timing?.retries ?? 0));
  // The most that a spec may say.
  return onTime === null ? null : { onTime, retries: Math.min(100, retries) };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compareText(a.name, b.name);
}
