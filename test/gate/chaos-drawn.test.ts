import { describe, expect, it } from "vitest";
import type { Difference, Estimate } from "../../src/availability/estimate.ts";
import { structureOf } from "../../src/availability/structure.ts";
import { engine } from "../../src/flow/engine.ts";
import { type Injections, injectionsFor } from "../../src/gate/chaos.ts";
import { drawnWeight } from "../../src/gate/chaos-weights.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { explainerOf } from "../../src/gate/explain.ts";
import { componentsOf } from "../../src/gate/limits/components.ts";
import { unknownImportances } from "../../src/gate/unknown-importances.ts";
import type { Model, Service } from "../../src/model/model.ts";
import { dependency, endpoint, model, parts, service, strict } from "../availability/models.ts";
import { drawing, drawingExplainer, layered, runWith } from "./limits/hard.ts";

/** A single point of failure, some of the last layer, and two of the first. */
const ASSUMED = new Set(["web", "s1-0", "s1-1", "s1-2", "s1-3", "s1-4", "s0-0", "s0-1"]);

function assumed(one: Service): Service {
  return ASSUMED.has(one.name) ? byDefault(one) : one;
}

function byDefault(one: Service): Service {
  return { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "default" } };
}

/** Of which no figure that costs something is exact. */
const hard: Engine = {
  ...drawing,
  compare: (base, head, options, claims) =>
    engine.compare(base, head, { ...options, most: 3e5 }, claims),
};

const UNKNOWN: Estimate = {
  availability: 0.5,
  unavailability: 0.5,
  method: "bounded",
  interval: [0, 1],
};

/** Tells the same of every component. Nothing is to be decided, which could cost more samples. */
function telling(difference: Difference): Engine {
  return {
    ...hard,
    compare: (_base, _head, _options, claims) => {
      expect(claims).toEqual([]);
      return { base: UNKNOWN, head: UNKNOWN, difference, decisions: [] };
    },
  };
}

const quick = telling({ delta: 0.5, interval: [0.4, 0.6] });

function found(model: Model, by: Engine, seed = 1, samples = 200_000): Injections {
  const endpoint = model.endpoints[0]!;
  const run = runWith(by, seed);
  const { estimate } = by.estimate({ model, endpoint, fault: null }, run.options, []);
  const explainer =
    by === engine ? explainerOf(run, model, [], null) : drawingExplainer(model, seed, by);
  const asked = { ...explainer, run: { ...run, options: { ...run.options, samples } } };
  return injectionsFor(asked, endpoint, estimate, () => false);
}

const EXACT = found(layered(null, assumed), engine).injections;

