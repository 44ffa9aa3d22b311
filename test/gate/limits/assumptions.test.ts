import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Estimate } from "../../../src/availability/estimate.ts";
import { estimateEndpoint } from "../../../src/availability/evaluate.ts";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { explainEndpoint, explainerOf } from "../../../src/gate/explain.ts";
import { assumptionsOf as ownAssumptionsOf } from "../../../src/gate/limits/assumptions.ts";
import { purseOf } from "../../../src/gate/limits/purse.ts";
import type { Variant } from "../../../src/gate/limits/variant.ts";
import type { Model, Probability, Service } from "../../../src/model/model.ts";
import { jeffreysInterval } from "../../../src/numbers/jeffreys.ts";
import {
  dependency,
  endpoint,
  model,
  parts,
  service,
  strict,
  withDomains,
} from "../../availability/models.ts";
import { bruteForce } from "../../availability/oracle.ts";

const options = { samples: 100, seed: 1, alpha: 0.05 };
const run = { path: "availability.yaml", engine, options };

function withDefault(one: Service): Service {
  return { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "default" } };
}

function assumptionsOf(one: Model, today: string | null = null) {
  const asked = one.endpoints[0]!;
  const subject = { model: one, endpoint: asked, fault: null };
  const { estimate } = estimateEndpoint(subject, options, []);
  return explainEndpoint(explainerOf(run, one, [], today), asked, estimate).assumptions;
}

/** web -> pay, strict. */
function shop(services: readonly Service[], slo: Probability | null = parts(990)): Model {
  const dependencies = [dependency(services, 0, 1, [parts(1000)])];
  const asked = { ...endpoint(0, [strict(dependencies, 0, "immediate")]), slo };
  return model(services, dependencies, [asked]);
}

