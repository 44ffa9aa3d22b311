import type { Timeout } from "../../model/model.ts";
import type { TimeoutConfig } from "../config.ts";
import type { System } from "../system.ts";
import { closedChain } from "./chain.ts";
import { distance, type Means, power, row, type Scenario } from "./scenario.ts";
import { chainOf } from "./systems.ts";

/** What connectivity alone takes for a success though no attempt ended in time. */
export function timeoutScenarios(config: TimeoutConfig, { exact, simulated }: Means): Scenario[] {
  const { theta, rho, length } = config;
  const untimed = chainOf(length, theta, rho);
  return config.onTime.flatMap(({ name, onTime }) =>
    config.retries.map((retries) => () => {
      const scenario = `timeout=${name}:retries=${retries}`;
      const timed = withTimeout(untimed, { onTime, retries });
      const baseline = exact(untimed);
      const reference = exact(timed);
      return row({
        family: "timeout",
        scenario,
        metricKind: "boundary_reference",
        theta: theta.p,
        rho: rho.p,
        length,
        closedForm: closedChain(length, theta, rho) * (1 - power(onTime.q, retries + 1)),
        simulated: simulated(scenario, timed),
        baseline,
        reference,
        gap: distance(reference, baseline),
        note: `one attempt ends in time with ${onTime.p}`,
      });
    }),
  );
}

/** The caller waits for the whole path, so that the time-out counts once: on its first dependency. */
function withTimeout(path: System, timeout: Timeout): System {
  const [first, ...others] = path.dependencies;
  return { ...path, dependencies: [{ ...first!, timeout }, ...others] };
}
