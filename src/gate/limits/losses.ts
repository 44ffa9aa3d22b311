import type { Estimate } from "../../availability/estimate.ts";
import type { Structure } from "../../availability/structure.ts";
import type { Endpoint, Fault, Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Figure } from "./against.ts";
import { downFault } from "./component-fault.ts";
import { birnbaumOf, type ModelComponent } from "./components.ts";
import { drawnLosses } from "./drawn-losses.ts";
import type { Look } from "./look.ts";
import type { Purse } from "./purse.ts";

/** What it costs to put a component down, for each that there is, in transitions. */
const PUTTING_DOWN = 50;

/** An endpoint whose losses are asked for. */
export type Lossy = Look & { readonly endpoint: Endpoint; readonly estimate: Estimate };

/** What an endpoint is without one component; `null`: that is not worked out. */
export type Loss = (lossy: Lossy, component: ModelComponent) => Figure | null;

/**
 * U(0) of a component: U + pB where it is independent of all others, else by the engine, as far as there is work
 * for it. Endpoints of one Φ share what is exact.
 *
 * @param purse for the losses that have to be evaluated, drawn or bounded
 */
export function lossesIn(
  run: GateRun,
  model: Model,
  components: readonly ModelComponent[],
  purse: Purse,
): Loss {
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
  const drawn = new Map<Lossy, ReadonlyMap<number, Figure>>();
  const drawnOf = (lossy: Lossy) => {
    const { structure } = lossy;
    const known = drawn.get(lossy);
    if (known !== undefined) return known;
    const asked = {
      losses: structure.reached.filter((one) => !isSingle(structure, one)),
      isIndependent: (one: number) => isIndependent(model, structure, one),
      faultOf: (one: ModelComponent) => faultIn(structure, one),
    };
    const found = drawnLosses(run, model, lossy, components, asked, purse);
    drawn.set(lossy, found);
    return found;
  };
  const evaluated = new Map<Structure, Evaluated>();
  const evaluate = ({ endpoint, structure }: Lossy, component: ModelComponent): Figure | null => {
    const known = evaluated.get(structure) ?? { left: purse.share(), figures: new Map() };
    evaluated.set(structure, known);
    const before = known.figures.get(component.index);
    if (before !== undefined) return before;
    const subject = { model, endpoint, fault: faultIn(structure, component) };
    const price = run.engine.price?.(subject) ?? 0;
    const cost = price + PUTTING_DOWN * components.length;
    if (cost > known.left) return null;
    known.left -= cost;
    purse.pay(cost);
    const { estimate } = run.engine.estimate(subject, run.options, []);
    known.figures.set(component.index, estimate);
    return estimate;
  };
  return (lossy, component) => {
    const { endpoint, importance, structure } = lossy;
    const { index, up } = component;
    if (isSingle(structure, index)) return DOWN;
    if (importance === null) return drawnOf(lossy).get(index) ?? null;
    const slope = birnbaumOf(importance, structure, index);
    const { q } = importance.up;
    if (isIndependent(model, structure, index)) return failing(Math.min(1, q + up.p * slope));
    // U(0) = U(1) + B, and U(1) is not more than U.
    if (endpoint.slo !== null && q + slope <= endpoint.slo.q) return failing(q);
    return evaluate(lossy, component);
  };
}

/** Exact figures of one Φ, and what more of them may cost, in transitions. */
type Evaluated = { left: number; readonly figures: Map<number, Figure> };

const DOWN: Figure = { availability: 0, unavailability: 1 };

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
