import { describe, expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { blastRadius, explainEndpoint, explainerOf } from "../../src/gate/explain.ts";
import type { Endpoint, Model, Probability, Service } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  fault,
  model,
  parts,
  reached,
  service,
} from "../availability/models.ts";

const OPTIONS = { samples: 100, seed: 1, alpha: 0.05 };

function explained(one: Model, { isRemedied = true, isHard = false } = {}) {
  const asked = one.endpoints[0]!;
  const run = { path: "availability.yaml", engine, options: OPTIONS };
  const { estimate } = engine.estimate({ model: one, endpoint: asked, fault: null }, OPTIONS, []);
  const explainer = explainerOf(run, one, [], null);
  const own = isHard ? { ...explainer, importance: () => null } : explainer;
  return explainEndpoint(own, asked, estimate, isRemedied);
}

/** web, and what it calls. */
function calling(others: readonly Service[], asked: (calls: readonly number[]) => Endpoint): Model {
  const services = [service("web", [parts(1000)]), ...others];
  const calls = others.map((_, at) => at + 1);
  const dependencies = calls.map((to) => dependency(services, 0, to, [parts(1000)]));
  return model(services, dependencies, [asked(calls)]);
}

const uncounted = (services: readonly Service[]): Service[] =>
  services.map((one) => ({ ...one, origin: { ...one.origin, replicasFrom: "default" } }));

const named = (count: number, prefix: string, up: (at: number) => Probability): Service[] =>
  Array.from({ length: count }, (_, at) => service(`${prefix}${at}`, [up(at)]));

