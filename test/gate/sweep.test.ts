import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { structureOf } from "../../src/availability/structure.ts";
import { engine } from "../../src/flow/engine.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { type SweepResult, sweepEndpoint } from "../../src/gate/sweep.ts";
import { dependencyLimited } from "../../src/gate/sweep-dominance.ts";
import { sweptOf } from "../../src/gate/swept.ts";
import type { Dependency, Model, Probability } from "../../src/model/model.ts";
import { dependency, endpoint, model, parts, service, strict } from "../availability/models.ts";
import { bruteForce } from "../availability/oracle.ts";
import { fullModel } from "../availability/random-models.ts";

const run = {
  path: "availability.yaml",
  engine,
  options: { samples: 100, seed: 1, alpha: 0.05 },
};

function sweep(one: Model, asked: string): SweepResult {
  const swept = sweptOf(one, asked);
  if ("message" in swept) throw new Error(swept.message);
  const [first] = one.endpoints;
  return sweepEndpoint(run, one, first!, structureOf(one, first!), swept);
}

/** s0 -> s1 -> …, strict. */
function chain(length: number, theta: Probability, rho: Probability, slo = parts(990)): Model {
  const services = Array.from({ length }, (_, at) => service(`s${at}`, [theta]));
  const dependencies = services.slice(1).map((_, at) => dependency(services, at, at + 1, [rho]));
  const asked = { ...endpoint(0, [strict(dependencies, 0, "immediate")]), slo };
  return model(services, dependencies, [asked]);
}

/** web -> pay, whose replicas are alike. */
function pair(replicas: number, theta: Probability, rho: Probability, slo = parts(990)): Model {
  const pay = service("pay", Array<Probability>(replicas).fill(theta));
  const services = [service("web", [parts(1000)]), pay];
  const dependencies = [dependency(services, 0, 1, [rho])];
  const asked = { ...endpoint(0, [strict(dependencies, 0, "immediate")]), slo };
  return model(services, dependencies, [asked]);
}

