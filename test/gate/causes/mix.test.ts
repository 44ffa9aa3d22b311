import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Subject } from "../../../src/availability/subject.ts";
import { engine } from "../../../src/flow/engine.ts";
import { mix } from "../../../src/gate/causes/mix.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { fullModel } from "../../availability/random-models.ts";

const OPTIONS = { samples: 1000, seed: 1, alpha: 0.05 };
const figure = (subject: Subject) => engine.estimate(subject, OPTIONS, []).estimate;

/** Endpoints of two unrelated models, whose services and domains have some names in common, and a fault. */
const pairs = fc
  .tuple(fullModel(8), fullModel(8), fc.boolean())
  .filter(([base, head]) => (base.fault === null) === (head.fault === null))
  .map(([base, head, isCalm]) =>
    [base, head].map((one) => ({ ...one, fault: isCalm ? null : one.fault })),
  );

describe("a mixture of two models", () => {
  test("is base where every fact is as at base, and head where every one is as at head", () => {
    fc.assert(
      fc.property(pairs, ([base, head]) => {
        const sides = sidesOf(base!, head!);
        for (const side of ["base", "head"] as const) {
          const mixed = mix(sides, () => side);
          const { model, fault } = mixed!.subject;
          expect(model.faults).toEqual(fault === null ? [] : [fault]);
          expect(fault === null).toBe(sides[side].fault === null);
          const expected = figure(sides[side]);
          const { availability, unavailability } = figure(mixed!.subject);
          expect(Math.abs(availability - expected.availability)).toBeLessThan(1e-13);
          expect(Math.abs(unavailability - expected.unavailability)).toBeLessThan(1e-13);
        }
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  test("has a figure, whatever is mixed", () => {
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.boolean()), ([base, head], coins) => {
        const chosen = new Map<string, boolean>();
        const mixed = mix(sidesOf(base!, head!), (slot) => {
          const known = chosen.get(slot) ?? (coins.next().value as boolean);
          chosen.set(slot, known);
          return known ? "base" : "head";
        });
        if (mixed === null) return;
        const { availability, unavailability } = figure(mixed.subject);
        expect(availability).toBeGreaterThanOrEqual(0);
        expect(Math.abs(availability + unavailability - 1)).toBeLessThan(1e-12);
      }),
      { seed: 6, numRuns: 100 },
    );
  });
});
