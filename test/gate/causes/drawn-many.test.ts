import { beforeAll, describe, expect, test } from "vitest";
import { causesOf } from "../../../src/gate/causes/causes.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import type { Cause } from "../../../src/gate/result.ts";
import type { Model } from "../../../src/model/model.ts";
import { drawingAll } from "./all-drawn.ts";
import { divided, modelOf } from "./scene.ts";

/**
 * A shop, the first so many of whose changes are made. Not in every order: a service, the call to it and the need
 * for it come one after the other, and only the last moves anything; a quorum of two needs more than one replica.
 */
function shop(changes: number): Promise<Model> {
  const is = (change: number) => change <= changes;
  return modelOf({
    defaults: { replicaAvailability: "93%", dependencyAvailability: "96%" },
    services: {
      web: { replicas: 2 },
      stock: { replicas: is(4) ? 3 : 1, quorum: is(5) ? 2 : 1 },
      cart: { replicas: is(6) ? 1 : 3 },
      pay: { replicas: is(7) ? 1 : 2 },
      mail: { replicas: 1, replicaAvailability: is(8) ? "80%" : "95%" },
      ...(is(1) ? { fraud: { replicas: 2 } } : {}),
    },
    dependencies: [
      { "web -> cart": is(9) ? { availability: "99%" } : {} },
      "web -> pay",
      { "web -> mail": is(10) ? { availability: "90%" } : {} },
      "cart -> stock",
      "pay -> stock",
      "mail -> stock",
      ...(is(2) ? ["pay -> fraud"] : []),
    ],
    endpoints: {
      "GET /": {
        entry: "web",
        needs: [
          { atLeast: 2, of: ["cart", "pay", "mail"] },
          { anyOf: ["stock", "mail"] },
          ...(is(3) ? ["fraud"] : []),
        ],
      },
    },
  });
}

/** Facts, and how many seeds are tried: with one block of draws each. */
const CASES = [
  [6, 25],
  [8, 15],
  [10, 4],
] as const;
/** Of which none of the intervals misses. */
const SEED = 3;
/** The service that is added, and the call to it. */
const UNMOVED = 2;

function drawn(base: Model, head: Model, by: Engine, seed: number) {
  const options = { samples: 1000, seed, alpha: 0.05 };
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  const compared = by.compare(from!, to!, options, []);
  const { delta } = compared.difference;
  const run = { path: "availability.yaml", engine: by, options };
  return { delta, causes: causesOf(run, from!, to!, compared, delta) };
}

const keyOf = ({ changes }: Cause) =>
  changes.map(({ kind, subject }) => `${kind} ${subject}`).join();

describe.each(CASES)("causes of %i facts that are drawn", (count, seeds) => {
  let base: Model;
  let head: Model;
  let exact: ReadonlyMap<string, Cause>;
  beforeAll(async () => {
    [base, head] = [await shop(0), await shop(count)];
    exact = new Map(divided(base, head).causes.map((one) => [keyOf(one), one]));
  });

  test("are told apart, each with the exact share in its interval, and sum to the delta", () => {
    const { delta, causes } = drawn(base, head, drawingAll(2 ** 15), SEED);
    expect(exact.size).toBe(count - UNMOVED);
    expect(causes.map(keyOf).sort()).toEqual([...exact.keys()].sort());
    for (const one of causes) {
      const { effect } = exact.get(keyOf(one))!;
      const [low, high] = one.interval!;
      expect(low).toBeLessThanOrEqual(effect);
      expect(high).toBeGreaterThanOrEqual(effect);
      expect(Math.abs(one.effect - effect)).toBeLessThan(0.004);
      expect(high - low).toBeLessThan(0.015);
    }
    const sum = causes.reduce((all, { effect }) => all + effect, 0);
    expect(Math.abs(sum - delta)).toBeLessThan(1e-12);
  });

  test("are missed by one interval in twenty at the most, over many seeds", () => {
    const by = drawingAll(2 ** 13);
    let [asked, missed] = [0, 0];
    for (let seed = 1; seed <= seeds; seed++) {
      for (const one of drawn(base, head, by, seed).causes) {
        const { effect } = exact.get(keyOf(one))!;
        const [low, high] = one.interval!;
        asked++;
        if (effect < low || effect > high) missed++;
      }
    }
    expect(asked).toBe(seeds * (count - UNMOVED));
    expect(missed / asked).toBeLessThanOrEqual(0.05);
  });
});

describe("where so many facts are drawn", () => {
  test("fewer are told apart where all are too dear, those of one service as one", async () => {
    const [base, head] = [await shop(0), await shop(8)];
    const solving = { spent: (_: unknown, __: unknown, most?: number) => (most === 0 ? 0 : 2e7) };
    const { delta, causes } = drawn(base, head, { ...drawingAll(2 ** 15), ...solving }, SEED);
    expect(causes.length).toBeGreaterThan(1);
    expect(causes.length).toBeLessThan(6);
    const stock = causes.find(({ changes }) => changes.some(({ subject }) => subject === "stock"))!;
    expect(stock.changes.length).toBeGreaterThan(1);
    expect(causes.flatMap(({ changes }) => changes)).toHaveLength(8);
    const sum = causes.reduce((all, { effect }) => all + effect, 0);
    expect(Math.abs(sum - delta)).toBeLessThan(1e-12);
  });

  test("all are one where draws do not show of any whether it helped or harmed", async () => {
    const names = ["cart", "mail", "pay", "stock"];
    const at = (thetas: readonly number[]) =>
      modelOf({
        defaults: { dependencyAvailability: "100%" },
        services: {
          web: { replicas: 2 },
          ...Object.fromEntries(
            names.map((name, i) => [name, { replicas: 1, replicaAvailability: `${thetas[i]}%` }]),
          ),
        },
        dependencies: names.map((name) => `web -> ${name}`),
        endpoints: { "GET /": { entry: "web", needs: [{ atLeast: 2, of: names }] } },
      });
    const [base, head] = [await at([70, 70, 70, 70]), await at([70.4, 69.7, 70.5, 69.8])];
    let [one, apart] = [0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const { causes, delta } = drawn(base, head, drawingAll(2 ** 13), seed);
      const isShown = causes.some(
        ({ interval }) => interval !== undefined && interval[0] * interval[1] > 0,
      );
      one += Number(causes.length === 1 && causes[0]!.effect === delta);
      apart += Number(causes.length > 1 && isShown);
    }
    expect(one + apart).toBe(60);
    expect(one).toBeGreaterThan(0);
  });
});
