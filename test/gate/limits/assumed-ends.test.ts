import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { assumptionsOf, type Ends, MOST_EVALUATED } from "../../../src/gate/limits/assumptions.ts";
import { purseOf } from "../../../src/gate/limits/purse.ts";
import type { Variant } from "../../../src/gate/limits/variant.ts";
import type { Model, Service } from "../../../src/model/model.ts";
import { dependency, endpoint, model, parts, service, strict } from "../../availability/models.ts";
import { bruteForce } from "../../availability/oracle.ts";

const SERVICES = ["web", "pay", "bank"].map((name, at) => service(name, [parts(999 - 9 * at)]));
/** web -> pay; bank stands apart. */
const ONE = shop(SERVICES, [[0, 1]]);

function shop(services: readonly Service[], pairs: readonly (readonly [number, number])[]): Model {
  const dependencies = pairs.map(([from, to]) => dependency(services, from, to, [parts(995)]));
  return model(services, dependencies, [endpoint(0, [strict(dependencies, 0, "immediate")])]);
}

function variant(worse: () => Model, moves = 0): Variant {
  const place = { file: "availability.yaml", line: 7, column: 1 };
  return {
    kind: "hint",
    subject: "web -> bank",
    message: "",
    place,
    moves: [moves],
    worse,
    better: null,
  };
}

function told(
  variants: readonly Variant[],
  {
    by = engine,
    known,
    isUnknown = false,
  }: { by?: Engine; known?: Ends; isUnknown?: boolean } = {},
) {
  const options = { samples: 100, seed: 1, alpha: 0.05 };
  const subject = { model: ONE, endpoint: ONE.endpoints[0]!, fault: null };
  const found = engine.estimate(subject, options, []).estimate;
  const unknown = { availability: 0.5, unavailability: 0.5, interval: [0, 1] } as const;
  const estimate = isUnknown ? { ...unknown, method: "bounded" as const } : found;
  const run = { path: "availability.yaml", engine: by, options };
  // Of the three services only `web` matters, by as much as it is told to.
  const matters = (component: number) => (component === 0 ? 1 : 0);
  return assumptionsOf(run, subject, estimate, variants, matters, purseOf(1e9, 1), known);
}

function lowest(variants: readonly Variant[]): number {
  return told(variants)[0]!.range![0];
}

describe("an assumption is worked out on its own graph", () => {
  const asked = (one: Model) => bruteForce(one, one.endpoints[0]!).p;

  test.each<[string, Model]>([
    [
      "a call that is not in the model",
      shop(SERVICES, [
        [0, 1],
        [0, 2],
      ]),
    ],
    ["a call that leads elsewhere", shop(SERVICES, [[0, 2]])],
    [
      "one service more",
      shop(
        [...SERVICES.slice(0, 2), service("bank", [parts(500)]), service("log", [parts(600)])],
        [[0, 2]],
      ),
    ],
  ])("%s", (_, worse) => {
    expect(Math.abs(lowest([variant(() => worse)]) - asked(worse))).toBeLessThan(1e-12);
    expect(asked(worse)).toBeLessThan(asked(ONE));
  });

  test("also where the endpoint is not to be found there: then it moves nothing", () => {
    const elsewhere = {
      ...ONE,
      endpoints: ONE.endpoints.map((one) => ({ ...one, name: "GET /b" })),
    };
    expect(told([variant(() => elsewhere)])).toEqual([]);
  });
});

describe("what is worked out of assumptions", () => {
  const poor = { ...ONE, services: SERVICES.with(1, service("pay", [parts(900)])) };

  test("is nothing of those that move nothing which matters, and they are not told", () => {
    const idle = Array.from({ length: MOST_EVALUATED + 1 }, () => variant(() => poor, 1));
    expect(told(idle)).toEqual([]);
  });

  test("is so many, and of the others it is told that they are there", () => {
    const many = Array.from({ length: MOST_EVALUATED + 2 }, () => variant(() => ({ ...poor })));
    const ranges = told(many).map(({ range }) => range !== null);
    expect(ranges.filter((one) => one)).toHaveLength(MOST_EVALUATED);
    expect(ranges).toHaveLength(many.length);
  });

  test("is what matters the most, whatever stands first", () => {
    const few = Array.from({ length: MOST_EVALUATED }, () => variant(() => poor));
    const both = { ...variant(() => poor), subject: "most", moves: [0, 0] };
    const found = told([...few, both]);
    expect(found.find(({ subject }) => subject === "most")!.range).not.toBeNull();
    expect(found.filter(({ range }) => range === null)).toHaveLength(1);
  });

  test("is nothing where the figure itself was too dear", () => {
    const [one] = told([variant(() => poor)], { isUnknown: true });
    expect(one).toMatchObject({ subject: "web -> bank", range: null, decisive: false });
  });

  test("is what is known already, for an endpoint of the same needs", () => {
    let asked = 0;
    const counting: Engine = {
      ...engine,
      alike: (...given) => {
        asked++;
        return engine.alike!(...given);
      },
    };
    const known: Ends = new Map();
    const variants = [variant(() => poor)];
    const [first, second] = [1, 2].map(() => told(variants, { by: counting, known }));
    expect(asked).toBe(1);
    expect(second).toEqual(first);
  });

  test("is not taken for known where the graph is another one", () => {
    let asked = 0;
    const counting: Engine = {
      ...engine,
      estimate: (...given) => {
        asked++;
        // A claim might end its draws early.
        expect(given[2]).toEqual([]);
        return engine.estimate(...given);
      },
    };
    const known: Ends = new Map();
    const other = shop(SERVICES, [
      [0, 1],
      [0, 2],
    ]);
    const variants = [variant(() => other)];
    const [first, second] = [1, 2].map(() => told(variants, { by: counting, known }));
    expect(asked).toBe(2);
    expect(second).toEqual(first);
  });
});
