import { any, CERTAIN } from "../availability/probability.ts";
import { quorumOf } from "../availability/quorum.ts";
import type { Structure } from "../availability/structure.ts";
import { callAvailability } from "../availability/variants.ts";
import type { Dependency, Model, Service } from "../model/model.ts";
import type { Dominance } from "./sweep.ts";
import type { FiguresOver } from "./sweep-figures.ts";

/** Of the dependencies that an endpoint reaches, those that are down more often than what they lead to. */
export function dependencyLimited(
  { services, dependencies }: Model,
  { reached, services: count, firstMember }: Structure,
): { readonly dependencies: number; readonly limited: number } {
  const crossed = reached.filter((index) => index >= count && index < firstMember);
  const limited = crossed.filter((index) => {
    const dependency = dependencies[index - count]!;
    return limits(dependency, services[dependency.to]!);
  });
  return { dependencies: crossed.length, limited: limited.length };
}

/** ρ < 1-(1-θ)^R, by what fails; of any quorum, and with time-out and channels. */
function limits({ channels }: Dependency, { replicas, quorum }: Service): boolean {
  const up = any(channels.map((one) => callAvailability(one.up, one.timeout)));
  return up.q > quorumOf(replicas, quorum).q;
}

/** @param between works out the endpoint in both, and what would gain the most by */
export function dominanceOf(
  model: Model,
  structure: Structure,
  between: FiguresOver["between"],
): Dominance {
  const perfectNodes = {
    ...model,
    services: model.services.map((one) => ({ ...one, replicas: one.replicas.map(() => CERTAIN) })),
  };
  const perfectDependencies = {
    ...model,
    dependencies: model.dependencies.map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, up: CERTAIN, timeout: null })),
    })),
  };
  return { ...dependencyLimited(model, structure), ...between(perfectNodes, perfectDependencies) };
}
