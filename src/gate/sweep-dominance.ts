import { NEGLIGIBLE } from "../availability/estimate.ts";
import { any, CERTAIN } from "../availability/probability.ts";
import { quorumOf } from "../availability/quorum.ts";
import type { Structure } from "../availability/structure.ts";
import { callAvailability } from "../availability/variants.ts";
import type { Dependency, Model, Service } from "../model/model.ts";
import type { Dominance, SweepFigure } from "./sweep.ts";

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

export function dominanceOf(
  model: Model,
  structure: Structure,
  figure: (variant: Model) => SweepFigure,
): Dominance {
  const perfectNodes = figure({
    ...model,
    services: model.services.map((one) => ({ ...one, replicas: one.replicas.map(() => CERTAIN) })),
  });
  const perfectDependencies = figure({
    ...model,
    dependencies: model.dependencies.map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, up: CERTAIN, timeout: null })),
    })),
  });
  // What is left with perfect nodes is what dependencies do.
  const apart = perfectNodes.unavailability - perfectDependencies.unavailability;
  const dominant = Math.abs(apart) <= NEGLIGIBLE ? "neither" : apart > 0 ? "dependencies" : "nodes";
  return { ...dependencyLimited(model, structure), perfectNodes, perfectDependencies, dominant };
}
