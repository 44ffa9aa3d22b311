import { describe, expect, it } from "vitest";
import type { Claim } from "../../src/availability/claim.ts";
import { compareEndpoint } from "../../src/availability/compare.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { byDiagram } from "./bdd-oracle.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  fault,
  incident,
  model,
  parts,
  reached,
  service,
  used,
  withDomains,
} from "./models.ts";
import { ladder } from "./open-models.ts";
import { subjectOf } from "./system-file.ts";
import { layered, rarer } from "./systems.ts";

const options = { samples: 40_000, seed: 1, alpha: 0.05 };
const estimateOf = (subject: Subject, claims: readonly Claim[] = []) =>
  estimateEndpoint(subject, options, claims);
const truthOf = ({ model, endpoint, fault }: Subject) => byDiagram(model, endpoint, fault);

/** Within 3.29 of 1.96 standard deviations. */
function expectDrawn(subject: Subject): void {
  const { availability, interval, method, samples } = estimateOf(subject).estimate;
  expect(method).toBe("monte-carlo");
  expect(samples).toBe(options.samples);
  const truth = truthOf(subject).p;
  const [low, high] = interval!;
  expect(truth).toBeGreaterThan(availability - (3.29 / 1.96) * (availability - low));
  expect(truth).toBeLessThan(availability + (3.29 / 1.96) * (high - availability));
  expect(high - low).toBeLessThan(0.02);
}

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
    estimateOf({ model: shop, endpoint: endpoint(...given), fault: null }).estimate;

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
    const either = 0.9 * 0.9 * (1 - (1 - byCache) * 0.05);
    expect(figure(0, reached(2), "eventual").availability).toBeCloseTo(either, 14);
  });

  it("asks of a dependency that it is used, even where its target is reached otherwise", () => {
    const asked = all(reached(2), used(1));
    expect(figure(0, asked, "eventual").availability).toBeCloseTo(0.9 ** 3 * 0.99 * 0.98, 14);
  });
});

describe("a figure that is drawn", () => {
  const plain = ladder(23);

  it("is of a predicate alone, and of its mandatory entry beside", () => {
    expectDrawn(plain);
    const services = plain.model.services.with(0, service("s0", [parts(900)]));
    expectDrawn({ ...plain, model: { ...plain.model, services } });
  });

  it("is a mixture of what is drawn and what is exact", () => {
    const [{ need }] = plain.endpoint.mixture as [(typeof plain.endpoint.mixture)[0]];
    const members = [need, reached(2), reached(20)].map((one, at) => ({
      share: [0.5, 0.2, 0.3][at]!,
      strict: false,
      need: one,
    }));
    expectDrawn({ ...plain, endpoint: endpoint(0, members) });
  });

  it("is that of the steady state and of incidents, some of which leave nothing to draw", () => {
    const incidents = [
      incident(parts(50), { overrides: [{ kind: "replicas", service: 4, up: parts(300) }] }),
      incident(parts(100), { down: [{ kind: "service", service: 0 }] }),
    ];
    expectDrawn({ ...plain, model: { ...plain.model, incidents } });
  });

  it("is the worst over the members of a domain, and over the services of an each", () => {
    const domains = withDomains(plain.model, [[parts(999), parts(990), parts(995)]]);
    // Members 0 and 2 carry a replica each beside the ladder's one; the second, two.
    const services = domains.services.map((one, at) =>
      at === 5
        ? { ...one, placement: [[0]] }
        : at === 9 || at === 11
          ? { ...one, placement: [[1]] }
          : one,
    );
    const placed = { ...domains, services };
    expectDrawn({ ...plain, model: placed, fault: fault({ worstOf: 0 }) });
    const long = ladder(30);
    const drained = long.model.services.map((one, at) => ({
      ...one,
      disruption: { rollout: 0, drain: at === 5 || at === 9 ? 1 : 0 },
    }));
    const model = { ...long.model, services: drained };
    expectDrawn({ ...long, model, fault: fault({ drain: "each" }) });
  });

  it("is exactly none where a mandatory part is down, also after it was asked for without a fault", () => {
    const down = fault({ down: [{ kind: "service", service: 0 }] });
    expect(estimateOf(plain).estimate.method).toBe("monte-carlo");
    const { estimate } = estimateOf({ ...plain, fault: down });
    expect(estimate).toEqual({ availability: 0, unavailability: 1, method: "exact" });
  });

  it("leaves the lightest of more than fifty parts to their bounds", () => {
    const incidents = Array.from({ length: 58 }, (_, at) =>
      incident(parts(at < 40 ? 20 : 1), {
        overrides: [{ kind: "replicas", service: 1 + (at % 23), up: parts(200 + 10 * at) }],
      }),
    );
    const subject: Subject = { ...plain, model: { ...plain.model, incidents } };
    const { availability, interval } = estimateOf(subject).estimate;
    const [low, high] = interval!;
    const truth = truthOf(subject).p;
    expect(low).toBeLessThan(truth);
    expect(high).toBeGreaterThan(truth);
    // Fifty-nine parts: nine, of a thousandth each, are not drawn, and may be anything.
    expect(high - low).toBeGreaterThan(0.009);
    expect(high - low).toBeLessThan(0.009 + 0.02);
    expect(Math.abs(availability - truth)).toBeLessThan(0.0045 + 0.01);
  });

  it("is the same for the same seed, and another for another", () => {
    const again = estimateOf(ladder(23)).estimate;
    expect(again).toEqual(estimateOf(plain).estimate);
    expect(estimateEndpoint(plain, { ...options, seed: 2 }, []).estimate).not.toEqual(again);
  });

  it("decides what is asked of it", () => {
    const u = truthOf(plain).q;
    const claims = [0.9, 1, 1.1].map((times) => ({ base: 0, head: 1, beyond: times * u }));
    expect(estimateOf(plain, claims).decisions).toEqual(["yes", "open", "no"]);
  });
});

