import { expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { EndpointResult } from "../../src/gate/result.ts";
import { builtModel } from "../model/support.ts";
import { comparison, OPTIONS, valid } from "./models.ts";
import { playUnder, underRow } from "./under-scene.ts";

/** Faults that take one of the replicas of `cart` with them, so many, each with its minimum. */
async function judged(minimums: readonly string[], replicas: number, slo = "90%") {
  const at = (count: number) =>
    builtModel(
      JSON.stringify({
        version: 1,
        defaults: { replicaAvailability: "100%", dependencyAvailability: "100%" },
        services: { web: { replicas: 2 }, cart: { replicas: count } },
        dependencies: ["web -> cart"],
        faults: Object.fromEntries(
          minimums.map((_, i) => [
            `worn-${i}`,
            { override: { cart: { replicaAvailability: `${90 - i}%` } } },
          ]),
        ),
        endpoints: {
          "GET /": {
            entry: "web",
            slo,
            under: Object.fromEntries(minimums.map((minimum, i) => [`worn-${i}`, minimum])),
          },
        },
      }),
    );
  const [base, head] = [await at(3), await at(replicas)];
  const input = comparison({ base: valid(base), head: valid(head), carried: head });
  return gateModel(input, engine, OPTIONS).model.endpoints[0]!;
}

const explained = ({ under }: EndpointResult) =>
  under.flatMap(({ fault, causes }) => (causes === undefined ? [] : [fault]));

test("of the rows that fail the worst three are explained, exactly", async () => {
  const one = await judged(["99%", "99%", "99%", "50%", "99%"], 1);
  expect(one.causes).toBeUndefined();
  expect(explained(one)).toEqual(["worn-1", "worn-2", "worn-4"]);
  for (const { causes = [], delta } of one.under) {
    if (causes.length === 0) continue;
    expect(causes.map(({ changes }) => changes[0]!.kind)).toEqual(["replicas"]);
    expect(Math.abs(causes[0]!.effect - delta!)).toBeLessThan(1e-12);
  }
});

test("causes of a row are those of its fault: here the steady state does not move at all", async () => {
  const at = (web: number, cart: number) =>
    builtModel(
      JSON.stringify({
        version: 1,
        defaults: { replicaAvailability: "100%", dependencyAvailability: "100%" },
        services: { web: { replicas: web }, cart: { replicas: cart } },
        dependencies: ["web -> cart"],
        faults: {
          worn: {
            override: { web: { replicaAvailability: "80%" }, cart: { replicaAvailability: "90%" } },
          },
        },
        endpoints: { "GET /": { entry: "web", under: { worn: "99%" } } },
      }),
    );
  const [base, head] = [await at(2, 2), await at(1, 1)];
  const input = comparison({ base: valid(base), head: valid(head), carried: head });
  const [row] = gateModel(input, engine, OPTIONS).model.endpoints[0]!.under;
  const effects = row!.causes!.map(({ changes, effect }) => [changes[0]!.subject, effect] as const);
  // Half of what each loses beside the other as it was, and beside the other as it is.
  const expected = { web: -(0.96 - 0.8) * (0.99 + 0.9), cart: -(0.99 - 0.9) * (0.96 + 0.8) };
  expect(effects.map(([subject]) => subject)).toEqual(["web", "cart"]);
  for (const [subject, effect] of effects) {
    expect(Math.abs(effect - expected[subject as keyof typeof expected] / 2)).toBeLessThan(1e-12);
  }
});

test("where none fails, and the steady state is as it was, the one that lost the most is", async () => {
  expect(explained(await judged(["50%", "50%", "50%"], 1))).toEqual(["worn-2"]);
});

test("what gained under a fault is not explained", async () => {
  expect(explained(await judged(["50%", "50%"], 5))).toEqual([]);
});

test("where nothing tells what moved a row, it has no causes", () => {
  expect(underRow(playUnder({ base: 0.008, head: 0.02 }))).not.toHaveProperty("causes");
});
