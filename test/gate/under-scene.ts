import type { Difference, Estimate } from "../../src/availability/estimate.ts";
import { gateModel, type ModelJudgement } from "../../src/gate/compare-models.ts";
import type { UnderResult } from "../../src/gate/result.ts";
import type { Domain, Fault, GateSettings, Member, Model } from "../../src/model/model.ts";
import {
  comparison,
  endpoint,
  engineOf,
  exact,
  type Figures,
  failing,
  GATE,
  model,
  OPTIONS,
  place,
  valid,
} from "./models.ts";

/** A domain `zone` with members a and b, and the faults of a spec. */
export const ZONE: Domain = {
  name: "zone",
  topologyKey: "topology.kubernetes.io/zone",
  members: [0, 1],
  place: place(60),
};

export const MEMBERS: readonly Member[] = ["zone/a", "zone/b"].map((name, i) => ({
  name,
  domain: 0,
  up: failing(0.0005),
  place: place(61 + i),
}));

export function fault(name: string, over: Partial<Fault> = {}): Fault {
  return {
    name,
    overrides: [],
    down: [{ kind: "member", member: 0 }],
    rollout: null,
    drain: null,
    kill: null,
    worstOf: null,
    place: place(70),
    ...over,
  };
}

/** One side of a scene: the fault `zone-down`, and a minimum under it as the failure it allows. */
export type UnderSide = {
  readonly fault?: Fault | null;
  readonly minimum?: number | null;
  readonly gate?: Partial<GateSettings>;
};

export function underModel(side: UnderSide): Model {
  const { minimum = 0.01, gate = {} } = side;
  const own = side.fault === undefined ? fault("zone-down") : side.fault;
  const under =
    own === null || minimum === null
      ? []
      : [{ fault: 0, minimum: failing(minimum), place: place(52) }];
  return model({
    domains: [ZONE],
    members: MEMBERS,
    faults: own === null ? [] : [own],
    endpoints: [endpoint("GET /", { under })],
    gate: { ...GATE, ...gate },
  });
}

/** The same under several faults, each with a minimum of 99% and a line of its own. */
export function underEach(...names: readonly string[]): Model {
  const under = names.map((_, at) => ({
    fault: at,
    minimum: failing(0.01),
    place: place(52 + at),
  }));
  return {
    ...underModel({}),
    faults: names.map((name) => fault(name)),
    endpoints: [endpoint("GET /", { under })],
  };
}

/** `GET /` at 99.9% on both sides in the steady state, and figures made up under `zone-down`. */
export type UnderScene = {
  /** Unavailabilities, or whole figures; absent where there is none to ask for. */
  readonly base?: number | Estimate;
  readonly head?: number | Estimate;
  readonly carried?: number | Estimate;
  readonly sides?: readonly [UnderSide, UnderSide];
  readonly difference?: Difference;
};

export function playUnder(scene: UnderScene): ModelJudgement {
  const [before, after] = scene.sides ?? [{}, {}];
  const [base, head, carried] = [underModel(before), underModel(after), underModel(before)];
  const figuresOf = (under: number | Estimate | undefined): Figures => ({
    "GET /": exact(0.001),
    "GET / under zone-down": typeof under === "number" ? exact(under) : under,
  });
  const figures = new Map([
    [base, figuresOf(scene.base)],
    [head, figuresOf(scene.head)],
    [carried, figuresOf(scene.carried)],
  ]);
  const input = comparison({
    base: valid(base),
    head: valid(head),
    carried: scene.carried === undefined ? null : carried,
  });
  return gateModel(input, engineOf(figures, scene.difference), OPTIONS);
}

/** The only row under a fault. */
export function underRow(judged: ModelJudgement): UnderResult {
  const [row, ...others] = judged.model.endpoints[0]?.under ?? [];
  if (row === undefined || others.length > 0) throw new Error("not one row");
  return row;
}
