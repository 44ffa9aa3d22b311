import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../src/availability/estimate.ts";
import { type Structure, structureOf } from "../../../src/availability/structure.ts";
import type { Engine, GateRun } from "../../../src/gate/engine.ts";
import { allowanceOf } from "../../../src/gate/limits/allowance.ts";
import { costOfExplaining, costOfLooking } from "../../../src/gate/limits/costs.ts";
import type { Variant } from "../../../src/gate/limits/variant.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  withDomains,
} from "../../availability/models.ts";
import { fullModel, tangledModel } from "../../availability/random-models.ts";

/** web, and two of which one is needed; two zones of two. */
const ONE = shop();
const ASKED = ONE.endpoints[0]!;
const COMPONENTS = 9;
const MEMBERS = 4;
/** Transitions that it counts for, for each component: to walk the graph once, and to build a model anew. */
const [WALK, BUILD] = [50, 300];

function shop() {
  const services = ["web", "a", "b"].map((name) => service(name, [parts(990)]));
  const dependencies = [1, 2].map((to) => dependency(services, 0, to, [parts(990)]));
  const asked = endpoint(0, atLeast(1, reached(1), reached(2)));
  const zones = [
    [parts(999), parts(999)],
    [parts(999), parts(999)],
  ];
  return withDomains(model(services, dependencies, [asked]), zones);
}

function runWith(over: Partial<Engine>): GateRun {
  const never = () => {
    throw new Error("is worked out");
  };
  const options = { samples: 100, seed: 1, alpha: 0.05 };
  return { path: "a.yaml", engine: { estimate: never, compare: never, ...over }, options };
}

/** Of the endpoint as it is. */
function priced(price: number): Partial<Engine> {
  return { price: ({ endpoint: of, fault }) => (of === ASKED && fault === null ? price : 0) };
}

describe("what it costs to look into an endpoint", () => {
  const looking = (over: Partial<Engine>) => costOfLooking(runWith(over), ONE, ASKED, COMPONENTS);
  const walks = WALK * COMPONENTS * (2 + MEMBERS);

  test("is a walk through all for what is reached and for what is needed, and one without each member", () => {
    expect(looking({})).toBe(walks);
  });

  test("is four times the figure for its slopes, and nothing where it is too dear for these", () => {
    const slopes = (price: number) => looking(priced(price)) - walks;
    expect([1e6, 2e8, 2e8 + 1, Number.POSITIVE_INFINITY].map(slopes)).toEqual([4e6, 8e8, 0, 0]);
  });

  test("is what it takes to prepare the figure, none of it being solved or drawn", () => {
    const asked: (readonly [Estimate, number | undefined])[] = [];
    const spent: Engine["spent"] = ({ endpoint: of }, estimate, most) => {
      asked.push([estimate, most]);
      return of === ASKED ? 7e5 : 0;
    };
    expect(looking({ spent })).toBe(walks + 7e5);
    expect(asked).toHaveLength(1);
    expect([asked[0]![0].samples, asked[0]![1]]).toEqual([0, 0]);
  });
});

describe("what it costs to explain an endpoint", () => {
  const structure = structureOf(ONE, ASKED);
  const explaining = (
    over: Partial<Engine>,
    variants: readonly Variant[] = [],
    of: Structure = structure,
  ) => costOfExplaining(runWith(over), ONE, ASKED, of, variants);
  const moving = (...moves: number[]): Variant => ({
    kind: "hint",
    subject: "",
    message: "",
    place: ONE.gate.place,
    moves,
    worse: null,
    better: null,
  });
  /** A walk with each component down that may have a partner, and as many without each member besides. */
  const walks = (tried: number) => WALK * COMPONENTS * tried * (1 + MEMBERS);

  test("is to look for the pairs of what is reached and no single point of failure, of 400 at the most", () => {
    expect(structure.reached).toHaveLength(5);
    // Only the entry is one.
    expect(explaining({})).toBe(walks(4));
    const many = { ...structure, reached: Array.from({ length: 1000 }, (_, at) => at) };
    expect(explaining({}, [], many)).toBe(walks(400));
    // What cannot hold has none.
    expect(explaining({}, [], { ...structure, alone: [null] })).toBe(walks(5));
  });

  test("is both ends of what moves something that is reached, of 16 at the most", () => {
    const end = 1e6 + BUILD * COMPONENTS;
    const ends = (...variants: readonly Variant[]) =>
      explaining(priced(1e6), variants) - explaining({});
    expect(ends()).toBe(0);
    expect(ends(moving(1), moving(0, 8))).toBe(4 * end);
    // The first member stands behind nothing.
    expect(ends(moving(1), moving(5, 6))).toBe(2 * end);
    expect(ends(...Array.from({ length: 20 }, () => moving(2)))).toBe(32 * end);
  });

  test("is no more than to build both, where the figure is too dear and a purse pays for what is drawn", () => {
    const ends = (price: number) => explaining(priced(price), [moving(1)]) - explaining({});
    expect(ends(2e8)).toBe(2 * (2e8 + BUILD * COMPONENTS));
    expect(ends(2e8 + 1)).toBe(2 * BUILD * COMPONENTS);
    expect(ends(Number.POSITIVE_INFINITY)).toBe(2 * BUILD * COMPONENTS);
  });

  test("is never less than nothing: what nothing stands in for is reached", () => {
    fc.assert(
      fc.property(fc.oneof(tangledModel(5), fullModel(5)), ({ model: one, endpoint: asked }) => {
        const { alone, reached: all } = structureOf(one, asked);
        const whole = new Set(all);
        for (const needs of alone) {
          expect([...(needs ?? [])].filter((index) => !whole.has(index))).toEqual([]);
        }
      }),
      { seed: 73, numRuns: 60 },
    );
  });
});

test("an allowance gives what is left of it, to the last transition, and no more", () => {
  const allowance = allowanceOf(10);
  expect([11, 4, 7, 6, 1, 0].map(allowance.take)).toEqual([false, true, false, true, false, true]);
});
