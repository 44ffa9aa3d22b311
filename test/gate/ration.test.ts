import { describe, expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { figuresIn, figuresInModel, isUnknown, rationed } from "../../src/gate/ration.ts";
import { tellRationed } from "../../src/gate/ration-notice.ts";
import { builtModel } from "../model/support.ts";
import { costing, SUBJECT } from "./costing.ts";
import { comparison, endpoint, engineOf, exact, failing, model, OPTIONS, valid } from "./models.ts";
import { fault } from "./under-scene.ts";

/** Claims that a figure of 0.2% of failures is below an SLO of 99.5%. */
const CLAIM = { base: 0, head: 1, beyond: 0.005 };

describe("the work of a run", () => {
  test("is unbounded for each figure while half of it is left", () => {
    const { by, asked } = costing(1e8);
    const some = rationed(by, { ...OPTIONS, samples: 200_000 }, 40, 1e10);
    for (let i = 0; i < 40; i++) some.estimate(SUBJECT, OPTIONS, [CLAIM]);
    expect(asked).toEqual(Array(40).fill(undefined));
  });

  test("is shared by what is to come once half of it is spent, and never exceeded by more than one figure", () => {
    const { by, asked } = costing(1e9);
    const some = rationed(by, { ...OPTIONS, samples: 200_000 }, 100, 1e10);
    const found = Array.from({ length: 100 }, () =>
      some.compare(SUBJECT, SUBJECT, OPTIONS, [CLAIM]),
    );
    const capped = asked.filter((most) => most !== undefined);
    expect(asked.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(capped.length).toBeGreaterThan(90);
    const spent = 2 * (3 * 1e9 + capped.reduce((sum, most) => sum + Math.min(1e9, most), 0));
    expect(spent).toBeLessThanOrEqual(1.01e10);
    expect(found.every(({ decisions }) => decisions[0] === "no")).toBe(true);
  });

  test("beyond it nothing is worked out, and nothing is decided", () => {
    const { by, asked } = costing(6e9);
    const some = rationed(by, { ...OPTIONS, samples: 200_000 }, 10, 1e10);
    const found = Array.from({ length: 10 }, () =>
      some.compare(SUBJECT, SUBJECT, OPTIONS, [CLAIM]),
    );
    expect(asked).toHaveLength(1);
    expect(found.slice(1).every(({ head }) => isUnknown(head))).toBe(true);
    expect(found.slice(1).every(({ decisions }) => decisions[0] === "open")).toBe(true);
    expect(some.estimate(SUBJECT, OPTIONS, [CLAIM]).decisions).toEqual(["open"]);
  });

  test("more samples than usual buy as much more", () => {
    const { by, asked } = costing(1e9);
    const some = rationed(by, { ...OPTIONS, samples: 1_000_000 }, 40, 1e10);
    for (let i = 0; i < 20; i++) some.estimate(SUBJECT, OPTIONS, []);
    expect(asked).toEqual(Array(20).fill(undefined));
  });
});

test("each endpoint has a figure of its own, and one more under each fault", () => {
  const endpoints = ["GET /", "GET /cart"].map((name) => endpoint(name));
  const faults = ["one", "two", "three"].map((name) => fault(name));
  expect(figuresInModel(model({ endpoints, faults }))).toBe(8);
  expect(figuresInModel(model({ endpoints }))).toBe(2);
});

describe("a gate that runs out of work", () => {
  const slo = failing(0.005);
  const names = Array.from({ length: 10 }, (_, i) => `GET /${i}`);
  const side = model({ endpoints: names.map((name) => endpoint(name, { slo })) });
  const figures = Object.fromEntries(names.map((name) => [name, exact(0.001)]));
  const input = comparison({
    base: valid({ ...side }),
    head: valid(side),
    carried: side,
  });

  test("never passes silently: what was not worked out is undecided, and one warning says so", () => {
    const base = input.base.kind === "valid" ? input.base.model : side;
    const known = engineOf(new Map([base, side].map((one) => [one, figures])));
    const by = { ...known, spent: () => 3e9 };
    const options = { ...OPTIONS, samples: 200_000 };
    expect(figuresIn(input)).toBe(10);
    const judged = tellRationed(
      gateModel(input, rationed(by, options, figuresIn(input), 1e10), options),
      options,
    );
    const undecided = judged.reasons.filter(({ code }) => code === "undecided");
    expect(undecided.length).toBeGreaterThan(5);
    expect(judged.model.verdict).toBe("warn");
    const told = judged.model.diagnostics.filter(({ code }) => code === "work-limit");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ severity: "warning", file: "availability.yaml", line: 1 });
    expect(told[0]!.message).toContain(`${undecided.length} not at all`);
    expect(told[0]!.message).toContain("`--shard`");
  });

  test("where there is enough of it nothing is told, and no figure is another one", () => {
    const base = input.base.kind === "valid" ? input.base.model : side;
    const known = engineOf(new Map([base, side].map((one) => [one, figures])));
    const plain = gateModel(input, known, OPTIONS);
    const by = { ...known, spent: () => 1 };
    expect(tellRationed(gateModel(input, rationed(by, OPTIONS, 10), OPTIONS), OPTIONS)).toEqual(
      plain,
    );
  });
});

