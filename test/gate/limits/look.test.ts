import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import { type Explainer, explainerOf } from "../../../src/gate/explain.ts";
import { allowanceOf } from "../../../src/gate/limits/allowance.ts";
import { costOfExplaining, costOfLooking } from "../../../src/gate/limits/costs.ts";
import { isExplicable, lookAt, lookWithin } from "../../../src/gate/limits/look.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../../availability/models.ts";

const SERVICES = ["web", "a", "b"].map((name) => service(name, [parts(990)]));
const CALLS = [1, 2].map((to) => dependency(SERVICES, 0, to, [parts(995)]));
/** Two that ask for the same, and one that asks for less. */
const [FIRST, SAME, OTHER] = [
  endpoint(0, reached(1)),
  { ...endpoint(0, reached(1)), name: "GET /same", slo: parts(900) },
  { ...endpoint(0, atLeast(1, reached(1), reached(2))), name: "GET /other" },
];
const ONE = model(SERVICES, CALLS, [FIRST!, SAME!, OTHER!]);
const RUN = {
  path: "availability.yaml",
  engine,
  options: { samples: 100, seed: 1, alpha: 0.05 },
};

/** Who has so much work, in parts of what the first endpoint costs, and how often it is used. */
function explainer(looking: number, explaining: number) {
  const plain = explainerOf(RUN, ONE, [], null);
  const look = costOfLooking(RUN, ONE, FIRST!, plain.components.length);
  const structure = plain.structure(FIRST!);
  const explain = costOfExplaining(RUN, ONE, FIRST!, structure, plain.variants);
  let asked = 0;
  const own: Explainer = {
    ...plain,
    looking: allowanceOf(looking * look),
    explaining: allowanceOf(explaining * explain),
    importance: (of) => {
      asked++;
      return plain.importance(of);
    },
  };
  return { own, asked: () => asked };
}

describe("what is worked out of one Φ", () => {
  test("serves all endpoints that have it, is paid for once, and has no more in it than is needed", () => {
    const { own, asked } = explainer(1, 0);
    const look = lookWithin(own, FIRST!)!;
    expect(lookWithin(own, SAME!)).toBe(look);
    expect(lookAt(own, SAME!)).toBe(look);
    expect(asked()).toBe(1);
    expect(Object.keys(look.importance!)).toEqual(["up", "services", "dependencies", "members"]);
    expect(look.structure.reached).toHaveLength(5);
    // The other asks for something else, of which nothing is left.
    expect(lookWithin(own, OTHER!)).toBeNull();
    expect(asked()).toBe(1);
  });

  test("is worked out whatever it costs where that is asked for, and then known", () => {
    const { own, asked } = explainer(0, 0);
    expect(lookWithin(own, FIRST!)).toBeNull();
    expect(lookWithin(own, FIRST!)).toBeNull();
    const look = lookAt(own, FIRST!);
    expect(look.importance).not.toBeNull();
    expect(lookWithin(own, SAME!)).toBe(look);
    expect(asked()).toBe(1);
  });

  test("has no importances where none are in reach", () => {
    const { own } = explainer(1, 0);
    expect(lookAt({ ...own, importance: () => null }, FIRST!).importance).toBeNull();
  });
});

describe("an endpoint can be explained", () => {
  test("where there is work to look into it and to explain it, taken once for all of one Φ", () => {
    const { own } = explainer(100, 1);
    expect([FIRST!, SAME!, FIRST!].map((one) => isExplicable(own, one))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isExplicable(own, OTHER!)).toBe(false);
  });

  test("and not where either is wanting", () => {
    for (const [looking, explaining] of [
      [0, 100],
      [100, 0],
    ] as const) {
      const { own } = explainer(looking, explaining);
      expect([FIRST!, SAME!].map((one) => isExplicable(own, one))).toEqual([false, false]);
    }
    // Once it is not, it stays so, though it was looked into for its own sake.
    const { own } = explainer(0, 100);
    expect(isExplicable(own, FIRST!)).toBe(false);
    lookAt(own, FIRST!);
    expect(isExplicable(own, SAME!)).toBe(false);
  });
});
