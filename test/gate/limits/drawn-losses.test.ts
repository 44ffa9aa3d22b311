import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { structureOf } from "../../../src/availability/structure.ts";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { blastRadius } from "../../../src/gate/explain.ts";
import { downFault } from "../../../src/gate/limits/component-fault.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import { criticalInPairs, cutPairsOf, leastLoss } from "../../../src/gate/limits/cuts.ts";
import { drawnLosses, mostLoss } from "../../../src/gate/limits/drawn-losses.ts";
import { purseOf } from "../../../src/gate/limits/purse.ts";
import type { Model } from "../../../src/model/model.ts";
import { bruteForce } from "../../availability/oracle.ts";
import { tangledModel } from "../../availability/random-models.ts";
import { drawing, drawingExplainer, layered, runWith } from "./hard.ts";

const { options } = runWith(engine);

/** U of the layered model without each component that is reached, exactly. */
const EXACT = exactLosses(layered(null));

function exactLosses(model: Model): ReadonlyMap<string, number> {
  const endpoint = model.endpoints[0]!;
  const structure = structureOf(model, endpoint);
  const components = componentsOf(model);
  return new Map(
    structure.reached.map((index) => {
      const component = components[index]!;
      const subject = { model, endpoint, fault: downFault(structure, component) };
      return [component.name, engine.estimate(subject, options, []).estimate.unavailability];
    }),
  );
}

function blast(slo: number, by: Engine = drawing, spare = 2) {
  const model = layered({ p: 1 - slo, q: slo }, undefined, spare);
  const endpoint = model.endpoints[0]!;
  const run = runWith(by);
  const head = by.estimate({ model, endpoint, fault: null }, run.options, []).estimate;
  expect(head.method).toBe("monte-carlo");
  return blastRadius(drawingExplainer(model, 1, by), [{ endpoint, head, under: [] }]);
}

/** What the last layer's services leave: about as much as it takes, or far more. */
const CLOSE = 0.0368;
const FAR = 0.01;

