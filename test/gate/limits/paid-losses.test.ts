import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AskOptions, Estimate } from "../../../src/availability/estimate.ts";
import { type Structure, structureOf } from "../../../src/availability/structure.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { downFault } from "../../../src/gate/limits/component-fault.ts";
import { componentsOf, type ModelComponent } from "../../../src/gate/limits/components.ts";
import { drawnLosses, mostLoss } from "../../../src/gate/limits/drawn-losses.ts";
import type { Purse } from "../../../src/gate/limits/purse.ts";
import type { Probability } from "../../../src/model/model.ts";
import { atLeast, endpoint, model, parts } from "../../availability/models.ts";
import { bruteForce } from "../../availability/oracle.ts";
import { tangledModel } from "../../availability/random-models.ts";

const NOWHERE = { file: "availability.yaml", line: 1, column: 1 };
const DRAWN: Estimate = {
  availability: 0.9,
  unavailability: 0.1,
  method: "monte-carlo",
  interval: [0.89, 0.91],
  samples: 1000,
};
/** What one state costs, and what it takes to look at one loss for each component there is. */
const STATE = 100;
const LOOKING = 50;

/** A purse with one share, and what became of it. */
function purseWith(share: number) {
  const paid: number[] = [];
  let shares = 0;
  const purse: Purse = {
    share: () => {
      shares++;
      return share;
    },
    pay: (cost) => void paid.push(cost),
  };
  return { purse, paid, shares: () => shares };
}

type Component = {
  readonly q: number /** What its loss costs at the least. */;
  readonly loss: number;
};

type Given = {
  readonly share: number;
  readonly slo?: Probability | null;
  readonly estimate?: Estimate;
  readonly samples?: number;
  readonly losses?: readonly number[];
  readonly isIndependent?: boolean;
  readonly engine?: Partial<Engine>;
};

/** Asked of services that fail so often, each of which leaves nothing to spare of what fails so often. */
function asked(given: readonly Component[], over: Given) {
  const { share, slo = null, estimate = DRAWN, samples = 200_000, isIndependent = false } = over;
  const losses = over.losses ?? given.map((_, at) => at);
  // Behind those that may be lost stands, for each, what it cannot be lost with.
  const ups = [...given.map(({ q }) => q), ...given.map(({ loss }) => loss)];
  const components = ups.map(
    (q, index): ModelComponent => ({
      index,
      name: `s${index}`,
      kind: "service",
      external: false,
      up: { p: 1 - q, q },
      place: NOWHERE,
    }),
  );
  let walks = 0;
  const structure: Structure = {
    services: components.length,
    firstMember: components.length,
    alone: [new Set()],
    mandatory: ([fallen]) => {
      walks++;
      return [new Set([fallen!, fallen! + given.length])];
    },
    reached: losses,
  };
  const calls: { readonly name: string; readonly options: AskOptions; claims: number }[] = [];
  const engine = {
    estimate: (subject, options, claims) => {
      calls.push({ name: subject.fault!.name, options, claims: claims.length });
      return { estimate: { ...DRAWN, samples: 2 ** 14 }, decisions: [] };
    },
    // What is asked of no endpoint costs nothing.
    spent: ({ endpoint: of }, { samples: states = 0 }, most = 0) =>
      of === undefined ? 0 : STATE * states + most,
    ...over.engine,
  } as Engine;
  const { purse, paid, shares } = purseWith(share);
  const found = drawnLosses(
    { path: "availability.yaml", engine, options: { samples, seed: 1, alpha: 0.05 } },
    model([], []),
    { endpoint: { ...endpoint(0, atLeast(0)), slo }, estimate, structure },
    components,
    { losses, isIndependent: () => isIndependent, faultOf: (one) => downFault(structure, one) },
    purse,
  );
  const looking = LOOKING * components.length * Math.min(400, losses.length);
  const total = paid.reduce((sum, one) => sum + one, 0);
  return { found, calls, looking, paid: total, shares: shares(), walks };
}

const TEN = Array.from({ length: 10 }, (_, at) => ({ q: 0.01, loss: 0.01 * (at + 1) }));
const LOOK = LOOKING * 20 * 10;

