import type { Structure } from "../../availability/structure.ts";
import type { Fault, Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import { isUnknown } from "../ration.ts";
import type { Figure } from "./against.ts";
import type { Watched } from "./blast.ts";
import { downFault } from "./component-fault.ts";
import { birnbaumOf, type ModelComponent } from "./components.ts";
import { drawnLosses } from "./drawn-losses.ts";
import type { Purse } from "./purse.ts";

/** Losses that are evaluated, of those whose outcome their importance does not tell. */
const MOST_EVALUATED = 500;

/** What an endpoint is without one component; `null`: that is not worked out. */
export type Loss = (watched: Watched, component: ModelComponent) => Figure | null;

/**
 * U(0) of a component: U + pB where it is independent of all others, else by the engine, in a bounded number.
 *
 * @param purse for the losses of endpoints that are drawn or bounded
 */
export function lossesIn(
  run: GateRun,
  model: Model,
  components: readonly ModelComponent[],
  purse: Purse,
): Loss {
  let left = MOST_EVALUATED;
  const faults = new Map<number, Fault>();
  const faultIn = (structure: Structure, component: ModelComponent) => {
    const fault = faults.get(component.index) ?? downFault(structure, component);
    faults.set(component.index, fault);
    return fault;
  };
  // An incident may put a third party in the place of what has fallen.
  const isSteady = model.incidents.length === 0;
  const isSingle = (structure: Structure, index: number) =>
    isSteady && structure.alone.every((one) => one?.has(index) ?? true);
  const drawn = new Map<Watched, ReadonlyMap<number, Figure>>();
  const drawnOf = (watched: Watched) => {
    const { structure } = watched;
    const known = drawn.get(watched);
    if (known !== undefined) return known;
    const asked = {
      losses: structure.reached.filter((one) => !isSingle(structure, one)),
      isIndependent: (one: number) => isIndependent(model, structure, one),
      faultOf: (one: ModelComponent) => faultIn(structure, one),
    };
    const found = drawnLosses(run, model, watched, components, asked, purse);
    drawn.set(watched, found);
    return found;
  };
  return (watched, component) => {
    const { endpoint, importance, structure } = watched;
    const { index, up } = component;
    if (isSingle(structure, index)) return failing(1);
    if (importance === null) return drawnOf(watched).get(index) ?? null;
    const slope = birnbaumOf(importance, structure, index);
    const { q } = importance.up;
    if (isIndependent(model, structure, index)) return failing(Math.min(1, q + up.p * slope));
    // U(0) = U(1) + B, and U(1) is not more than U.
    if (endpoint.slo !== null && q + slope <= endpoint.slo.q) return failing(q);
    if (left === 0) return null;
    left--;
    const fault = faultIn(structure, component);
    const { estimate } = run.engine.estimate({ model, endpoint, fault }, run.options, []);
    return isUnknown(estimate) ? null : estimate;
  };
}

function failing(unavailability: number): Figure {
  return { availability: 1 - unavailability, unavailability };
}

/** No member of a domain stands behind it, and no incident moves it. */
function isIndependent(model: Model, { services, firstMember }: Structure, index: number): boolean {
  if (model.incidents.length > 0) return false;
  if (index >= firstMember) return true;
  return index < services
    ? model.services[index]!.placement.every((seats) => seats.length === 0)
    : model.dependencies[index - services]!.channels.every((one) => one.members.length === 0);
}
