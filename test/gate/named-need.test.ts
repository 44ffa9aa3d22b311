import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namedNeed, namesIn, needKey, resolvedNeed } from "../../src/gate/named-need.ts";
import type { Need } from "../../src/model/model.ts";
import { LINES, NAMES, shop } from "./shop.ts";

const MODEL = shop();
const INDICES = {
  services: new Map(NAMES.map((name, at) => [name, at])),
  dependencies: new Map(LINES.map((name, at) => [name, at])),
};

const leaf: fc.Arbitrary<Need> = fc.oneof(
  fc.nat(NAMES.length - 1).map((service): Need => ({ kind: "service", service })),
  fc.nat(LINES.length - 1).map((dependency): Need => ({ kind: "dependency", dependency })),
);

function some(of: fc.Arbitrary<Need>): fc.Arbitrary<Need> {
  return fc
    .tuple(fc.nat(3), fc.array(of, { maxLength: 3 }))
    .map(([k, of]): Need => ({ kind: "atLeast", k, of }));
}

const needs = fc.oneof(leaf, some(leaf), some(fc.oneof(leaf, some(leaf))));

function turned(need: Need): Need {
  return need.kind === "atLeast" ? { ...need, of: need.of.map(turned).toReversed() } : need;
}

/** In one order, so that equal needs are equal as texts. */
function sorted(need: Need): unknown {
  if (need.kind !== "atLeast") return need;
  const of = need.of.map(sorted).toSorted((a, b) => {
    const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
  return { k: need.k, of };
}

const keyOf = (need: Need) => needKey(namedNeed(MODEL, need));
const seed = 72;

describe("a need by names", () => {
  it("is, over the indices of its own model, the need itself", () => {
    fc.assert(
      fc.property(needs, (need) => {
        expect(resolvedNeed(namedNeed(MODEL, need), INDICES)).toEqual(need);
      }),
      { seed, numRuns: 100 },
    );
  });

  it("is false where what it names is not there", () => {
    const nowhere = { services: new Map(), dependencies: new Map() };
    fc.assert(
      fc.property(leaf, (need) => {
        const never = { kind: "atLeast", k: 1, of: [] };
        expect(resolvedNeed(namedNeed(MODEL, need), nowhere)).toEqual(never);
      }),
      { seed, numRuns: 20 },
    );
  });

  it("has the key of the same need in another order, and of no other", () => {
    fc.assert(
      fc.property(needs, needs, (one, other) => {
        expect(keyOf(turned(one))).toBe(keyOf(one));
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(keyOf(one) === keyOf(other)).toBe(same);
      }),
      { seed, numRuns: 300 },
    );
  });

  it("does not take a service for a dependency of its name", () => {
    expect(needKey({ kind: "service", name: "a" })).not.toBe(
      needKey({ kind: "dependency", name: "a" }),
    );
  });

  it("names what is in it, at any depth", () => {
    const of: Need[] = [1, 2].map((service) => ({ kind: "service", service }));
    const deep: Need = { kind: "atLeast", k: 1, of: [{ kind: "atLeast", k: 2, of }] };
    expect(namesIn(namedNeed(MODEL, deep))).toEqual(["cart", "payment"]);
  });
});
