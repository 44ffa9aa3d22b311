import { describe, expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { builtModel } from "../model/support.ts";
import { comparison, OPTIONS, valid } from "./models.ts";

/** Replicas of web and of cart. */
type Counts = readonly [number, number];

/** What each replica of a service has under a fault, and the minimum of the endpoint. */
type Worn = {
  readonly name: string;
  readonly up: Record<string, string>;
  readonly minimum: string;
};

const worn = (name: string, cart: string, minimum: string): Worn => ({
  name,
  up: { cart },
  minimum,
});

function shop([web, cart]: Counts, faults: readonly Worn[], theta = "100%") {
  const override = (up: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(up).map(([name, replicaAvailability]) => [name, { replicaAvailability }]),
    );
  return builtModel(
    JSON.stringify({
      version: 1,
      defaults: { replicaAvailability: theta, dependencyAvailability: "100%" },
      services: { web: { replicas: web }, cart: { replicas: cart } },
      dependencies: ["web -> cart"],
      faults: Object.fromEntries(faults.map(({ name, up }) => [name, { override: override(up) }])),
      endpoints: {
        "GET /": {
          entry: "web",
          slo: "90%",
          under: Object.fromEntries(faults.map(({ name, minimum }) => [name, minimum])),
        },
      },
    }),
  );
}

type Built = Awaited<ReturnType<typeof shop>>;

function judged(base: Built, head: Built) {
  const input = comparison({ base: valid(base), head: valid(head), carried: head });
  return gateModel(input, engine, OPTIONS).model.endpoints[0]!;
}

describe("rows under faults that are explained", () => {
  test("have a base: a fault that is new is not, though its minimum is missed", async () => {
    const fresh = [worn("worn", "90%", "99%")];
    const { under } = judged(await shop([2, 3], []), await shop([2, 1], fresh));
    expect(under).toMatchObject([{ verdict: "fail", delta: null }]);
    expect(under[0]).not.toHaveProperty("causes");
  });

  test("are none of those that pass where the steady state moved", async () => {
    const faults = [worn("worn", "90%", "50%")];
    const one = judged(await shop([2, 3], faults, "99%"), await shop([2, 1], faults, "99%"));
    expect(one.causes).toHaveLength(1);
    expect(one.under).toMatchObject([{ verdict: "pass" }]);
    expect(one.under[0]!.delta).toBeLessThan(0);
    expect(one.under[0]).not.toHaveProperty("causes");
  });

  test("are those that lost the most, in whatever order the faults stand", async () => {
    const faults = ["88%", "90%", "89%"].map((up) => worn(`at ${up}`, up, "50%"));
    const { under } = judged(await shop([2, 3], faults), await shop([2, 1], faults));
    expect(under.filter((row) => "causes" in row).map(({ fault }) => fault)).toEqual(["at 88%"]);
  });

  test("have each the causes that it has under its own fault", async () => {
    const faults = [
      worn("cart worn", "90%", "99%"),
      { name: "web worn", up: { web: "80%" }, minimum: "99%" },
    ];
    const { under } = judged(await shop([2, 2], faults), await shop([1, 1], faults));
    const effects = under.map(({ causes = [] }) =>
      causes.map(({ changes, effect }) => [changes[0]!.subject, effect]),
    );
    expect(effects).toEqual([
      [["cart", expect.closeTo(0.9 - 0.99, 12)]],
      [["web", expect.closeTo(0.8 - 0.96, 12)]],
    ]);
  });
});
