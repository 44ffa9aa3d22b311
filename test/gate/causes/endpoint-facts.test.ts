import { describe, expect, test } from "vitest";
import { expectBoth, type Written } from "./both-orders.ts";
import { divided, modelOf, type SpecData, told } from "./scene.ts";

/** A shop with two entries, and an endpoint of it. */
const shop = (asked: SpecData, replicas = 2) =>
  modelOf({
    defaults: { replicaAvailability: "95%", dependencyAvailability: "99%" },
    services: {
      web: { replicas: 1 },
      edge: { replicas: 3 },
      cart: { replicas },
      cache: { replicas: 1 },
      mail: { replicas: 1 },
    },
    dependencies: ["web -> cart", "edge -> cart", "cart -> cache", "cart ~> mail"],
    endpoints: { "GET /": { entry: "web", ...asked } },
  });

const mixed = (...members: readonly SpecData[]) => ({ mixture: members });

/** What is asked before and after, and the row that tells of it. */
const CASES: readonly (readonly [string, SpecData, SpecData, object])[] = [
  ["its entry", {}, { entry: "edge" }, { kind: "entry", base: "web", head: "edge" }],
  [
    "its completion",
    {},
    { completion: "eventual" },
    { kind: "completion", base: "immediate", head: "eventual" },
  ],
  [
    "the shares of its mixture",
    mixed({ weight: 3 }, { weight: 1, needs: [] }),
    mixed({ weight: 1 }, { weight: 3, needs: [] }),
    { kind: "mixture", base: "75%, 25%", head: "25%, 75%" },
  ],
  [
    "the number of its kinds of call, and with it all that they ask for",
    { needs: ["cart"] },
    mixed({ weight: 1, needs: ["cart"] }, { weight: 1, needs: ["cache"] }, { weight: 2 }),
    { kind: "predicate", base: "cart", head: "cart | cache | strict" },
  ],
  [
    "what one of its kinds of call leaves out",
    mixed({ weight: 1, needs: ["cart"] }, { weight: 1 }),
    mixed({ weight: 1, needs: ["cart"] }, { weight: 1, optional: ["cache"] }),
    { kind: "predicate", base: "strict", head: "strict without cart -> cache" },
  ],
  [
    "that it lists needs instead of being strict",
    mixed({ weight: 1 }, { weight: 1, needs: [] }),
    mixed({ weight: 1, needs: ["cart"] }, { weight: 1, needs: [] }),
    { kind: "predicate", base: "strict", head: "cart" },
  ],
  [
    "a need that comes",
    { needs: ["cart"] },
    { needs: ["cart", "cache"] },
    { kind: "predicate", base: null, head: "cache" },
  ],
  [
    "a need that goes",
    { needs: ["cart", "cache"] },
    { needs: ["cart"] },
    { kind: "predicate", base: "cache", head: null, side: "base" },
  ],
  [
    "a need that is nested in another",
    { needs: ["cache"] },
    { needs: [{ anyOf: ["cache", "cart"] }] },
    { kind: "predicate", base: "cache", head: "any of (cache, cart)" },
  ],
];

describe("what an endpoint asks for is a fact of its own", () => {
  test.each(CASES)("%s", async (_, before, after, row) => {
    const written: Written = (first, second) => shop(first ? after : before, second ? 1 : 2);
    const { kind } = row as { readonly kind: string };
    await expectBoth(written, [`${kind} GET /`, "replicas cart"]);
    // Taken back, it is the same kind of fact.
    await expectBoth(
      (first, second) => written(!first, second),
      [`${kind} GET /`, "replicas cart"],
    );
    const [base, head] = [await written(false, false), await written(true, false)];
    const { place } = "side" in row ? base.endpoints[0]! : head.endpoints[0]!;
    const { causes } = divided(base, head);
    expect(causes.map(({ changes }) => changes)).toMatchObject([
      [{ side: "head", line: place.line, subject: "GET /", ...row }],
    ]);
  });

  test("needs of several kinds of call, each of its own", async () => {
    const asked = (first: boolean, second: boolean) =>
      mixed(
        { weight: 1, needs: first ? ["cart", "cache"] : ["cart"] },
        { weight: 3, needs: second ? ["cache"] : ["cart", "cache"] },
      );
    const all = divided(await shop(asked(false, false)), await shop(asked(true, true)));
    // Either kind of call loses or wins what cart, its line and cache make of the one need.
    expect(told(all).map((one) => one.split(":")[0])).toEqual(["predicate GET /"]);
  });
});
