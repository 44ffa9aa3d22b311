import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { bruteForce } from "./oracle.ts";
import { randomModel } from "./random-models.ts";

const options = { samples: 1000, seed: 1 };

describe("exact evaluation", () => {
  it("agrees with the sum over all states on 6,000 random models", () => {
    let varied = 0;
    fc.assert(
      fc.property(randomModel(11), ({ model, endpoint }) => {
        const truth = bruteForce(model, endpoint);
        const found = estimateEndpoint(model, endpoint, options);
        expect(found.method).toBe("exact");
        expect(Math.abs(found.availability - truth.p)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(found.unavailability - truth.q)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(found.availability + found.unavailability - 1)).toBeLessThanOrEqual(1e-14);
        if (truth.p > 1e-9 && truth.q > 1e-9) varied++;
      }),
      { numRuns: 6000, seed: 20260605 },
    );
    // Guards the generator: most models must ask a question whose answer is neither 0 nor 1.
    expect(varied).toBeGreaterThan(2000);
  });
});
