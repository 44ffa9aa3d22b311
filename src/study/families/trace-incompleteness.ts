import type { Probability } from "../../model/model.ts";
import type { TraceConfig } from "../config.ts";
import { availabilityOf, CERTAIN, type System } from "../system.ts";
import { closedBottleneck } from "./bottleneck.ts";
import { closedFanout } from "./fanout.ts";
import { difference, distance, power, row, type Scenario } from "./scenario.ts";
import { bottleneckOf, fanoutOf } from "./systems.ts";

/**
 * What discovery misses, and the figures that it would lead to. Each observable part is missing with
 * the omission rate; every set of missing parts gives a model of its own, and the reference is the
 * expectation over all of them.
 */
export function traceScenarios(config: TraceConfig): Scenario[] {
  const kinds = [hiddenDependencies(config), missedEdges(config), missedReplicas(config)];
  return config.omission.flatMap((omission) =>
    kinds.map(({ kind, parts, discovered, closedForm, note }) => () => {
      const isExact = config.metrics.includes("exact");
      const baseline = isExact ? discovered(2 ** parts - 1) : null;
      const reference = isExact ? expectation(parts, omission, discovered) : null;
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
        gap: distance(reference, baseline),
        signedBias: difference(reference, baseline),
        note,
      });
    }),
  );
}

type Kind = {
  readonly kind: string;
  /** What can be missing. */
  readonly parts: number;
  /** A of the model that discovery gives, by the set of parts that were observed. */
  readonly discovered: (observed: number) => number;
  /** Of the expectation. */
  readonly closedForm: (omission: Probability) => number;
  readonly note: string;
};

/** Nobody knows of a callee that was never seen: it is in no model, and in no predicate. */
function hiddenDependencies({ degree, theta, rho }: TraceConfig): Kind {
  const whole = fanoutOf(degree, theta, rho);
  return {
    kind: "hidden_dependency",
    parts: degree,
    discovered: evaluated((observed) => {
      const dependencies = whole.dependencies.filter((_, at) => isIn(observed, at));
      const seen = new Set(["entry", ...dependencies.map(({ to }) => to)]);
      return {
        ...whole,
        dependencies,
        services: whole.services.filter(({ name }) => seen.has(name)),
      };
    }),
    closedForm: ({ p, q }) => theta.p * power(p + q * theta.p * rho.p, degree),
    note: "a dependency that was not seen is not needed either",
  };
}

/** The callees are known and needed, but not how they are reached. */
function missedEdges({ degree, theta, rho }: TraceConfig): Kind {
  const whole = fanoutOf(degree, theta, rho);
  const needs = whole.dependencies.map(({ to }) => to);
  return {
    kind: "edge_only",
    parts: degree,
    discovered: evaluated((observed) => ({
      ...whole,
      needs,
      dependencies: whole.dependencies.filter((_, at) => isIn(observed, at)),
    })),
    closedForm: ({ q }) => closedFanout(degree, theta, rho) * power(q, degree),
    note: "a callee stays needed whose dependency was not seen",
  };
}

/** A service of which no instance was seen has none. */
function missedReplicas({ replicas, theta, rho }: TraceConfig): Kind {
  return {
    kind: "replica_undercount",
    parts: replicas,
    discovered: evaluated((observed) => {
      const seen = Array.from({ length: replicas }, (_, at) => at).filter((at) =>
        isIn(observed, at),
      );
      return bottleneckOf(seen.length, theta, rho);
    }),
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
  discovered: (observed: number) => number,
): number {
  let sum = 0;
  for (let observed = 0; observed < 2 ** parts; observed++) {
    let chance = 1;
    for (let at = 0; at < parts; at++) chance *= isIn(observed, at) ? omission.q : omission.p;
    if (chance > 0) sum += chance * discovered(observed);
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