describe("a figure that is bounded", () => {
  const { model, endpoint } = subjectOf(rarer(layered(300, 10, 1), 10));
  const subject: Subject = { model, endpoint, fault: null };

  it("is the middle of what is certain, and decides what that decides", () => {
    const { estimate } = estimateOf(subject);
    const [low, high] = estimate.interval!;
    expect(estimate.method).toBe("bounded");
    expect(estimate.availability).toBeCloseTo((low + high) / 2, 15);
    expect(estimate.unavailability).toBeCloseTo(1 - estimate.availability, 15);
    expect(high - low).toBeGreaterThan(1e-12);
    expect(high - low).toBeLessThanOrEqual(1e-6);
    const limits = [1 - high - 1e-9, 1 - estimate.availability, 1 - low + 1e-9];
    const claims = limits.map((beyond) => ({ base: 0, head: 1, beyond }));
    expect(estimateOf(subject, claims).decisions).toEqual(["yes", "open", "no"]);
  });

  it("does not differ from itself, though it is not known", () => {
    const reversed = { ...model, dependencies: model.dependencies.toReversed() };
    const growth = { base: -1.1, head: 1, beyond: 0 };
    const drop = { base: -1, head: 1, beyond: 0 };
    const found = compareEndpoint(subject, { ...subject, model: reversed }, options, [
      growth,
      drop,
    ]);
    expect(found.difference).toEqual({ delta: 0 });
    expect(found.decisions).toEqual(["no", "no"]);
    expect(found.head).toEqual(found.base);
  });
});

describe("an endpoint with an alternative", () => {
  it("does not count what is not asked for", () => {
    const services = ["a", "b", "c"].map((name) => service(name, [parts(900)]));
    const links = [1, 2].map((to) => dependency(services, 0, to, [parts(1000)]));
    const either = endpoint(0, atLeast(1, reached(1), reached(2)));
    const { estimate } = estimateOf({
      model: model(services, links),
      endpoint: either,
      fault: null,
    });
    expect(estimate.unavailability).toBeCloseTo(1 - 0.9 * 0.99, 15);
  });
});