describe("what a loss makes of an endpoint that is drawn", () => {
  test("is told as below its SLO or as kept, as the exact figure has it, within its interval", () => {
    const { blasts, unknown } = blast(FAR);
    expect(unknown).toEqual({ losses: 0, endpoints: 0, unseen: 0 });
    const below = [...EXACT].filter(([, one]) => one > FAR).map(([name]) => name);
    expect(below).toHaveLength(15);
    expect(blasts.map(({ fault }) => fault).toSorted()).toEqual(below.toSorted());
    let missed = 0;
    for (const { fault, endpoints, undecided } of blasts) {
      expect(undecided).toBeUndefined();
      const [one] = endpoints;
      if (fault === "web") expect(one).toEqual({ name: "GET /", availability: 0 });
      else {
        const [low, high] = one!.interval!;
        expect(high - low).toBeLessThan(0.01);
        const exact = 1 - EXACT.get(fault)!;
        if (exact < low || exact > high) missed++;
      }
    }
    // Of 14, each with 5% at the most.
    expect(missed).toBeLessThanOrEqual(3);
  });

  test("is open where its interval has the SLO in it, and never on the wrong side", () => {
    const { blasts } = blast(CLOSE);
    const open = blasts.flatMap(({ undecided = [] }) => undecided);
    expect(open.length).toBeGreaterThan(5);
    for (const { interval } of open) {
      expect(interval![0]).toBeLessThan(1 - CLOSE);
      expect(interval![1]).toBeGreaterThanOrEqual(1 - CLOSE);
    }
    for (const { fault, endpoints, undecided = [] } of blasts) {
      expect(endpoints.length + undecided.length).toBe(1);
      if (endpoints.length > 0) expect(EXACT.get(fault)).toBeGreaterThan(CLOSE);
    }
    // The surest come first.
    expect(blasts[0]!.fault).toBe("web");
  });

  test("needs no draw where U(0) ≤ (U - pU(1))/q keeps the SLO", () => {
    let asked = 0;
    const counting: Engine = {
      ...drawing,
      estimate: (subject, given, claims) => {
        if (subject.fault !== null) asked++;
        return drawing.estimate(subject, given, claims);
      },
    };
    // A quarter at the most is lost without any of those that fail one time in fifty.
    const { blasts, unknown } = blast(0.25, counting);
    expect(unknown.losses).toBe(0);
    const components = componentsOf(layered(null));
    const often = components.filter(({ name, up }) => EXACT.has(name) && up.q >= 0.02);
    expect(often.length).toBeGreaterThan(50);
    expect(asked).toBeLessThanOrEqual(EXACT.size - 1 - often.length);
    expect(blasts.map(({ fault }) => fault)).toEqual(["web"]);
  });

  test("is drawn for whatever shares a fate with others, since U does not part into U(0) and U(1) there", () => {
    const model = layered({ p: 0.75, q: 0.25 });
    const endpoint = model.endpoints[0]!;
    const run = runWith(drawing);
    const { estimate } = drawing.estimate({ model, endpoint, fault: null }, run.options, []);
    const structure = structureOf(model, endpoint);
    const components = componentsOf(model);
    const losses = structure.reached.filter((one) => one !== 0).slice(0, 6);
    const drawnIf = (isIndependent: boolean) => {
      const found = drawnLosses(
        run,
        model,
        { endpoint, estimate, structure },
        components,
        { losses, isIndependent: () => isIndependent, faultOf: (one) => downFault(structure, one) },
        purseOf(1e9, 1),
      );
      // What is certain has the figure that it is bounded by.
      return losses.filter((one) => found.get(one)!.unavailability !== estimate.unavailability);
    };
    expect(drawnIf(false)).toEqual(losses);
    expect(drawnIf(true).length).toBeLessThan(losses.length);
  });

  test("is worked out for those first that leave the least to spare", () => {
    // There is work for eighteen: of the last layer, where no second may fail, there are fourteen.
    const dear: Engine = { ...drawing, spent: () => 4e7 };
    const { blasts, unknown } = blast(0.2, dear, 1);
    const exact = [...exactLosses(layered(null, undefined, 1))];
    const below = exact.filter(([, one]) => one > 0.2).map(([name]) => name);
    expect(below).toHaveLength(15);
    expect(blasts.map(({ fault }) => fault).toSorted()).toEqual(below.toSorted());
    expect(unknown.losses).toBeGreaterThan(20);
  });

  test("is not known where that costs more than there is, and so it is told", () => {
    const dear: Engine = { ...drawing, spent: () => 1e9 };
    const { blasts, unknown } = blast(FAR, dear);
    expect(blasts.map(({ fault }) => fault)).toEqual(["web"]);
    expect(unknown.endpoints).toBe(1);
    expect(unknown.losses).toBeGreaterThan(50);
  });
});

describe("what pairs show of a component", () => {
  test("bounds what its loss costs from below, and the figure from above", () => {
    let some = 0;
    fc.assert(
      fc.property(tangledModel(6), ({ model, endpoint }) => {
        const structure = structureOf(model, endpoint);
        const components = componentsOf(model);
        const plain = bruteForce(model, endpoint).q;
        const alone = leastLoss(structure, components, null);
        for (const index of structure.reached) {
          const { up } = components[index]!;
          const fault = downFault(structure, components[index]!);
          const { q } = bruteForce(model, endpoint, fault);
          const least = leastLoss(structure, components, index);
          expect(least).toBeLessThanOrEqual(q + 1e-12);
          if (least > 0) some++;
          if (structure.alone.every((one) => one?.has(index) ?? true) || up.q < 0.01) continue;
          expect(mostLoss(plain, alone, up)).toBeGreaterThanOrEqual(q - 1e-9);
        }
      }),
      { seed: 67, numRuns: 60 },
    );
    expect(some).toBeGreaterThan(60);
  });

  test("is P(one of its pairs is down) of the downtime, in first order", () => {
    const model = layered(null, undefined, 1);
    const structure = structureOf(model, model.endpoints[0]!);
    const components = componentsOf(model);
    const pairs = cutPairsOf(structure, components, structure.reached);
    for (const unavailability of [0.5, 0.001]) {
      const found = criticalInPairs(pairs, unavailability);
      expect(found.size).toBe(14);
      for (const [name, critical] of found) {
        const own = pairs.filter((one) => one.components.includes(name));
        const sum = own.reduce((all, { probability }) => all + probability, 0);
        expect(Math.abs(critical - Math.min(1, sum / unavailability))).toBeLessThan(1e-12);
      }
    }
  });
});
