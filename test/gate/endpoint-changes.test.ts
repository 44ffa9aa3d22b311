import { describe, expect, test } from "vitest";
import { describeChanges } from "../../src/gate/changes.ts";
import type { Endpoint, Model, Need } from "../../src/model/model.ts";
import { dependencies, ENTRY_ALONE, endpoint, failing, model, service } from "./models.ts";
import { LINES, NAMES, rows, shop } from "./shop.ts";

describe("endpoints", () => {
  const one = (over: Partial<Endpoint>) => shop({ endpoints: [endpoint("GET /", over)] });
  const needs = (...needed: readonly Need[]): Partial<Endpoint> => ({
    mixture: needed.map((need) => ({ share: 1 / needed.length, strict: false, need })),
  });
  const up = (index: number): Need => ({ kind: "service", service: index });
  const some = (k: number, ...of: readonly Need[]): Need => ({ kind: "atLeast", k, of });
  const strict = (...counted: readonly number[]): Partial<Endpoint> => ({
    mixture: [
      {
        share: 1,
        strict: true,
        need: some(
          counted.length,
          ...counted.map((index): Need => ({ kind: "dependency", dependency: index })),
        ),
      },
    ],
  });
  const shares = (...mixed: readonly number[]): Partial<Endpoint> => ({
    mixture: mixed.map((share) => ({ share, strict: false, need: ENTRY_ALONE })),
  });
  const where = "at head availability.yaml:50";

  test.each<[string, Model, Model, readonly string[]]>([
    [
      "needs",
      one(needs(up(1))),
      one(needs(some(1, up(3), up(1)))),
      [`predicate GET /: cart -> any of (cache, cart) ${where}`],
    ],
    [
      "needs, nested",
      one(needs(up(1))),
      one(needs(some(2, some(2, up(1), up(2), up(3)), { kind: "dependency", dependency: 0 }))),
      [`predicate GET /: cart -> all of (2 of (cache, cart, payment), frontend -> cart) ${where}`],
    ],
    [
      "needs in another order",
      one(needs(some(1, up(1), up(2)))),
      one(needs(some(1, up(2), up(1)))),
      [],
    ],
    ["a gate of one need is that need", one(needs(up(1))), one(needs(some(1, up(1)))), []],
    [
      "how many are needed",
      one(needs(some(1, up(1), up(2), up(3)))),
      one(needs(some(3, up(1), up(2), up(3)))),
      [`predicate GET /: any of (cache, cart, payment) -> all of (cache, cart, payment) ${where}`],
    ],
    [
      "shares, by less than counts",
      one(shares(0.8, 0.2)),
      one(shares(0.8 + 1e-12 / 2, 0.2 - 1e-12 / 2)),
      [],
    ],
    [
      "shares in another order",
      one(shares(0.8, 0.2)),
      one(shares(0.2, 0.8)),
      [`mixture GET /: 80%, 20% -> 20%, 80% ${where}`],
    ],
    [
      "shares of which the first stays",
      one(shares(0.5, 0.3, 0.2)),
      one(shares(0.5, 0.2, 0.3)),
      [`mixture GET /: 50%, 30%, 20% -> 50%, 20%, 30% ${where}`],
    ],
    [
      "needs of the second scenario alone",
      one(needs(up(1), up(2))),
      one(needs(up(1), up(3))),
      [`predicate GET /: cart | payment -> cart | cache ${where}`],
    ],
    [
      "shares that are no round numbers",
      one(shares(0.5, 0.5)),
      one(shares(1 / 3, 2 / 3)),
      [`mixture GET /: 50%, 50% -> 33.33%, 66.67% ${where}`],
    ],
    [
      "a scenario less, and the shares of the others as they were",
      one(shares(0.5, 0.3, 0.2)),
      one(shares(0.5, 0.3)),
      [
        `predicate GET /: the entry alone | the entry alone | the entry alone -> the entry alone | the entry alone ${where}`,
        `mixture GET /: 50%, 30%, 20% -> 50%, 30% ${where}`,
      ],
    ],
    [
      "needs given up",
      one(needs(up(1))),
      one(needs(ENTRY_ALONE)),
      [`predicate GET /: cart -> the entry alone ${where}`],
    ],
    [
      "optional",
      one(strict(0, 1, 2)),
      one(strict(0, 1)),
      [`predicate GET /: strict -> strict without payment -> cache ${where}`],
    ],
    [
      "strict to needs",
      one(strict(0, 1, 2)),
      one(needs(up(1))),
      [`predicate GET /: strict -> cart ${where}`],
    ],
    [
      "a scenario more",
      one(needs(up(1))),
      one(needs(up(1), up(2))),
      [
        `predicate GET /: cart -> cart | payment ${where}`,
        `mixture GET /: null -> 50%, 50% ${where}`,
      ],
    ],
    [
      "shares",
      one(shares(0.8, 0.2)),
      one(shares(0.7, 0.3)),
      [`mixture GET /: 80%, 20% -> 70%, 30% ${where}`],
    ],
    [
      "shares, hardly",
      one(shares(0.8, 0.2)),
      one(shares(0.8000001, 0.1999999)),
      [`mixture GET /: 80%, 20% -> 80.00001%, 19.99999% ${where}`],
    ],
    [
      "shares, a little",
      one(shares(0.8, 0.2)),
      one(shares(0.8001, 0.1999)),
      [`mixture GET /: 80%, 20% -> 80.01%, 19.99% ${where}`],
    ],
    ["entry", one({}), one({ entry: 1 }), [`entry GET /: frontend -> cart ${where}`]],
    [
      "completion",
      one({}),
      one({ completion: "eventual" }),
      [`completion GET /: immediate -> eventual ${where}`],
    ],
    [
      "slo",
      one({}),
      one({ slo: failing(0.001) }),
      ["slo GET /: 99.5% -> 99.9% at head availability.yaml:51"],
    ],
    [
      "slo gone",
      one({}),
      one({ slo: null, sloPlace: null }),
      [`slo GET /: 99.5% -> null ${where}`],
    ],
    [
      "renamed",
      shop({ endpoints: [endpoint("GET /basket")] }),
      one({ was: "GET /basket" }),
      [`endpoint-renamed GET /: GET /basket -> GET / ${where}`],
    ],
    [
      "added",
      shop({ endpoints: [] }),
      one(needs(up(1))),
      [`endpoint-added GET /: null -> cart ${where}`],
    ],
    [
      "removed",
      one(strict(0)),
      shop({ endpoints: [] }),
      [
        "endpoint-removed GET /: strict without cart -> payment -> null at base availability.yaml:50",
      ],
    ],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(expected);
  });

  test("what a new dependency brings into a strict closure belongs to it", () => {
    const before = shop({
      dependencies: dependencies(NAMES, ["payment -> cache", "frontend -> cart"]),
      endpoints: [endpoint("GET /", strict(1))],
    });
    const after = shop({
      dependencies: dependencies(NAMES, [
        "payment -> cache",
        "frontend -> cart",
        "cart -> payment",
      ]),
      endpoints: [endpoint("GET /", strict(0, 1, 2))],
    });
    expect(rows(before, after)).toEqual([
      "dependency-added cart -> payment: null -> 99.99% at head availability.yaml:32",
    ]);
  });

  test("what was cut off already stays so when a dependency makes or ends the way to it", () => {
    const [first = "", second = ""] = LINES;
    const far = shop({
      dependencies: dependencies(NAMES, [second]),
      endpoints: [endpoint("GET /", strict())],
    });
    const near = shop({
      dependencies: dependencies(NAMES, [second, first]),
      endpoints: [endpoint("GET /", strict(1))],
    });
    expect(describeChanges(far, near).map(({ kind }) => kind)).toEqual(["dependency-added"]);
    expect(describeChanges(near, far).map(({ kind }) => kind)).toEqual(["dependency-removed"]);
  });

  test("strict and the same needs written out are two predicates", () => {
    const written = strict(0, 1, 2).mixture!.map((member) => ({ ...member, strict: false }));
    expect(describeChanges(one(strict(0, 1, 2)), one({ mixture: written }))).toMatchObject([
      { base: "strict", head: "all of (cart -> payment, frontend -> cart, payment -> cache)" },
    ]);
  });

  test("what does not block is not cut off from an immediate endpoint", () => {
    const lines = ["frontend -> cart", "frontend ~> cache"];
    const to = (completion: "immediate" | "eventual") => {
      const endpoints = [endpoint("GET /", { ...strict(0), completion })];
      return shop({ dependencies: dependencies(NAMES, lines), endpoints });
    };
    const none = shop({ dependencies: dependencies(NAMES, lines), endpoints: [] });
    expect(describeChanges(none, to("immediate"))[0]?.head).toBe("strict");
    expect(describeChanges(none, to("eventual"))[0]?.head).toBe("strict without frontend ~> cache");
  });

  test("a new dependency that is optional at once is one row", () => {
    const before = shop({
      dependencies: dependencies(NAMES, LINES.slice(0, 1)),
      endpoints: [endpoint("GET /", strict(0))],
    });
    const after = shop({
      dependencies: dependencies(NAMES, LINES.slice(0, 2)),
      endpoints: [endpoint("GET /", strict(0))],
    });
    expect(rows(before, after)).toHaveLength(1);
  });

  test("many cuts are cut short", () => {
    const many = Array.from({ length: 9 }, (_, i) => `s${i}`);
    const lines = many.slice(1).map((name) => `s0 -> ${name}`);
    const wide = (over: Partial<Endpoint>) =>
      model({
        services: many.map((name) => service(name)),
        dependencies: dependencies(many, lines),
        endpoints: [endpoint("GET /", over)],
      });
    expect(describeChanges(wide(strict(0, 1, 2, 3, 4, 5, 6, 7)), wide(strict(0)))[0]?.head).toBe(
      "strict without s0 -> s2, s0 -> s3, s0 -> s4, s0 -> s5, s0 -> s6 and 2 more",
    );
  });
});
