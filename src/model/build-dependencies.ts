import { type Coverage, coverageOf } from "./build-domains.ts";
import type { Channel, Dependency, Domain, Probability, Timeout } from "./model.ts";
import type { Spec, SpecLine } from "./spec.ts";

/** ρ where the spec sets none: 99.99%. */
const defaultDependencyAvailability: Probability = { p: 0.9999, q: 0.0001 };

/**
 * E, τ and ρ. All lines of one pair and arrow share a channel, that of the line which leaves it the
 * least available (one that says no ρ has the default), with the domains of all; a line with
 * `independent: true` is a channel of its own.
 *
 * @param indexOf the index of a service
 */
export function buildDependencies(
  spec: Spec,
  indexOf: ReadonlyMap<string, number>,
  domains: readonly Domain[],
): readonly Dependency[] {
  const coverage = coverageOf(spec, domains);
  const lines = new Map<string, SpecLine[]>();
  for (const line of spec.dependencies) {
    const before = lines.get(line.name);
    if (before === undefined) lines.set(line.name, [line]);
    else before.push(line);
  }
  return [...lines.values()].flatMap((all) => {
    const first = all[0]!;
    const from = indexOf.get(first.from);
    const to = indexOf.get(first.to);
    if (from === undefined || to === undefined) return [];
    const { name, mode, place } = first;
    return { name, from, to, mode, channels: channelsOf(all, spec, coverage), place };
  });
}

function channelsOf(
  lines: readonly SpecLine[],
  spec: Spec,
  coverage: Coverage,
): readonly Channel[] {
  const shared = lines.filter((line) => !line.independent);
  const own = lines.filter((line) => line.independent).map((line) => [line]);
  return [...(shared.length === 0 ? [] : [shared]), ...own].map((of) => ({
    ...leastAvailable(of.map((line) => routeOf(line, spec))),
    members: coverage(of),
  }));
}

type Route = Omit<Channel, "members">;

function leastAvailable(routes: readonly Route[]): Route {
  return routes.reduce((lowest, one) =>
    isLower(effective(one.up, one.timeout), effective(lowest.up, lowest.timeout)) ? one : lowest,
  );
}

function routeOf({ availability, timeout, place }: SpecLine, { defaults }: Spec): Route {
  const stated = availability ?? defaults.dependencyAvailability;
  return {
    up: stated?.value ?? defaultDependencyAvailability,
    timeout: timeout?.value ?? null,
    availabilityFrom: availability === null ? "default" : "spec",
    place: stated?.place ?? place,
  };
}

/** ρ(1-(1-λ)^{r+1}), and its complement (1-ρ) + ρ(1-λ)^{r+1}. */
function effective({ p, q }: Probability, timeout: Timeout | null): Probability {
  if (timeout === null) return { p, q };
  let late = 1;
  let inTime = 0;
  for (let attempt = 0; attempt <= timeout.retries; attempt++) {
    inTime += late * timeout.onTime.p;
    late *= timeout.onTime.q;
  }
  return { p: p * inTime, q: q + p * late };
}

/** By q where the doubles of p are equal: near 1 it tells more. */
function isLower(a: Probability, b: Probability): boolean {
  return a.p < b.p || (a.p === b.p && a.q > b.q);
}