describe("which fault to inject next, where figures are drawn", () => {
  it("weighs what the exact importances weigh, each within its interval 95 times in a hundred", () => {
    expect(EXACT.map(({ component }) => component).toSorted()).toEqual([...ASSUMED].toSorted());
    let misses = 0;
    for (const seed of [1, 2, 3]) {
      const { injections, unweighed } = found(layered(null, assumed), hard, seed);
      expect(unweighed).toEqual([]);
      expect(injections).toHaveLength(EXACT.length);
      const risks = injections.map(({ risk }) => risk);
      expect(risks).toEqual(risks.toSorted((a, b) => b - a));
      for (const one of injections) {
        const exact = EXACT.find(({ component }) => component === one.component)!;
        expect(one.range).toEqual(exact.range);
        const [low, high] = one.importanceInterval!;
        expect(high - low).toBeLessThan(0.03);
        if (exact.importance < low || exact.importance > high) misses++;
        const width = one.range[1] - one.range[0];
        expect(Math.abs(one.risk - one.importance * width)).toBeLessThan(1e-12);
        one.riskInterval!.forEach((end, at) => {
          expect(Math.abs(end - one.importanceInterval![at]! * width)).toBeLessThan(1e-12);
        });
        const [least, most] = one.expected.interval ?? [];
        if (least === undefined) {
          expect(one.expected.availability).toBe(exact.expected.availability);
        } else if (exact.expected.availability < least || exact.expected.availability > most!) {
          misses++;
        }
      }
    }
    // Of 48, each with 5% at the most: more than 8 one time in a thousand.
    expect(misses).toBeLessThanOrEqual(8);
  });

  it("tells of no importance outside of its interval, where bounds have moved one of two figures alone", () => {
    const moved = telling({ delta: -0.1, interval: [0.4, 0.6] });
    for (const one of found(layered(null, assumed), moved).injections) {
      expect(one.importance).toBe(0.4);
    }
  });

  it("takes what turns out to be exact, or not to be a share, as what it can be", () => {
    const estimate: Estimate = { ...UNKNOWN, method: "monte-carlo", interval: [0.4, 0.6] };
    const weighed = (difference: Difference) => {
      const by = { ...telling(difference), estimate: () => ({ estimate, decisions: [] }) };
      return found(layered(null, assumed), by).injections;
    };
    const exact = weighed({ delta: 0.25 });
    expect(exact).toHaveLength(EXACT.length);
    for (const one of exact) {
      expect(one.importance).toBe(0.25);
      expect(one).not.toHaveProperty("importanceInterval");
      expect(one).not.toHaveProperty("riskInterval");
    }
    // No part harms, and none does more than all.
    expect(weighed({ delta: 1.1 }).map(({ importance }) => importance)).toEqual(exact.map(() => 1));
    const drawn = weighed({ delta: -0.01, interval: [-0.1, 1.1] });
    expect(drawn).toHaveLength(EXACT.length);
    for (const { importance, importanceInterval } of drawn) {
      expect([importance, importanceInterval]).toEqual([0, [0, 1]]);
    }
    for (const [delta, importance] of [
      [0.7, 0.6],
      [0.3, 0.4],
    ] as const) {
      const apart = weighed({ delta, interval: [0.4, 0.6] });
      expect(new Set(apart.map((one) => one.importance))).toEqual(new Set([importance]));
    }
  });

  it("is in the order of the exact risks, as far as these stand apart", () => {
    const { injections } = found(layered(null, assumed), hard);
    for (const [at, one] of injections.entries()) {
      for (const other of injections.slice(at + 1)) {
        const [first, second] = [one, other].map(
          ({ component }) => EXACT.find((exact) => exact.component === component)!.risk,
        );
        expect(second! - first!).toBeLessThan(0.01 + 0.1 * first!);
      }
    }
  });

  it("weighs those first without which most is lost, and tells the others by name", () => {
    // Any three of the last layer are a cut, which no pair shows.
    const model = layered(null, byDefault);
    const { injections, unweighed } = found(model, quick);
    expect(injections).toHaveLength(10);
    // By their names where the risks are alike.
    injections.slice(1).forEach((one, at) => {
      const before = injections[at]!;
      if (before.risk === one.risk) expect(before.component < one.component).toBe(true);
      else expect(before.risk).toBeGreaterThan(one.risk);
    });
    expect(new Set(injections.map(({ risk }) => risk)).size).toBeLessThan(injections.length);
    expect(unweighed).toHaveLength(29 - 16);
    for (const one of unweighed) expect(one).toMatch(/^s0-/);
    const [notice] = unknownImportances("availability.yaml", "GET /", { injections, unweighed });
    expect(notice).toMatchObject({ severity: "notice", code: "unknown-importances" });
    expect(notice!.message).toContain("13 components of `GET /`");
    expect(notice!.message).toContain("and 10 more");
    expect(unknownImportances("availability.yaml", "GET /", { injections, unweighed: [] })).toEqual(
      [],
    );
  });

  it("looks at all in common states only where not all can be weighed", () => {
    let looked = 0;
    const counting: Engine = {
      ...quick,
      together: () => {
        looked++;
        return null;
      },
    };
    const some = (count: number) => {
      let left = count;
      return layered(null, (one) => (left-- > 0 ? byDefault(one) : one));
    };
    expect(found(some(16), counting).unweighed).toEqual([]);
    expect(looked).toBe(0);
    expect(found(some(17), counting).unweighed).toHaveLength(1);
    expect(looked).toBe(1);
    const unknown: Engine = { ...counting, estimate: () => ({ estimate: UNKNOWN, decisions: [] }) };
    expect(found(some(17), unknown).unweighed).toHaveLength(17);
    expect(looked).toBe(1);
  });

  it("shares its work among what is weighed, each with both ends, and what is told of ten", () => {
    const most = new Set<number | undefined>();
    const counting: Engine = {
      ...quick,
      estimate: (subject, options, claims) => {
        if (subject.fault !== null) most.add(options.most);
        return quick.estimate(subject, options, claims);
      },
      compare: (base, head, options, claims) => {
        most.add(options.most);
        return quick.compare(base, head, options, claims);
      },
    };
    found(layered(null, assumed), counting);
    const [share, ...others] = most;
    expect(others).toEqual([]);
    // A thousand million transitions, in three parts for each.
    expect(share! * 3 * (2 * ASSUMED.size + 10)).toBeCloseTo(1e9, 3);
  });

  it("leaves out what does nothing, and keeps what only may do something", () => {
    const told = (difference: Difference) =>
      found(layered(null, assumed), telling(difference)).injections.length;
    expect(told({ delta: 0 })).toBe(0);
    expect(told({ delta: 0, interval: [0, 0] })).toBe(0);
    expect(told({ delta: 0, interval: [-0.1, 0.001] })).toBe(ASSUMED.size);
  });

  it("goes by cuts where there is no work to draw all", () => {
    // One of the last layer may fail: any two are a cut, and nothing of the first layer is in one.
    const dear: Engine = { ...quick, together: () => null };
    const { unweighed } = found(layered(null, byDefault, 1), dear);
    expect(unweighed).toHaveLength(29 - 16);
    for (const one of unweighed) expect(one).toMatch(/^s0-/);
  });

  it("weighs more where more samples are asked for", () => {
    const { unweighed } = found(layered(null, byDefault, 1), quick, 1, 400_000);
    expect(unweighed).toEqual([]);
  });

  it("tells all as unknown where the figure itself was not worked out", () => {
    const model = layered(null, assumed);
    const told = injectionsFor(
      drawingExplainer(model, 1, hard),
      model.endpoints[0]!,
      UNKNOWN,
      () => false,
    );
    expect(told.injections).toEqual([]);
    expect(told.unweighed.toSorted()).toEqual([...ASSUMED].toSorted());
  });
});

it("weighs a component by what the endpoint is with it up, less what it is with it down", () => {
  const services = [service("web", [parts(900)]), service("pay", [parts(500)])];
  const lines = [dependency(services, 0, 1, [parts(800)])];
  const one = model(services, lines, [endpoint(0, [strict(lines, 0, "immediate")])]);
  const asked = one.endpoints[0]!;
  const subject = { model: one, endpoint: asked, fault: null };
  const structure = structureOf(one, asked);
  // Without each the endpoint is down; with it, all others have to be up.
  const expected: Record<string, number> = {
    web: 0.8 * 0.5,
    pay: 0.9 * 0.8,
    [lines[0]!.name]: 0.9 * 0.5,
  };
  const components = componentsOf(one);
  expect(components.map(({ name }) => name).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const component of components) {
    const weight = drawnWeight(runWith(engine), subject, structure, component);
    expect(Math.abs(weight.value - expected[component.name]!)).toBeLessThan(1e-12);
    expect(weight.interval).toBeUndefined();
  }
});
