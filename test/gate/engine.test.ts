import { expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { Model } from "../../src/model/model.ts";
import {
  comparison,
  dependencies,
  endpoint,
  failing,
  model,
  OPTIONS,
  service,
  valid,
} from "./models.ts";

// The gate with the real engine beneath it, on a shop small enough to check by hand.
const NAMES = ["frontend", "payment"];

function shop(replicas: number, theta: number): Model {
  const payment = service("payment", 0, {
    replicas: Array.from({ length: replicas }, () => failing(theta)),
  });
  return model({
    services: [service("frontend", 2), payment],
    dependencies: dependencies(NAMES, ["frontend -> payment"]),
    endpoints: [
      endpoint("POST /pay", {
        mixture: [{ share: 1, strict: true, need: { kind: "dependency", dependency: 0 } }],
        slo: failing(0.001),
      }),
    ],
  });
}

/** 1 - (1 - 0.001²)(1 - 0.0001)(1 - θ-failure^replicas). */
function unavailability(replicas: number, theta: number): number {
  return 1 - (1 - 1e-6) * (1 - 1e-4) * (1 - theta ** replicas);
}

test("a lost replica is a drop below the SLO", () => {
  const judged = gateModel(
    comparison({ base: valid(shop(2, 0.01)), head: valid(shop(1, 0.01)), carried: shop(1, 0.01) }),
    engine,
    OPTIONS,
  );
  const [figures] = judged.model.endpoints;
  expect(figures?.base?.unavailability).toBeCloseTo(unavailability(2, 0.01), 14);
  expect(figures?.head?.unavailability).toBeCloseTo(unavailability(1, 0.01), 14);
  expect(figures?.delta).toBeCloseTo(unavailability(2, 0.01) - unavailability(1, 0.01), 14);
  expect(judged.reasons.map(({ message }) => message)).toEqual([
    "`POST /pay` falls below its SLO: 98.99% is 0.91 points below 99.9%",
  ]);
});

test("a lost replica behind a promise of better ones passes by assertion", () => {
  const judged = gateModel(
    comparison({ base: valid(shop(2, 0.01)), head: valid(shop(1, 1e-5)), carried: shop(1, 0.01) }),
    engine,
    OPTIONS,
  );
  expect(judged.reasons.map(({ code, verdict }) => [code, verdict])).toEqual([
    ["passes-by-assertion", "fail"],
  ]);
});

test("two copies of one model do not differ at all", () => {
  const judged = gateModel(
    comparison({ base: valid(shop(2, 0.01)), head: valid(shop(2, 0.01)), carried: shop(2, 0.01) }),
    engine,
    OPTIONS,
  );
  expect(judged).toMatchObject({
    model: { verdict: "pass", changes: [], endpoints: [{ delta: 0, change: "unchanged" }] },
    reasons: [],
  });
});
