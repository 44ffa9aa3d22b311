import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proportionInterval } from "../../src/availability/interval.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Probability } from "../../src/model/model.ts";
import { simulate } from "../../src/study/simulate.ts";
import { fullCyclicModel } from "../availability/cyclic-models.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../availability/models.ts";
import { ladder } from "../availability/open-models.ts";
import { bruteForce } from "../availability/oracle.ts";
import { type FullCase, fullModel } from "../availability/random-models.ts";

const SURE = parts(1000);

/** One service, and a call to another. */
function pair(theta: Probability, rho = SURE): Subject {
  const services = [service("front", [theta]), service("back", [theta])];
  const system = model(services, [dependency(services, 0, 1, [rho])]);
  return { model: system, endpoint: endpoint(0, reached(1)), fault: null };
}

/** Squared errors, in standard deviations, of the figures that are neither 0 nor 1. */
function squaresOver(models: fc.Arbitrary<FullCase>, runs: number, seed: number) {
  const samples = 3000;
  const found = { squares: [] as number[], outside: 0 };
  fc.assert(
    fc.property(models, fc.nat(), (drawn, draw) => {
      const truth = bruteForce(drawn.model, drawn.endpoint, drawn.fault);
      const options = { samples, seed: draw, confidence: 0.999 };
      const { estimate, interval, samples: count } = simulate(drawn, options);
      expect(count).toBe(samples);
      if (interval[0] > truth.p + 1e-12 || interval[1] < truth.p - 1e-12) found.outside++;
      const variance = (truth.p * truth.q) / samples;
      if (variance < 1e-9) expect(estimate).toBeCloseTo(truth.p, 3);
      // Of the least of several estimates the mean lies below the least of their truths.
      else if (situationsOf(drawn.model, drawn.fault).length === 1) {
        found.squares.push((estimate - truth.p) ** 2 / variance);
      }
    }),
    { numRuns: runs, seed },
  );
  return found;
}

describe("crude Monte Carlo", () => {
  it.each([
    ["of every shape, with domains, time-outs, quorums, incidents and faults", fullModel(7), 1],
    ["with cycles", fullCyclicModel(5, 7), 2],
  ])("finds what enumeration finds on random models %s", (_, models, seed) => {
    const runs = 400;
    const { squares, outside } = squaresOver(models, runs, 20261310 + seed);
    // Of so many 99.9% intervals four or more miss once in a thousand times.
    expect(outside).toBeLessThan(4);
    expect(squares.length).toBeGreaterThan(runs / 3);
    const mean = squares.reduce((sum, one) => sum + one, 0) / squares.length;
    expect(Math.abs(mean - 1)).toBeLessThan(3.5 * Math.sqrt(2 / squares.length));
  });

  it("draws one member of a mixture in each state, and one incident or none", () => {
    const services = ["front", "a", "b"].map((name, at) => service(name, [parts(at ? 600 : 1000)]));
    const links = [1, 2].map((to) => dependency(services, 0, to, [SURE]));
    const mixture = [
      { share: 0.75, strict: false, need: reached(1) },
      { share: 0.25, strict: false, need: reached(2) },
    ];
    const asked = endpoint(0, mixture);
    const place = asked.place;
    const down = [{ kind: "service", service: 1 } as const];
    const stormy = { probability: parts(200), overrides: [], down, place };
    const subject = { ...pair(SURE), endpoint: asked };
    const mixed = { ...model(services, links), incidents: [stormy] };
    const options = { samples: 200_000, seed: 5, confidence: 0.999 };
    const { estimate, interval } = simulate({ ...subject, model: mixed }, options);
    const truth = 0.75 * 0.8 * 0.6 + 0.25 * 0.6;
    expect(bruteForce(mixed, asked).p).toBeCloseTo(truth, 12);
    expect(interval[0]).toBeLessThan(truth);
    expect(interval[1]).toBeGreaterThan(truth);
    const failures = Math.round((1 - estimate) * options.samples);
    expect(estimate).toBe((options.samples - failures) / options.samples);
  });

  it.each([1, 31, 32, 33, 8191, 8192, 8193, 20_000])("draws %i states, no more", (samples) => {
    const options = { samples, seed: 3, confidence: 0.95 };
    expect(simulate(pair(SURE), options).estimate).toBe(1);
    expect(simulate(pair(parts(0)), options).estimate).toBe(0);
    const failuresOf = (count: number) => {
      const { estimate, samples: drawn } = simulate(pair(parts(700)), {
        ...options,
        samples: count,
      });
      expect(drawn).toBe(count);
      const failures = Math.round((1 - estimate) * count);
      expect(estimate).toBe((count - failures) / count);
      return failures;
    };
    // One state more is the same states and one more.
    const more = failuresOf(samples + 1) - failuresOf(samples);
    expect([0, 1]).toContain(more);
    expect(failuresOf(samples)).toBeLessThanOrEqual(samples);
  });

  it("has the engine's interval, at any confidence", () => {
    for (const confidence of [0.5, 0.95, 0.999, 1 - 1e-6]) {
      for (const theta of [parts(900), parts(999_999, 1_000_000)]) {
        const options = { samples: 5000, seed: 8, confidence };
        const { estimate, interval } = simulate(pair(theta), options);
        const failures = Math.round((1 - estimate) * 5000);
        const [low, high] = proportionInterval(failures, 5000, 1 - confidence);
        expect(interval).toEqual([1 - high, 1 - low]);
        expect(interval[0]).toBeLessThanOrEqual(estimate);
        expect(interval[1]).toBeGreaterThanOrEqual(estimate);
      }
    }
  });

  it("gives the same to the same seed, and else to another", () => {
    const subject = pair(parts(812), parts(931));
    const estimateOf = (seed: number) =>
      simulate(subject, { samples: 30_000, seed, confidence: 0.95 }).estimate;
    expect(estimateOf(2 ** 40 + 1)).toBe(estimateOf(2 ** 40 + 1));
    expect(new Set([1, 2, 2 ** 32 + 1, 2 ** 40 + 1].map(estimateOf)).size).toBe(4);
  });

  it("is never, and always, what cannot be otherwise", () => {
    const options = { samples: 100, seed: 1, confidence: 0.95 };
    const { model: system } = pair(parts(900));
    const nowhere = { ...system, services: [...system.services, service("lost", [SURE])] };
    const asked = endpoint(0, reached(2));
    const { estimate, interval } = simulate(
      { model: nowhere, endpoint: asked, fault: null },
      options,
    );
    expect(estimate).toBe(0);
    expect(interval[0]).toBe(0);
    expect(interval[1]).toBeLessThan(0.05);
    const nobody = { ...system, services: [service("front", []), system.services[1]!] };
    expect(simulate({ ...pair(SURE), model: nobody }, options).estimate).toBe(0);
  });

  it("draws plain states, however rare failures are", () => {
    const rare = parts(999_999, 1_000_000);
    const services = [SURE, rare, rare].map((theta, at) => service(`s${at}`, [theta]));
    const links = [1, 2].map((to) => dependency(services, 0, to, [SURE]));
    const asked = endpoint(0, atLeast(1, reached(1), reached(2)));
    const subject = { model: model(services, links), endpoint: asked, fault: null };
    const { estimate } = simulate(subject, { samples: 8192, seed: 1, confidence: 0.95 });
    expect(estimate).toBe(1);
  });

  it("draws what the engine cannot compute", () => {
    const { estimate } = simulate(ladder(24), { samples: 4096, seed: 1, confidence: 0.95 });
    expect(estimate).toBeGreaterThan(0.5);
    expect(estimate).toBeLessThan(0.95);
  });
});