describe("what a figure rests on", () => {
  it("is a default, up to ten times as good or as bad, for all that share it at once", () => {
    const services = [service("web", [parts(999)]), service("pay", [parts(999)])].map(withDefault);
    const [first, ...others] = assumptionsOf(shop(services));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: "default", subject: "replicaAvailability" });
    expect(first!.range![0]).toBeCloseTo(0.99 ** 2, 12);
    expect(first!.range![1]).toBeCloseTo(0.9999 ** 2, 12);
    // 98.01% to 99.98%, and 99% is promised.
    expect(first!.decisive).toBe(true);
    expect(assumptionsOf(shop(services, parts(980)))[0]!.decisive).toBe(false);
    // Promised is nothing, or what is not kept at either end.
    expect(assumptionsOf(shop(services, null))[0]!.decisive).toBe(false);
    expect(assumptionsOf(shop(services, parts(9999, 10_000)))[0]!.decisive).toBe(false);
  });

  it("is a replica that nobody counted, where there may be three", () => {
    const pay = service("pay", [parts(990)]);
    const services = [
      service("web", [parts(1000)]),
      { ...pay, origin: { ...pay.origin, replicasFrom: "default" as const } },
    ];
    const [first] = assumptionsOf(shop(services, parts(995)));
    expect(first).toMatchObject({ kind: "unmatched", subject: "pay", decisive: true });
    expect(first!.range![0]).toBeCloseTo(0.99, 12);
    expect(first!.range![1]).toBeCloseTo(1 - 0.01 ** 3, 12);
  });

  it("is a spread that the scheduler may leave undone", () => {
    const zoned = withDomains(
      shop([service("web", [parts(1000)]), service("pay", [parts(990), parts(990)])], parts(998)),
      [[parts(995), parts(990)]],
    );
    const soft = { domain: 0, from: "manifest" as const, soft: true, place: zoned.gate.place };
    const one = {
      ...zoned,
      domains: zoned.domains.map((domain) => ({ ...domain, topologyKey: "zone" })),
      services: zoned.services.map((of, at) =>
        at === 0
          ? of
          : { ...of, placement: [[0], [1]], origin: { ...of.origin, placement: [soft] } },
      ),
    };
    const packed = one.services.map((of, at) => (at === 0 ? of : { ...of, placement: [[1], [1]] }));
    const found = assumptionsOf(one).find(({ subject }) => subject === "pay")!;
    expect(found.kind).toBe("placement");
    const asked = one.endpoints[0]!;
    expect(found.range![0]).toBeCloseTo(bruteForce({ ...one, services: packed }, asked).p, 12);
    expect(found.range![1]).toBeCloseTo(bruteForce(one, asked).p, 12);
  });

  it("is what was observed, within its interval, and how old that is", () => {
    const pay = service("pay", [parts(950)]);
    const evidence = { good: 95, total: 100, until: "2026-08-01", place: pay.origin.place };
    const services = [
      service("web", [parts(1000)]),
      {
        ...pay,
        origin: { ...pay.origin, replicaAvailabilityFrom: "evidence" as const, evidence },
      },
    ];
    const [fresh] = assumptionsOf(shop(services), "2026-08-31");
    const [old] = assumptionsOf(shop(services), "2026-11-30");
    const { low, high } = jeffreysInterval(95, 100);
    expect(fresh).toMatchObject({ kind: "evidence-amount", subject: "pay" });
    expect(fresh!.range).toEqual([low.p, high.p]);
    expect(fresh!.message).toContain("100 observations, 5 of them failures: ");
    expect(old!.kind).toBe("evidence-age");
    expect(old!.message).toContain("5 of them failures, 121 days old: ");
  });

  it("is told where it moves the figure, with its interval where an end of it had to be drawn", () => {
    const one = shop([service("web", [parts(999)]), service("pay", [parts(999)])]);
    const worse = shop([service("web", [parts(999)]), service("pay", [parts(980)])]);
    const endpoint = one.endpoints[0]!;
    const subject = { model: one, endpoint, fault: null };
    const { estimate } = engine.estimate(subject, options, []);
    const end: Estimate = {
      availability: 0.985,
      unavailability: 0.015,
      method: "monte-carlo",
      interval: [0.98, 0.995],
    };
    const told = (by: Engine, model: Model, side: "worse" | "better" = "worse") => {
      const variant: Variant = {
        kind: "default",
        subject: "pay",
        message: "is assumed",
        place: { file: "availability.yaml", line: 7, column: 1 },
        moves: [0],
        worse: null,
        better: null,
        [side]: () => model,
      };
      const asked = { ...run, engine: by };
      return ownAssumptionsOf(asked, subject, estimate, [variant], () => 1, purseOf(0, 1));
    };
    expect(told(engine, one)).toEqual([]);
    const [exact] = told(engine, worse);
    expect(exact!.range![0]).toBeCloseTo(0.999 * 0.98, 12);
    expect(exact).not.toHaveProperty("intervals");
    const { alike: _, ...others } = engine;
    const [drawn] = told({ ...others, estimate: () => ({ estimate: end, decisions: [] }) }, worse);
    const { availability } = estimate;
    expect(drawn).toEqual({
      kind: "default",
      subject: "pay",
      message: "is assumed",
      file: "availability.yaml",
      line: 7,
      range: [0.985, availability],
      intervals: [
        [0.98, 0.995],
        [availability, availability],
      ],
      decisive: false,
      undecided: true,
    });
    const ideal: Estimate = { ...end, availability: 1, unavailability: 0, interval: [0.999, 1] };
    const good = { ...others, estimate: () => ({ estimate: ideal, decisions: [] }) };
    expect(told(good, worse, "better")[0]!.intervals).toEqual([
      [availability, availability],
      [0.999, 1],
    ]);
  });

  it("never names what does not matter to the endpoint", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.boolean(), (q, isDefault) => {
        const pay = service("pay", [parts(q)]);
        const apart = withDefault(service("apart", [parts(500)]));
        const one = shop([service("web", [parts(999)]), isDefault ? withDefault(pay) : pay]);
        const services = [...one.services, apart];
        const found = assumptionsOf({ ...one, services });
        const expected = isDefault && q > 0 && q < 1000 ? ["replicaAvailability"] : [];
        expect(found.map(({ subject }) => subject)).toEqual(expected);
        for (const { range } of found) {
          const figure = 0.999 * (q / 1000);
          expect(range![0]).toBeLessThanOrEqual(figure);
          expect(range![1]).toBeGreaterThanOrEqual(figure);
        }
      }),
      { seed: 65, numRuns: 100 },
    );
  });
});