describe("losses of a figure that is drawn", () => {
  test("take no share of what there is where none is asked for, nor where the figure itself was too dear", () => {
    const unknown: Estimate = { ...DRAWN, method: "bounded", interval: [0, 1] };
    for (const over of [
      { losses: [] },
      { estimate: unknown },
      { engine: { spent: undefined } as unknown as Partial<Engine> },
    ]) {
      const { found, calls, shares } = asked(TEN, { share: 1e9, ...over });
      expect([found.size, calls.length, shares]).toEqual([0, 0, 0]);
    }
  });

  test("are looked for where that is paid for, to the last transition, and not where it is not", () => {
    // All of them keep it, whatever else happens: there is nothing to draw.
    const sure = { slo: parts(0), isIndependent: true };
    const rich = asked(TEN, { share: LOOK, ...sure });
    expect([rich.found.size, rich.paid, rich.calls.length]).toEqual([10, LOOK, 0]);
    const poor = asked(TEN, { share: LOOK - 1, ...sure });
    expect([poor.found.size, poor.paid, poor.walks]).toEqual([0, 0, 0]);
  });

  test("are as many as three quarters of it draw of 16,384 states, and share the last for what may be solved", () => {
    let [all, some, none] = [0, 0, 0];
    fc.assert(
      fc.property(fc.integer({ min: LOOK, max: 3e7 }), (share) => {
        const { found, calls, paid } = asked(TEN, { share });
        const left = share - LOOK;
        const least = STATE * 2 ** 14;
        expect(found.size).toBe(calls.length);
        expect(paid).toBeLessThanOrEqual(share);
        expect(calls.length * least).toBeLessThanOrEqual(0.75 * left);
        if (calls.length < 10) expect((calls.length + 1) * least).toBeGreaterThan(0.75 * left);
        const solving = calls.reduce((sum, { options }) => sum + options.most!, 0);
        if (calls.length > 0) expect(Math.abs(solving - left / 4)).toBeLessThan(1e-6);
        // Each is paid for: what it was drawn of, and what it took to try to solve it.
        expect(Math.abs(paid - LOOK - calls.length * least - solving)).toBeLessThan(1e-6);
        expect(calls.every(({ claims }) => claims === 0)).toBe(true);
        if (calls.length === 10) all++;
        else if (calls.length > 0) some++;
        else none++;
      }),
      { seed: 71, numRuns: 60 },
    );
    expect(Math.min(all, some, none)).toBeGreaterThan(2);
    // To the last transition.
    const one = Math.ceil((STATE * 2 ** 14) / 0.75);
    expect(asked(TEN, { share: LOOK + one }).calls).toHaveLength(1);
    expect(asked(TEN, { share: LOOK + one - 1 }).calls).toHaveLength(0);
  });

  test("are drawn of no more states than the run asks for, and of 65,536 at the most", () => {
    for (const [samples, states] of [
      [200_000, 65_536],
      [1_000, 1_000],
    ] as const) {
      const { calls } = asked(TEN, { share: 1e9, samples });
      expect(calls.map(({ options }) => options.samples)).toEqual(Array(10).fill(states));
    }
  });

  test("are drawn worst first, of the 400 that happen most often; the others follow as often as they happen", () => {
    const many = Array.from({ length: 450 }, (_, at) => ({
      q: (1 + ((at * 7) % 450)) / 1000,
      loss: (1 + ((at * 11) % 450)) / 1000,
    }));
    // The worst of all, which hardly ever happens.
    const given = [...many, { q: 1e-6, loss: 0.9 }];
    const { calls, walks, looking, paid } = asked(given, { share: 1e12 });
    const order = calls.map(({ name }) => given[Number(name.slice(1))]!);
    expect(order).toHaveLength(451);
    const [ranked, rest] = [order.slice(0, 400), order.slice(400)];
    expect(ranked).toEqual(ranked.toSorted((a, b) => b.loss - a.loss));
    expect(rest).toEqual(rest.toSorted((a, b) => b.q - a.q));
    expect(Math.min(...ranked.map(({ q }) => q))).toBeGreaterThan(rest[0]!.q);
    expect(rest.at(-1)).toEqual({ q: 1e-6, loss: 0.9 });
    // For so many the graph is walked, and so many are paid for.
    expect(walks).toBe(400);
    expect(looking).toBe(LOOKING * 902 * 400);
    expect(paid).toBeGreaterThan(looking);
  });

  test("are looked for of 400 at the most, which pays for more of them", () => {
    const given = Array.from({ length: 1000 }, () => ({ q: 0.01, loss: 0.01 }));
    const share = LOOKING * 2000 * 400;
    const sure = { slo: parts(0), isIndependent: true };
    expect(asked(given, { share, ...sure }).found.size).toBe(1000);
    expect(asked(given, { share: share - 1, ...sure }).found.size).toBe(0);
  });
});

