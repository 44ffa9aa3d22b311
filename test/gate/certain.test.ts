import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importanceOf } from "../../src/availability/importance.ts";
import { structureOf } from "../../src/availability/structure.ts";
import { withCertain } from "../../src/gate/certain.ts";
import { downFault } from "../../src/gate/limits/component-fault.ts";
import { componentsOf } from "../../src/gate/limits/components.ts";
import { bruteForce } from "../availability/oracle.ts";
import { fullModel } from "../availability/random-models.ts";

describe("a component that is certain", () => {
  it("makes, less the component that is down, Birnbaum's importance, with domains and incidents", () => {
    let some = 0;
    fc.assert(
      fc.property(fullModel(7), ({ model, endpoint }) => {
        const importance = importanceOf({ model, endpoint, fault: null })!;
        const structure = structureOf(model, endpoint);
        const birnbaum = [...importance.services, ...importance.dependencies];
        for (const component of componentsOf(model).slice(0, birnbaum.length)) {
          const up = bruteForce(withCertain(model, structure, component.index), endpoint);
          const down = bruteForce(model, endpoint, downFault(structure, component));
          expect(Math.abs(up.p - down.p - birnbaum[component.index]!)).toBeLessThan(1e-12);
          if (birnbaum[component.index]! > 0) some++;
        }
      }),
      { seed: 23, numRuns: 25 },
    );
    expect(some).toBeGreaterThan(50);
  });
});
