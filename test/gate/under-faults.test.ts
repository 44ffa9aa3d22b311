import { describe, expect, test } from "vitest";
import { gateModel } from "../../src/gate/compare-models.ts";
import { comparison, engineOf, exact, OPTIONS, valid } from "./models.ts";
import { codes, sampled } from "./scene.ts";
import { fault, playUnder, type UnderScene, underModel, underRow } from "./under-scene.ts";

const NONE = { minimum: null };
const GONE = { fault: null };

describe("a minimum under a fault", () => {
  test.each<[string, UnderScene, readonly string[]]>([
    ["met", { base: 0.008, head: 0.008 }, []],
    ["met exactly", { base: 0.01, head: 0.01 }, []],
    ["missed by less than 1e-12", { base: 0.008, head: 0.01 + 9e-13 }, []],
    ["missed newly", { base: 0.008, head: 0.012 }, ["fail below-slo"]],
    ["missed before", { base: 0.012, head: 0.012 }, ["warn preexisting"]],
    ["missed before, 1% longer", { base: 0.02, head: 0.0202 }, ["warn preexisting"]],
    ["missed before, more than 1% longer", { base: 0.02, head: 0.02021 }, ["fail preexisting"]],
    [
      "missed before, to be failed",
      { base: 0.012, head: 0.012, sides: [{}, { gate: { preexisting: "fail" } }] },
      ["fail preexisting"],
    ],
    ["nearly used up is no budget spent", { base: 0.001, head: 0.00999 }, []],
    [
      "held however far the figure drops",
      {
        base: 0.001,
        head: 0.009,
        sides: [
          { gate: { maxDrop: 0.001, maxDowntimeIncrease: 0.1 } },
          { gate: { maxDrop: 0.001, maxDowntimeIncrease: 0.1 } },
        ],
      },
      [],
    ],
    ["none", { base: 0.5, head: 0.9, sides: [NONE, NONE] }, []],
    ["new: judged on head alone, met", { base: 0.012, head: 0.009, sides: [NONE, {}] }, []],
    [
      "new: judged on head alone, missed",
      { base: 0.012, head: 0.012, sides: [NONE, {}] },
      ["fail below-slo"],
    ],
    ["with a fault that is new, met", { head: 0.009, sides: [GONE, {}] }, []],
    ["with a fault that is new, missed", { head: 0.012, sides: [GONE, {}] }, ["fail below-slo"]],
    ["none, with a fault that is new", { head: 0.5, sides: [GONE, NONE] }, []],
    [
      "raised beyond what it had",
      { base: 0.008, head: 0.008, sides: [{}, { minimum: 0.005 }] },
      ["warn preexisting"],
    ],
    [
      "raised and lost",
      { base: 0.004, head: 0.008, sides: [{}, { minimum: 0.005 }] },
      ["fail below-slo"],
    ],
    [
      "raised, while the old one is lost",
      { base: 0.0099, head: 0.0101, sides: [{}, { minimum: 0.005 }] },
      ["fail below-slo"],
    ],
    [
      "lowered: the old one still holds",
      { base: 0.008, head: 0.012, sides: [{}, { minimum: 0.02 }] },
      ["fail below-slo", "fail loosened"],
    ],
    [
      "lowered, met by both",
      { base: 0.008, head: 0.008, sides: [{}, { minimum: 0.02 }] },
      ["fail loosened"],
    ],
    [
      "removed: the old one still holds",
      { base: 0.008, head: 0.012, sides: [{}, NONE] },
      ["fail below-slo", "fail loosened"],
    ],
    ["removed with its fault", { base: 0.008, sides: [{}, GONE] }, ["fail loosened"]],
    ["none, its fault is removed", { base: 0.008, sides: [NONE, GONE] }, []],
    [
      "sampled, straddling it",
      { base: 0.008, head: sampled(0.0098, 0.989, 0.991) },
      ["warn undecided"],
    ],
    [
      "straddling it, to be failed by base",
      {
        base: 0.008,
        head: sampled(0.0098, 0.989, 0.991),
        sides: [{ gate: { undecided: "fail" } }, { gate: { undecided: "fail" } }],
      },
      ["fail undecided"],
    ],
    [
      "new, and base's `undecided` holds",
      {
        head: sampled(0.0098, 0.989, 0.991),
        sides: [{ ...GONE, gate: { undecided: "fail" } }, {}],
      },
      ["fail loosened", "fail undecided"],
    ],
  ])("%s", (_, scene, expected) => {
    const judged = playUnder(scene);
    expect(codes(judged)).toEqual(expected);
    const own = judged.reasons.filter((one) => one.fault === "zone-down");
    const worst = own[0]?.verdict ?? "pass";
    expect(underRow(judged).verdict).toBe(worst);
    expect(judged.model.endpoints[0]?.verdict).toBe(worst);
    expect(judged.model.endpoints[0]?.change).toBe("unchanged");
  });

  test.each<[string, UnderScene, string]>([
    [
      "below it",
      { base: 0.008, head: 0.018 },
      "`GET /` falls below its minimum under `zone-down`: 98.20% is 0.80 points below 99%",
    ],
    [
      "new",
      { head: 0.018, sides: [GONE, {}] },
      "`GET /` is below its minimum under `zone-down`: 98.20% is 0.80 points below 99%",
    ],
    [
      "below the one that it had",
      { base: 0.0099, head: 0.0101, sides: [{}, { minimum: 0.005 }] },
      "`GET /` falls below the minimum that it had under `zone-down`: 98.99% is 0.01 points below 99%",
    ],
    [
      "below before",
      { base: 0.02, head: 0.02 },
      "`GET /` was below its minimum under `zone-down` before: 98.00% is 1.00 points below 99%",
    ],
    [
      "worse than before",
      { base: 0.02, head: 0.03 },
      "`GET /` was below its minimum under `zone-down` before and gets worse: 97.00% is 2.00 points below 99%, and it fails 50% more often",
    ],
    [
      "undecided",
      { base: 0.008, head: sampled(0.0098, 0.989, 0.991) },
      "`GET /` may or may not meet its minimum of 99% under `zone-down`: it lies between 98.90% and 99.10% after 200,000 samples",
    ],
    [
      "lowered",
      { base: 0.008, head: 0.008, sides: [{}, { minimum: 0.02 }] },
      "`GET /` lowers its minimum under `zone-down` from 99% to 98%",
    ],
    [
      "removed with its fault",
      { base: 0.008, sides: [{}, GONE] },
      "`GET /` loses its minimum of 99% under `zone-down`: the spec has no such fault any more",
    ],
  ])("is called so: %s", (_, scene, message) => {
    expect(playUnder(scene).reasons).toMatchObject([
      { endpoint: "GET /", fault: "zone-down", message },
    ]);
  });

  test("is held to the stricter of both, and published with both figures", () => {
    const sides = [{}, { minimum: 0.005 }] as const;
    const difference = { delta: 0.001, interval: [0.0005, 0.0015] } as const;
    expect(underRow(playUnder({ base: 0.005, head: 0.004, sides, difference }))).toEqual({
      fault: "zone-down",
      base: exact(0.005),
      head: exact(0.004),
      delta: 0.001,
      deltaInterval: [0.0005, 0.0015],
      minimum: 0.995,
      verdict: "pass",
    });
    expect(underRow(playUnder({ base: 0.005, sides: [{}, GONE] }))).toEqual({
      fault: "zone-down",
      base: exact(0.005),
      head: null,
      delta: null,
      minimum: 0.99,
      verdict: "fail",
    });
    expect(underRow(playUnder({ head: 0.005, sides: [GONE, NONE] }))).toEqual({
      fault: "zone-down",
      base: null,
      head: exact(0.005),
      delta: null,
      minimum: null,
      verdict: "pass",
    });
  });
});

