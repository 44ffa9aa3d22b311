import type { Probability } from "../../model/model.ts";
import type { FanoutConfig } from "../config.ts";
import { type Means, power, row, type Scenario } from "./scenario.ts";
import { fanoutOf } from "./systems.ts";

/** An entry that needs every one of its callees. */
export function fanoutScenarios(config: FanoutConfig, { exact, simulated }: Means): Scenario[] {
  return config.degree.flatMap((degree) =>
    config.theta.flatMap((theta) =>
      config.rho.map((rho) => () => {
        const scenario = `d=${degree}:theta=${theta.p}:rho=${rho.p}`;
        const given = fanoutOf(degree, theta, rho);
        return row({
          family: "fanout",
          scenario,
          metricKind: "oracle_mc",
          theta: theta.p,
          rho: rho.p,
          degree,
          exact: exact(given),
          closedForm: closedFanout(degree, theta, rho),
          simulated: simulated(scenario, given),
          note: "every callee is needed",
        });
      }),
    ),
  );
}

/** θ (θρ)^d. */
export function closedFanout(degree: number, theta: Probability, rho: Probability): number {
  return theta.p * power(theta.p * rho.p, degree);
}
