import { carries } from "../../model/closure.ts";
import type { Endpoint, Model, Need } from "../../model/model.ts";

/**
 * Φ where every state is up: the share of the mixture that holds, 1 for an endpoint that can work at all.
 * A service of too few replicas is not live even then.
 */
export function allUpShare(model: Model, endpoint: Endpoint): number {
  const reached = reachedIn(model, endpoint);
  const isUp = (dependency: number): boolean => {
    const { from, to } = model.dependencies[dependency]!;
    return reached.has(from) && isLive(model, to);
  };
  const holds = (need: Need): boolean => {
    if (need.kind === "service") return reached.has(need.service);
    if (need.kind === "dependency") return isUp(need.dependency);
    return need.of.filter(holds).length >= need.k;
  };
  if (reached.size === 0) return 0;
  return endpoint.mixture.reduce((sum, { share, need }) => (holds(need) ? sum + share : sum), 0);
}

function isLive({ services }: Model, service: number): boolean {
  const { quorum, replicas } = services[service]!;
  return quorum <= replicas.length;
}

/** Services that calls reach from a live entry. */
function reachedIn(model: Model, { entry, completion }: Endpoint): ReadonlySet<number> {
  const reached = new Set(isLive(model, entry) ? [entry] : []);
  const callees = new Map<number, number[]>();
  for (const { from, to, mode } of model.dependencies) {
    if (!carries(completion, mode) || !isLive(model, to)) continue;
    const known = callees.get(from);
    if (known === undefined) callees.set(from, [to]);
    else known.push(to);
  }
  for (const service of reached) for (const to of callees.get(service) ?? []) reached.add(to);
  return reached;
}
