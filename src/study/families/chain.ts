import type { Probability } from "../../model/model.ts";
import type { ChainConfig } from "../config.ts";
import { type Means, power, row, type Scenario } from "./scenario.ts";
import { chainOf } from "./systems.ts";

/** A synchronous chain: every service and every dependency of the path must work. */
export function chainScenarios(config: ChainConfig, { exact, simulated }: Means): Scenario[] {
  return config.length.flatMap((length) =>
    config.theta.flatMap((theta) =>
      config.rho.map((rho) => () => {
        const scenario = `k=${length}:theta=${theta.p}:rho=${rho.p}`;
        const given = chainOf(length, theta, rho);
        return row({
          family: "chain",
          scenario,
          metricKind: "oracle_mc",
          theta: theta.p,
          rho: rho.p,
          length,
          exact: exact(given),
          closedForm: closedChain(length, theta, rho),
          simulated: simulated(scenario, given),
          note: "all replicas and dependencies of the path, multiplied (Eq. 16)",
        });
      }),
    ),
  );
}

/** Eq. (16): θ^(k+1) ρ^k. */
export function closedChain(length: number, theta: Probability, rho: Probability): number {
  return power(theta.p, length + 1) * power(rho.p, length);
}
