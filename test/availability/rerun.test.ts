import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/availability/exact.ts";
import type { Component } from "../../src/availability/measure.ts";
import { preparedFor } from "../../src/availability/preparations.ts";
import { rerunOf } from "../../src/availability/rerun.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import {
  all,
  dependency,
  endpoint,
  fault,
  model,
  parts,
  reached,
  service,
  withDomains,
} from "./models.ts";
import { ladder } from "./open-models.ts";
import { bruteForce } from "./oracle.ts";
import { fullModel } from "./random-models.ts";

/** With other chances, but for units that are certain or never up. */
function moved(one: Component, by: number): Component {
  const other = (x: number) => (x * (1 + by)) % 1;
  return {
    ...one,
    units: one.units.map((unit) => {
      const { p, q } = unit.up;
      return p === 0 || q === 0 ? unit : { ...unit, up: { p: 1 - other(q), q: other(q) } };
    }),
  };
}

describe("a need that is evaluated again", () => {
  it("is what it is by itself under what has changed, time after time", () => {
    let [differing, resting] = [0, 0];
    fc.assert(
      fc.property(fullModel(8), fc.nat({ max: 3 }), (given, kept) => {
        const { measure } = situationsOf(given.model, null)[0]![0]!;
        const { entry, completion, mixture } = given.endpoint;
        const changing = (component: number) => component % 4 !== kept;
        const question = { entry, completion, need: mixture[0]!.need };
        const prepared = preparedFor(given.model, question, measure, true);
        if (prepared === null) return;
        const rerun = rerunOf(prepared, measure, changing)!;
        expect(rerun.components.every(changing)).toBe(true);
        const figures = [0.37, 0.11, 0].map((by) => {
          const components = measure.components.map((one, at) =>
            changing(at) ? moved(one, by) : one,
          );
          const found = rerun.evaluate(components);
          const expected = evaluate(prepared, { ...measure, components });
          expect(Math.abs(found.p - expected.p)).toBeLessThan(1e-14);
          expect(Math.abs(found.q - expected.q)).toBeLessThan(1e-14);
          return found.q;
        });
        if (figures[0] !== figures[2]) differing++;
        if (rerun.components.length > 0) resting++;
      }),
      { seed: 20261206, numRuns: 200 },
    );
    expect(differing).toBeGreaterThan(60);
    expect(resting).toBeGreaterThan(80);
  });

  const up = parts(990);
  const services = ["a", "b", "c"].map((name) => ({ ...service(name, [up]), placement: [[0]] }));
  const links = [1, 2].map((to) => dependency(services, 0, to, [up]));
  const asked = endpoint(0, all(reached(1), reached(2)));

  /** What it rests on and costs, where these components change, and the one zone is up so often. */
  function reran(zone: number, changing: readonly number[]) {
    const one = withDomains(model(services, links), [[parts(zone)]]);
    const { measure } = situationsOf(one, null)[0]![0]!;
    const { entry, completion, mixture } = asked;
    const question = { entry, completion, need: mixture[0]!.need };
    const prepared = preparedFor(one, question, measure, true)!;
    return rerunOf(prepared, measure, (component) => changing.includes(component))!;
  }

  it("rests on those of its components that may change", () => {
    expect(reran(950, []).components).toEqual([]);
    expect(reran(950, [4, 1]).components.toSorted()).toEqual([1, 4]);
  });

  it("is none where it cannot be laid out", () => {
    const { model: hard, endpoint: only } = ladder(23);
    const { measure } = situationsOf(hard, null)[0]![0]!;
    const { entry, completion, mixture } = only;
    const prepared = preparedFor(
      hard,
      { entry, completion, need: mixture[0]!.need },
      measure,
      true,
    )!;
    expect(prepared.plan).toBe(null);
    expect(rerunOf(prepared, measure, () => true)).toBe(null);
  });

  it("is none for a service on more members than can be looked at together", () => {
    const members = Array.from({ length: 17 }, (_, at) => at);
    const web = {
      ...service(
        "web",
        members.map(() => up),
      ),
      placement: members.map((at) => [at]),
    };
    const one = withDomains(model([web], []), [members.map(() => up)]);
    const { measure } = situationsOf(one, null)[0]![0]!;
    const question = { entry: 0, completion: "immediate", need: reached(0) } as const;
    const prepared = preparedFor(one, question, measure, true)!;
    expect(prepared).toMatchObject({ plan: null, rest: null, guards: [0] });
    expect(rerunOf(prepared, measure, () => true)).toBe(null);
  });

  it("has no replica that is taken away, alone or one of two", () => {
    const pair = [service("web", [up]), service("a", [up, up]), service("b", [up])];
    const one = model(
      pair.map((each) => ({ ...each, disruption: { rollout: 1, drain: 0 } })),
      [1, 2].map((to) => dependency(pair, 0, to, [up])),
    );
    for (const [taken, need] of [
      [1, reached(1)],
      [2, reached(2)],
      [2, all(reached(1), reached(2))],
    ] as const) {
      const { measure } = situationsOf(one, fault({ rollout: [taken] }))[0]![0]!;
      const prepared = preparedFor(
        one,
        { entry: 0, completion: "immediate", need },
        measure,
        false,
      )!;
      const { evaluate: again } = rerunOf(prepared, measure, () => true)!;
      const found = again(measure.components);
      const truth = bruteForce(one, endpoint(0, need), fault({ rollout: [taken] }));
      expect(found.p).toBeCloseTo(truth.p, 13);
      expect(found.q).toBeCloseTo(truth.q, 13);
    }
  });

  it("costs as much for each component that changes, in each state of the members that can be", () => {
    const least = reran(950, []).cost;
    expect(least).toBeGreaterThan(0);
    for (const changing of [[0], [1, 3], [0, 1, 2, 3, 4]]) {
      expect(reran(950, changing).cost).toBe((1 + changing.length) * least);
    }
    // A zone that never fails has one state.
    expect(reran(1000, []).cost).toBe(least / 2);
  });
});
