import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { explainEndpoint, explainerOf } from "../../../src/gate/explain.ts";
import type { Assumption } from "../../../src/gate/explained.ts";
import { assumptionsOf } from "../../../src/gate/limits/assumptions.ts";
import { purseOf } from "../../../src/gate/limits/purse.ts";
import type { Variant } from "../../../src/gate/limits/variant.ts";
import type { Model, Probability, Service } from "../../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../../availability/models.ts";
import { drawing, drawingExplainer, layered, runWith } from "./hard.ts";

/** A default, a service that nobody counted, and two of which little was seen. */
function assumed(one: Service): Service {
  const { name, origin } = one;
  if (name.startsWith("s0")) {
    return { ...one, origin: { ...origin, replicaAvailabilityFrom: "default" } };
  }
  if (name === "s1-3") return { ...one, origin: { ...origin, replicasFrom: "default" } };
  if (name !== "s1-4" && name !== "web") return one;
  const evidence = { good: 970, total: 1000, until: null, place: origin.place };
  return { ...one, origin: { ...origin, replicaAvailabilityFrom: "evidence", evidence } };
}

function told(model: Model, by: Engine, seed = 1): readonly Assumption[] {
  const endpoint = model.endpoints[0]!;
  const run = runWith(by, seed);
  const { estimate } = by.estimate({ model, endpoint, fault: null }, run.options, []);
  const explainer =
    by === engine ? explainerOf(run, model, [], null) : drawingExplainer(model, seed, by);
  return explainEndpoint(explainer, endpoint, estimate, false).assumptions;
}

function neverLive(name: string): (one: Service) => Service {
  return (one) => (one.name === name ? { ...one, replicas: [parts(0)] } : one);
}

const EXACT = told(layered(null, assumed), engine);

function pairsOf(drawn: readonly Assumption[]) {
  return drawn.map((one) => ({
    one,
    exact: EXACT.find(({ kind, subject }) => kind === one.kind && subject === one.subject)!,
  }));
}

describe("the range of an assumption about a figure that is drawn", () => {
  test("is the exact one within its interval, 95 times in a hundred", () => {
    expect(EXACT).toHaveLength(4);
    let misses = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const drawn = told(layered(null, assumed), drawing, seed);
      expect(drawn).toHaveLength(EXACT.length);
      for (const { one, exact } of pairsOf(drawn)) {
        one.intervals!.forEach(([low, high], end) => {
          expect(high - low).toBeLessThan(0.02);
          expect(one.range![end]).toBeGreaterThanOrEqual(low);
          expect(one.range![end]).toBeLessThanOrEqual(high);
          if (exact.range![end]! < low || exact.range![end]! > high) misses++;
        });
      }
    }
    // Of 24, each with 5% at the most: more than 5 one time in a thousand.
    expect(misses).toBeLessThanOrEqual(5);
  });

  test("is in the order of the exact one, and never on the wrong side of the figure", () => {
    const drawn = told(layered(null, assumed), drawing);
    expect(drawn.map(({ subject }) => subject)).toEqual(EXACT.map(({ subject }) => subject));
    for (const { one, exact } of pairsOf(drawn)) {
      // The noise of the figure goes into both ends alike.
      const [width, expected] = [one, exact].map(({ range }) => range![1] - range![0]);
      expect(Math.abs(width! - expected!)).toBeLessThan(0.2 * expected! + 0.001);
    }
  });

  test("is firm, turns the verdict, or leaves that open, by the intervals of its ends", () => {
    const [low, high] = EXACT.find(({ subject }) => subject === "web")!.range!;
    const verdictAt = (slo: number) => {
      const promised: Probability = { p: slo, q: 1 - slo };
      const drawn = told(layered(promised, assumed), drawing);
      const one = drawn.find(({ subject }) => subject === "web")!;
      return [one.decisive, one.undecided ?? false];
    };
    expect(verdictAt(low - 0.03)).toEqual([false, false]);
    expect(verdictAt(low)).toEqual([false, true]);
    expect(verdictAt((low + high) / 2)).toEqual([true, false]);
    expect(verdictAt(high)).toEqual([false, true]);
    expect(verdictAt((high + 1) / 2)).toEqual([false, false]);
    // Where nothing is promised there is no verdict to turn, nor to leave open.
    for (const one of told(layered(null, assumed), drawing)) {
      expect([one.decisive, one.undecided]).toEqual([false, undefined]);
    }
  });

  test("is told where one end moves it, and not where neither does", () => {
    const one = layered(null);
    const without = { ...one, services: one.services.map(neverLive("web")) };
    const told = (worse: Model, better: Model) => {
      const variant: Variant = {
        kind: "default",
        subject: "web",
        message: "",
        place: one.gate.place,
        moves: [0],
        worse: () => worse,
        better: () => better,
      };
      const endpoint = one.endpoints[0]!;
      const subject = { model: one, endpoint, fault: null };
      const run = runWith(drawing);
      const { estimate } = drawing.estimate(subject, run.options, []);
      return assumptionsOf(run, subject, estimate, [variant], () => 1, purseOf(1e9, 1));
    };
    expect(told(one, one)).toEqual([]);
    for (const found of [told(without, one), told(one, without)]) {
      expect(found).toHaveLength(1);
      expect(found[0]!.range![0]).toBe(0);
      expect(found[0]!.range![1]).toBeGreaterThan(0.5);
    }
  });

  test("is the same in every run", () => {
    const once = () => told(layered(null, assumed), drawing);
    expect(once()).toEqual(once());
  });

  test("is not worked out where that costs more than there is: what is assumed is told all the same", () => {
    const dear: Engine = { ...drawing, spent: () => 1e9 };
    const drawn = told(layered(null, assumed), dear);
    expect(drawn).toHaveLength(EXACT.length);
    for (const { range, decisive, intervals } of drawn) {
      expect([range, decisive, intervals]).toEqual([null, false, undefined]);
    }
  });

  test("goes to the few that lean on what fails most", () => {
    const evident = (one: Service): Service => {
      const evidence = { good: 970, total: 1000, until: null, place: one.origin.place };
      return { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "evidence", evidence } };
    };
    // Any two of the last layer are a cut.
    const drawn = told(layered(null, evident, 1), drawing);
    const worked = drawn.filter(({ range }) => range !== null);
    expect(worked).toHaveLength(16);
    expect(worked.filter(({ subject }) => subject.startsWith("s1-"))).toHaveLength(14);
    expect(drawn).toHaveLength(20);
    // Without it nothing holds: the other ends lie close by, and this one does not.
    expect(worked[0]!.subject).toBe("web");
  });
});

test("what a figure of which no drawn state failed rests on is told, also where a part of it never fails", () => {
  const by = (name: string, up: Probability): Service => {
    const one = service(name, [up]);
    return { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "default" } };
  };
  const services = [
    service("web", [parts(1000)]),
    ...[970, 1000, 970, 970].map((up, at) => by(`s${at}`, parts(up))),
  ];
  const dependencies = [1, 2, 3, 4].map((to) => dependency(services, 0, to, [parts(1000)]));
  const either = (one: number, other: number) => atLeast(1, reached(one), reached(other));
  const asked = endpoint(0, atLeast(2, either(1, 2), either(3, 4)));
  const none = { availability: 1, unavailability: 0, samples: 2 ** 15 };
  const estimate = { ...none, method: "monte-carlo", interval: [0.9998, 1] } as const;
  const explainer = drawingExplainer(model(services, dependencies, [asked]));
  const { assumptions } = explainEndpoint(explainer, asked, estimate, false);
  expect(assumptions.map(({ subject }) => subject)).toContain("replicaAvailability");
});
