import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { cyclicModel, fullCyclicModel } from "./cyclic-models.ts";
import { bruteForce } from "./oracle.ts";
import { type FullCase, fullModel, sparseModel, tangledModel } from "./random-models.ts";

const steady = (model: fc.Arbitrary<Omit<FullCase, "fault">>): fc.Arbitrary<FullCase> =>
  model.map((one) => ({ ...one, fault: null }));

describe("A and U are what adding up all states gives, in 20,000 models", () => {
  it.each([
    ["of any shape", steady(sparseModel(9)), 6000, 11],
    ["with alternatives", steady(tangledModel(9)), 5500, 12],
    ["in cycles", steady(cyclicModel(8, 9)), 1500, 13],
    ["in cycles, with domains, incidents and faults", fullCyclicModel(5, 7), 1500, 14],
    ["with domains, incidents and faults", fullModel(8), 5500, 15],
  ] as const)("%s", (_, models, numRuns, seed) => {
    let between = 0;
    fc.assert(
      fc.property(models, (subject) => {
        const truth = bruteForce(subject.model, subject.endpoint, subject.fault);
        const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
        const { method, availability, unavailability } = estimate;
        const isRight =
          method === "exact" &&
          Math.abs(availability - truth.p) <= 1e-12 &&
          Math.abs(unavailability - truth.q) <= 1e-12 &&
          Math.abs(availability + unavailability - 1) <= 1e-14;
        if (!isRight) expect(estimate).toEqual({ method: "exact", ...truth });
        if (truth.p > 0 && truth.q > 0) between++;
      }),
      { seed, numRuns },
    );
    expect(between).toBeGreaterThan(numRuns / 2);
  });
});
