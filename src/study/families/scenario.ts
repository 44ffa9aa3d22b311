import type { FamilyConfig, StudyConfig } from "../config.ts";
import type { FamilyName, Row, Simulated } from "../row.ts";
import { seedOf } from "../seed.ts";
import { simulate } from "../simulate.ts";
import { availabilityOf, type System, subjectOf } from "../system.ts";

/** One row of the study, worked out when it is asked for. */
export type Scenario = () => Row;

/** The two ways to a figure, each `null` where the configuration does not ask for it. */
export type Means = {
  /** P(Φ = 1) by the engine. */
  readonly exact: (given: System) => number | null;
  /** By Monte Carlo. A scenario draws for itself: no two share a state. */
  readonly simulated: (scenario: string, given: System) => Simulated | null;
};

export function meansOf(config: FamilyConfig, study: StudyConfig): Means {
  const { family, metrics } = config;
  const samples = config.samples ?? study.samples;
  return {
    exact: (given) => (metrics.includes("exact") ? availabilityOf(given) : null),
    simulated: (scenario, given) => {
      if (!metrics.includes("monte-carlo")) return null;
      const seed = seedOf(study.seed, `${family} ${scenario}`);
      return simulate(subjectOf(given), { samples, seed, confidence: study.confidence });
    },
  };
}

type Key = { readonly family: FamilyName; readonly scenario: string; readonly metricKind: string };

/** A row with nothing in the columns that are not given. */
export function row(parts: Key & Partial<Row>): Row {
  return {
    services: null,
    dependencies: null,
    instances: null,
    theta: null,
    rho: null,
    length: null,
    degree: null,
    replicas: null,
    exact: null,
    closedForm: null,
    simulated: null,
    baseline: null,
    reference: null,
    gap: null,
    signedBias: null,
    note: "",
    ...parts,
  };
}

/** |one - other|; `null` where one is. */
export function distance(one: number | null, other: number | null): number | null {
  const apart = difference(one, other);
  return apart === null ? null : Math.abs(apart);
}

/** one - other; `null` where one is. */
export function difference(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other;
}

/** x^n, by multiplication alone: `Math.pow` may differ between machines. */
export function power(x: number, n: number): number {
  let product = 1;
  for (let factor = 0; factor < n; factor++) product *= x;
  return product;
}
