import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allStates } from "../../src/availability/all-states.ts";
import { evaluate } from "../../src/availability/exact.ts";
import { prepare } from "../../src/availability/prepare.ts";
import { sampledOf } from "../../src/availability/sampled.ts";
import type { Sampled } from "../../src/availability/sampler.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { byDiagram } from "./bdd-oracle.ts";
import { fault, parts } from "./models.ts";
import { ladder } from "./open-models.ts";
import { tangledModel } from "./random-models.ts";
import { failureByEnumeration, randomSampled } from "./sampler-oracle.ts";

/** What is left of a subject, whose entry is certain, in the steady state or under its fault. */
function restOf({ model, endpoint, fault }: Subject): Sampled {
  const { measure } = situationsOf(model, fault)[0]![0]!;
  const [steady] = situationsOf(model, null)[0]!;
  const question = { entry: 0, completion: "immediate", need: endpoint.mixture[0]!.need } as const;
  return sampledOf(prepare(model, question, steady!.measure, true)!, measure).rest;
}

describe("all states at once", () => {
  it("come to what the frontier comes to, with few and with many components", () => {
    const sizes = new Set<number>();
    fc.assert(
      fc.property(tangledModel(12), ({ model, endpoint: { entry, completion, mixture } }) => {
        const { measure } = situationsOf(model, null)[0]![0]!;
        for (const { need } of mixture) {
          const prepared = prepare(model, { entry, completion, need }, measure, true);
          if (prepared === null || prepared.rest === null) continue;
          const { rest } = sampledOf(prepared, measure);
          const { nodes, links } = rest.network;
          sizes.add([...nodes, ...links].filter(({ component }) => component !== null).length);
          const found = allStates(rest)!;
          const explored = evaluate({ ...prepared, factors: [] }, measure);
          expect(Math.abs(found.p - explored.p)).toBeLessThanOrEqual(1e-14);
          expect(Math.abs(found.q - explored.q)).toBeLessThanOrEqual(1e-13 * explored.q);
        }
      }),
      { numRuns: 2000, seed: 20261130 },
    );
    // Below, at and above the five that fit into a word.
    for (const size of [2, 4, 5, 6, 8, 10]) expect([...sizes]).toContain(size);
  });

  it.each([12, 13, 14, 20])("of %d components in a cycle keep their digits", (uncertain) => {
    const subject = ladder(uncertain);
    const truth = byDiagram(subject.model, subject.endpoint);
    const found = allStates(restOf(subject))!;
    expect(Math.abs(found.p - truth.p)).toBeLessThan(1e-14);
    expect(Math.abs(found.q - truth.q)).toBeLessThan(1e-14);
    expect(Math.abs(found.p + found.q - 1)).toBeLessThan(1e-14);
  });

  it("may count those that lose victims", () => {
    for (let seed = 0; seed < 40; seed++) {
      const plain = randomSampled("victims", seed);
      const components = plain.measure.components.map((one) => ({
        ...one,
        units: one.units.map((unit) => ({ ...unit, members: [] })),
      }));
      const sampled = { ...plain, measure: { ...plain.measure, components } };
      expect(allStates(sampled)!.q).toBeCloseTo(failureByEnumeration(sampled), 13);
    }
  });

  it("are not for more than twenty, nor for what depends on members or on an urn", () => {
    expect(allStates(restOf(ladder(21)))).toBeNull();
    for (const kind of ["members", "urn"] as const) {
      expect(allStates(randomSampled(kind, 1))).toBeNull();
    }
  });

  it("leave out what is certain under the measure at hand", () => {
    const { model, endpoint } = ladder(24);
    const overrides = [3, 8, 13, 18].map(
      (service) => ({ kind: "replicas", service, up: parts(1000) }) as const,
    );
    const calmer = fault({ overrides });
    const found = allStates(restOf({ model, endpoint, fault: calmer }))!;
    expect(found.q).toBeCloseTo(byDiagram(model, endpoint, calmer).q, 14);
  });
});