describe("a figure that may cost little", () => {
  const options = { samples: 100_000, seed: 3, alpha: 0.01 };

  test("is drawn from fewer states, at no more than it may cost, in an interval as true", async () => {
    const subject = await tangled();
    const whole = engine.estimate(subject, options, []).estimate;
    expect(whole.samples).toBe(100_000);
    const price = engine.spent!(subject, whole) - engine.spent!(subject, { ...whole, samples: 0 });
    const most = price / 4;
    const { estimate } = engine.estimate(subject, { ...options, most }, []);
    expect(estimate.method).toBe("monte-carlo");
    expect(estimate.samples).toBe(50_000);
    expect(estimate.interval![0]).toBeLessThanOrEqual(whole.interval![1]);
    expect(estimate.interval![1]).toBeGreaterThanOrEqual(whole.interval![0]);
    const compared = engine.compare(subject, subject, { ...options, most }, []);
    expect(compared.difference.delta).toBe(0);
  });

  test("is told from where it has fewer samples than usual", async () => {
    const { model: side } = await tangled();
    const input = comparison({ base: valid({ ...side }), head: valid(side), carried: side });
    const [first, other] = side.endpoints;
    expect(other).toBeDefined();
    const by = rationed(
      { ...engine, spent: () => 2e7 },
      { ...options, samples: 200_000 },
      2,
      4.21e7,
    );
    const { model } = tellRationed(gateModel(input, by, options), options);
    expect(model.endpoints.map(({ name }) => name)).toEqual([first!.name, other!.name]);
    expect(model.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^of 2 figures of this spec 1 from fewer samples than usual were worked/,
      ),
    ]);
  });
});

/** Services that call each other in circles, of which nothing can be laid out. */
async function tangled() {
  const names = Array.from({ length: 24 }, (_, i) => `s${i}`);
  const calls = names.flatMap((from, i) =>
    [1, 5, 11].map((step) => `${from} -> s${(i + step + ((i * i) % 3)) % names.length}`),
  );
  const needs = ["s7", { anyOf: ["s11", "s13"] }, "s17"];
  const of = await builtModel(
    JSON.stringify({
      version: 1,
      defaults: { replicaAvailability: "97%", dependencyAvailability: "98%" },
      dependencies: [...new Set(calls)].filter((one) => !/^(\S+) -> \1$/.test(one)),
      endpoints: { "GET /": { entry: "s0", needs }, "GET /b": { entry: "s1", needs } },
    }),
  );
  return { model: of, endpoint: of.endpoints[0]!, fault: null };
}
