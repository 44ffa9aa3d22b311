// What large properties say of thousands of models, said of a few at a time: a break of the engine shows in a
// moment here, and by which of its answers differs.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { evaluate, mean } from "../../src/availability/exact.ts";
import { runFrontier } from "../../src/availability/frontier.ts";
import { importanceOf } from "../../src/availability/importance.ts";
import type { Measure } from "../../src/availability/measure.ts";
import { costOf, type Prepared, prepare, waysToPrepare } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { evaluateWithSlopes, type RootSlopes } from "../../src/availability/slopes.ts";
import { runSparse } from "../../src/availability/sparse.ts";
import type { Probability } from "../../src/model/model.ts";
import { cyclicModel, fullCyclicModel } from "./cyclic-models.ts";
import { bruteForceEach } from "./oracle.ts";
import { type FullCase, fullModel, sparseModel, tangledModel } from "./random-models.ts";
import { differing, slopesByForce, slopesOf } from "./slopes-oracle.ts";

const steady = (model: fc.Arbitrary<Omit<FullCase, "fault">>): fc.Arbitrary<FullCase> =>
  model.map((one) => ({ ...one, fault: null }));

/** New ones each time they are asked for: what is found of a model is kept with it. */
const LOTS: readonly (readonly [name: string, models: () => readonly FullCase[]])[] = (
  [
    ["of any shape", steady(sparseModel(6))],
    ["with alternatives", steady(tangledModel(6))],
    ["in cycles", steady(cyclicModel(4, 6))],
    ["in cycles, with all that a model holds", fullCyclicModel(4, 6)],
    ["with all that a model holds", fullModel(6)],
  ] as const
).flatMap(([name, models]) =>
  Array.from({ length: 5 }, (_, lot) => [
    `${name}, lot ${lot}`,
    () => fc.sample(models, { seed: 300 + lot, numRuns: 6 }),
  ]),
);

type Way = { readonly prepared: Prepared; readonly measure: Measure };

/** All that is prepared for each need in each situation, the same figure in all. */
function waysOf(
  { model, endpoint, fault }: FullCase,
  isLean: boolean,
): readonly (readonly Way[])[] {
  const { entry, completion, mixture } = endpoint;
  return situationsOf(model, fault).flatMap((situation) =>
    situation.flatMap(({ measure }) =>
      mixture.map(({ need }) =>
        waysToPrepare(model, { entry, completion, need }, measure, isLean).map((prepared) => ({
          prepared,
          measure,
        })),
      ),
    ),
  );
}

function same(one: Probability, other: Probability): void {
  expect(Math.abs(one.p - other.p)).toBeLessThan(1e-13);
  expect(Math.abs(one.q - other.q)).toBeLessThan(1e-13);
}

const flat = ({ components, units, members }: RootSlopes) =>
  [components, ...units, members].flatMap((values) => Array.from(values));

describe("a few models", () => {
  it.each(LOTS)("have the figure of all their states: %s", (_, models) => {
    for (const subject of models()) {
      const { model, endpoint, fault } = subject;
      const truth = bruteForceEach(model, endpoint, fault).toSorted(
        (one, other) => one.p - one.q - (other.p - other.q),
      )[0]!;
      const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
      expect(estimate.method).toBe("exact");
      same({ p: estimate.availability, q: estimate.unavailability }, truth);
    }
  });

  it.each(LOTS)("have what each part is worth by enumeration: %s", (_, models) => {
    for (const { model, endpoint, fault } of models().slice(0, 3)) {
      const found = importanceOf({ model, endpoint, fault })!;
      const figures = bruteForceEach(model, endpoint, fault).map(({ p, q }) => p - q);
      const truth = slopesByForce(model, endpoint, fault);
      const least = Math.min(...figures);
      const differences = truth
        .filter((_, at) => figures[at]! - least < 1e-13)
        .map((slopes) => differing(slopesOf(found), slopes));
      expect(differences.toSorted((one, other) => one.length - other.length)[0]).toEqual([]);
    }
  });

  it.each(LOTS)("have one figure and one slope of each root however prepared: %s", (_, models) => {
    for (const subject of models()) {
      const lean = waysOf(subject, true);
      const full = waysOf(subject, false);
      full.forEach((ways, at) => {
        const found = ways.map(({ prepared, measure }) => evaluateWithSlopes(prepared, measure));
        for (const { up, slopes } of found) {
          same(up, found[0]!.up);
          const due = flat(found[0]!.slopes);
          flat(slopes).forEach((slope, root) => {
            expect(Math.abs(slope - due[root]!)).toBeLessThan(1e-13);
          });
        }
        for (const { prepared, measure } of [...lean[at]!, ...ways]) {
          same(evaluate(prepared, measure), found[0]?.up ?? { p: 0, q: 1 });
        }
      });
    }
  });

  it.each(LOTS)("have the same figure over the states of mass alone: %s", (_, models) => {
    for (const subject of models()) {
      for (const { prepared, measure } of waysOf(subject, true).flat()) {
        const { plan } = prepared;
        if (plan === null) continue;
        mean(prepared, measure, (run) => {
          const truth = runFrontier(plan, run);
          const found = runSparse(plan, run, { least: 0, most: Number.POSITIVE_INFINITY });
          same(found, truth);
          expect(found.dropped).toBe(0);
          return truth;
        });
      }
    }
  });

  it.each(LOTS)("are prepared in the way that costs the least: %s", (_, models) => {
    for (const { model, endpoint, fault } of models()) {
      const { entry, completion, mixture } = endpoint;
      const { measure } = situationsOf(model, fault)[0]![0]!;
      for (const { need } of mixture) {
        const question = { entry, completion, need };
        const costs = waysToPrepare(model, question, measure, true).map(costOf);
        const chosen = prepare(model, question, measure, true);
        expect(chosen === null ? [] : costOf(chosen)).toEqual(
          costs.length === 0 ? [] : Math.min(...costs),
        );
      }
    }
  });
});
