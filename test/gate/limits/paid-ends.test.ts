import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownPart } from "../../../src/availability/drawn-figure.ts";
import type { Estimate } from "../../../src/availability/estimate.ts";
import { contrast, type JointOptions } from "../../../src/availability/joint.ts";
import type { Subject } from "../../../src/availability/subject.ts";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { drawingEnds } from "../../../src/gate/limits/drawn-ranges.ts";
import type { Purse } from "../../../src/gate/limits/purse.ts";
import type { Service } from "../../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../../availability/models.ts";
import { drawing as drawingEngine, layered, runWith } from "./hard.ts";

/** web, and three of which one is needed: it is solved at sight. */
function shop(up: number, web = parts(999)): Subject {
  const services = [
    service("web", [web]),
    ...[1, 2, 3].map((at) => service(`s${at}`, [parts(up)])),
  ];
  const dependencies = [1, 2, 3].map((to) => dependency(services, 0, to, [parts(990)]));
  const asked = endpoint(0, atLeast(1, reached(1), reached(2), reached(3)));
  return { model: model(services, dependencies, [asked]), endpoint: asked, fault: null };
}

const PLAIN = shop(700);
const PRINTED: Estimate = {
  availability: 0.97,
  unavailability: 0.03,
  method: "monte-carlo",
  interval: [0.96, 0.98],
};

/** What a figure costs: to prepare, for each state, and of what it may take to be solved. */
type Law = { readonly fixed: number; readonly state: number; readonly solving: number };

const LAW: Law = { fixed: 1000, state: 10, solving: 1 };
/** An assumption has two ends, and the figure itself is drawn with them. */
const FIGURES = 3;
const [LEAST, MOST] = [2 ** 14, 2 ** 17];

function costOf({ fixed, state, solving }: Law, states: number, most: number): number {
  return FIGURES * (fixed + state * states + solving * most);
}

function drawing(share: number, count: number, law = LAW, over: Partial<Engine> = {}) {
  let [shares, paid] = [0, 0];
  const purse: Purse = {
    share: () => {
      shares++;
      return share;
    },
    pay: (cost) => {
      paid += cost;
    },
  };
  const asked: { readonly subjects: readonly Subject[]; readonly options: JointOptions }[] = [];
  const by: Engine = {
    ...engine,
    together: (subjects, options) => {
      asked.push({ subjects, options });
      return null;
    },
    spent: (_, { samples = 0 }, most = 0) => costOf(law, samples, most) / FIGURES,
    ...over,
  };
  const options = { samples: 200_000, seed: 5, alpha: 0.05 };
  const run = { path: "availability.yaml", engine: by, options };
  const found = drawingEnds(run, PLAIN, PRINTED, purse, count);
  return { ...found, asked, paid: () => paid, shares: () => shares };
}

describe("work for the ends of assumptions that are drawn", () => {
  test("is asked for by none where nothing is assumed, or nothing can be drawn", () => {
    for (const { count, draw, shares } of [
      drawing(1e9, 0),
      drawing(1e9, 3, LAW, { together: undefined } as unknown as Partial<Engine>),
      drawing(1e9, 3, LAW, { spent: undefined } as unknown as Partial<Engine>),
    ]) {
      expect([count, draw([]), shares()]).toEqual([0, null, 0]);
    }
  });

  test("draws as many as three quarters of it pay for, all of them of the most states that it allows", () => {
    let [few, all, most] = [0, 0, 0];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2e7 }),
        fc.integer({ min: 1, max: 16 }),
        (share, asking) => {
          const { count, draw, asked, paid } = drawing(share, asking);
          const least = costOf(LAW, LEAST, 0);
          expect(count).toBeLessThanOrEqual(asking);
          expect(count * least).toBeLessThanOrEqual(0.75 * share);
          if (count < asking) expect((count + 1) * least).toBeGreaterThan(0.75 * share);
          if (count < asking) few++;
          else all++;
          if (count === 0) {
            expect([draw([PLAIN]), asked.length, paid()]).toEqual([null, 0, 0]);
            return;
          }
          for (let at = 0; at < count; at++) draw([PLAIN]);
          expect(asked).toHaveLength(count);
          const [{ options }] = asked as [(typeof asked)[0]];
          const { states, most: solving } = options;
          expect(asked.every((one) => one.options.states === states)).toBe(true);
          expect(Math.abs(paid() - count * costOf(LAW, states, solving))).toBeLessThan(1e-3);
          // A quarter of it, among all figures, may go into finding out what need not be drawn.
          expect(Math.abs(FIGURES * count * solving - share / 4)).toBeLessThan(1e-6);
          expect(paid()).toBeLessThanOrEqual(share + 1e-3);
          expect(states).toBeGreaterThanOrEqual(LEAST);
          expect(states).toBeLessThanOrEqual(MOST);
          if (states < MOST) {
            expect(count * costOf(LAW, states + 1, solving)).toBeGreaterThan(share - 1e-3);
          } else most++;
        },
      ),
      { seed: 81, numRuns: 200 },
    );
    expect(Math.min(few, all, most)).toBeGreaterThan(20);
  });

  test("draws of enough states to tell anything, where to solve takes more than it should", () => {
    const { draw, asked } = drawing(1e7, 4, { ...LAW, solving: 9 });
    draw([PLAIN]);
    expect(asked[0]!.options.states).toBe(LEAST);
  });

  test("draws of the most states where a state costs nothing", () => {
    for (const solving of [1, 9]) {
      const { count, draw, asked } = drawing(1e7, 4, { ...LAW, state: 0, solving });
      draw([PLAIN]);
      expect([count, asked[0]!.options.states]).toEqual([4, MOST]);
    }
  });

  test("draws the figure as it is with both ends, from the seed of the run; without a drawing nothing is told", () => {
    const { draw, asked } = drawing(1e9, 2);
    const ends = [shop(600), shop(800)];
    expect(draw(ends)).toBeNull();
    expect(asked[0]!.subjects).toEqual([PLAIN, ...ends]);
    expect(asked[0]!.options.seed).toBe(5);
  });
});

