import type { Probability } from "../../model/model.ts";
import { CERTAIN, call, type System, service, system } from "../system.ts";

/** s0 -> s1 -> …: so many dependencies, and one service more. */
export function chainOf(length: number, theta: Probability, rho: Probability): System {
  const names = Array.from({ length: length + 1 }, (_, at) => `s${at}`);
  return system(
    names.map((name) => service(name, theta)),
    names.slice(1).map((name, at) => call(names[at]!, name, rho)),
  );
}

/** An entry that calls so many services and needs them all. */
export function fanoutOf(degree: number, theta: Probability, rho: Probability): System {
  const callees = Array.from({ length: degree }, (_, at) => `callee-${at}`);
  return system(
    [service("entry", theta), ...callees.map((name) => service(name, theta))],
    callees.map((name) => call("entry", name, rho)),
  );
}

/** An entry that calls one replicated service over one dependency. */
export function bottleneckOf(
  replicas: number,
  theta: Probability,
  rho: Probability,
  entryTheta: Probability = CERTAIN,
): System {
  return system(
    [service("entry", entryTheta), service("target", theta, replicas)],
    [call("entry", "target", rho)],
  );
}
