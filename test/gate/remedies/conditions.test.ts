import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../src/availability/estimate.ts";
import type { Subject } from "../../../src/availability/subject.ts";
import { engine } from "../../../src/flow/engine.ts";
import type { GateRun } from "../../../src/gate/engine.ts";
import { conditionsOf, standingOf } from "../../../src/gate/remedies/conditions.ts";
import type { Model, Probability } from "../../../src/model/model.ts";
import { all, endpoint, fault, model, parts, service } from "../../availability/models.ts";

/** An endpoint that promises something in the steady state, and under two faults. */
const promised = (slo: Probability | null, ...minimums: readonly Probability[]): Model => {
  const faults = ["first", "second"].map((name) => fault({ name }));
  const under = minimums.map((minimum, at) => ({ fault: at, minimum, place: faults[0]!.place }));
  const one = { ...endpoint(0, all()), slo, under };
  return { ...model([service("web", [parts(990)])], [], [one]), faults };
};

/** An engine that has an estimate for the steady state and each fault, and what it was asked. */
function answering(estimates: Readonly<Record<string, Partial<Estimate>>>) {
  const asked: string[] = [];
  const nameOf = ({ fault: under }: Subject) => under?.name ?? "steady";
  const figure = (subject: Subject): Estimate => {
    asked.push(nameOf(subject));
    const { unavailability = 0, ...more } = estimates[nameOf(subject)]!;
    return { availability: 1 - unavailability, unavailability, method: "exact", ...more };
  };
  const options = { samples: 100, seed: 1, alpha: 0.05 };
  const run: GateRun = {
    path: "availability.yaml",
    options,
    engine: {
      ...engine,
      estimate: (subject, ...rest) => ({
        ...engine.estimate({ ...subject, fault: null }, ...rest),
        estimate: figure(subject),
      }),
      alike: () => null,
    },
  };
  return { run, asked };
}

const ALL = promised(parts(900), parts(800), parts(500));
const of = (one: Model) => conditionsOf(one, one.endpoints[0]!);

test("what an endpoint promises: its SLO, and a minimum under each fault that it names", () => {
  const [first, second] = ALL.faults;
  const most = of(ALL).map((one) => ({ fault: one.fault, most: one.most }));
  expect(most).toEqual([
    { fault: null, most: 0.1 },
    { fault: first, most: 0.2 },
    { fault: second, most: 0.5 },
  ]);
  expect(of(promised(null, parts(800))).map((one) => one.fault)).toEqual([first]);
});

