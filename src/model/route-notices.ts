import type { Deployment, RouteFact } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Matches } from "./match.ts";
import { injectedFaults } from "./route-faults.ts";
import { NO_ROUTES, type RoutesInto } from "./route-hosts.ts";
import { callOf, limitsOf, MOST_RETRIES, retriesLate, rulesFor } from "./route-policy.ts";
import { unservedWeights } from "./route-weights.ts";
import { routeAt, routeTitle, where } from "./route-words.ts";
import type { Spec, SpecLine } from "./spec.ts";
import { counted, quote, some } from "./wording.ts";

/**
 * Tell what of the manifests' call policies counts otherwise than it is written, or not at all.
 *
 * @param matches the workloads of each service that has any
 * @param into the rules for calls into each service
 */
export function routeNotices(
  spec: Spec,
  matches: Matches,
  deployment: Deployment,
  into: ReadonlyMap<string, RoutesInto>,
): readonly Diagnostic[] {
  if (deployment.routes.length === 0) return [];
  const told = [
    ...injectedFaults(spec, deployment.routes, into),
    ...unclear(spec, into),
    ...spec.dependencies.flatMap((line) => {
      const all = into.get(line.to) ?? NO_ROUTES;
      return [
        ...conflict(line, all),
        ...borrowed(line, all),
        ...ofSome(line, all),
        ...retries(line, all),
      ];
    }),
    ...unservedWeights(spec, matches, deployment, into),
    ...unasked(spec, into),
  ];
  // Several lines may be called by one rule.
  return [...new Map(told.map((one) => [JSON.stringify(one), one])).values()];
}

function unclear(spec: Spec, into: ReadonlyMap<string, RoutesInto>): readonly Diagnostic[] {
  const called = new Set(spec.dependencies.map(({ to }) => to));
  return [...called].flatMap((to) => {
    const { mesh, gateway } = into.get(to) ?? NO_ROUTES;
    return [...mesh, ...gateway].flatMap((route) =>
      route.unclear.map(({ value, place }) => diagnostic("warning", "unclear-route", value, place)),
    );
  });
}

/** A mesh takes one of them, and the manifests do not say which. */
function conflict(line: SpecLine, into: RoutesInto): readonly Diagnostic[] {
  const { routes } = rulesFor(line, into);
  const even = { p: 0.5, q: 0.5 };
  const calls = new Map(
    routes.map((route) => {
      const call = callOf(even, line, route);
      return [JSON.stringify([call?.up, call?.timeout]), route] as const;
    }),
  );
  const [first, second, ...others] = [...calls.values()];
  if (first === undefined || second === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const message = `${routeAt(first)} and ${routeAt(second)}${more} each say how ${quote(line.to)} is called, and not the same; the worst counts: keep one, or narrow \`manifests\` to one environment`;
  return [diagnostic("warning", "several-routes", message, second.place)];
}

function borrowed(line: SpecLine, into: RoutesInto): readonly Diagnostic[] {
  const rules = rulesFor(line, into);
  return !rules.borrowed
    ? []
    : rules.routes.map((route) => {
        const message = `${quote(line.name)} is given up as ${routeTitle(route)} says, which holds for calls through a gateway; write \`after\` where the caller has a time-out of its own`;
        return diagnostic("notice", "gateway-route", message, route.place);
      });
}

function ofSome({ name, to, timeout }: SpecLine, { mesh }: RoutesInto): readonly Diagnostic[] {
  if (timeout === null || (timeout.after ?? timeout.onTime) !== null) {
    if (timeout?.retries !== null) return [];
  }
  return mesh
    .filter((route) => route.partial && isPolicy(route))
    .map((route) => {
      const message = `${routeTitle(route)} says how some calls into ${quote(to)} are given up and tried again, and no figure counts them apart; write \`after\` and \`retries\` of ${quote(name)} where they are most of them`;
      return diagnostic("notice", "partial-route", message, route.place);
    });
}

function isPolicy({ timeout, retries, perTryTimeout }: RouteFact): boolean {
  return timeout !== null || retries !== null || perTryTimeout !== null;
}

/** Further attempts that a late call does not have, or perhaps not. */
function retries(line: SpecLine, into: RoutesInto): readonly Diagnostic[] {
  const { timeout, to } = line;
  if (timeout === null || timeout.retries !== null) return [];
  return rulesFor(line, into).routes.flatMap((route): readonly Diagnostic[] => {
    const asked = route.retries;
    if (asked === null || asked.value === 0) return [];
    const { fitting } = limitsOf(timeout, route);
    const what = `${counted(asked.value, "retry", "retries")} of calls into ${quote(to)} (${where(asked.place)})`;
    const say = (code: string, message: string) => [
      diagnostic("notice", code, message, asked.place),
    ];
    if (!retriesLate(route)) {
      return say(
        "idle-retries",
        `${what}: \`retryOn\` does not name what is late, and none counts; add \`gateway-error\` where late calls should be tried again`,
      );
    }
    if (fitting < Math.min(asked.value, MOST_RETRIES)) {
      const single = route.kind === "HTTPRoute" ? "timeouts.backendRequest" : "perTryTimeout";
      return say(
        "idle-retries",
        `${what}: a late call has the time for ${fitting === 0 ? "none" : fitting} of them, and no more count; shorten \`${single}\`, or give all attempts together more time`,
      );
    }
    if (fitting < asked.value) return say("idle-retries", `${what}: ${MOST_RETRIES} of them count`);
    if (route.kind !== "VirtualService" || route.retryOn !== null) return [];
    return say(
      "assumed-retries",
      `${what} count for late calls, too, which Istio tries again only where \`retryOn\` says so; add \`retryOn: gateway-error\`, or write \`retries: 0\` in the spec`,
    );
  });
}

/** Alone, when a call is given up says nothing about how often that is. */
function unasked(spec: Spec, into: ReadonlyMap<string, RoutesInto>): readonly Diagnostic[] {
  const left = spec.dependencies.filter(
    (line) =>
      line.timeout === null && rulesFor(line, into.get(line.to) ?? NO_ROUTES).routes.some(isPolicy),
  );
  const names = [...new Set(left.map(({ name }) => name))];
  if (names.length === 0) return [];
  const message = `the manifests say when calls of ${counted(names.length, "dependency", "dependencies")} (${some(names)}) are given up or tried again, the spec does not say how long they take, and no figure counts it; add \`timeout: { latency: { p50: …, p99: … } }\``;
  return [diagnostic("notice", "unused-routes", message, spec.place)];
}
