import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isProblem, parseProbability } from "../../src/model/probability.ts";
import { availabilityAt, LAST_STEP, stepOf } from "../../src/page/scale.ts";

describe("the scale of nines", () => {
  it.each([
    [0, "0%"],
    [100, "90%"],
    [200, "99%"],
    [230, "99.5%"],
    [300, "99.9%"],
    [600, "99.9999%"],
    [LAST_STEP, "100%"],
  ])("has at step %i %s", (step, text) => expect(availabilityAt(step)).toBe(text));

  it("writes what a spec may hold, rises, and finds its own steps again", () => {
    const steps = fc.integer({ min: 0, max: LAST_STEP - 1 });
    fc.assert(
      fc.property(steps, (step) => {
        const [here, next] = [step, step + 1].map((one) => parseProbability(availabilityAt(one)));
        if (here === undefined || isProblem(here) || next === undefined || isProblem(next)) throw 0;
        expect(next.q).toBeLessThanOrEqual(here.q);
        expect(Math.abs(Math.log10(here.q) + step / 100)).toBeLessThan(0.03);
        expect(Math.abs(stepOf(here.q) - step)).toBeLessThanOrEqual(3);
      }),
      { seed: 7 },
    );
  });
});
