import { importanceOf } from "../../availability/importance.ts";
import type { Probability } from "../../model/model.ts";
import type { SharedServiceConfig } from "../config.ts";
import { CERTAIN, call, type System, service, subjectOf, system } from "../system.ts";
import { difference, type Means, power, row, type Scenario } from "./scenario.ts";

/** Redundant routes to one shared service, whose own availability bounds the whole. */
export function sharedServiceScenarios(config: SharedServiceConfig, means: Means): Scenario[] {
  return config.theta.map((theta) => () => {
    const scenario = `theta=${theta.p}`;
    const given = sharedServiceOf(config, theta);
    const exact = means.exact(given);
    return row({
      family: "single-point-of-failure",
      scenario,
      metricKind: "oracle_mc",
      theta: theta.p,
      rho: config.rho.p,
      degree: config.routes,
      replicas: config.replicas,
      exact,
      closedForm: closedSharedService(config, theta),
      simulated: means.simulated(scenario, given),
      baseline: means.exact(sharedServiceOf(config, CERTAIN)),
      reference: exact === null ? null : theta.p,
      gap: difference(theta.p, exact),
      note: exact === null ? "" : rankingNote(given),
    });
  });
}

/** entry -> route-i -> shared, all but the shared service replicated. */
export function sharedServiceOf(config: SharedServiceConfig, theta: Probability): System {
  const { routeTheta, rho, replicas } = config;
  const routes = Array.from({ length: config.routes }, (_, at) => `route-${at}`);
  const services = [
    service("entry", routeTheta, replicas),
    ...routes.map((name) => service(name, routeTheta, replicas)),
    service("shared", theta),
  ];
  const dependencies = routes.flatMap((name) => [
    call("entry", name, rho),
    call(name, "shared", rho),
  ]);
  return { ...system(services, dependencies), needs: ["shared"] };
}

/** a(1 - (1 - ρaρ)^n) θ, where a = 1 - (1-θ_r)^R is each other service's. */
function closedSharedService(
  { routeTheta, rho, routes, replicas }: SharedServiceConfig,
  theta: Probability,
): number {
  const live = 1 - power(routeTheta.q, replicas);
  return live * (1 - power(1 - rho.p * live * rho.p, routes)) * theta.p;
}

/** Services by Birnbaum's importance, the most important first. */
export function ranking(
  given: System,
): readonly { readonly name: string; readonly importance: number }[] {
  const importance = importanceOf(subjectOf(given))?.services ?? [];
  return given.services
    .map(({ name }, at) => ({ name, importance: importance[at] ?? 0 }))
    .toSorted((one, other) => other.importance - one.importance);
}

function rankingNote(given: System): string {
  const [first, second] = ranking(given);
  const told = (one: typeof first) => `${one?.name} (${one?.importance.toFixed(4)})`;
  return `baseline: the shared service never fails; importance: ${told(first)} before ${told(second)}`;
}
