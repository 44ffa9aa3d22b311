import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { quorumOf } from "../../src/availability/quorum.ts";
import { reduce } from "../../src/availability/reduce.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  used,
} from "./models.ts";
import { bruteForce } from "./oracle.ts";
import { type Case, sparseModel, tangledModel } from "./random-models.ts";

const options = { samples: 1000, seed: 1 };

function expectTruth({ model, endpoint }: Case): void {
  const truth = bruteForce(model, endpoint);
  const found = estimateEndpoint(model, endpoint, options);
  expect(found.method).toBe("exact");
  expect(Math.abs(found.availability - truth.p)).toBeLessThanOrEqual(1e-12);
  expect(Math.abs(found.unavailability - truth.q)).toBeLessThanOrEqual(1e-12);
  expect(Math.abs(found.availability + found.unavailability - 1)).toBeLessThanOrEqual(1e-14);
}

describe("exact evaluation against the sum over all states", () => {
  it("agrees on 4,000 sparse models", () => {
    fc.assert(fc.property(sparseModel(10), expectTruth), { numRuns: 4000, seed: 20260605 });
  });

  it("agrees on 6,000 tangled models, of which 2,000 leave a rest to explore", () => {
    let explored = 0;
    fc.assert(
      fc.property(tangledModel(9), (drawn) => {
        expectTruth(drawn);
        const { model, endpoint } = drawn;
        if (endpoint.mixture.some(({ need }) => reduce(model, endpoint, need).rest !== null)) {
          explored++;
        }
      }),
      { numRuns: 6000, seed: 20260606 },
    );
    expect(explored).toBeGreaterThan(2000);
  });
});

describe("what an endpoint needs", () => {
  const theta = parts(900);
  const services = ["front", "cache", "store", "lonely"].map((name) => service(name, [theta]));
  const links = [
    dependency(services, 0, 1, [parts(990)]),
    dependency(services, 1, 2, [parts(980)]),
    dependency(services, 0, 2, [parts(950)], "async"),
    dependency(services, 1, 2, [parts(970)], "async"),
  ];
  const shop = model(services, links);
  const figure = (...given: Parameters<typeof endpoint>) =>
    estimateEndpoint(shop, endpoint(...given), options);

  it("is the live entry alone when it needs nothing", () => {
    expect(figure(0, all())).toEqual({ availability: 0.9, unavailability: 0.1, method: "exact" });
    expect(figure(0, reached(0)).availability).toBe(0.9);
  });

  it("is never there when no path can reach it, or only in the other mode", () => {
    const never = { availability: 0, unavailability: 1, method: "exact" };
    expect(figure(0, all(reached(1), reached(3)))).toEqual(never);
    expect(figure(0, used(2))).toEqual(never);
    expect(figure(0, used(2), "eventual").availability).toBeCloseTo(0.9 * 0.95 * 0.9, 15);
  });

  it("may be reached over either mode under eventual completion", () => {
    expect(figure(0, reached(2)).availability).toBeCloseTo(0.9 * 0.99 * 0.9 * 0.98 * 0.9, 15);
    // By cache, over one of its two dependencies, or directly.
    const byCache = 0.99 * 0.9 * (1 - 0.02 * 0.03);
    expect(figure(0, reached(2), "eventual").availability).toBeCloseTo(
      0.9 * 0.9 * (1 - (1 - byCache) * 0.05),
      14,
    );
  });

  it("asks of a dependency that it is used, even where its target is reached otherwise", () => {
    const asked = all(reached(2), used(1));
    expect(figure(0, asked, "eventual").availability).toBeCloseTo(0.9 ** 3 * 0.99 * 0.98, 14);
  });
});

describe("the choice of method", () => {
  /** At least half of `count` separate routes: a quorum of links. */
  function routes(count: number) {
    const services = Array.from({ length: count + 1 }, (_, index) =>
      service(`s${index}`, [parts(1000)]),
    );
    const links = services.slice(1).map((_, to) => dependency(services, 0, to + 1, [parts(900)]));
    const half = endpoint(0, atLeast(count / 2, ...links.map((_, index) => used(index))));
    return estimateEndpoint(model(services, links), half, options);
  }

  it.each([20, 60])("is exact for %d uncertain components with few states", (count) => {
    const found = routes(count);
    const truth = quorumOf(Array(count).fill(parts(900)), count / 2);
    expect(found.method).toBe("exact");
    expect(found.availability).toBeCloseTo(truth.p, 13);
    expect(Math.abs(found.unavailability - truth.q)).toBeLessThanOrEqual(1e-12 * truth.q);
  });

  it("is sampling where the states are too many, whatever the depth", () => {
    const found = routes(998);
    expect(found.method).toBe("monte-carlo");
    expect(found.samples).toBe(options.samples);
    expect(found.interval![1]).toBe(1);
  });
});
