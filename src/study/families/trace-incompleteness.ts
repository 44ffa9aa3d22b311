import type { Probability } from "../../model/model.ts";
import type { TraceConfig } from "../config.ts";
import { availabilityOf, CERTAIN, type System } from "../system.ts";
import { closedBottleneck } from "./bottleneck.ts";
import { closedFanout } from "./fanout.ts";
import { power, row, type Scenario } from "./scenario.ts";
import { bottleneckOf, fanoutOf } from "./systems.ts";

/**
 * What discovery misses, and the figures that it would lead to. Each observable part is missing with
 * the omission rate; every set of missing parts gives a model of its own, and the reference is the
 * expectation over all of them.
 */
export function traceScenarios(config: TraceConfig): Scenario[] {
  const kinds = discoveries(config).map((one) => ({ ...one, figureOf: evaluated(one.systemOf) }));
  return config.omission.flatMap((omission) =>
    kinds.map(({ kind, parts, figureOf, closedForm, note }) => () => {
      const baseline = figureOf((1 << parts) - 1);
      const reference = expectation(parts, omission, figureOf);
      return row({
        family: "trace-incompleteness",
        scenario: `${kind}:omit=${labelOf(omission)}`,
        metricKind: "boundary_reference",
        theta: config.theta.p,
        rho: config.rho.p,
        degree: config.degree,
        replicas: config.replicas,
        closedForm: closedForm(omission),
        baseline,
        reference,
        gap: Math.abs(reference - baseline),
        signedBias: reference - baseline,
        note,
      });
    }),
  );
}

/** A way to observe a system in part. */
export type Discovery = {
  readonly kind: string;
  /** What can be missing, each on its own. */
  readonly parts: number;
  /** The model that discovery gives, by the set of parts that were observed, a bit each. */
  readonly systemOf: (observed: number) => System;
  /** Of the expectation. */
  readonly closedForm: (omission: Probability) => number;
  readonly note: string;
};

export function discoveries(config: TraceConfig): readonly Discovery[] {
  return [hiddenDependencies(config), missedEdges(config), missedReplicas(config)];
}

/** Nobody knows of a callee that was never seen: it is in no model, and in no predicate. */
function hiddenDependencies({ degree, theta, rho }: TraceConfig): Discovery {
  const whole = fanoutOf(degree, theta, rho);
  return {
    kind: "hidden_dependency",
    parts: degree,
    systemOf: (observed) => {
      const dependencies = whole.dependencies.filter((_, at) => isIn(observed, at));
      const seen = new Set(["entry", ...dependencies.map(({ to }) => to)]);
      return {
        ...whole,
        dependencies,
        services: whole.services.filter(({ name }) => seen.has(name)),
      };
    },
    closedForm: ({ p, q }) => theta.p * power(p + q * theta.p * rho.p, degree),
    note: "a dependency that was not seen is not needed either",
  };
}

/** The callees are known and needed, but not how they are reached. */
function missedEdges({ degree, theta, rho }: TraceConfig): Discovery {
  const whole = fanoutOf(degree, theta, rho);
  const needs = whole.dependencies.map(({ to }) => to);
  return {
    kind: "edge_only",
    parts: degree,
    systemOf: (observed) => ({
      ...whole,
      needs,
      dependencies: whole.dependencies.filter((_, at) => isIn(observed, at)),
    }),
    closedForm: ({ q }) => closedFanout(degree, theta, rho) * power(q, degree),
    note: "a callee stays needed whose dependency was not seen",
  };
}

/** A service of which no instance was seen has none. */
function missedReplicas({ replicas, theta, rho }: TraceConfig): Discovery {
  return {
    kind: "replica_undercount",
    parts: replicas,
    systemOf: (observed) => {
      const all = Array.from({ length: replicas }, (_, at) => at);
      return bottleneckOf(all.filter((at) => isIn(observed, at)).length, theta, rho);
    },
    closedForm: ({ q }) => {
      const up = q * theta.p;
      return closedBottleneck(replicas, { p: up, q: 1 - up }, rho, CERTAIN);
    },
    note: "replicas that were not seen do not count",
  };
}

/** By the engine, each set of observed parts once. */
function evaluated(systemOf: (observed: number) => System): (observed: number) => number {
  const known = new Map<number, number>();
  return (observed) => {
    const figure = known.get(observed) ?? availabilityOf(systemOf(observed));
    known.set(observed, figure);
    return figure;
  };
}

/** Σ over all sets of parts of P(just these were observed) times what they lead to. */
function expectation(
  parts: number,
  omission: Probability,
  figureOf: (observed: number) => number,
): number {
  let sum = 0;
  for (let observed = 0; observed < 1 << parts; observed++) {
    let chance = 1;
    for (let at = 0; at < parts; at++) chance *= isIn(observed, at) ? omission.q : omission.p;
    if (chance > 0) sum += chance * figureOf(observed);
  }
  return sum;
}

function isIn(observed: number, at: number): boolean {
  return ((observed >> at) & 1) === 1;
}

/** At least two decimals. */
function labelOf({ p }: Probability): string {
  const short = p.toFixed(2);
  return Number(short) === p ? short : String(p);
}