describe("an endpoint against what it promises", () => {
  const stand = (
    estimates: Readonly<Record<string, Partial<Estimate>>>,
    asking: Parameters<typeof standingOf>[4] = {},
    one = ALL,
  ) => {
    const { run, asked } = answering(estimates);
    return { ...standingOf(run, one, "GET /", of(one), asking), asked };
  };
  const drawn = { method: "monte-carlo", samples: 100 } as const;

  test("keeps it where no figure is beyond its limit", () => {
    const good = { steady: { unavailability: 0.1 }, first: {}, second: { unavailability: 0.5 } };
    expect(stand(good)).toEqual({
      met: true,
      excess: 0,
      availability: 0.9,
      asked: ["steady", "first", "second"],
    });
  });

  test("is told in the steady state though nothing is promised of it", () => {
    const found = stand(
      { steady: { unavailability: 0.25 }, first: {} },
      {},
      promised(null, parts(800)),
    );
    expect(found).toMatchObject({ met: true, availability: 0.75, asked: ["first", "steady"] });
  });

  test("exceeds it by the share that is too much, of the first that fails or of all", () => {
    const bad = {
      steady: { unavailability: 0.15 },
      first: { unavailability: 0.1 },
      second: { unavailability: 0.75 },
    };
    const first = stand(bad);
    expect(first).toMatchObject({ met: false, availability: 0.85, asked: ["steady"] });
    expect(first.excess).toBeCloseTo(0.5, 12);
    const whole = stand(bad, { all: true });
    expect(whole.asked).toEqual(["steady", "first", "second"]);
    expect(whole.excess).toBeCloseTo(0.5 + 0.5, 12);
    const under = stand({ first: { unavailability: 0.3 } }, {}, promised(null, parts(800)));
    expect(under).toMatchObject({ met: false, availability: 0, asked: ["first"] });
  });

  test("that must never fail exceeds it the more the more it fails", () => {
    const never = promised(parts(1000));
    const [little, much] = [0.001, 0.002].map((unavailability) =>
      stand({ steady: { unavailability } }, {}, never),
    );
    expect(little!.met).toBe(false);
    expect(little!.excess).toBeGreaterThan(1);
    expect(much!.excess).toBeGreaterThan(little!.excess);
  });

  test("keeps it for sure: a drawn figure counts with the far end of its interval", () => {
    const near = { ...drawn, unavailability: 0.05 };
    const one = promised(parts(900));
    const judged = (interval: readonly [number, number]) =>
      stand({ steady: { ...near, interval } }, {}, one);
    expect(judged([0.91, 0.99]).met).toBe(true);
    expect(judged([0.85, 0.99])).toMatchObject({ met: false, availability: 0.95 });
    expect(judged([0.85, 0.99]).excess).toBeCloseTo(0.15 / 0.1 - 1, 12);
  });

  test("is paid for where figures are drawn, and unknown where nothing is left", () => {
    const purse = { left: 2 };
    const some = {
      steady: { unavailability: 0.01 },
      first: { ...drawn, interval: [1, 1] as const },
      second: { ...drawn, interval: [1, 1] as const },
    };
    expect(stand(some, { purse })).toMatchObject({ met: true });
    expect(purse.left).toBe(0);
    expect(stand(some, { purse })).toEqual({
      met: false,
      excess: Number.POSITIVE_INFINITY,
      availability: 0,
      asked: [],
    });
    const one = { left: 1 };
    expect(stand(some, { purse: one })).toMatchObject({ met: false, asked: ["steady", "first"] });
    // Nothing was promised of the steady state, for which nothing is left.
    const last = stand(some, { purse: { left: 1 } }, promised(null, parts(800)));
    expect(last).toMatchObject({ met: false, excess: Number.POSITIVE_INFINITY });
  });

  test("takes the preparation of another model where that gives an exact figure", () => {
    const { run, asked } = answering({ steady: {}, first: {}, second: {} });
    const lent: string[] = [];
    const alike: GateRun["engine"]["alike"] = (subject, like) => {
      lent.push(subject.fault?.name ?? "steady");
      expect(like.model).toBe(other);
      return { availability: 0.95, unavailability: 0.05, cost: 1 };
    };
    const other = promised(null);
    const one = standingOf({ ...run, engine: { ...run.engine, alike } }, ALL, "GET /", of(ALL), {
      like: other,
      purse: { left: 2 },
    });
    expect(one).toEqual({ met: true, excess: 0, availability: 0.95 });
    // Under faults there is none.
    expect([lent, asked]).toEqual([["steady"], ["first", "second"]]);
    // Where it gives none, the figure is worked out all the same.
    const good = { steady: {}, first: {}, second: {} };
    expect(stand(good, { like: other }).asked).toEqual(["steady", "first", "second"]);
  });

  test("is the one of its name, whatever stands before it", () => {
    const { run } = answering({});
    const web = { ...endpoint(0, all()), name: "GET /web" };
    const cart = { ...endpoint(1, all()), name: "GET /cart" };
    const services = [service("web", [parts(990)]), service("cart", [parts(900)])];
    const one = model(services, [], [web, cart]);
    const found = ["GET /web", "GET /cart"].map((name) =>
      standingOf({ ...run, engine }, one, name, []),
    );
    expect(found.map(({ availability }) => availability)).toEqual([0.99, 0.9]);
  });
});