describe("the spec of base over the manifests of head, under a fault", () => {
  test.each<[string, UnderScene, readonly string[]]>([
    [
      "fails and head passes",
      { base: 0.008, carried: 0.012, head: 0.008 },
      ["fail passes-by-assertion"],
    ],
    ["fails and head fails", { base: 0.008, carried: 0.012, head: 0.011 }, ["fail below-slo"]],
    ["passes and head passes", { base: 0.008, carried: 0.009, head: 0.008 }, []],
    ["was below before", { base: 0.012, carried: 0.012, head: 0.008 }, []],
    [
      "is held to base's minimum, not to head's",
      { base: 0.004, carried: 0.008, head: 0.004, sides: [{}, { minimum: 0.005 }] },
      [],
    ],
    [
      "breaks no promise that base did not give",
      { base: 0.004, carried: 0.02, head: 0.004, sides: [NONE, {}] },
      [],
    ],
  ])("%s", (_, scene, expected) => {
    expect(codes(playUnder(scene))).toEqual(expected);
  });

  test("tells a fault that was made milder, and what it hides", () => {
    const milder = fault("zone-down", { down: [{ kind: "member", member: 1 }] });
    const judged = playUnder({
      base: 0.008,
      carried: 0.018,
      head: 0.008,
      sides: [{}, { fault: milder }],
    });
    expect(judged.reasons.map(({ message }) => message)).toEqual([
      "`GET /` passes under `zone-down` only because the spec is edited (fault `zone-down` zone/a down → zone/b down, availability.yaml:70): with the spec of base it would have 98.20%, not 99.20%; where the edit is true, a person has to accept it",
    ]);
    expect(underRow(judged)).toMatchObject({ carried: exact(0.018), verdict: "fail" });
  });

  test("is not evaluated again where it is base or head itself", () => {
    const [base, head] = [underModel({}), underModel({})];
    const of = (u: number) => ({ "GET /": exact(0.001), "GET / under zone-down": exact(u) });
    for (const [u, preexisting, expected] of [
      [0.008, "warn", []],
      [0.02, "warn", []],
      [0.02, "fail", ["fail passes-by-assertion"]],
    ] as const) {
      const old = underModel({ gate: { preexisting } });
      const now = underModel({ gate: { preexisting } });
      const figures = new Map([
        [old, of(u)],
        [now, of(0.001)],
      ]);
      const input = comparison({ base: valid(old), head: valid(now), carried: old });
      const judged = gateModel(input, engineOf(figures), OPTIONS);
      expect(codes(judged)).toEqual(expected);
      expect(underRow(judged).carried).toEqual(exact(u));
    }
    const figures = new Map([
      [base, of(0.008)],
      [head, of(0.009)],
    ]);
    const input = comparison({ base: valid(base), head: valid(head), carried: head });
    expect(underRow(gateModel(input, engineOf(figures), OPTIONS)).carried).toEqual(exact(0.009));
  });
});

