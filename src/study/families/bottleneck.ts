import type { Probability } from "../../model/model.ts";
import type { BottleneckConfig } from "../config.ts";
import { difference, type Means, power, row, type Scenario } from "./scenario.ts";
import { bottleneckOf } from "./systems.ts";

/** More and more replicas behind one dependency, which bounds what they gain. */
export function bottleneckScenarios(config: BottleneckConfig, means: Means): Scenario[] {
  const { theta, entryTheta } = config;
  return config.replicas.flatMap((replicas) =>
    config.rho.map((rho) => () => {
      const scenario = `R=${replicas}:rho=${rho.p}`;
      const given = bottleneckOf(replicas, theta, rho, entryTheta);
      const exact = means.exact(given);
      return row({
        family: "replicated-bottleneck",
        scenario,
        metricKind: "oracle_mc",
        theta: theta.p,
        rho: rho.p,
        replicas,
        exact,
        closedForm: closedBottleneck(replicas, theta, rho, entryTheta),
        simulated: means.simulated(scenario, given),
        gap: difference(rho.p, exact),
        note: "gap: what is left to the dependency's own availability",
      });
    }),
  );
}

/** θ_0 ρ (1 - (1-θ)^R). */
export function closedBottleneck(
  replicas: number,
  theta: Probability,
  rho: Probability,
  entryTheta: Probability,
): number {
  return entryTheta.p * rho.p * (1 - power(theta.q, replicas));
}
