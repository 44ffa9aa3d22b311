import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importanceOf } from "../../src/availability/importance.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { cyclicModel, fullCyclicModel } from "./cyclic-models.ts";
import { bruteForceEach } from "./oracle.ts";
import { type FullCase, fullModel, sparseModel, tangledModel } from "./random-models.ts";
import { differing, slopesByForce, slopesOf } from "./slopes-oracle.ts";

const steady = (model: fc.Arbitrary<Omit<FullCase, "fault">>): fc.Arbitrary<FullCase> =>
  model.map((one) => ({ ...one, fault: null }));

/** The readings of the fault that are as bad as the worst, up to rounding: any may be told of. */
function worstReadings({ model, endpoint, fault }: Subject): readonly number[] {
  const found = bruteForceEach(model, endpoint, fault).map(({ p, q }) => p - q);
  const least = Math.min(...found);
  return found.flatMap((one, at) => (one - least < 1e-13 ? [at] : []));
}

describe("every importance is A(1) - A(0) by enumeration, in 2,200 models", () => {
  it.each([
    ["of any shape", steady(sparseModel(8)), 600, 21],
    ["with alternatives", steady(tangledModel(7)), 500, 22],
    ["in cycles", steady(cyclicModel(7, 8)), 300, 23],
    ["in cycles, with domains, incidents and faults", fullCyclicModel(4, 6), 200, 24],
    ["with domains, incidents and faults", fullModel(6), 600, 25],
  ] as const)("%s", (_, models, numRuns, seed) => {
    let mattering = 0;
    fc.assert(
      fc.property(models, (subject) => {
        const { model, endpoint, fault } = subject;
        const found = importanceOf(subject)!;
        const slopes = slopesOf(found);
        const truth = slopesByForce(model, endpoint, fault);
        const differences = worstReadings(subject).map((at) => differing(slopes, truth[at]!));
        const least = differences.toSorted((one, other) => one.length - other.length)[0]!;
        expect(least).toEqual([]);
        if ([...slopes.values()].some((slope) => slope > 0.01 && slope < 0.99)) mattering++;
      }),
      { seed, numRuns },
    );
    expect(mattering).toBeGreaterThan(numRuns / 2);
  });
});