describe("a sweep", () => {
  it("of all replicas of a chain is the power of their availability", () => {
    const { points, units, crossing, exact } = sweep(chain(4, parts(999), parts(1000)), "theta");
    expect(units).toBe(4);
    expect(exact).toBe(true);
    expect(points[0]!.failing).toBe(0);
    expect(points.at(-1)!.failing).toBe(1);
    for (const { level, availability } of points) {
      expect(Math.abs(availability - level ** 4)).toBeLessThan(1e-12);
    }
    expect(crossing).toMatchObject({ kind: "at" });
    if (crossing?.kind !== "at") return;
    expect(Math.abs(crossing.level - 0.99 ** (1 / 4))).toBeLessThan(1e-12);
  });

  it("of all dependencies leaves replicas as they are", () => {
    const { points, units, now } = sweep(chain(3, parts(999), parts(990)), "rho");
    expect(units).toBe(2);
    expect(now).toEqual({
      low: { level: 0.99, failing: 0.01 },
      high: { level: 0.99, failing: 0.01 },
    });
    for (const { level, availability } of points) {
      expect(Math.abs(availability - 0.999 ** 3 * level ** 2)).toBeLessThan(1e-12);
    }
  });

  it("tells the endpoint as it is, and from the worst to the best what is swept", () => {
    const services = [
      service("web", [parts(995)]),
      service("pay", [parts(990), parts(999)]),
      service("db", [parts(998)]),
    ];
    const dependencies = [
      dependency(services, 0, 1, [parts(1000)]),
      dependency(services, 1, 2, [parts(1000)]),
    ];
    const asked = { ...endpoint(0, [strict(dependencies, 0, "immediate")]), slo: parts(990) };
    const one = model(services, dependencies, [asked]);
    const found = sweep(one, "theta");
    expect(found).toMatchObject({
      endpoint: "GET /",
      swept: "theta",
      component: null,
      units: 4,
      now: { low: { level: 0.99, failing: 0.01 }, high: { level: 0.999, failing: 0.001 } },
      slo: 0.99,
    });
    expect(Math.abs(found.current.availability - bruteForce(one, asked).p)).toBeLessThan(1e-12);
    const unpromised = { ...one, endpoints: [{ ...asked, slo: null }] };
    expect(sweep(unpromised, "theta").slo).toBeNull();
  });

  it("of a replicated service is 1-(1-θ)^n", () => {
    const { points, crossing, component } = sweep(pair(3, parts(999), parts(1000)), "pay");
    expect(component).toBe("pay");
    for (const { failing, unavailability } of points) {
      expect(Math.abs(unavailability - failing ** 3)).toBeLessThan(1e-12);
    }
    if (crossing?.kind !== "at") throw new Error("the curve crosses");
    expect(Math.abs(crossing.failing - 0.01 ** (1 / 3))).toBeLessThan(1e-12);
  });

  it("of one state alone crosses where the straight line does", () => {
    // 0.999 (1 - q) = 0.99
    const { crossing } = sweep(pair(1, parts(999), parts(995)), "web->pay");
    if (crossing?.kind !== "at") throw new Error("the curve crosses");
    expect(Math.abs(crossing.level - 0.99 / 0.999)).toBeLessThan(1e-12);
  });

  it("tells where no level keeps the SLO, and where every level does", () => {
    expect(sweep(pair(1, parts(980), parts(999)), "web -> pay").crossing).toEqual({
      kind: "never",
    });
    const spare = model(
      [service("web", [parts(999)]), service("apart", [parts(500)])],
      [],
      [{ ...endpoint(0, { kind: "atLeast", k: 0, of: [] }), slo: parts(990) }],
    );
    expect(sweep(spare, "apart")).toMatchObject({
      units: 0,
      now: null,
      crossing: { kind: "always" },
    });
    const none = { ...spare, endpoints: [{ ...spare.endpoints[0]!, slo: null }] };
    expect(sweep(none, "web").crossing).toBeNull();
  });

  it("tells no level where exact figures do not fall, but for what counts as nothing", () => {
    const crossing = (u: (failing: number) => number) => {
      const { alike: _, ...rest } = engine;
      const by: Engine = {
        ...rest,
        estimate: ({ model: { services } }) => {
          const unavailability = u(services[1]!.replicas[0]!.q);
          const estimate = {
            availability: 1 - unavailability,
            unavailability,
            method: "exact" as const,
          };
          return { estimate, decisions: [] };
        },
      };
      const one = pair(2, parts(999), parts(999));
      const asked = one.endpoints[0]!;
      const structure = structureOf(one, asked);
      const swept = sweptOf(one, "pay");
      if ("message" in swept) throw new Error(swept.message);
      return sweepEndpoint({ ...run, engine: by }, one, asked, structure, swept).crossing;
    };
    expect(crossing((q) => q)?.kind).toBe("at");
    expect(crossing((q) => (q === 0.5 ? 0.3 - 5e-13 : Math.min(q, 0.3)))?.kind).toBe("at");
    expect(crossing((q) => (q === 0.5 ? 0.3 - 2e-12 : Math.min(q, 0.3)))?.kind).toBe("unknown");
    // At the last level, and at the first.
    expect(crossing((q) => (q === 1 ? 0.2 : Math.min(q, 0.3)))?.kind).toBe("unknown");
    expect(crossing((q) => (q === 0 ? 1e-3 : q))?.kind).toBe("unknown");
  });

  it("of one state alone asks for no figure between its levels, though each is dear", () => {
    let asked = 0;
    const { alike: _, ...rest } = engine;
    const by: Engine = {
      ...rest,
      price: () => 2e6,
      estimate: ({ model: { dependencies } }) => {
        asked++;
        const unavailability = 0.001 + 0.4 * dependencies[0]!.channels[0]!.up.q;
        const availability = 1 - unavailability;
        return { estimate: { availability, unavailability, method: "exact" }, decisions: [] };
      },
    };
    const one = pair(2, parts(999), parts(999), parts(995));
    const swept = sweptOf(one, "web -> pay");
    if ("message" in swept) throw new Error(swept.message);
    const [first] = one.endpoints;
    const told = sweepEndpoint(
      { ...run, engine: by },
      one,
      first!,
      structureOf(one, first!),
      swept,
    );
    if (told.crossing?.kind !== "at") throw new Error("the curve crosses");
    expect(Math.abs(told.crossing.failing - 0.01)).toBeLessThan(1e-15);
    // And for the endpoint as it is.
    expect(asked).toBe(told.points.length + 1);
  });

  it("names what there is nothing of", () => {
    expect(sweptOf(pair(1, parts(1), parts(1)), "fraud")).toMatchObject({
      message: expect.stringContaining("no service, dependency or domain `fraud`"),
    });
  });

  it("agrees with all states, falls, and crosses between a level that keeps and one that does not", () => {
    fc.assert(
      fc.property(fullModel(8), fc.constantFrom("theta", "rho"), (drawn, asked) => {
        const one = { ...drawn.model, endpoints: [{ ...drawn.endpoint, slo: parts(700) }] };
        const swept = sweptOf(one, asked);
        if ("message" in swept) throw new Error(swept.message);
        const { points, crossing } = sweep(one, asked);
        for (const at of [0, 12, 30, points.length - 1]) {
          const { level: p, failing: q, availability } = points[at]!;
          const { p: expected } = bruteForce(swept.having({ p, q }), one.endpoints[0]!);
          expect(Math.abs(availability - expected)).toBeLessThan(1e-12);
        }
        if (crossing?.kind !== "at") return;
        const around = [crossing.failing - 1e-9, crossing.failing + 1e-9].map((failing) => {
          const q = Math.min(1, Math.max(0, failing));
          return bruteForce(swept.having({ p: 1 - q, q }), one.endpoints[0]!).p;
        });
        expect(around[0]!).toBeGreaterThanOrEqual(0.7 - 1e-12);
        expect(around[1]!).toBeLessThanOrEqual(0.7 + 1e-12);
      }),
      { seed: 7, numRuns: 16 },
    );
  });
});

