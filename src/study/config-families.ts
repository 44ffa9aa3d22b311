import type { FamilyConfig, Metric } from "./config.ts";
import {
  count,
  type Field,
  type FieldsOf,
  named,
  probability,
  records,
  sweep,
} from "./config-fields.ts";
import { probabilities } from "./config-grid.ts";
import type { FamilyName } from "./row.ts";

/** What a family asks for beside its metrics and samples. */
export type SweepOf<Name extends FamilyName> = Omit<
  Extract<FamilyConfig, { readonly family: Name }>,
  "family" | "metrics" | "samples"
>;

type Family<Name extends FamilyName> = {
  readonly fields: FieldsOf<SweepOf<Name>>;
  /** What can be computed. */
  readonly metrics: readonly Metric[];
};

/** Far beyond the studies, and solved in seconds. */
const MOST_SERVICES = 1_000;
const MOST_REPLICAS = 1_000;
const MOST_RETRIES = 100;
const MOST_ROUTES = 16;
/** Every set of omitted parts is a model of its own. */
const MOST_OMITTED = 10;

const size = count(1, MOST_SERVICES);
const replicas = count(0, MOST_REPLICAS);
const both: readonly Metric[] = ["exact", "monte-carlo"];

const onTimes: Field<SweepOf<"timeout">["onTime"]> = (key, node, report) =>
  named(probability)(key, node, report)?.map(([name, onTime]) => ({ name, onTime })) ?? null;

/** Each family with the keys of its sweep. */
export const FAMILIES: { readonly [Name in FamilyName]: Family<Name> } = {
  chain: {
    fields: { length: sweep(size), theta: probabilities, rho: probabilities },
    metrics: both,
  },
  fanout: {
    fields: { degree: sweep(size), theta: probabilities, rho: probabilities },
    metrics: both,
  },
  "replicated-bottleneck": {
    fields: {
      replicas: sweep(replicas),
      rho: probabilities,
      theta: probability,
      entryTheta: probability,
    },
    metrics: both,
  },
  sensitivity: {
    fields: { theta: probabilities, rho: probabilities, baseReplicas: replicas, replicas },
    metrics: both,
  },
  "async-side-effect": {
    fields: { theta: probability, rho: probability, asyncRho: probability },
    metrics: both,
  },
  "single-point-of-failure": {
    fields: {
      theta: probabilities,
      routeTheta: probability,
      rho: probability,
      routes: count(1, MOST_ROUTES),
      replicas,
    },
    metrics: both,
  },
  "failure-domain": {
    fields: { theta: probability, rho: probability, replicas, entryTheta: probability },
    metrics: both,
  },
  timeout: {
    fields: {
      theta: probability,
      rho: probability,
      length: size,
      onTime: onTimes,
      retries: sweep(count(0, MOST_RETRIES)),
    },
    metrics: both,
  },
  "trace-incompleteness": {
    fields: {
      degree: count(1, MOST_OMITTED),
      theta: probability,
      rho: probability,
      replicas: count(1, MOST_OMITTED),
      omission: probabilities,
    },
    // An expectation over many models has no states to draw.
    metrics: ["exact"],
  },
  "large-chain": {
    fields: {
      length: sweep(size),
      q: probabilities,
      sentinels: records({ length: size, q: probability }),
    },
    metrics: both,
  },
  "large-fanout": {
    fields: {
      degree: sweep(size),
      q: probabilities,
      sentinels: records({ degree: size, q: probability }),
    },
    metrics: both,
  },
  "large-bottleneck": {
    fields: {
      replicas: sweep(replicas),
      theta: probability,
      rho: probability,
      entryTheta: probability,
      sentinels: records({ replicas }),
    },
    metrics: both,
  },
};

export function isFamilyName(name: string): name is FamilyName {
  return Object.hasOwn(FAMILIES, name);
}

/** How many rows a family gives, and how many of them are simulated where that is asked for. */
export function cellsOf(config: FamilyConfig): { readonly rows: number; readonly drawn: number } {
  const all = (rows: number) => ({ rows, drawn: rows });
  const some = (rows: number, sentinels: readonly unknown[]) => ({
    rows: rows + sentinels.length,
    drawn: sentinels.length,
  });
  switch (config.family) {
    case "chain":
      return all(config.length.length * config.theta.length * config.rho.length);
    case "fanout":
      return all(config.degree.length * config.theta.length * config.rho.length);
    case "replicated-bottleneck":
      return all(config.replicas.length * config.rho.length);
    case "sensitivity":
      return all(config.theta.length * config.rho.length);
    case "async-side-effect":
      return all(2);
    case "single-point-of-failure":
      return all(config.theta.length);
    case "failure-domain":
      return all(1);
    case "timeout":
      return all(config.onTime.length * config.retries.length);
    case "trace-incompleteness":
      return all(3 * config.omission.length);
    case "large-chain":
      return some(config.length.length * config.q.length, config.sentinels);
    case "large-fanout":
      return some(config.degree.length * config.q.length, config.sentinels);
    case "large-bottleneck":
      return some(config.replicas.length, config.sentinels);
  }
}
