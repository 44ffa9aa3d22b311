import fc from "fast-check";
import { expect, it } from "vitest";
import { networkHolds, reductionsOf, shapes, someStates } from "./networks.ts";
import { rememberedSuccess } from "./oracle.ts";

it("the mandatory components and the rest hold in the same states as the need", () => {
  let rests = 0;
  let held = 0;
  fc.assert(
    fc.property(shapes, fc.nat({ max: 1000 }), ({ model, endpoint }, seed) => {
      const services = model.services.length;
      const [sure] = someStates(1, seed + 5000);
      const isCertain = (component: number) => !sure!(component);
      endpoint.mixture.forEach(({ need }) => {
        const only = { ...endpoint, mixture: [{ share: 1, strict: false, need }] };
        const success = rememberedSuccess(model, only);
        const [reduced] = reductionsOf(model, only, isCertain);
        for (const drawn of someStates(20, seed)) {
          const isUp = (component: number) => isCertain(component) || drawn(component);
          const bits = (from: number, count: number) =>
            Array.from({ length: count }, (_, at) => (isUp(from + at) ? 2 ** at : 0)).reduce(
              (sum, bit) => sum + bit,
              0,
            );
          const truth = success(bits(0, services), bits(services, model.dependencies.length)).p;
          const found =
            reduced !== null &&
            reduced!.mandatory.every(isUp) &&
            (reduced!.rest === null || networkHolds(reduced!.rest, isUp));
          expect(found ? 1 : 0).toBe(truth);
          held += truth;
        }
        if (reduced?.rest) {
          rests++;
          const { nodes, links } = reduced.rest;
          for (const { from, to } of links) {
            expect(nodes[from]).toBeDefined();
            expect(nodes[to]).toBeDefined();
            // Neither of these would make anything be reached.
            expect(to).not.toBe(0);
            expect(to).not.toBe(from);
          }
          const parts = [...nodes, ...links].flatMap(({ component }) => component ?? []);
          expect(new Set(parts).size).toBe(parts.length);
          expect(parts.some((one) => isCertain(one) || reduced.mandatory.includes(one))).toBe(
            false,
          );
        }
      });
    }),
    { numRuns: 1500, seed: 42 },
  );
  expect(rests).toBeGreaterThan(500);
  expect(held).toBeGreaterThan(5000);
});
