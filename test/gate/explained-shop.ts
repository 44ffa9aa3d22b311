import { engine } from "../../src/flow/engine.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { explainJudgement } from "../../src/gate/explain-results.ts";
import type { Endpoint, Model, Probability } from "../../src/model/model.ts";
import { dependency, endpoint, model, parts, reached, service } from "../availability/models.ts";
import { comparison, valid } from "./models.ts";

export const OPTIONS = { samples: 100, seed: 1, alpha: 0.001 };

/** One gateway, and behind it services that fail so often, of each of which one endpoint asks. */
export function shop(
  failing: readonly number[],
  slo: (at: number) => Probability | null = () => null,
): Model {
  const services = [
    service("web", [parts(999_999, 1e6)]),
    ...failing.map((q, at) => service(`s${at}`, [parts(1e6 - q, 1e6)])),
  ];
  const dependencies = failing.map((_, at) => dependency(services, 0, at + 1, [parts(1000)]));
  const endpoints = failing.map(
    (_, at): Endpoint => ({ ...endpoint(0, reached(at + 1)), name: `GET /${at}`, slo: slo(at) }),
  );
  return model(services, dependencies, endpoints);
}

export function told(base: Model | "invalid", head: Model, by: Engine = engine) {
  const input = comparison({
    base: base === "invalid" ? { kind: "invalid", diagnostics: [] } : valid(base),
    head: valid(head),
    carried: base === "invalid" ? null : base,
    diagnostics: [
      { severity: "notice", code: "first", message: "", file: "a.yaml", line: 1, column: 1 },
    ],
  });
  const judgement = gateModel(input, engine, OPTIONS);
  const context = { engine: by, options: OPTIONS, told: [], today: null };
  const { model: found } = explainJudgement(judgement, input, context);
  const why = found.endpoints.filter(({ explained }) => explained !== undefined);
  return { judgement, found, why: why.map(({ name }) => name) };
}

export const SLO = parts(9, 10);
