import { describe, expect, test } from "vitest";
import type { ModelJudgement } from "../../src/gate/compare-models.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import {
  comparison,
  endpoint,
  engineOf,
  exact,
  failing,
  GATE,
  model,
  OPTIONS,
  place,
  valid,
} from "./models.ts";
import { codes, compare, named } from "./scene.ts";

describe("endpoints that come, go and change their name", () => {
  const summary = ({ model: { endpoints } }: ModelJudgement) =>
    endpoints.map(({ name, change, verdict }) => [name, change, verdict]);

  test.each([
    [0.002, "improved", 0.001],
    [0.003, "unchanged", 0],
    [0.004, "degraded", -0.001],
  ])("at %d, %s", (after, change, delta) => {
    const judged = compare(named(endpoint("a")), named(endpoint("a")), { a: 0.003 }, { a: after });
    expect(judged.model.endpoints[0]?.change).toBe(change);
    expect(judged.model.endpoints[0]?.delta).toBeCloseTo(delta, 14);
  });

  test("removed", () => {
    const judged = compare(
      named(endpoint("GET /"), endpoint("GET /old")),
      named(endpoint("GET /")),
      { "GET /": 0.001, "GET /old": 0.001 },
      { "GET /": 0.001 },
    );
    expect(summary(judged)).toEqual([
      ["GET /", "unchanged", "pass"],
      ["GET /old", "removed", "fail"],
    ]);
    expect(codes(judged)).toEqual(["fail loosened"]);
    expect(judged.model.endpoints[1]).toMatchObject({
      base: exact(0.001),
      head: null,
      delta: null,
      slo: { base: 0.995, head: null, effective: 0.995 },
    });
  });

  test("added, above and below its SLO, and near it", () => {
    const judged = compare(
      named(endpoint("GET /")),
      named(endpoint("GET /"), endpoint("a"), endpoint("b"), endpoint("c")),
      { "GET /": 0.001 },
      { "GET /": 0.001, a: 0.001, b: 0.006, c: 0.0049 },
    );
    expect(summary(judged).slice(1)).toEqual([
      ["a", "added", "pass"],
      ["b", "added", "fail"],
      ["c", "added", "warn"],
    ]);
    expect(codes(judged)).toEqual(["fail below-slo", "warn error-budget"]);
  });

  test("an added one is held to base's settings, too", () => {
    const base = model({ gate: { ...GATE, warnAt: 0.1 } });
    const head = named(endpoint("GET /"), endpoint("a"));
    const judged = compare(base, head, { "GET /": 0.0001 }, { "GET /": 0.0001, a: 0.001 });
    expect(codes(judged)).toEqual(["fail loosened", "warn error-budget"]);
  });

  test("renamed and degraded", () => {
    const judged = compare(
      named(endpoint("GET /basket")),
      named(endpoint("GET /cart", { was: "GET /basket" })),
      { "GET /basket": 0.001 },
      { "GET /cart": 0.006 },
    );
    expect(summary(judged)).toEqual([["GET /cart", "degraded", "fail"]]);
    expect(codes(judged)).toEqual(["fail below-slo"]);
    expect(judged.model.diagnostics).toEqual([]);
  });

  test("renamed, its carried figure is found by the old name", () => {
    const base = named(endpoint("GET /basket"));
    const carried = named(endpoint("GET /basket"));
    const head = named(endpoint("GET /cart", { was: "GET /basket" }));
    const figures = new Map([
      [base, { "GET /basket": exact(0.001) }],
      [carried, { "GET /basket": exact(0.009) }],
      [head, { "GET /cart": exact(0.001) }],
    ]);
    const input = comparison({ base: valid(base), head: valid(head), carried });
    expect(codes(gateModel(input, engineOf(figures), OPTIONS))).toEqual([
      "fail passes-by-assertion",
    ]);
  });

  test("a rename of long ago is silent", () => {
    const cart = endpoint("GET /cart", { was: "GET /basket" });
    const judged = compare(
      named(cart),
      named(cart),
      { "GET /cart": 0.001 },
      { "GET /cart": 0.001 },
    );
    expect(summary(judged)).toEqual([["GET /cart", "unchanged", "pass"]]);
    expect(judged.model.diagnostics).toEqual([]);
  });

  test("a new endpoint that was none before is added without a warning", () => {
    const judged = compare(named(), named(endpoint("a")), {}, { a: 0.001 });
    expect(summary(judged)).toEqual([["a", "added", "pass"]]);
    expect(judged.model.diagnostics).toEqual([]);
  });

  test.each([
    [
      "names nothing at base",
      named(endpoint("GET /")),
      named(endpoint("GET /"), endpoint("a", { was: "z" })),
      "`a` is judged as a new endpoint: no endpoint `z` is at base; correct `was` or remove it",
    ],
    [
      "names one that stays",
      named(endpoint("GET /")),
      named(endpoint("GET /"), endpoint("a", { was: "GET /" })),
      "`a` is judged as a new endpoint: `GET /` is still an endpoint at head; remove one of the two, or `was`",
    ],
    [
      "is said twice",
      named(endpoint("GET /")),
      named(endpoint("b", { was: "GET /" }), endpoint("a", { was: "GET /" })),
      "`a` is judged as a new endpoint: another endpoint was `GET /` already; only one can continue it",
    ],
  ])("a `was` that %s is told and pairs nothing", (_, base, head, message) => {
    const figures = { "GET /": 0.001, a: 0.001, b: 0.001 };
    const judged = compare(base, head, figures, figures);
    expect(summary(judged).at(-1)).toEqual(["a", "added", "pass"]);
    expect(judged.model.diagnostics).toEqual([
      { severity: "warning", code: "useless-was", message, ...place(50) },
    ]);
  });

  test("`was` cannot give away an endpoint that stays", () => {
    const judged = compare(
      named(endpoint("a"), endpoint("b")),
      named(endpoint("a", { was: "b" })),
      { a: 0.001, b: 0.001 },
      { a: 0.001 },
    );
    expect(summary(judged)).toEqual([
      ["a", "unchanged", "pass"],
      ["b", "removed", "fail"],
    ]);
  });

  test("names of built-in properties are names", () => {
    const odd = ["__proto__", "constructor", "toString"].map((name) => endpoint(name));
    const base = named(...odd);
    const engine = engineOf(new Map());
    const figure = exact(0.001);
    const judged = gateModel(
      comparison({ base: valid(base), head: valid(base) }),
      {
        ...engine,
        compare: (_base, _head, _options, claims) => ({
          base: figure,
          head: figure,
          difference: { delta: 0 },
          decisions: claims.map(() => "no"),
        }),
      },
      OPTIONS,
    );
    expect(summary(judged)).toEqual(odd.map(({ name }) => [name, "unchanged", "pass"]));
  });
});