test("where base promised nothing under a fault, its spec is not asked", () => {
  const scene = { base: 0.008, carried: 0.009, head: 0.008 };
  expect(underRow(playUnder({ ...scene, sides: [NONE, {}] }))).not.toHaveProperty("carried");
  expect(underRow(playUnder(scene))).toHaveProperty("carried");
});

describe("endpoints that come and go, under faults", () => {
  const only = (figure: number) => ({
    "GET /": exact(0.001),
    "GET / under zone-down": exact(figure),
  });
  const spec = underModel({});

  test("a new spec starts with its minima: adoption at the worst", () => {
    const engine = engineOf(new Map([[spec, only(0.012)]]));
    const judged = gateModel(comparison({ head: valid(spec) }), engine, OPTIONS);
    expect(codes(judged)).toEqual(["warn adoption"]);
    expect(underRow(judged)).toMatchObject({ base: null, minimum: 0.99, verdict: "warn" });
  });

  test("where base is invalid, head is judged on its own", () => {
    const engine = engineOf(new Map([[spec, only(0.012)]]));
    const base = { kind: "invalid", diagnostics: [] } as const;
    const judged = gateModel(comparison({ base, head: valid(spec) }), engine, OPTIONS);
    expect(codes(judged)).toEqual(["fail below-slo", "warn base-invalid"]);
    expect(underRow(judged).verdict).toBe("fail");
  });

  test("a removed endpoint gives up its minima with it, in one reason", () => {
    const empty = { ...underModel({}), endpoints: [] };
    const engine = engineOf(new Map([[spec, only(0.005)]]));
    const judged = gateModel(
      comparison({ base: valid(spec), head: valid(empty) }),
      engine,
      OPTIONS,
    );
    expect(codes(judged)).toEqual(["fail loosened"]);
    expect(underRow(judged)).toMatchObject({ head: null, minimum: 0.99, verdict: "fail" });
  });
});
