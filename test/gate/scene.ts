import type { Difference, Estimate } from "../../src/availability/estimate.ts";
import { gateModel, type ModelJudgement } from "../../src/gate/compare-models.ts";
import type { Reason } from "../../src/gate/result.ts";
import type { Endpoint, GateSettings, Model } from "../../src/model/model.ts";
import {
  comparison,
  endpoint,
  engineOf,
  exact,
  failing,
  GATE,
  model,
  OPTIONS,
  valid,
} from "./models.ts";

/** One endpoint `GET /` on both sides, with figures, SLOs and settings made up. */
export type Scene = {
  readonly base?: Estimate | null;
  readonly head: Estimate;
  readonly carried?: Estimate;
  readonly slo?: readonly [number | null, number | null];
  readonly gate?: readonly [Partial<GateSettings>, Partial<GateSettings>];
  readonly difference?: Difference;
};

export function play(scene: Scene): ModelJudgement {
  const [baseSlo, headSlo] = scene.slo ?? [0.005, 0.005];
  const [baseGate, headGate] = scene.gate ?? [{}, {}];
  const at = (slo: number | null, gate: Partial<GateSettings>) =>
    model({
      endpoints: [endpoint("GET /", { slo: slo === null ? null : failing(slo) })],
      gate: { ...GATE, ...gate },
    });
  const [base, head, carried] = [
    at(baseSlo, baseGate),
    at(headSlo, headGate),
    at(baseSlo, baseGate),
  ];
  const figures = new Map([[head, { "GET /": scene.head }]]);
  if (scene.base) figures.set(base, { "GET /": scene.base });
  if (scene.carried) figures.set(carried, { "GET /": scene.carried });
  const input = comparison({
    base: scene.base ? valid(base) : { kind: "absent" },
    head: valid(head),
    carried: scene.carried ? carried : null,
  });
  return gateModel(input, engineOf(figures, scene.difference), OPTIONS);
}

export function codes({ reasons }: { readonly reasons: readonly Reason[] }): readonly string[] {
  return reasons.map(({ code, verdict }) => `${verdict} ${code}`);
}

export function sampled(unavailability: number, low: number, high: number): Estimate {
  return {
    availability: 1 - unavailability,
    unavailability,
    method: "monte-carlo",
    interval: [low, high],
    samples: 200_000,
  };
}

export function named(...endpoints: readonly Endpoint[]): Model {
  return model({ endpoints });
}

export function compare(
  base: Model,
  head: Model,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): ModelJudgement {
  const figuresOf = (of: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(of).map(([name, u]) => [name, exact(u)]));
  const figures = new Map([
    [base, figuresOf(before)],
    [head, figuresOf(after)],
  ]);
  return gateModel(
    comparison({ base: valid(base), head: valid(head) }),
    engineOf(figures),
    OPTIONS,
  );
}
