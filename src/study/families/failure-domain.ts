import type { FailureDomainConfig } from "../config.ts";
import { CERTAIN, type System } from "../system.ts";
import { closedBottleneck } from "./bottleneck.ts";
import { distance, type Means, row, type Scenario } from "./scenario.ts";
import { bottleneckOf } from "./systems.ts";

/** Replicas that are equally available each, once on their own and once all on one machine. */
export function failureDomainScenarios(config: FailureDomainConfig, means: Means): Scenario[] {
  const { theta, rho, replicas, entryTheta } = config;
  return [
    () => {
      const scenario = "same_marginal_replicas";
      const together = onOneMachine(config);
      const baseline = means.exact(bottleneckOf(replicas, theta, rho, entryTheta));
      const reference = means.exact(together);
      return row({
        family: "failure-domain",
        scenario,
        metricKind: "boundary_reference",
        theta: theta.p,
        rho: rho.p,
        replicas,
        closedForm: closedBottleneck(1, theta, rho, entryTheta),
        simulated: means.simulated(scenario, together),
        baseline,
        reference,
        gap: distance(reference, baseline),
        note: "baseline: replicas fail on their own; reference: all sit on one machine",
      });
    },
  ];
}

/** The machine fails, and its replicas with it only: each is up as often as one on its own would be. */
function onOneMachine({ theta, rho, replicas, entryTheta }: FailureDomainConfig): System {
  const apart = bottleneckOf(replicas, CERTAIN, rho, entryTheta);
  return {
    ...apart,
    domains: [{ name: "machine", up: theta }],
    services: apart.services.map((one) =>
      one.name === "target" ? { ...one, domain: "machine" } : one,
    ),
  };
}
