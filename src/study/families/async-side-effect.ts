import type { Completion } from "../../model/model.ts";
import type { AsyncConfig } from "../config.ts";
import { call, type System, type SystemDependency, service, system } from "../system.ts";
import { distance, type Means, power, row, type Scenario } from "./scenario.ts";

/**
 * A call that blocks beside a side effect, through a queue to a worker, that does not. The caller's own
 * success never rests on the side effect; that all is done in the end does.
 */
export function asyncScenarios(config: AsyncConfig, { exact, simulated }: Means): Scenario[] {
  const { theta, rho, asyncRho } = config;
  const columns = {
    family: "async-side-effect",
    metricKind: "semantic_contrast",
    theta: theta.p,
    rho: asyncRho.p,
  } as const;
  const immediate: Scenario = () => {
    const given = sideEffectOf(config, "immediate");
    const figure = exact(given);
    return row({
      ...columns,
      scenario: "immediate",
      exact: figure,
      closedForm: power(theta.p, 2) * rho.p,
      simulated: simulated("immediate", given),
      gap: distance(figure, exact(withoutAsync(given))),
      note: "gap: what the async dependencies take from the caller's own success",
    });
  };
  const eventual: Scenario = () => {
    const given = sideEffectOf(config, "eventual");
    const figure = exact(given);
    return row({
      ...columns,
      scenario: "eventual",
      exact: figure,
      closedForm: power(theta.p, 4) * rho.p * power(asyncRho.p, 2),
      simulated: simulated("eventual", given),
      gap: distance(exact(sideEffectOf(config, "immediate")), figure),
      note: "gap: what they take where the side effect must be done, too",
    });
  };
  return [immediate, eventual];
}

function sideEffectOf({ theta, rho, asyncRho }: AsyncConfig, completion: Completion): System {
  const send = (from: string, to: string): SystemDependency => ({
    ...call(from, to, asyncRho),
    mode: "async",
  });
  const services = ["entry", "store", "queue", "worker"].map((name) => service(name, theta));
  const dependencies = [
    call("entry", "store", rho),
    send("entry", "queue"),
    send("queue", "worker"),
  ];
  return { ...system(services, dependencies), completion };
}

function withoutAsync(given: System): System {
  return { ...given, dependencies: given.dependencies.filter(({ mode }) => mode === "sync") };
}
