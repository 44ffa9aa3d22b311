import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, mean } from "../../src/availability/exact.ts";
import { runFrontier, runFrontierWithSlopes } from "../../src/availability/frontier.ts";
import type { Measure } from "../../src/availability/measure.ts";
import type { Prepared } from "../../src/availability/prepare.ts";
import { isGoodFor, waysToPrepare } from "../../src/availability/prepare.ts";
import { slopesFor } from "../../src/availability/run.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { evaluateWithSlopes, type RootSlopes } from "../../src/availability/slopes.ts";
import { runSparse } from "../../src/availability/sparse.ts";
import type { Dependency, Probability } from "../../src/model/model.ts";
import { cyclicModel, fullCyclicModel } from "./cyclic-models.ts";
import {
  all,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  withDomains,
} from "./models.ts";
import { bruteForce } from "./oracle.ts";
import { type FullCase, fullModel, tangledModel } from "./random-models.ts";

type Way = { readonly prepared: Prepared; readonly measure: Measure };

/** All that is prepared for each need in each situation: [by lean or not][ways], the same figure in all. */
function waysOf({ model, endpoint, fault }: FullCase): readonly (readonly Way[])[] {
  const { entry, completion, mixture } = endpoint;
  return situationsOf(model, fault).flatMap((situation) =>
    situation.flatMap(({ measure }) =>
      mixture.map(({ need }) =>
        [true, false].flatMap((isLean) =>
          waysToPrepare(model, { entry, completion, need }, measure, isLean).map((prepared) => ({
            prepared,
            measure,
          })),
        ),
      ),
    ),
  );
}

function apart(one: Probability, other: Probability): number {
  return Math.max(Math.abs(one.p - other.p), Math.abs(one.q - other.q));
}

function slopesApart(one: RootSlopes, other: RootSlopes): number {
  const flat = ({ components, units, members }: RootSlopes) =>
    [components, ...units, members].flatMap((values) => Array.from(values));
  const others = flat(other);
  return Math.max(0, ...flat(one).map((slope, at) => Math.abs(slope - others[at]!)));
}

const models: readonly (readonly [string, fc.Arbitrary<FullCase>, number, number])[] = [
  ["with alternatives", tangledModel(9).map((one) => ({ ...one, fault: null })), 300, 31],
  ["in cycles", cyclicModel(7, 9).map((one) => ({ ...one, fault: null })), 150, 32],
  ["in cycles, with all that a model holds", fullCyclicModel(5, 8), 100, 33],
  ["with all that a model holds", fullModel(8), 300, 34],
];

