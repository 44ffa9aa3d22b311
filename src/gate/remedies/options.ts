import type { Endpoint, Model, Service } from "../../model/model.ts";
import type { Limit } from "../explained.ts";
import { leastRetried, type Step } from "./step.ts";

/** Components that are worth a try: the most critical ones. */
const MOST_TRIED = 6;

/** Replicas that a person would still call a remedy. */
const MOST_ADDED = 20;

const MOST_RETRIES = 5;

/** One thing that can be turned further and further: more replicas of a service, more retries. */
export type Lever = {
  /** Steps, each further than the one before it; one at the most is part of a remedy. */
  readonly steps: readonly Step[];
  /** Replicas that each of them adds. */
  readonly added: readonly number[];
};

/**
 * What can be changed about the components that limit an endpoint, the most critical first.
 *
 * @param limits of the endpoint, the most critical first
 */
export function leversOf(model: Model, limits: readonly Limit[]): readonly Lever[] {
  const { services, dependencies } = model;
  const critical = limits.filter(({ birnbaum }) => birnbaum > 0);
  const named = new Set(critical.map(({ component }) => component));
  const order = new Map(critical.map(({ component }, at) => [component, at]));
  const rank = (name: string) => order.get(name) ?? critical.length;
  const byRank = <T extends { readonly name: string }>(all: readonly T[]) =>
    all
      .map((one, index) => ({ one, index }))
      .filter(({ one }) => named.has(one.name))
      .sort((a, b) => rank(a.one.name) - rank(b.one.name))
      .slice(0, MOST_TRIED);
  const owned = byRank(services).filter(({ one }) => !one.external && one.replicas.length > 0);
  return [
    ...owned.flatMap(({ index }) => spreads(model, index)),
    ...byRank(dependencies).flatMap(({ one, index }): Lever[] => {
      const now = leastRetried(one.channels)?.timeout.retries ?? MOST_RETRIES;
      if (now >= MOST_RETRIES) return [];
      const steps = Array.from(
        { length: MOST_RETRIES - now },
        (_, at): Step => ({ kind: "retries", dependency: index, to: now + at + 1 }),
      );
      return [{ steps, added: steps.map(() => 0) }];
    }),
    ...owned.map(({ one, index }) => replicaLever(one, index)),
  ];
}

/** ⌊R/2⌋+1 of an even R is no better than of the R below it: a majority goes from odd to odd. */
function replicaLever({ replicas, origin }: Service, service: number): Lever {
  const now = replicas.length;
  const counts = Array.from({ length: MOST_ADDED }, (_, at) => now + at + 1).filter(
    (count) => origin.quorum !== "majority" || count % 2 === 1,
  );
  return {
    steps: counts.map((to) => ({ kind: "replicas", service, to })),
    added: counts.map((count) => count - now),
  };
}

/** Over every domain in which its replicas share members that they need not share. */
function spreads(model: Model, service: number): readonly Lever[] {
  const { placement } = model.services[service]!;
  return model.domains.flatMap(({ members }, domain): Lever[] => {
    const seats = placement.flatMap((on) => on.filter((one) => members.includes(one)));
    const isPacked = seats.length > 0 && new Set(seats).size < members.length;
    return isPacked ? [{ steps: [{ kind: "spread", service, domain }], added: [0] }] : [];
  });
}

/** Names that a strict endpoint might do without, one at a time: what limits it, but for its entry. */
export function optionalSteps(
  model: Model,
  endpoint: Endpoint,
  limits: readonly Limit[],
): readonly Step[] {
  if (!endpoint.mixture.some(({ strict }) => strict)) return [];
  const entry = model.services[endpoint.entry]!.name;
  return limits
    .filter(({ kind, component }) => kind === "service" && component !== entry)
    .slice(0, MOST_TRIED)
    .map(({ component }) => ({ kind: "optional", endpoint: endpoint.name, name: component }));
}
