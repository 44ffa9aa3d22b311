import fc from "fast-check";
import { expect, it } from "vitest";
import type { Model, Probability } from "../../src/model/model.ts";
import { reductionsOf, shapes } from "./networks.ts";
import { bruteForce } from "./oracle.ts";

const SURE: Probability = { p: 1, q: 0 };

/** Nothing fails but what is forced to. */
function perfect(model: Model): Model {
  return {
    ...model,
    services: model.services.map((one) => ({
      ...one,
      replicas: [SURE],
      quorum: 1,
      placement: [[]],
    })),
    dependencies: model.dependencies.map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, up: SURE })),
    })),
  };
}

it("mandatory are those components, and no others, that leave nothing when they alone are down", () => {
  let counted = 0;
  let gates = 0;
  fc.assert(
    fc.property(shapes, ({ model, endpoint }) => {
      const whole = perfect(model);
      endpoint.mixture.forEach(({ need }) => {
        const only = { ...endpoint, mixture: [{ share: 1, strict: false, need }] };
        const [reduced] = reductionsOf(model, only);
        expect(reduced !== null).toBe(bruteForce(whole, only).p === 1);
        if (reduced === null || reduced === undefined) return;
        const alone = [
          ...model.services.map((_, service) => ({ kind: "service", service, up: false }) as const),
          ...model.dependencies.map(
            (_, dependency) => ({ kind: "dependency", dependency, up: false }) as const,
          ),
        ].flatMap((forced, component) =>
          bruteForce(whole, only, null, [forced]).p === 0 ? [component] : [],
        );
        expect(reduced.mandatory.toSorted((one, other) => one - other)).toEqual(alone);
        if (alone.length > 1) counted++;
        if (alone.length > 1 && need.kind === "atLeast" && need.k < need.of.length) gates++;
      });
    }),
    { numRuns: 1500, seed: 41 },
  );
  expect(counted).toBeGreaterThan(500);
  expect(gates).toBeGreaterThan(50);
});
