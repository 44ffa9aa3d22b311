import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { coverageOf } from "./build-domains.ts";
import { driftWarning, settleByEvidence } from "./evidence.ts";
import type { Channel, Dependency, Domain, Probability, Timeout } from "./model.ts";
import { NO_ROUTES, type RoutesInto } from "./route-hosts.ts";
import { callOf, rulesFor } from "./route-policy.ts";
import type { Spec, SpecLine } from "./spec.ts";
import { quote } from "./wording.ts";

/** ρ where the spec sets none: 99.99%. */
const defaultDependencyAvailability: Probability = { p: 0.9999, q: 0.0001 };

/** What says how services are called, beside the spec. */
export type CallContext = {
  /** Rules of the manifests, by the service that they lead to. */
  readonly routes: ReadonlyMap<string, RoutesInto>;
  /** The carried evaluation never fails: what nobody gives up is never late. */
  readonly carried: boolean;
};

/**
 * E, τ and ρ. All lines of one pair and arrow share a channel, that of the line which leaves it the
 * least available (one that says no ρ has the default), with the domains of all; a line with
 * `independent: true` is a channel of its own. The evidence of a line is about that line alone, and the
 * channel has that of the line which gives its ρ. Of several rules of the manifests the worst counts.
 *
 * @param indexOf the index of a service
 */
export function buildDependencies(
  spec: Spec,
  indexOf: ReadonlyMap<string, number>,
  domains: readonly Domain[],
  context: CallContext,
): { readonly dependencies: readonly Dependency[]; readonly diagnostics: readonly Diagnostic[] } {
  const coverage = coverageOf(spec, domains);
  const diagnostics: Diagnostic[] = [];
  const channelsOf = (lines: readonly SpecLine[]): readonly Channel[] =>
    bundles(lines).map((of) => {
      const routes = of.flatMap((line) => {
        const called = callsAlong(line, spec, context);
        if (called.length === 0) diagnostics.push(endless(line));
        diagnostics.push(...drifted(line));
        return called;
      });
      return { ...leastAvailable(routes, of[0]!), members: coverage(of) };
    });
  const lines = new Map<string, SpecLine[]>();
  for (const line of spec.dependencies) {
    const before = lines.get(line.name);
    if (before === undefined) lines.set(line.name, [line]);
    else before.push(line);
  }
  const dependencies = [...lines.values()].flatMap((all) => {
    const first = all[0]!;
    const from = indexOf.get(first.from);
    const to = indexOf.get(first.to);
    if (from === undefined || to === undefined) return [];
    const { name, mode, place } = first;
    return { name, from, to, mode, channels: channelsOf(all), place };
  });
  return { dependencies, diagnostics };
}

/** The lines that share a channel. */
function bundles(lines: readonly SpecLine[]): readonly (readonly SpecLine[])[] {
  const shared = lines.filter((line) => !line.independent);
  const own = lines.filter((line) => line.independent).map((line) => [line]);
  return [...(shared.length === 0 ? [] : [shared]), ...own];
}

type Route = Omit<Channel, "members">;

/** @param line stands in where no route is known, beside an error */
function leastAvailable(routes: readonly Route[], line: SpecLine): Route {
  const unknown: Route = {
    up: defaultDependencyAvailability,
    timeout: null,
    availabilityFrom: "default",
    place: line.place,
  };
  return routes.length === 0
    ? unknown
    : routes.reduce((lowest, one) =>
        isLower(effective(one.up, one.timeout), effective(lowest.up, lowest.timeout))
          ? one
          : lowest,
      );
}

/** A line by each rule that may hold for its calls; empty: none says when a call is given up, as it must. */
function callsAlong(
  line: SpecLine,
  { defaults }: Spec,
  { routes, carried }: CallContext,
): readonly Route[] {
  const stated = line.availability ?? defaults.dependencyAvailability;
  const { up, from, place } = settleByEvidence(
    {
      up: stated?.value ?? defaultDependencyAvailability,
      from: line.availability === null ? "default" : "spec",
      place: stated?.place ?? line.place,
    },
    line.evidence,
  );
  const shared = {
    availabilityFrom: from,
    ...(line.evidence === null ? {} : { evidence: line.evidence }),
    place,
  };
  const rules = rulesFor(line, routes.get(line.to) ?? NO_ROUTES).routes;
  const calls = (rules.length === 0 ? [null] : rules).flatMap((one) => callOf(up, line, one) ?? []);
  if (calls.length === 0 && carried) return [{ up, timeout: null, ...shared }];
  return calls.map(({ origin, ...call }) =>
    origin === null ? { ...call, ...shared } : { ...call, ...shared, origin },
  );
}

function drifted({ name, availability, evidence }: SpecLine): readonly Diagnostic[] {
  if (availability === null || evidence === null) return [];
  const what = { key: "availability", of: name };
  return driftWarning(what, availability.value, evidence, availability.place);
}

function endless({ name, to, timeout, place }: SpecLine): Diagnostic {
  const message = `\`latency\` of ${quote(name)} needs \`after\` beside it: no VirtualService or HTTPRoute says when a call into ${quote(to)} is given up; add \`after\`, or its time-out to the manifests`;
  return diagnostic("error", "missing-key", message, timeout?.latency?.place ?? place);
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