describe("a loss that need not be drawn", () => {
  test("lies between its bounds, as enumeration has it, also where the figure itself is one", () => {
    let sure = 0;
    const drawnOf = (estimate: Estimate, one: number, slo: Probability | null) =>
      asked([{ q: one, loss: 0 }], { share: 1e9, estimate, slo, isIndependent: true });
    const exact: Estimate = { availability: 0.98, unavailability: 0.02, method: "exact" };
    for (const estimate of [exact, { ...DRAWN, interval: [0.98, 0.99] as const }]) {
      // It fails one time in ten: without it no more than two in ten are lost.
      const { found, calls } = drawnOf(estimate, 0.1, parts(700));
      expect(calls).toEqual([]);
      const [low, high] = found.get(0)!.interval!;
      expect(Math.abs(low - 0.8)).toBeLessThan(1e-12);
      expect(high).toBe(1);
      // Promised is nothing, or what might not be kept.
      expect(drawnOf(estimate, 0.1, null).calls).toHaveLength(1);
      expect(drawnOf(estimate, 0.1, parts(801)).calls).toHaveLength(1);
    }
    fc.assert(
      fc.property(tangledModel(5), ({ model: one, endpoint: plain }) => {
        const structure = structureOf(one, plain);
        const components = componentsOf(one);
        const losses = structure.reached.filter(
          (index) =>
            components[index]!.up.q >= 0.01 &&
            !structure.alone.every((needs) => needs?.has(index) ?? true),
        );
        const { p, q } = bruteForce(one, plain);
        const estimate: Estimate = {
          ...DRAWN,
          availability: p,
          unavailability: q,
          interval: [p, p],
        };
        const faultOf = (component: ModelComponent) => downFault(structure, component);
        const never = () => {
          throw new Error("is drawn");
        };
        const found = drawnLosses(
          {
            path: "availability.yaml",
            engine: { estimate: never, compare: never, spent: () => 1 },
            options: { samples: 100, seed: 1, alpha: 0.05 },
          },
          one,
          // Everything keeps it.
          { endpoint: { ...plain, slo: parts(0) }, estimate, structure },
          components,
          { losses, isIndependent: () => true, faultOf },
          purseWith(1e9).purse,
        );
        expect([...found.keys()]).toEqual(losses);
        for (const [index, { interval }] of found) {
          const without = bruteForce(one, plain, faultOf(components[index]!)).p;
          expect(without).toBeGreaterThanOrEqual(interval![0] - 1e-9);
          expect(without).toBeLessThanOrEqual(interval![1] + 1e-9);
          expect(interval![1]).toBeLessThanOrEqual(1);
          if (interval![0] > 0) sure++;
        }
      }),
      { seed: 72, numRuns: 40 },
    );
    expect(sure).toBeGreaterThan(20);
  });

  test("is bounded by nothing where it never happens, and by no more than everything", () => {
    expect(mostLoss(0.01, 0, { p: 1, q: 0 })).toBe(1);
    expect(mostLoss(0, 0, { p: 1, q: 0 })).toBe(1);
    expect(mostLoss(0.5, 0, { p: 0.9, q: 0.1 })).toBe(1);
    // U = qU(0) + pU(1), to the equal sign.
    expect(Math.abs(mostLoss(0.1 * 0.6 + 0.9 * 0.2, 0.2, { p: 0.9, q: 0.1 }) - 0.6)).toBeLessThan(
      1e-12,
    );
  });
});