describe("what is told of an endpoint", () => {
  const at = (slo: number | null, name = "a") =>
    named(endpoint(name, { slo: slo === null ? null : failing(slo) }));

  test("that both commits have, with what each promises and what counts", () => {
    expect(compare(at(0.005), at(0.01), { a: 0.002 }, { a: 0.001 }).model.endpoints).toEqual([
      {
        name: "a",
        change: "improved",
        base: exact(0.002),
        head: exact(0.001),
        carried: null,
        delta: expect.closeTo(0.001, 15),
        slo: { base: 0.995, head: 0.99, effective: 0.995 },
        under: [],
        verdict: "fail",
      },
    ]);
    const slo = (base: number | null, head: number | null) =>
      compare(at(base), at(head), { a: 0.001 }, { a: 0.001 }).model.endpoints[0]!.slo;
    expect(slo(0.01, 0.005)).toEqual({ base: 0.99, head: 0.995, effective: 0.995 });
    expect(slo(null, 0.005)).toEqual({ base: null, head: 0.995, effective: 0.995 });
    expect(slo(0.005, null)).toEqual({ base: 0.995, head: null, effective: 0.995 });
    expect(slo(null, null)).toEqual({ base: null, head: null, effective: null });
  });

  test.each([
    [0.005, 0.995],
    [null, null],
  ])("that one of them has, whose promise is %s", (promised, slo) => {
    const added = compare(named(), at(promised), {}, { a: 0.001 }).model.endpoints;
    expect(added).toEqual([
      {
        name: "a",
        change: "added",
        base: null,
        head: exact(0.001),
        carried: null,
        delta: null,
        slo: { base: null, head: slo, effective: slo },
        under: [],
        verdict: "pass",
      },
    ]);
    const removed = compare(at(promised), named(), { a: 0.001 }, {}).model.endpoints;
    expect(removed).toEqual([
      {
        name: "a",
        change: "removed",
        base: exact(0.001),
        head: null,
        carried: null,
        delta: null,
        slo: { base: slo, head: null, effective: slo },
        under: [],
        verdict: "fail",
      },
    ]);
  });

  test("that base's spec has under another name in no carried model is compared without", () => {
    const [base, head] = [at(0.005), at(0.005)];
    const figures = { a: exact(0.001) };
    const engine = engineOf(
      new Map([
        [base, figures],
        [head, figures],
      ]),
    );
    const input = comparison({ base: valid(base), head: valid(head), carried: at(0.005, "b") });
    expect(gateModel(input, engine, OPTIONS).model.endpoints[0]?.carried).toBeNull();
  });
});
