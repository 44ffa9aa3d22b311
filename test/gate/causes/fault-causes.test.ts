import { describe, expect, test } from "vitest";
import type { Disruption } from "../../../src/deployment/workload.ts";
import { faultFacts } from "../../../src/gate/causes/fault-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { workload } from "../../model/support.ts";
import { bothOrders, expectBoth, type Written } from "./both-orders.ts";
import { divided, dividedSpecs, modelOf, type SpecData, told } from "./scene.ts";

const shop = (of: SpecData, faults: SpecData) => ({
  defaults: { replicaAvailability: "95%", dependencyAvailability: "99%" },
  dependencies: ["web -> cart"],
  ...of,
  faults: { trouble: faults },
  endpoints: { "GET /": { entry: "web" } },
});

describe("causes under a fault", () => {
  test("a share of the replicas is killed of those that there are", async () => {
    await expectBoth(
      (first, second) =>
        modelOf(
          shop(
            {
              services: {
                web: { replicas: first ? 2 : 4 },
                cart: { replicas: 3 },
                mail: { replicas: second ? 9 : 1 },
              },
            },
            { kill: { fraction: "40%" } },
          ),
        ),
      ["replicas web", "replicas mail"],
    );
  });

  test("a third party is not among the killed", async () => {
    await expectBoth(
      (first, second) =>
        modelOf(
          shop(
            {
              services: {
                web: { replicas: 2 },
                cart: first ? { external: "98%" } : { replicas: 3 },
                mail: { replicas: second ? 3 : 1 },
              },
            },
            { kill: { fraction: "60%" } },
          ),
        ),
      ["external cart", "replicas mail"],
    );
  });

  test("all members of a domain that is down are down, also one that is gone at head", async () => {
    const written: Written = (first, second) =>
      modelOf({
        ...shop(
          {
            domains: { zone: { members: first ? ["a"] : ["a", "b"], availability: "99%" } },
            services: {
              web: { replicas: 2 },
              cart: { replicas: 2, placement: { zone: "spread" } },
              edge: { replicas: second ? 1 : 2 },
            },
            dependencies: ["web -> edge", "web -> cart"],
          },
          { down: ["zone"] },
        ),
        endpoints: { "GET /": { entry: "web", needs: [{ anyOf: ["cart", "edge"] }] } },
      });
    const [gone, fewer] = await bothOrders(written);
    expect(gone).toBe(0);
    const { causes } = divided(await written(false, false), await written(true, true));
    expect(causes.map(({ changes }) => changes[0]!.subject)).toEqual(["edge"]);
    expect(Math.abs(causes[0]!.effect - fewer)).toBeLessThan(1e-12);
  });

  test("a domain on which nothing of the endpoint sits is down to no effect", async () => {
    await expectBoth(
      (first, second) =>
        modelOf(
          shop(
            {
              domains: { rack: { members: ["a", "b"], availability: "99%" } },
              services: {
                web: { replicas: first ? 1 : 2 },
                cart: { replicas: second ? 1 : 2 },
                mail: { replicas: 1, placement: { rack: "packed" } },
              },
            },
            { down: ["rack"] },
          ),
        ),
      ["replicas web", "replicas cart"],
    );
  });

  const roll = (amount: number): Disruption => ({
    rollout: {
      kind: "maxUnavailable",
      amount,
      least: 0,
      beside: 0,
      place: { file: "deploy/cart.yaml", line: 9, column: 7 },
    },
    drain: null,
  });
  const rolled = (amount: number, count: number, up: string) =>
    modelOf(
      shop({ services: { web: { replicas: 1, replicaAvailability: up } } }, { rollout: "each" }),
      [workload({ name: "cart", count, disruption: roll(amount) })],
    );

  test("the update strategy is a cause under a rollout, at its line", async () => {
    await expectBoth(
      (first, second) => rolled(first ? 2 : 1, 3, second ? "80%" : "90%"),
      ["disruption cart", "replica-availability web"],
    );
    const { causes } = divided(await rolled(1, 3, "90%"), await rolled(2, 3, "90%"));
    expect(causes[0]!.changes).toMatchObject([
      { kind: "disruption", base: "1 in a rollout", file: "deploy/cart.yaml", line: 9 },
    ]);
  });

  test("the strategy and the number of replicas are one cause where both changed", async () => {
    const all = divided(await rolled(1, 3, "90%"), await rolled(3, 4, "90%"));
    expect(told(all).map((one) => one.split(":")[0])).toEqual(["replicas cart + disruption cart"]);
    expect(all.causes[0]!.effect).toBeCloseTo(all.delta, 14);
  });

  test("in the steady state neither is asked about", async () => {
    const calm = async (amount: number) => ({ ...(await rolled(amount, 3, "90%")), faults: [] });
    expect(divided(await calm(1), await calm(2)).causes).toEqual([]);
  });

  test("the fault itself is a cause where the spec says another thing of it", async () => {
    const written: Written = (first, second) =>
      modelOf(
        shop(
          { services: { web: { replicas: second ? 2 : 3 }, cart: { replicas: 3 } } },
          { override: { cart: { replicaAvailability: first ? "20%" : "50%" } } },
        ),
      );
    await expectBoth(written, ["fault-changed trouble", "replicas web"]);
    const { causes } = divided(await written(false, false), await written(true, false));
    expect(causes[0]!.changes[0]).toMatchObject({ base: expect.stringContaining("50%") });
  });

  test("the fault itself is none where it says the same", async () => {
    const model = await modelOf(shop({}, { kill: { fraction: "40%" } }));
    const subject = { model, endpoint: model.endpoints[0]!, fault: model.faults[0]! };
    expect(faultFacts(sidesOf(subject, subject))).toEqual([]);
    expect(faultFacts(sidesOf({ ...subject, fault: null }, { ...subject, fault: null }))).toEqual(
      [],
    );
  });

  test("a fault whose share and number of replicas both changed has two causes", async () => {
    await expectBoth(
      (first, second) =>
        modelOf(
          shop(
            { services: { web: { replicas: 3 }, cart: { replicas: second ? 5 : 2 } } },
            { kill: { fraction: first ? "60%" : "40%" } },
          ),
        ),
      ["fault-changed trouble", "replicas cart"],
    );
  });

  test("what cannot work at all in the steady state comes in the order in which it can", async () => {
    const services = { web: { replicas: 2 }, cart: { replicas: 2 } };
    const down = { down: ["cart"] };
    const from = {
      ...shop({ services }, down),
      endpoints: { "GET /": { entry: "web", needs: [] } },
    };
    const after = {
      ...shop({ services: { ...services, fraud: { replicas: 2 } } }, down),
      dependencies: ["web -> cart", "web -> fraud"],
      endpoints: { "GET /": { entry: "web", needs: ["fraud"] } },
    };
    const all = await dividedSpecs(from, after);
    expect(told(all).map((one) => one.split(":")[0])).toEqual(["predicate GET /"]);
  });
});
