import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareEndpoint } from "../../src/availability/compare.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { priceOf, spentOn } from "../../src/availability/price.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { hardSubject } from "./hard-models.ts";
import { atLeast, parts, reached } from "./models.ts";
import { ladder } from "./open-models.ts";
import { fullModel } from "./random-models.ts";

const OPTIONS = { samples: 9_000, seed: 2, alpha: 0.01 };
const UNDRAWN = { availability: 0, unavailability: 1, method: "monte-carlo", samples: 0 } as const;

/** A copy of which nothing is known yet. */
function fresh(subject: Subject): Subject {
  return structuredClone(subject);
}

/** The same with its parts in another order, where sums may differ in their last digit. */
function reversed({ model, ...rest }: Subject): Subject {
  const dependencies = model.dependencies.toReversed();
  const last = dependencies.length - 1;
  const turned: unknown = JSON.parse(
    JSON.stringify({ model: { ...model, dependencies }, ...rest }),
    (key, value) => (key === "dependency" ? last - value : value),
  );
  return turned as Subject;
}

/** All that may be asked of two models, each question by itself. */
function questionsOf(base: Subject, head: Subject): readonly (() => unknown)[] {
  const steady = (one: Subject): Subject => ({ ...one, fault: null });
  const other = (one: Subject): Subject => ({
    ...one,
    endpoint: {
      ...one.endpoint,
      mixture: [{ share: 1, strict: false, need: reached(one.model.services.length - 1) }],
    },
  });
  const claims = [{ base: -1, head: 1, beyond: 0.001 }];
  return [steady, (one: Subject) => one, other].flatMap((form) => [
    () => estimateEndpoint(form(base), OPTIONS, []),
    () => compareEndpoint(form(base), form(head), OPTIONS, claims),
    () => priceOf(form(head)),
  ]);
}

function answers(one: Subject, order: readonly number[]): readonly string[] {
  const questions = questionsOf(fresh(one), fresh(reversed(one)));
  const found = questions.map(() => "");
  for (const at of order) found[at] = JSON.stringify(questions[at]!());
  return found;
}

const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const orders = fc.shuffledSubarray(NINE, { minLength: NINE.length });

describe("an answer does not depend on what was asked before, to the last digit", () => {
  it("in models with all that there is", () => {
    const property = fc.property(fullModel(9), orders, (one, order) => {
      expect(answers(one, order)).toEqual(answers(one, NINE));
    });
    fc.assert(property, { seed: 17, numRuns: 80 });
  });

  it("where much is to be explored", () => {
    const property = fc.property(fc.nat({ max: 47 }), orders, (seed, order) => {
      const one = { ...hardSubject(seed), fault: null };
      expect(answers(one, order)).toEqual(answers(one, NINE));
    });
    fc.assert(property, { seed: 17, numRuns: 12 });
  });

  it("where states are drawn", () => {
    const property = fc.property(orders, (order) => {
      expect(answers(ladder(21), order)).toEqual(answers(ladder(21), NINE));
    });
    fc.assert(property, { seed: 17, numRuns: 3 });
  });

  it("of what a figure costs, where not all that is prepared can be kept", () => {
    const { model, endpoint } = ladder(120);
    const fallen = { kind: "service" as const, service: 5 };
    const incident = {
      probability: parts(10),
      overrides: [],
      down: [fallen],
      place: endpoint.place,
    };
    const disturbed = { ...model, incidents: [incident] };
    let need = endpoint.mixture[0]!.need;
    const costs = Array.from({ length: 70 }, () => {
      // Another question each time, and the same network.
      need = atLeast(1, need);
      const asked = { ...endpoint, mixture: [{ share: 1, strict: false, need }] };
      return spentOn({ model: disturbed, endpoint: asked, fault: null }, UNDRAWN, 0);
    });
    expect(new Set(costs).size).toBe(1);
  });
});