describe("what dominates", () => {
  it("is the dependency where replicas behind it are in vain, as in the study", () => {
    const limited = sweep(pair(2, parts(900), parts(980)), "theta").dominance;
    expect(limited).toMatchObject({ dependencies: 1, limited: 1, dominant: "dependencies" });
    expect(limited.perfectNodes.availability).toBeCloseTo(0.98, 12);
    expect(limited.perfectDependencies.availability).toBeCloseTo(0.99, 12);
    const free = sweep(pair(2, parts(900), parts(995)), "theta").dominance;
    expect(free).toMatchObject({ dependencies: 1, limited: 0, dominant: "nodes" });
  });

  it("counts what a quorum needs, time-outs, and every channel", () => {
    const services = [service("web", [parts(1000)]), service("pay", [parts(900), parts(900)], 2)];
    const timeout = { onTime: parts(900), retries: 0 };
    const late = (one: Dependency): Dependency => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, timeout })),
    });
    const line = dependency(services, 0, 1, [parts(900)]);
    const twice = dependency(services, 0, 1, [parts(900), parts(900)]);
    const dominance = (called: Dependency) => {
      const asked = endpoint(0, [strict([called], 0, "immediate")]);
      return sweep(model(services, [called], [asked]), "theta").dominance;
    };
    // Both of two replicas: 81%. A call that is also to be in time: 81%, or 1-(1-0.81)^2.
    expect(dominance(line)).toMatchObject({ limited: 0, dominant: "nodes" });
    expect(dominance(late(line))).toMatchObject({ limited: 0, dominant: "neither" });
    const slower = late({ ...line, channels: [{ ...line.channels[0]!, up: parts(899) }] });
    expect(dominance(slower)).toMatchObject({ limited: 1, dominant: "dependencies" });
    expect(dominance(late(twice)).limited).toBe(0);
    for (const called of [line, late(line), late(twice)]) {
      expect(dominance(called).perfectDependencies.availability).toBeCloseTo(0.81, 12);
    }
    expect(dominance(late(twice)).perfectNodes.availability).toBeCloseTo(1 - 0.19 ** 2, 12);
  });

  it("is told of the dependencies that an endpoint reaches, each with its own callee", () => {
    const services = ["web", "pay", "db", "far"].map((name, at) =>
      service(name, [parts(at === 2 ? 500 : 990)]),
    );
    const dependencies = [
      dependency(services, 3, 2, [parts(100)]),
      dependency(services, 0, 1, [parts(980)]),
      dependency(services, 1, 2, [parts(980)]),
    ];
    const asked = endpoint(0, [strict(dependencies, 0, "immediate")]);
    // Below 99% of pay, and above 50% of db.
    expect(sweep(model(services, dependencies, [asked]), "theta").dominance).toMatchObject({
      dependencies: 2,
      limited: 1,
    });
  });

  it("turns where the level does", () => {
    const { points } = sweep(pair(2, parts(900), parts(980)), "theta");
    for (const { failing, limited } of points) expect(limited).toBe(failing ** 2 < 0.02 ? 1 : 0);
  });

  it("is the share of cells that the study finds", () => {
    const levels = Array.from({ length: 60 }, (_, at) => 0.5 + (0.495 * at) / 59);
    const up = (p: number): Probability => ({ p, q: 1 - p });
    const shape = pair(3, parts(500), parts(500));
    const structure = structureOf(shape, shape.endpoints[0]!);
    const cells = levels.flatMap((theta) => levels.map((rho) => pair(3, up(theta), up(rho))));
    const limited = cells.filter((one) => dependencyLimited(one, structure).limited === 1);
    // docs/study.md, "cells the dependency limits".
    expect(limited.length / cells.length).toBeCloseTo(0.937777777778, 12);
  });
});
