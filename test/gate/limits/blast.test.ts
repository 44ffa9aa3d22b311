import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../../src/availability/evaluate.ts";
import { engine } from "../../../src/flow/engine.ts";
import { blastRadius, explainerOf } from "../../../src/gate/explain.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import type { Model, Target } from "../../../src/model/model.ts";
import { fault } from "../../availability/models.ts";
import { bruteForce } from "../../availability/oracle.ts";
import { fullModel } from "../../availability/random-models.ts";

const options = { samples: 100, seed: 1, alpha: 0.05 };
const run = { path: "availability.yaml", engine, options };

function target({ services, dependencies }: Model, index: number): Target {
  const dependency = index - services.length;
  const member = dependency - dependencies.length;
  if (member >= 0) return { kind: "member", member };
  return dependency >= 0 ? { kind: "dependency", dependency } : { kind: "service", service: index };
}

describe("what a fault, or the loss of one component, takes below its SLO", () => {
  it("is what enumeration finds there", () => {
    let lost = 0;
    fc.assert(
      fc.property(fullModel(5), fc.nat({ max: 999 }), (drawn, dice) => {
        const plain = bruteForce(drawn.model, drawn.endpoint);
        // Somewhere below the figure, so that some losses pass it and some do not.
        const q = Math.min(1, plain.q + plain.p * (dice / 1000) + 1e-9);
        const endpoint = { ...drawn.endpoint, slo: { p: 1 - q, q } };
        const model = { ...drawn.model, endpoints: [endpoint] };
        const under = model.faults.map((one) => ({
          fault: one.name,
          head: estimateEndpoint({ model, endpoint, fault: one }, options, []).estimate,
        }));
        const head = estimateEndpoint({ model, endpoint, fault: null }, options, []).estimate;
        const { blasts: found } = blastRadius(explainerOf(run, model, [], null), [
          { endpoint, head, under },
        ]);

        const expected = [
          ...model.faults.map((one) => [one.name, bruteForce(model, endpoint, one)] as const),
          ...componentsOf(model).map(
            ({ index, name }) =>
              [name, bruteForce(model, endpoint, fault({ down: [target(model, index)] }))] as const,
          ),
        ];
        const near = expected.some(([, one]) => Math.abs(one.q - q) < 1e-12);
        fc.pre(!near);
        const told = new Map(found.map((one) => [one.fault, one.endpoints[0]!.availability]));
        for (const [name, one] of expected) {
          if (one.q <= q) expect([name, told.has(name)]).toEqual([name, false]);
          else expect(Math.abs((told.get(name) ?? 2) - one.p)).toBeLessThan(1e-12);
        }
        lost += told.size;
      }),
      { seed: 66, numRuns: 100 },
    );
    expect(lost).toBeGreaterThan(150);
  });
});
