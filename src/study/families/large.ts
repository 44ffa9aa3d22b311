import type { Probability } from "../../model/model.ts";
import type { LargeBottleneckConfig, LargeChainConfig, LargeFanoutConfig } from "../config.ts";
import type { Row } from "../row.ts";
import type { System } from "../system.ts";
import { closedBottleneck } from "./bottleneck.ts";
import { closedChain } from "./chain.ts";
import { closedFanout } from "./fanout.ts";
import { type Means, row, type Scenario } from "./scenario.ts";
import { bottleneckOf, chainOf, fanoutOf } from "./systems.ts";

/** The kind of the rows that are simulated beside the closed forms. */
export const SENTINEL = "scale_sentinel_mc";

/** What a scenario is, before it is evaluated. */
type Large = Pick<Row, "family" | "scenario" | "closedForm"> &
  Partial<Pick<Row, "length" | "degree" | "replicas">> & {
    readonly theta: Probability;
    readonly rho: Probability;
    readonly given: () => System;
  };

/** Long chains: figures and cost where closed forms are still known. */
export function largeChainScenarios(config: LargeChainConfig, means: Means): Scenario[] {
  const large = (length: number, q: Probability): Large => ({
    family: "large-chain",
    scenario: `k=${length}:q=${q.p}`,
    theta: q,
    rho: q,
    length,
    closedForm: closedChain(length, q, q),
    given: () => chainOf(length, q, q),
  });
  return scenariosOf(
    config.q.flatMap((q) => config.length.map((length) => large(length, q))),
    config.sentinels.map(({ length, q }) => large(length, q)),
    means,
  );
}

/** Wide fan-outs. */
export function largeFanoutScenarios(config: LargeFanoutConfig, means: Means): Scenario[] {
  const large = (degree: number, q: Probability): Large => ({
    family: "large-fanout",
    scenario: `d=${degree}:q=${q.p}`,
    theta: q,
    rho: q,
    degree,
    closedForm: closedFanout(degree, q, q),
    given: () => fanoutOf(degree, q, q),
  });
  return scenariosOf(
    config.q.flatMap((q) => config.degree.map((degree) => large(degree, q))),
    config.sentinels.map(({ degree, q }) => large(degree, q)),
    means,
  );
}

/** Many replicas. */
export function largeBottleneckScenarios(config: LargeBottleneckConfig, means: Means): Scenario[] {
  const { theta, rho, entryTheta } = config;
  const large = (replicas: number): Large => ({
    family: "large-bottleneck",
    scenario: `R=${replicas}:theta=${theta.p}:rho=${rho.p}`,
    theta,
    rho,
    replicas,
    closedForm: closedBottleneck(replicas, theta, rho, entryTheta),
    given: () => bottleneckOf(replicas, theta, rho, entryTheta),
  });
  return scenariosOf(
    config.replicas.map(large),
    config.sentinels.map(({ replicas }) => large(replicas)),
    means,
  );
}

/** All of them by the engine, the sentinels by Monte Carlo, too. */
function scenariosOf(
  all: readonly Large[],
  sentinels: readonly Large[],
  { exact, simulated }: Means,
): Scenario[] {
  return [
    ...all.map((one) => () => {
      const given = one.given();
      return sized(one, given, {
        metricKind: "scale_closed_form",
        exact: exact(given),
        note: "by the engine, on the whole model",
      });
    }),
    ...sentinels.map((one) => () => {
      const given = one.given();
      const scenario = `${one.scenario}:mc`;
      return sized({ ...one, scenario }, given, {
        metricKind: SENTINEL,
        exact: exact(given),
        simulated: simulated(scenario, given),
        note: "every replica and dependency of the whole model drawn in each state",
      });
    }),
  ];
}

function sized(
  { given: _, theta, rho, ...one }: Large,
  { services, dependencies }: System,
  figures: Pick<Row, "metricKind" | "exact" | "note"> & Partial<Pick<Row, "simulated">>,
): Row {
  return row({
    ...one,
    ...figures,
    theta: theta.p,
    rho: rho.p,
    services: services.length,
    dependencies: dependencies.length,
    instances: services.reduce((sum, { replicas }) => sum + replicas, 0),
  });
}
