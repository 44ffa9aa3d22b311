import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hypergeometric, liveGiven } from "../../src/availability/liveness.ts";
import type { Measure, Situation } from "../../src/availability/measure.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Probability } from "../../src/model/model.ts";
import { bruteForceEach, rememberedSuccess } from "./oracle.ts";
import { fullModel } from "./random-models.ts";

type Success = (live: number, open: number) => Probability;

/**
 * A and U of a measure as its type defines them: given the members, and the dead of each component
 * dealt one after the other from what the urn has left, all components are independent.
 */
function meanOf({ components, services, members, urn }: Measure, success: Success): Probability {
  let p = 0;
  let q = 0;
  const visit = (weight: number, up: number, urn: Measure["urn"], states: readonly boolean[]) => {
    if (weight === 0) return;
    const one = components[states.length];
    if (one === undefined) {
      const bits = (from: number, to: number): number =>
        states.slice(from, to).reduce((sum, on, index) => sum + (on ? 1 << index : 0), 0);
      const share = success(bits(0, services), bits(services, states.length));
      p += weight * share.p;
      q += weight * share.q;
      return;
    }
    const size = one.units.length;
    const deal = one.inUrn ? hypergeometric(urn!.size, urn!.dead, size) : [1];
    deal.forEach((chance, dead) => {
      const left = one.inUrn ? { size: urn!.size - size, dead: urn!.dead - dead } : urn;
      const isUp = (member: number) => ((up >> member) & 1) === 1;
      const live = liveGiven(one, isUp, one.inUrn ? dead : one.victims);
      visit(weight * chance * live.p, up, left, [...states, true]);
      visit(weight * chance * live.q, up, left, [...states, false]);
    });
  };
  for (let up = 0; up < 2 ** members.length; up++) {
    const weight = members.reduce((w, one, at) => w * ((up >> at) & 1 ? one.p : one.q), 1);
    visit(weight, up, urn, []);
  }
  return { p, q };
}

function meanOver(situation: Situation, success: Success): Probability {
  const parts = situation.map(({ weight, measure }) => {
    const { p, q } = meanOf(measure, success);
    return { p: weight * p, q: weight * q };
  });
  return parts.reduce((a, b) => ({ p: a.p + b.p, q: a.q + b.q }));
}

describe("a measure", () => {
  it("gives by its own definition what enumeration gives, in 600 models with all that one can hold", () => {
    let between = 0;
    let killed = 0;
    fc.assert(
      fc.property(fullModel(8), ({ model, endpoint, fault }) => {
        const success = rememberedSuccess(model, endpoint);
        const truth = bruteForceEach(model, endpoint, fault);
        const found = situationsOf(model, fault).map((one) => meanOver(one, success));
        expect(found.length).toBe(truth.length);
        const errors = found.flatMap(({ p, q }, index) => [
          Math.abs(p - truth[index]!.p),
          Math.abs(q - truth[index]!.q),
        ]);
        expect(Math.max(...errors)).toBeLessThanOrEqual(1e-13);
        const strictly = truth.some(({ p, q }) => p > 0 && q > 0);
        if (strictly) between++;
        if (strictly && fault?.kill) killed++;
      }),
      { numRuns: 600, seed: 20261205 },
    );
    expect(between).toBeGreaterThan(300);
    expect(killed).toBeGreaterThan(50);
  });
});