describe("what is told of one endpoint", () => {
  test("is its twenty most critical components, the worst first, with or without importances", () => {
    const thirty = named(30, "s", (at) => parts(999 - at));
    const one = calling(thirty, (calls) => endpoint(0, all(...calls.map(reached))));
    const worst = Array.from({ length: 20 }, (_, at) => `s${29 - at}`);
    for (const isHard of [false, true]) {
      const { limits, cuts } = explained(one, { isHard, isRemedied: false });
      expect(limits.map(({ component }) => component)).toEqual(worst);
      expect(cuts).toEqual([]);
    }
  });

  test("is the twenty pairs that are down together the most often", () => {
    const many = [
      ...named(6, "a", (at) => parts(990 - at)),
      ...named(6, "b", (at) => parts(980 - at)),
    ];
    const both = (calls: readonly number[]) =>
      endpoint(
        0,
        atLeast(1, all(...calls.slice(0, 6).map(reached)), all(...calls.slice(6).map(reached))),
      );
    const one = calling(many, both);
    // Each of the one way with each of the other.
    const pairs = [0, 1, 2, 3, 4, 5].flatMap((a) =>
      [0, 1, 2, 3, 4, 5].map((b) => ({
        pair: [`a${a}`, `b${b}`],
        q: (0.01 + a / 1000) * (0.02 + b / 1000),
      })),
    );
    const expected = pairs.toSorted((x, y) => y.q - x.q).slice(0, 20);
    for (const isHard of [false, true]) {
      const { cuts } = explained(one, { isHard, isRemedied: false });
      expect(cuts).toHaveLength(20);
      cuts.forEach(({ probability }, at) => {
        expect(Math.abs(probability - expected[at]!.q)).toBeLessThan(1e-12);
      });
    }
  });

  test("is twenty assumptions at the most", () => {
    const guessed = uncounted(named(30, "s", () => parts(990)));
    const one = calling(guessed, (calls) => endpoint(0, all(...calls.map(reached))));
    expect(explained(one, { isRemedied: false }).assumptions).toHaveLength(20);
  });

  test("is no assumption about what does not matter beside what never fails", () => {
    const guessed = uncounted(named(18, "s", (at) => parts(at === 0 ? 500 : 990)));
    const one = calling([...guessed, service("sure", [parts(1000)])], (calls) => {
      const [idle, ...others] = calls.map(reached);
      const sure = others.pop()!;
      return endpoint(0, all(atLeast(1, idle!, sure), ...others));
    });
    const { assumptions } = explained(one, { isRemedied: false });
    const told = assumptions.map(({ subject }) => subject).toSorted();
    expect(told).toEqual(
      guessed
        .slice(1)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  test("is what pairs that fail often rest on, before single points of failure that seldom do, without importances", () => {
    // Of the downtime a hundredth each; then one pair that takes most of it, and one that takes a thousandth.
    const singles = named(16, "single", () => parts(9998, 10_000));
    const pairs = [
      ...named(2, "often", () => parts(871)),
      ...named(2, "rare", () => parts(9955, 10_000)),
    ];
    const one = calling(uncounted([...singles, ...pairs]), (calls) => {
      const needs = calls.map(reached);
      return endpoint(
        0,
        all(
          ...needs.slice(0, 16),
          atLeast(1, ...needs.slice(16, 18)),
          atLeast(1, ...needs.slice(18)),
        ),
      );
    });
    const { assumptions } = explained(one, { isHard: true, isRemedied: false });
    const worked = assumptions.filter(({ range }) => range !== null).map(({ subject }) => subject);
    expect(worked).toHaveLength(16);
    expect(worked.slice(0, 2).toSorted()).toEqual(["often0", "often1"]);
    expect(worked.filter((name) => name.startsWith("rare"))).toEqual([]);
  });
});

describe("what an endpoint below its SLO would need", () => {
  const below = (external: boolean, slo: Probability | null) =>
    calling([{ ...service("bank", [parts(950)]), external }], (calls) => ({
      ...endpoint(0, all(...calls.map(reached))),
      slo,
    }));

  test("is told where no change of the deployment gets it there", () => {
    const { remedies, requirements } = explained(below(true, parts(990)));
    expect(remedies).toEqual([]);
    const [bank] = requirements.filter(({ component }) => component === "bank");
    expect(bank!.availability).toBe(0.95);
    expect(Math.abs(bank!.required - 0.99)).toBeLessThan(1e-9);
  });

  test("is not told beside a way back, though a better connection would do as well", () => {
    const one = calling([service("bank", [parts(995)])], (calls) => ({
      ...endpoint(0, all(...calls.map(reached))),
      slo: parts(988),
    }));
    const [call] = one.dependencies;
    const channels = call!.channels.map((channel) => ({ ...channel, up: parts(990) }));
    const { remedies, requirements } = explained({
      ...one,
      dependencies: [{ ...call!, channels }],
    });
    expect(remedies.length).toBeGreaterThan(0);
    expect(requirements).toEqual([]);
  });

  test("is not told where one does, where it keeps what it promises, or where no way back was looked for", () => {
    const { remedies, requirements } = explained(below(false, parts(990)));
    expect(remedies.length).toBeGreaterThan(0);
    expect(requirements).toEqual([]);
    for (const slo of [null, parts(950), parts(900)]) {
      const kept = explained(below(true, slo));
      expect([kept.remedies, kept.requirements]).toEqual([[], []]);
    }
    const unsought = explained(below(true, parts(990)), { isRemedied: false });
    expect([unsought.remedies, unsought.requirements]).toEqual([[], []]);
  });
});

describe("what a fault takes down", () => {
  const failing = fault({ name: "drill", down: [{ kind: "service", service: 1 }] });

  test("is told of endpoints that promise something, by the figures under it that are known", () => {
    const one = {
      ...calling(
        named(2, "s", () => parts(990)),
        (calls) => ({
          ...endpoint(0, atLeast(1, ...calls.map(reached))),
          slo: parts(995),
        }),
      ),
      faults: [failing],
    };
    const promised = one.endpoints[0]!;
    const run = { path: "availability.yaml", engine, options: OPTIONS };
    const head = engine.estimate(
      { model: one, endpoint: promised, fault: null },
      OPTIONS,
      [],
    ).estimate;
    const under = engine.estimate(
      { model: one, endpoint: promised, fault: failing },
      OPTIONS,
      [],
    ).estimate;
    const drill = (asked: Endpoint, found: typeof under | null) => {
      const judged = { endpoint: asked, head, under: [{ fault: "drill", head: found }] };
      const { blasts } = blastRadius(explainerOf(run, one, [], null), [judged]);
      return blasts.filter(({ kind }) => kind === "fault");
    };
    expect(drill(promised, under)).toMatchObject([
      { fault: "drill", endpoints: [{ name: "GET /", availability: 0.99 }] },
    ]);
    expect(drill(promised, null)).toEqual([]);
    expect(drill({ ...promised, slo: null }, under)).toEqual([]);
    // What is exactly as promised keeps it, until something takes it down.
    const exactly = { p: head.availability, q: head.unavailability };
    expect(drill({ ...promised, slo: exactly }, under)).toHaveLength(1);
  });
});

test("more samples than usual buy as much more work to look, to explain and to draw", () => {
  const one = calling(
    named(2, "s", () => parts(990)),
    () => endpoint(0, reached(1)),
  );
  const explainerWith = (samples: number) =>
    explainerOf({ path: "a.yaml", engine, options: { ...OPTIONS, samples } }, one, [], null);
  for (const [samples, times] of [
    [200_000, 1],
    [1_000_000, 5],
  ] as const) {
    const { looking, explaining, assuming, losing } = explainerWith(samples);
    expect([looking.take(4e9 * times + 1), looking.take(4e9 * times)]).toEqual([false, true]);
    expect([explaining.take(1e10 * times + 1), explaining.take(1e10 * times)]).toEqual([
      false,
      true,
    ]);
    expect([assuming.share(), losing.share()]).toEqual([1e9 * times, 1e9 * times]);
  }
});
