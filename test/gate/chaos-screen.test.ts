import { describe, expect, it } from "vitest";
import { importanceOf } from "../../src/availability/importance.ts";
import { structureOf } from "../../src/availability/structure.ts";
import { engine } from "../../src/flow/engine.ts";
import { screened } from "../../src/gate/chaos-screen.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { birnbaumOf, componentsOf } from "../../src/gate/limits/components.ts";
import { drawing, layered, runWith } from "./limits/hard.ts";

const model = layered(null);
const subject = { model, endpoint: model.endpoints[0]!, fault: null };
const structure = structureOf(model, subject.endpoint);
const components = componentsOf(model).filter(({ index }) => structure.reached.includes(index));

describe("what is lost without each of many components", () => {
  const found = screened(runWith(drawing), subject, structure, components)!;

  it("is about as much as the exact importance has it, for each of them", () => {
    const importance = importanceOf(subject)!;
    expect(found.size).toBe(components.length);
    for (const { index } of components) {
      const exact = birnbaumOf(importance, structure, index);
      expect(Math.abs(found.get(index)! - exact)).toBeLessThan(0.002 + 0.1 * exact);
    }
  });

  it("is asked for within a bound, which more samples raise, and is not known where that is not enough", () => {
    const asked: number[] = [];
    const counting: Engine = {
      ...engine,
      together: (subjects, options) => {
        expect(subjects).toHaveLength(3);
        expect(options.states).toBeLessThanOrEqual(2 ** 14);
        asked.push(options.drawing!);
        return null;
      },
    };
    const run = runWith(counting);
    const more = { ...run, options: { ...run.options, samples: 400_000 } };
    for (const one of [run, more]) {
      expect(screened(one, subject, structure, components.slice(0, 2))).toBeNull();
    }
    expect(asked[1]).toBe(2 * asked[0]!);
  });

  it("lies between none and all, and is none of what is never up", () => {
    const ups = [
      { p: 0, q: 1 },
      { p: 1e-9, q: 1 - 1e-9 },
    ];
    const mixed = components.map((one, at) => ({ ...one, up: ups[at % 2]! }));
    const lost = screened(runWith(drawing), subject, structure, mixed)!;
    const of = (rest: number) => mixed.filter((_, at) => at % 2 === rest);
    for (const { index } of of(0)) expect(lost.get(index)).toBe(0);
    const seldom = of(1).map(({ index }) => lost.get(index)!);
    expect(Math.max(...seldom)).toBe(1);
    expect(Math.min(...seldom)).toBeGreaterThanOrEqual(0);
  });

  it("is asked of the first four hundred, in one go, each with what the endpoint prepared", () => {
    const sizes: number[] = [];
    const counting: Engine = {
      ...engine,
      together: (subjects, options) => {
        sizes.push(subjects.length);
        expect(options.seed).toBe(1);
        expect(subjects[0]).toBe(subject);
        expect(subjects[1]).toMatchObject({ like: subject, fault: expect.anything() });
        return null;
      },
    };
    for (const count of [399, 400, 401]) {
      const many = Array.from({ length: count }, () => components[0]!);
      screened(runWith(counting), subject, structure, many);
    }
    // And the endpoint as it is.
    expect(sizes).toEqual([400, 401, 401]);
    const { together: _, ...none } = engine;
    expect(screened(runWith(none), subject, structure, components)).toBeNull();
  });
});
