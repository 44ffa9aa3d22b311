import { describe, expect, it } from "vitest";
import { evaluate, mean } from "../../src/availability/exact.ts";
import { valuesFor } from "../../src/availability/expression.ts";
import type { Measure } from "../../src/availability/measure.ts";
import type { Plan, Step } from "../../src/availability/plan.ts";
import { costOf, type Prepared, waysToPrepare } from "../../src/availability/prepare.ts";
import { runOf } from "../../src/availability/run.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { runSparse, type Thrift } from "../../src/availability/sparse.ts";
import { offsetsOf } from "../../src/availability/step.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { below, hardSubject } from "./hard-models.ts";
import { randomFrom } from "./systems.ts";

type Way = { readonly prepared: Prepared; readonly plan: Plan; readonly measure: Measure };

/** All ways in which the one need of a subject is laid out, where it is. */
function waysOf({ model, endpoint, fault }: Subject): readonly Way[] {
  const { entry, completion, mixture } = endpoint;
  const { measure } = situationsOf(model, fault)[0]![0]!;
  const question = { entry, completion, need: mixture[0]!.need };
  return waysToPrepare(model, question, measure, true).flatMap((prepared) =>
    prepared.plan === null || costOf(prepared) > 1e5
      ? []
      : [{ prepared, plan: prepared.plan, measure }],
  );
}

function bounds({ prepared, plan, measure }: Way, thrift: Thrift) {
  let lost = 0;
  const { p, q } = mean(prepared, measure, (run) => {
    const found = runSparse(plan, run, thrift);
    lost = Math.max(lost, Math.abs(found.p + found.q + found.dropped - 1));
    return found;
  });
  return { p, q, gap: 1 - p - q, lost };
}

describe("bounds from the states that have mass", () => {
  it("contain the exact value in 1,000 of 1,000 hard models, and miss none of the mass", () => {
    const random = randomFrom(20261130);
    const seen = { none: 0, members: 0, kill: 0, narrow: 0, byLightness: 0, byNumber: 0 };
    let contained = 0;
    for (let seed = 0, models = 0; models < 1000; seed++) {
      const subject = hardSubject(seed);
      const byNumber = random() < 0.5;
      const least = byNumber ? 0 : 10 ** -(2 + 6 * random());
      const most = byNumber ? 1 + below(random, 40) : Number.POSITIVE_INFINITY;
      for (const way of waysOf(subject)) {
        const { p, q, gap, lost } = bounds(way, { least, most });
        if (gap < 1e-12) continue;
        models++;
        seen[subject.trouble]++;
        seen[byNumber ? "byNumber" : "byLightness"]++;
        if (gap < 1e-3) seen.narrow++;
        const truth = evaluate(way.prepared, way.measure);
        if (p <= truth.p + 1e-14 && q <= truth.q + 1e-14) contained++;
        expect(contained).toBe(models);
        expect(lost).toBeLessThan(1e-12);
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(150);
  });

  it("come nearer with every state that is kept", () => {
    for (let seed = 0; seed < 60; seed++) {
      for (const way of waysOf(hardSubject(seed))) {
        let before = { p: 0, q: 0 };
        for (const least of [1e-2, 1e-3, 1e-5, 1e-8, 0]) {
          const now = bounds(way, { least, most: Number.POSITIVE_INFINITY });
          expect(now.p).toBeGreaterThanOrEqual(before.p - 1e-14);
          expect(now.q).toBeGreaterThanOrEqual(before.q - 1e-14);
          before = now;
        }
        expect(1 - before.p - before.q).toBeLessThan(1e-12);
      }
    }
  });

  it("keep as many states as may be kept, the heaviest", () => {
    const ups = [0.8, 0.7, 0.6];
    const masses = [0, 1, 2, 3, 4, 5, 6, 7]
      .map((set) => ups.reduce((mass, up, at) => mass * ((set >> at) & 1 ? up : 1 - up), 1))
      .sort((one, other) => other - one);
    for (const most of [4, 5, 6, 7, 8]) {
      const { p, q, dropped } = coins(ups, { least: 0, most });
      const kept = masses.slice(0, most).reduce((sum, mass) => sum + mass, 0);
      expect(p).toBeCloseTo(kept, 14);
      expect(dropped).toBeCloseTo(1 - kept, 14);
      expect(q).toBe(0);
    }
    // Of two, the heavier of each toss.
    expect(coins(ups, { least: 0, most: 1 }).p).toBeCloseTo(0.8 * 0.7 * 0.6, 14);
  });

  it("drop what is lighter than the least, and keep what is as heavy", () => {
    const ups = [0.75, 0.5];
    expect(coins(ups, { least: 0.125, most: 8 }).dropped).toBe(0);
    expect(coins(ups, { least: 0.126, most: 8 }).dropped).toBe(0.25);
  });

  it("prefer none of several states of equal mass", () => {
    expect(coins([0.5, 0.5], { least: 0, most: 3 })).toEqual({ p: 0, q: 0, dropped: 1 });
    // 0.375 twice, and 0.125 twice.
    expect(coins([0.75, 0.5], { least: 0, most: 3 }).dropped).toBe(0.25);
    expect(coins([0.75, 0.5], { least: 0, most: 2 }).dropped).toBe(0.25);
  });

  it("are the same bytes where the bits of a state take several words", () => {
    const random = randomFrom(7);
    for (let seed = 0; seed < 120; seed++) {
      for (const { plan, ...rest } of waysOf(hardSubject(seed))) {
        const thrift = { least: 10 ** -(3 + 5 * random()), most: 1 + below(random, 200) };
        const place = spread(plan.bits, random);
        const far: Plan = {
          ...plan,
          bits: 100,
          steps: plan.steps.map((step) => ({
            ...step,
            inBits: step.inBits.map(place),
            outBits: step.outBits.map(place),
          })),
        };
        expect(bounds({ ...rest, plan: far }, thrift)).toEqual(bounds({ ...rest, plan }, thrift));
      }
    }
  });
});

/** A place among a hundred for each bit, in rising order. */
function spread(bits: number, random: () => number): (bit: number) => number {
  const places = new Set([31, 32, 63]);
  while (places.size < Math.max(3, bits)) places.add(below(random, 100));
  const sorted = [...places].sort((one, other) => one - other);
  return (bit) => sorted[bit]!;
}

/** Members that nobody sits on, one after the other: a state for each set of them. */
function coins(ups: readonly number[], thrift: Thrift) {
  const members = ups.map((p, at) => ({ name: `${at}`, p, q: 1 - p }));
  const steps = ups.map(
    (_, at): Step => ({
      work: { kind: "member", member: at },
      inBits: [],
      outBits: [at],
      restBits: ups.flatMap((_, bit) => (bit < at ? [bit] : [])),
      inOffsets: offsetsOf([]),
      outOffsets: offsetsOf([at]),
      start: Int32Array.of(0, 2),
      target: Int32Array.of(1, 0),
      code: Int32Array.of(0, 1),
      byTarget: { start: new Int32Array(), source: new Int32Array(), code: new Int32Array() },
      weights: 2,
    }),
  );
  const network = { nodes: [], links: [], need: { kind: "atLeast", k: 0, of: [] } } as const;
  const expressions = { kind: [], left: [], right: [] };
  const plan = {
    network: { ...network, expressions },
    steps,
    bits: ups.length,
    lastBits: [],
    cost: 0,
  };
  const measure = { services: 0, components: [], members, urn: null };
  return runSparse(
    plan,
    runOf(measure, () => true, valuesFor(expressions)),
    thrift,
  );
}
