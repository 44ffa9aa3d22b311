import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { reduce } from "../../src/availability/reduce.ts";
import { bruteForce } from "./oracle.ts";
import { type Case, sparseModel, tangledModel } from "./random-models.ts";

const options = { samples: 1000, seed: 1 };

function expectTruth({ model, endpoint }: Case): void {
  const truth = bruteForce(model, endpoint);
  const found = estimateEndpoint(model, endpoint, options);
  expect(found.method).toBe("exact");
  expect(Math.abs(found.availability - truth.p)).toBeLessThanOrEqual(1e-12);
  expect(Math.abs(found.unavailability - truth.q)).toBeLessThanOrEqual(1e-12);
  expect(Math.abs(found.availability + found.unavailability - 1)).toBeLessThanOrEqual(1e-14);
}

describe("exact evaluation against the sum over all states", () => {
  it("agrees on 4,000 sparse models", () => {
    fc.assert(fc.property(sparseModel(11), expectTruth), { numRuns: 4000, seed: 20260605 });
  });

  it("agrees on 6,000 tangled models, of which 2,000 leave a rest to explore", () => {
    let explored = 0;
    fc.assert(
      fc.property(tangledModel(10), (drawn) => {
        expectTruth(drawn);
        const { model, endpoint } = drawn;
        if (endpoint.mixture.some(({ need }) => reduce(model, endpoint, need).rest !== null)) {
          explored++;
        }
      }),
      { numRuns: 6000, seed: 20260606 },
    );
    expect(explored).toBeGreaterThan(2000);
  });
});
