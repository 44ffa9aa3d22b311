import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawAndAsk, drawnEstimate } from "../../src/availability/ask.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { drawnFigure, drawOf, worstOf } from "../../src/availability/figure.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { solve } from "../../src/availability/solve.ts";
import { simulate } from "../../src/study/simulate.ts";
import { byDiagram } from "../availability/bdd-oracle.ts";
import { cyclicModel } from "../availability/cyclic-models.ts";
import { parts } from "../availability/models.ts";
import { inSlices } from "../availability/open-figures.ts";
import { ladder } from "../availability/open-models.ts";
import {
  type Case,
  type FullCase,
  fullModel,
  tangledModel,
} from "../availability/random-models.ts";

const CELLS = 10_000;
/** Milliseconds: some seconds' work, on a machine that others keep busy. */
const PATIENCE = 180_000;

/** What some cells have shown of their 95% intervals, and of their errors in standard deviations. */
type Found = { cells: number; covered: number; errors: number; squares: number };

function add(
  found: Found,
  truth: number,
  {
    estimate,
    interval,
    samples,
  }: Pick<ReturnType<typeof simulate>, "estimate" | "interval" | "samples">,
): void {
  const error = (estimate - truth) / Math.sqrt((truth * (1 - truth)) / samples);
  found.cells++;
  if (interval[0] <= truth && truth <= interval[1]) found.covered++;
  found.errors += error;
  found.squares += error * error;
}

/** Of sums of `cells` standard errors: mean 0, and mean of squares 1, each within four of its deviations. */
function expectUnbiased({ cells, covered, errors, squares }: Found): void {
  expect(cells).toBe(CELLS);
  expect(covered / cells).toBeGreaterThan(0.94);
  expect(covered / cells).toBeLessThan(0.96);
  expect(Math.abs(errors / cells)).toBeLessThan(4 / Math.sqrt(cells));
  expect(Math.abs(squares / cells - 1)).toBeLessThan(4 * Math.sqrt(2 / cells));
}

describe("Proposition 1: Monte Carlo is unbiased, and errs as its interval says", () => {
  it(
    "in 10,000 cells of whole models, of every kind",
    () => {
      const found: Found = { cells: 0, covered: 0, errors: 0, squares: 0 };
      const perModel = 25;
      const steady = (arbitrary: fc.Arbitrary<Case>): fc.Arbitrary<FullCase> =>
        arbitrary.map((one) => ({ ...one, fault: null }));
      const models = fc.oneof(
        { weight: 5, arbitrary: steady(tangledModel(10)) },
        { weight: 3, arbitrary: steady(cyclicModel(5, 10)) },
        { weight: 3, arbitrary: fullModel(8) },
      );
      fc.assert(
        fc.property(models, fc.nat({ max: 2 ** 30 }), (subject, first) => {
          if (found.cells === CELLS || situationsOf(subject.model, subject.fault).length > 1)
            return;
          const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
          expect(estimate.method).toBe("exact");
          const { availability, unavailability } = estimate;
          // Wilson's interval, not that for few failures, which covers more.
          const least = 40 / Math.min(availability, unavailability);
          if (least > 6000) return;
          for (let seed = first; seed < first + perModel; seed++) {
            const samples = Math.ceil(least) + ((seed * 7919) % 2000);
            add(found, availability, simulate(subject, { samples, seed, confidence: 0.95 }));
          }
        }),
        { numRuns: 900, seed: 20261321 },
      );
      expectUnbiased(found);
    },
    PATIENCE,
  );

  it("in 10,000 cells of what the engine draws of models that it can neither compute nor bound", () => {
    const found: Found = { cells: 0, covered: 0, errors: 0, squares: 0 };
    const ladders = [21, 22, 24, 28].flatMap((rungs) =>
      [700, 850, 900, 950].map((theta) => ladder(rungs, {}, parts(theta))),
    );
    const size = 1024;
    for (const [at, subject] of ladders.entries()) {
      const truth = byDiagram(subject.model, subject.endpoint).p;
      const figure = worstOf(solve(subject, new Map()), at);
      const draw = drawOf([figure], at);
      const part = drawnFigure(figure, draw);
      const sliceAt = inSlices(draw, size);
      for (let slice = 0; slice < CELLS / ladders.length; slice++) {
        const samples = size - ((slice * 7919) % 200);
        const options = { samples, seed: at, alpha: 0.05 };
        const drawn = drawnEstimate(part, drawAndAsk(sliceAt(slice), part, part, options, []));
        expect(drawn.method).toBe("monte-carlo");
        const { availability, interval } = drawn;
        add(found, truth, { estimate: availability, interval: interval!, samples });
      }
    }
    expectUnbiased(found);
  });
});
