import { describe, expect, test } from "vitest";
import type { PlacementFact } from "../../../src/deployment/workload.ts";
import { engine } from "../../../src/flow/engine.ts";
import { workload } from "../../model/support.ts";
import { divided, dividedSpecs, modelOf, type SpecData, told } from "./scene.ts";

const SHOP = {
  defaults: { replicaAvailability: "99%", dependencyAvailability: "99.9%" },
  services: { web: { replicas: 2 }, cart: { replicas: 2 } },
  dependencies: ["web -> cart"],
};

const endpoint = (of: SpecData, name = "GET /") => ({
  endpoints: { [name]: { entry: "web", ...of } },
});

/** A spec with one endpoint, and the same with something else about it. */
function pair(before: SpecData, after: SpecData, shop: SpecData = SHOP) {
  return dividedSpecs({ ...shop, ...before }, { ...shop, ...after });
}

describe("causes", () => {
  test("a service, its dependency and its need: the need has it all, for it alone asks", async () => {
    const head = {
      services: { ...SHOP.services, fraud: { replicas: 1, replicaAvailability: "60%" } },
      dependencies: ["web -> cart", "cart -> fraud"],
      ...endpoint({ needs: ["cart", "fraud"] }),
    };
    const all = await pair(endpoint({ needs: ["cart"] }), head);
    expect(told(all)).toEqual(["predicate GET /: -400119"]);
    expect(all.causes[0]!.changes[0]).toMatchObject({ base: null, head: "fraud" });
    expect(all.causes[0]!.effect).toBeCloseTo(all.delta, 14);
  });

  test("a service, its dependency and its need gone: nothing is lost on the way", async () => {
    const base = {
      services: { ...SHOP.services, fraud: { replicas: 1, replicaAvailability: "60%" } },
      dependencies: ["web -> cart", "cart -> fraud"],
      ...endpoint({ needs: ["cart", "fraud"] }),
    };
    expect(told(await pair(base, endpoint({ needs: ["cart"] })))).toEqual([
      "predicate GET /: 400119",
    ]);
  });

  test("a strict endpoint meets a new service when both it and its dependency are there", async () => {
    const head = {
      services: { ...SHOP.services, fraud: { replicas: 1, replicaAvailability: "60%" } },
      dependencies: ["web -> cart", "cart -> fraud"],
      ...endpoint({}),
    };
    expect(told(await pair(endpoint({}), head))).toEqual([
      "service-added fraud: -200060",
      "dependency-added cart -> fraud: -200060",
    ]);
  });

  test("the attributes of an added thing belong to its addition", async () => {
    const domains = { zone: { members: ["a", "b"], availability: "90%" } };
    const cache = {
      replicas: 3,
      replicaAvailability: "50%",
      quorum: 2,
      placement: { zone: "packed" },
    };
    const call = { availability: "70%", timeout: { onTime: "50%" } };
    const base = { domains, ...endpoint({}) };
    const head = {
      ...base,
      services: { ...SHOP.services, cache },
      dependencies: ["web -> cart", { "web -> cache": call }],
    };
    const all = await pair(base, head);
    expect(told(all).map((one) => one.split(":")[0])).toEqual([
      "service-added cache",
      "dependency-added web -> cache",
    ]);
  });

  test("replicas, θ, quorum and placement of one service are separate", async () => {
    const domains = { zone: { members: ["a", "b", "c"], availability: "95%" } };
    const own = (of: SpecData) => ({
      domains,
      services: { web: { replicas: 2 }, cart: of },
      ...endpoint({}),
    });
    const base = own({ replicas: 3, quorum: 1, placement: { zone: "spread" } });
    const head = own({
      replicas: 4,
      replicaAvailability: "90%",
      quorum: 2,
      placement: { zone: "packed" },
    });
    const kinds = told(await pair(base, head)).map((one) => one.split(":")[0]);
    expect(kinds.sort()).toEqual([
      "placement cart",
      "quorum cart",
      "replica-availability cart",
      "replicas cart",
    ]);
  });

  test("a majority follows the replicas", async () => {
    const own = (replicas: number) => ({
      services: { web: { replicas: 2 }, cart: { replicas, quorum: "majority" } },
      ...endpoint({}),
    });
    // 0.99 and 0.9801: more replicas of a majority of two are worse.
    expect(told(await pair(own(1), own(2)))).toEqual(["replicas cart: -9889"]);
  });

  test("a majority follows the replicas in every mixture", async () => {
    const own = (replicas: number, up: string) => ({
      services: {
        web: { replicas: 1, replicaAvailability: up },
        cart: { replicas, quorum: "majority" },
      },
      ...endpoint({}),
    });
    const { causes } = await pair(own(1, "90%"), own(2, "80%"));
    // Both of two, or the one; on average over web before and after.
    const replicas = causes.find(({ changes }) => changes[0]!.subject === "cart")!;
    expect(replicas.effect).toBeCloseTo(((0.9801 - 0.99) * 0.999 * (0.9 + 0.8)) / 2, 14);
  });

  test("a default is followed in every mixture until something is said instead", async () => {
    const own = (byDefault: string, said: SpecData) => ({
      defaults: { replicaAvailability: "100%", dependencyAvailability: byDefault },
      services: { web: { replicas: 1 }, cart: { replicas: 1 }, mail: { replicas: 1 } },
      dependencies: [{ "web -> cart": said }, "web -> mail"],
      ...endpoint({}),
    });
    const all = await pair(own("90%", {}), own("80%", { availability: "70%" }));
    const [rated, byDefault] = all.causes;
    // v: 0.81 as before, 0.64 by the new default alone, 0.7 · 0.9 by what is said alone, 0.7 · 0.8 at head.
    expect(rated!.changes[0]).toMatchObject({ kind: "dependency-availability" });
    expect(rated!.effect).toBeCloseTo((0.63 - 0.81 + (0.56 - 0.64)) / 2, 14);
    expect(byDefault!.changes[0]).toMatchObject({ kind: "default-dependency-availability" });
    expect(byDefault!.effect).toBeCloseTo((0.64 - 0.81 + (0.56 - 0.63)) / 2, 14);
  });

  test("a default is one fact, for those too that only one side has", async () => {
    const services = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`s${i}`, { replicas: 1 }]),
    );
    const dependencies = Array.from({ length: 12 }, (_, i) => `web -> s${i}`);
    const spec = (up: string) => ({
      defaults: { replicaAvailability: up },
      services: { web: { replicas: 1 }, ...services },
      dependencies,
      ...endpoint({}),
    });
    const all = await pair(spec("99.9%"), spec("99%"));
    expect(all.causes.map(({ changes }) => changes.map(({ kind }) => kind))).toEqual([
      ["default-replica-availability"],
    ]);
  });

  test("the vector of a mixture is one fact, and so is a nested need", async () => {
    const spec = (weights: readonly number[], anyOf: readonly string[]) => ({
      services: { ...SHOP.services, cache: { replicas: 1 }, mail: { replicas: 1 } },
      dependencies: ["web -> cart", "web -> cache", "web -> mail"],
      ...endpoint({
        mixture: [
          { weight: weights[0], needs: [{ anyOf }] },
          { weight: weights[1], needs: ["cart"] },
          { weight: weights[2], needs: [] },
        ],
      }),
    });
    const all = await pair(spec([5, 3, 2], ["cache", "mail"]), spec([1, 8, 1], ["cache"]));
    expect(told(all).map((one) => one.split(":")[0])).toEqual(["predicate GET /", "mixture GET /"]);
    const [nested] = all.causes[0]!.changes;
    expect(nested).toMatchObject({ base: "any of (cache, mail)", head: "cache" });
  });

  test("a need that becomes one of several is one fact", async () => {
    const shop = {
      ...SHOP,
      services: { ...SHOP.services, cache: { replicas: 1 } },
      dependencies: ["web -> cart", "web -> cache"],
    };
    const all = await pair(
      endpoint({ needs: ["cart"] }),
      endpoint({ needs: [{ anyOf: ["cache", "cart"] }] }),
      shop,
    );
    expect(told(all)).toHaveLength(1);
    expect(all.causes[0]!.changes).toMatchObject([{ base: "cart", head: "any of (cache, cart)" }]);
  });

  test("what no feasible order takes one by one is one cause", async () => {
    // From the one entry only `cart` can be reached, from the other only `cache`.
    const shop = {
      ...SHOP,
      services: { ...SHOP.services, edge: { replicas: 1 }, cache: { replicas: 1 } },
      dependencies: ["web -> cart", "edge -> cache"],
    };
    const all = await pair(
      endpoint({ needs: [{ anyOf: ["cart"] }] }),
      endpoint({ entry: "edge", needs: [{ anyOf: ["cache"] }] }),
      shop,
    );
    // Needs that have no name in common are two, and the entry can move while none is asked for.
    expect(told(all).map((one) => one.split(":")[0])).toEqual([
      "predicate GET /",
      "entry GET /",
      "predicate GET /",
    ]);
    const stuck = await pair(
      endpoint({ needs: [{ anyOf: ["cart", { atLeast: 2, of: ["cart", "cache"] }] }] }),
      endpoint({
        entry: "edge",
        needs: [{ anyOf: ["cache", { atLeast: 2, of: ["cart", "cache"] }] }],
      }),
      shop,
    );
    expect(stuck.causes).toHaveLength(1);
    expect(stuck.causes[0]!.changes.map(({ kind }) => kind)).toEqual(["entry", "predicate"]);
    expect(stuck.causes[0]!.effect).toBeCloseTo(stuck.delta, 15);
  });

  test("what breaks an endpoint has the loss, and the rest what it did before", async () => {
    const head = {
      services: { web: { replicas: 1 }, cart: { replicas: 0 } },
      ...endpoint({}),
    };
    const all = await pair(endpoint({}), head);
    const [broken, rest] = all.causes;
    expect(broken!.changes[0]).toMatchObject({ kind: "replicas", subject: "cart", head: 0 });
    expect(rest!.changes[0]).toMatchObject({ kind: "replicas", subject: "web", head: 1 });
    expect(rest!.effect).toBeCloseTo(-0.0099 * 0.9999 * 0.999, 12);
    expect(broken!.effect + rest!.effect).toBeCloseTo(all.delta, 14);
  });

  test("a spread that is removed is told at the line of the manifest that had it", async () => {
    const spec = {
      ...SHOP,
      services: { web: { replicas: 2 } },
      domains: {
        zone: {
          topologyKey: "topology.kubernetes.io/zone",
          members: ["a", "b"],
          availability: "95%",
        },
      },
      ...endpoint({}),
    };
    const place = { file: "deploy/cart.yaml", line: 40, column: 7 };
    const spread = {
      rule: "spread" as const,
      values: [],
      topologyKey: "topology.kubernetes.io/zone",
      soft: false,
      place,
    };
    const cart = (placement: readonly PlacementFact[]) =>
      workload({ name: "cart", count: 2, placement });
    const all = divided(await modelOf(spec, [cart([spread])]), await modelOf(spec, [cart([])]));
    expect(all.causes).toHaveLength(1);
    expect(all.causes[0]!.changes).toMatchObject([
      { kind: "placement", subject: "cart", file: "deploy/cart.yaml", line: 40, side: "base" },
    ]);
  });

  test("a renamed endpoint is compared with what it was", async () => {
    const base = await modelOf({ ...SHOP, ...endpoint({}, "GET /old") });
    const cart = { web: { replicas: 2 }, cart: { replicas: 1 } };
    const head = await modelOf({ ...SHOP, services: cart, ...endpoint({ was: "GET /old" }) });
    expect(told(divided(base, head))).toEqual(["replicas cart: -9889"]);
  });

  test("what does not lie on the way of an endpoint is no cause", async () => {
    const own = (replicas: number) => ({
      services: { ...SHOP.services, mail: { replicas }, web: { replicas } },
      dependencies: ["web -> cart", "web ~> mail"],
      ...endpoint({}),
    });
    expect(told(await pair(own(1), own(3)))).toEqual(["replicas web: 9988"]);
  });

  test("an endpoint that did not move has none", async () => {
    const own = (replicas: number) => ({
      services: { ...SHOP.services, mail: { replicas } },
      ...endpoint({}),
    });
    expect((await pair(own(1), own(3))).causes).toEqual([]);
  });

  test("where a figure is too dear for every mixture, all changes are one cause", async () => {
    const head = { services: { web: { replicas: 1 }, cart: { replicas: 1 } }, ...endpoint({}) };
    const [from, to] = [
      await modelOf({ ...SHOP, ...endpoint({}) }),
      await modelOf({ ...SHOP, ...head }),
    ];
    const { together: _, ...certain } = engine;
    const dear = { ...certain, price: () => Number.POSITIVE_INFINITY };
    const all = divided(from, to, dear);
    expect(all.causes.map(({ changes }) => changes.map(({ subject }) => subject))).toEqual([
      ["web", "cart"],
    ]);
    expect(all.causes[0]!.effect).toBe(all.delta);
  });
});
