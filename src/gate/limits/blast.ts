import type { Importance } from "../../availability/importance.ts";
import type { Structure } from "../../availability/structure.ts";
import type { Endpoint, Fault, Model, Target } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Blast } from "../explained.ts";
import { birnbaumOf, type ModelComponent } from "./components.ts";

/** One endpoint with an SLO, and what is known of it. */
export type Watched = {
  readonly endpoint: Endpoint;
  readonly unavailability: number;
  readonly importance: Importance | null;
  readonly structure: Structure;
  /** Unavailability under each fault of the spec, by its name. */
  readonly under: ReadonlyMap<string, number>;
};

/** Losses that are evaluated, of those whose outcome their importance does not tell. */
const MOST_EVALUATED = 500;

/**
 * For each fault and each component that is lost, the endpoints that it takes below their SLO; what takes
 * down the most comes first. Endpoints that are below it as they are do not count.
 */
export function blastsOf(
  run: GateRun,
  model: Model,
  components: readonly ModelComponent[],
  watched: readonly Watched[],
): readonly Blast[] {
  const standing = watched.filter(({ endpoint, unavailability }) =>
    keeps(endpoint, unavailability),
  );
  const faults = model.faults.map(({ name }): Blast => {
    const endpoints = standing.flatMap(({ endpoint, under }) =>
      fallen(endpoint, under.get(name) ?? null),
    );
    return { fault: name, kind: "fault", endpoints };
  });
  const loss = lossesIn(run, model);
  const losses = components.map((component): Blast => {
    const endpoints = standing.flatMap((one) =>
      one.structure.reached.includes(component.index)
        ? fallen(one.endpoint, loss(one, component))
        : [],
    );
    return { fault: component.name, kind: component.kind, endpoints };
  });
  return [...faults, ...losses]
    .filter(({ endpoints }) => endpoints.length > 0)
    .sort((a, b) => b.endpoints.length - a.endpoints.length);
}

function keeps({ slo }: Endpoint, unavailability: number): boolean {
  return slo !== null && unavailability <= slo.q;
}

function fallen(endpoint: Endpoint, unavailability: number | null): Blast["endpoints"] {
  return unavailability === null || keeps(endpoint, unavailability)
    ? []
    : [{ name: endpoint.name, availability: 1 - unavailability }];
}

type Loss = (watched: Watched, component: ModelComponent) => number | null;

/** U(0) of a component: U + pB where it is independent of all others, else by the engine. */
function lossesIn(run: GateRun, model: Model): Loss {
  let left = MOST_EVALUATED;
  const faults = new Map<number, Fault>();
  return ({ endpoint, unavailability, importance, structure }, component) => {
    const { index, up } = component;
    // An incident may put a third party in the place of what has fallen.
    const isSteady = model.incidents.length === 0;
    if (isSteady && structure.alone.every((one) => one?.has(index) ?? true)) return 1;
    // Drawn figures and bounds cost too much to have one for each loss.
    if (importance === null) return null;
    const slope = birnbaumOf(importance, structure, index);
    if (isIndependent(model, structure, index)) return Math.min(1, unavailability + up.p * slope);
    // U(0) = U(1) + B, and U(1) is not more than U.
    if (endpoint.slo !== null && unavailability + slope <= endpoint.slo.q) return unavailability;
    if (left === 0) return null;
    left--;
    const fault = faults.get(index) ?? downFault(structure, component);
    faults.set(index, fault);
    const { estimate } = run.engine.estimate({ model, endpoint, fault }, run.options, []);
    return estimate.unavailability;
  };
}

/** No member of a domain stands behind it, and no incident moves it. */
function isIndependent(model: Model, { services, firstMember }: Structure, index: number): boolean {
  if (model.incidents.length > 0) return false;
  if (index >= firstMember) return true;
  return index < services
    ? model.services[index]!.placement.every((seats) => seats.length === 0)
    : model.dependencies[index - services]!.channels.every((one) => one.members.length === 0);
}

function downFault(
  { services, firstMember }: Structure,
  { index, name, place }: ModelComponent,
): Fault {
  const target: Target =
    index < services
      ? { kind: "service", service: index }
      : index < firstMember
        ? { kind: "dependency", dependency: index - services }
        : { kind: "member", member: index - firstMember };
  return {
    name,
    overrides: [],
    down: [target],
    rollout: null,
    drain: null,
    kill: null,
    worstOf: null,
    place,
  };
}
