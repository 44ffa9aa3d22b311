import { describe, expect, it } from "vitest";
import type { Estimate } from "../../src/availability/estimate.ts";
import { type Structure, structureOf } from "../../src/availability/structure.ts";
import { engine } from "../../src/flow/engine.ts";
import { mostWeighed, weightsByCuts } from "../../src/gate/chaos-weights.ts";
import { componentsOf } from "../../src/gate/limits/components.ts";
import type { Probability } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../availability/models.ts";
import { bruteForce } from "../availability/oracle.ts";
import { runWith } from "./limits/hard.ts";

/** web needs `db`, and one of `a`, `b` and one of `a`, `c`: of the calls all are certain. */
function shop(ups: Readonly<Record<string, Probability>>) {
  const names = ["web", "db", "a", "b", "c", "apart"];
  const services = names.map((name) => service(name, [ups[name] ?? parts(1000)]));
  const lines = [1, 2, 3, 4].map((to) => dependency(services, 0, to, [parts(1000)]));
  const needs = all(
    reached(1),
    atLeast(1, reached(2), reached(3)),
    atLeast(1, reached(2), reached(4)),
  );
  const asked = endpoint(0, needs);
  const one = model(services, lines, [asked]);
  const { p, q } = bruteForce(one, asked);
  const estimate: Estimate = { availability: p, unavailability: q, method: "exact" };
  const components = componentsOf(one);
  const about = weightsByCuts(structureOf(one, asked), components, estimate)!;
  const weight = (name: string) => about(components.findIndex((found) => found.name === name));
  return { weight, estimate, structure: structureOf(one, asked), components };
}

describe("about what the B of a component is, by cuts", () => {
  const ups = { web: parts(900), db: parts(800), a: parts(990), b: parts(980), c: parts(950) };

  it("is what the endpoint is without it, of a single point of failure", () => {
    const { weight, estimate } = shop(ups);
    expect(weight("web")).toBeCloseTo(estimate.availability / 0.9, 12);
    expect(weight("db")).toBeCloseTo(estimate.availability / 0.8, 12);
  });

  it("is how often one of those is down without which it is needed, of others", () => {
    const { weight } = shop(ups);
    expect(weight("a")).toBeCloseTo(0.02 + 0.05, 12);
    expect(weight("b")).toBeCloseTo(0.01, 12);
    expect(weight("c")).toBeCloseTo(0.01, 12);
    expect(weight("apart")).toBe(0);
  });

  it("is at the most one, and nothing of what cannot be told apart from never or always", () => {
    const { weight } = shop({ ...ups, b: parts(200), c: parts(300), a: parts(990) });
    expect(weight("a")).toBe(1);
    expect(shop({ ...ups, db: parts(0) }).weight("db")).toBe(0);
    const certain = shop({ ...ups, a: parts(1000) }).weight;
    expect([certain("a"), certain("b")]).toEqual([0, 0]);
  });

  it("is not more than one where a figure that was drawn is above what the component is", () => {
    const { estimate, structure, components } = shop(ups);
    const high = { ...estimate, availability: 0.95 };
    expect(weightsByCuts(structure, components, high)!(0)).toBe(1);
  });

  it("is that of a single point of failure where one kind of call cannot do without it", () => {
    const { estimate, structure, components } = shop(ups);
    const about = (...alone: Structure["alone"]) =>
      weightsByCuts({ ...structure, alone }, components, estimate)!(1);
    const single = estimate.availability / 0.8;
    expect(about(new Set([0]), new Set([0, 1]))).toBeCloseTo(single, 12);
    expect(about(new Set([0, 1]), new Set([0]))).toBeCloseTo(single, 12);
    // A kind that cannot hold at all says nothing of it.
    expect(about(null, new Set([0, 1]))).toBeCloseTo(single, 12);
  });

  it("is of those that fail the most often where there are too many to look at", () => {
    const last = 402;
    const [one] = shop(ups).components;
    const components = Array.from({ length: last + 1 }, (_, index) => ({
      ...one!,
      index,
      name: `s${index}`,
      up: index < last - 1 ? parts(999) : parts(900),
    }));
    const structure: Structure = {
      services: components.length,
      firstMember: components.length,
      // Either of the last two is needed.
      mandatory: ([down]) => [new Set(down! < last - 1 ? [] : [2 * last - 1 - down!])],
      alone: [new Set()],
      reached: components.map(({ index }) => index),
    };
    const estimate: Estimate = { availability: 0.99, unavailability: 0.01, method: "exact" };
    const about = weightsByCuts(structure, components, estimate)!;
    expect(about(last)).toBeCloseTo(0.1, 12);
    expect(about(last - 1)).toBeCloseTo(0.1, 12);
  });

  it("is not known where the figure was not worked out", () => {
    const { structure, components } = shop(ups);
    const unknown: Estimate = {
      availability: 0.5,
      unavailability: 0.5,
      method: "bounded",
      interval: [0, 1],
    };
    expect(weightsByCuts(structure, components, unknown)).toBeNull();
  });
});

it("as many components are weighed as there are samples for, in whole ones", () => {
  const most = (samples: number) => {
    const run = runWith(engine);
    return mostWeighed({ ...run, options: { ...run.options, samples } });
  };
  expect([1000, 200_000, 210_000, 400_000].map(most)).toEqual([16, 16, 16, 32]);
});