describe("an end that is drawn", () => {
  const endsOf = (of: Subject, printed: Estimate, ends: readonly Subject[]) => {
    const run = runWith(drawingEngine);
    const purse: Purse = { share: () => 1e9, pay: () => {} };
    return drawingEnds(run, of, printed, purse, 1).draw(ends)!;
  };
  /** Of the layered model, with all of the first layer of so many parts in a thousand. */
  const layer = (up?: number): Subject => {
    const given = (one: Service): Service =>
      up !== undefined && one.name.startsWith("s0") ? { ...one, replicas: [parts(up)] } : one;
    const of = layered(null, given);
    return { model: of, endpoint: of.endpoints[0]!, fault: null };
  };

  test("is the printed figure and what moves it, within an interval that has the exact one in it", () => {
    const [plain, worse, better] = [layer(), layer(900), layer(999)];
    const joint = drawingEngine.together!([plain, worse, better], { seed: 1, states: 0, most: 0 })!;
    const found = endsOf(plain, PRINTED, [worse, better]);
    found.forEach(({ availability, unavailability, interval, isUnmoved }, at) => {
      const moved = contrast(joint, at === 0 ? [-1, 1, 0] : [-1, 0, 1]);
      expect(moved.interval[1] - moved.interval[0]).toBeGreaterThan(1e-4);
      expect(Math.abs(availability - PRINTED.availability - moved.value)).toBeLessThan(1e-12);
      expect(availability + unavailability).toBe(1);
      const [low, high] = interval!;
      const subject = at === 0 ? worse : better;
      const truth = engine.estimate(subject, runWith(engine).options, []).estimate.availability;
      expect(low).toBeLessThanOrEqual(Math.min(truth, availability));
      expect(high).toBeGreaterThanOrEqual(Math.max(truth, availability));
      expect(isUnmoved).toBe(false);
    });
  });

  test("is the figure as it was printed where nothing moves it", () => {
    const [same] = endsOf(layer(), PRINTED, [layer()]);
    expect(same!.availability).toBe(PRINTED.availability);
    expect(same!.isUnmoved).toBe(true);
    expect(same!.interval![0]).toBeLessThanOrEqual(PRINTED.availability);
    expect(same!.interval![1]).toBeGreaterThanOrEqual(PRINTED.availability);
  });

  test("is the printed figure and the exact difference where both are certain", () => {
    const exact = (up: number) => 0.999 * (1 - (1 - 0.99 * up) ** 3);
    const [better] = endsOf(PLAIN, PRINTED, [shop(800)]);
    const expected = PRINTED.availability + exact(0.8) - exact(0.7);
    expect(Math.abs(better!.availability - expected)).toBeLessThan(1e-12);
  });

  test("has moved where it may have, though it need not", () => {
    const known = (low: number, high: number) => knownPart(1, { low, high });
    const figures = [known(0.1, 0.1), known(0.1, 0.2)];
    const { draw } = drawing(1e9, 1, LAW, {
      together: () => ({ figures, patterns: new Map<number, number>(), cost: 0 }),
    });
    expect(draw([PLAIN])![0]!.isUnmoved).toBe(false);
  });

  test("is what it is by itself where that is certain", () => {
    const lucky = { ...PRINTED, availability: 0.995 };
    const [down] = endsOf(layer(), lucky, [shop(700, parts(0))]);
    expect(down).toEqual({
      availability: 0,
      unavailability: 1,
      interval: [0, 0],
      isUnmoved: false,
    });
  });

  test("is a probability, however lucky or unlucky the printed figure was", () => {
    const lucky = { ...PRINTED, availability: 0.999999 };
    const [best] = endsOf(layer(), lucky, [layer(999)]);
    expect([best!.availability, best!.unavailability, best!.interval![1]]).toEqual([1, 0, 1]);
    const poor = { ...PRINTED, availability: 0.001 };
    const [worst] = endsOf(layer(), poor, [layer(900)]);
    expect([worst!.availability, worst!.unavailability, worst!.interval![0]]).toEqual([0, 1, 0]);
  });
});