describe("one need, however it is prepared", () => {
  it.each([
    ["every call", [1]],
    ["one call of two", []],
  ])("has the figure of all states where %s of a cycle goes through a zone", (_, back) => {
    const services = ["web", "a", "b"].map((name) => service(name, [parts(950)]));
    const zoned = (from: number, to: number, members: readonly number[]): Dependency => {
      const link = dependency(services, from, to, [parts(900)]);
      return { ...link, channels: link.channels.map((one) => ({ ...one, members })) };
    };
    const links = [1, 2].map((to) => dependency(services, 0, to, [parts(800)]));
    const one = withDomains(model(services, [...links, zoned(1, 2, [0]), zoned(2, 1, back)]), [
      [parts(700), parts(600)],
    ]);
    const asked = endpoint(0, all(reached(1), reached(2)));
    const truth = bruteForce(one, asked);
    const ways = waysOf({ model: one, endpoint: asked, fault: null }).flat();
    expect(ways.length).toBe(4);
    for (const { prepared, measure } of ways) {
      expect(apart(evaluate(prepared, measure), truth)).toBeLessThan(1e-14);
    }
  });

  it.each(models)("has one figure, and its roots one slope each: %s", (_, drawn, numRuns, seed) => {
    let conditioned = 0;
    let open = 0;
    fc.assert(
      fc.property(drawn, (subject) => {
        for (const ways of waysOf(subject)) {
          const figures = ways.map(({ prepared, measure }) => evaluate(prepared, measure));
          for (const figure of figures) expect(apart(figure, figures[0]!)).toBeLessThan(1e-13);
          const full = ways.filter(({ prepared }) => !prepared.isLean);
          const found = full.map(({ prepared, measure }) => evaluateWithSlopes(prepared, measure));
          for (const { up, slopes } of found) {
            expect(apart(up, figures.at(-1)!)).toBeLessThan(1e-13);
            expect(slopesApart(slopes, found[0]!.slopes)).toBeLessThan(1e-13);
          }
          for (const { prepared } of full) {
            if (prepared.conditioned.length > 0) conditioned++;
            else if (prepared.plan?.steps.some(({ work }) => work.kind === "member")) open++;
          }
        }
      }),
      { seed, numRuns },
    );
    if (seed > 32) expect(Math.min(conditioned, open)).toBeGreaterThan(numRuns / 4);
  });

  it.each(models)("is the same over all states of mass (T2 at ε 0): %s", (_, drawn, runs, seed) => {
    let seen = 0;
    fc.assert(
      fc.property(drawn, (subject) => {
        for (const { prepared, measure } of waysOf(subject).flat()) {
          const { plan } = prepared;
          if (plan === null) continue;
          mean(prepared, measure, (run) => {
            const truth = runFrontier(plan, run);
            const found = runSparse(plan, run, { least: 0, most: Number.POSITIVE_INFINITY });
            expect(apart(found, truth)).toBeLessThan(1e-13);
            expect(found.dropped).toBe(0);
            seen++;
            return truth;
          });
        }
      }),
      { seed, numRuns: runs / 2 },
    );
    expect(seen).toBeGreaterThan(runs / 2);
  });

  it.each(models)("has the same slopes segment by segment: %s", (_, drawn, numRuns, seed) => {
    let segmented = 0;
    fc.assert(
      fc.property(drawn, (subject) => {
        for (const { prepared, measure } of waysOf(subject).flat()) {
          const { plan } = prepared;
          if (plan === null) continue;
          mean(prepared, measure, (run) => {
            const inSegments = (longestTape: number | undefined) => {
              const slopes = slopesFor(plan.network.expressions.kind.length);
              const up = runFrontierWithSlopes(plan, run, slopes, longestTape);
              return { up, slopes };
            };
            const truth = inSegments(undefined);
            for (const longestTape of [1, 20]) expect(inSegments(longestTape)).toEqual(truth);
            expect(truth.up).toEqual(runFrontier(plan, run));
            if (plan.steps.length > 1) segmented++;
            return truth.up;
          });
        }
      }),
      { seed, numRuns: numRuns / 2 },
    );
    expect(segmented).toBeGreaterThan(numRuns / 4);
  });

  /** An entry on so many members, one replica on each. */
  const waysOn = (members: number) => {
    const one = withDomains(model([], []), [Array<Probability>(members).fill(parts(900))]);
    const web = service("web", Array<Probability>(members).fill(parts(950)));
    const spread = { ...web, placement: web.replicas.map((_, at) => [at]) };
    const placed = { ...one, services: [spread] };
    const { measure } = situationsOf(placed, null)[0]![0]!;
    const need = { kind: "atLeast", k: 0, of: [] } as const;
    return waysToPrepare(placed, { entry: 0, completion: "immediate", need }, measure, true);
  };

  it("may be conditioned on ten members, and on no more", () => {
    const conditioned = (members: number) => waysOn(members).map((way) => way.conditioned.length);
    expect(conditioned(10)).toEqual([10, 0]);
    expect(conditioned(11)).toEqual([0]);
  });

  it("is laid out while no step looks at more than sixteen members", () => {
    const planOf = (members: number) => {
      const ways = waysOn(members);
      expect(ways).toHaveLength(1);
      return ways[0]!.plan;
    };
    expect(planOf(16)!.steps).toHaveLength(17);
    expect(planOf(17)).toBe(null);
  });

  it("serves every other measure that it is good for, and no other where it would be wrong", () => {
    let served = 0;
    let refused = 0;
    fc.assert(
      fc.property(fullModel(8), ({ model, endpoint, fault }) => {
        const { entry, completion, mixture } = endpoint;
        const measures = [null, fault].flatMap((one) =>
          situationsOf(model, one).flatMap((all) => all.map(({ measure }) => measure)),
        );
        // Whichever is asked about first.
        const pairs = [measures[0]!, measures.at(-1)!].flatMap((basis) =>
          measures.flatMap((measure) => (measure === basis ? [] : [{ basis, measure }])),
        );
        for (const { basis, measure } of pairs) {
          for (const { need } of mixture) {
            for (const isLean of [true, false]) {
              const question = { entry, completion, need };
              const [way] = waysToPrepare(model, question, basis, isLean);
              if (way === undefined) continue;
              if (!isGoodFor(way, measure)) {
                refused++;
                continue;
              }
              served++;
              const [own] = waysToPrepare(model, question, measure, isLean);
              const truth = own === undefined ? { p: 0, q: 1 } : evaluate(own, measure);
              expect(apart(evaluate(way, measure), truth)).toBeLessThan(1e-13);
            }
          }
        }
      }),
      { seed: 35, numRuns: 150 },
    );
    expect(served).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(50);
  });
});
