import fc from "fast-check";
import { expect, it } from "vitest";
import { allStates } from "../../src/availability/all-states.ts";
import { exactProbability } from "../../src/availability/exact.ts";
import { compile } from "../../src/availability/program.ts";
import { reduce } from "../../src/availability/reduce.ts";
import { tangledModel } from "./random-models.ts";

it("all states at once come to what exploring them comes to, with few and with many components", () => {
  const sizes = new Set<number>();
  fc.assert(
    fc.property(tangledModel(12), ({ model, endpoint }) => {
      for (const { need } of endpoint.mixture) {
        const { rest } = reduce(model, endpoint, need);
        if (rest === null) continue;
        sizes.add([...rest.services, ...rest.links].filter(({ q }) => q > 0).length);
        const found = allStates(compile(rest));
        const explored = exactProbability(rest);
        expect(Math.abs(found.p - explored!.p)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(found.q - explored!.q)).toBeLessThanOrEqual(1e-12 * explored!.q);
      }
    }),
    { numRuns: 2000, seed: 20261130 },
  );
  // Below, at and above the five that fit into a word.
  for (const size of [2, 4, 5, 6, 8, 10]) expect([...sizes]).toContain(size);
});
