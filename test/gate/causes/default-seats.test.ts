import { describe, expect, test } from "vitest";
import { serviceFacts } from "../../../src/gate/causes/service-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import { workload } from "../../model/support.ts";
import { expectBoth, type Written } from "./both-orders.ts";
import { modelOf, pair, type SpecData } from "./scene.ts";

const KEPT = { placement: { zone: ["c"] } };
const SPREAD = { placement: { zone: "spread" } };
const OWN = { placement: { zone: ["c", "b"] } };
const PARTY = { external: "97%" };

/** A cart and a third party behind a web, which sits by a word of its own unless more is said. */
const behind = (zone: string | null, cart: SpecData, web: SpecData = KEPT, ads: SpecData = PARTY) =>
  pair(
    {},
    {},
    {
      defaults: {
        replicaAvailability: "95%",
        dependencyAvailability: "99%",
        ...(zone !== null && { placement: { zone } }),
      },
      services: {
        web: { replicas: 2, ...web },
        cart: { replicas: 2, ...cart },
        ads,
      },
      dependencies: ["web -> cart", "web -> ads"],
    },
  );

describe("a default placement", () => {
  test("that nobody follows on both sides is none of the facts", async () => {
    const written: Written = (first, second) => {
      const cart = first ? OWN : {};
      // By default only where the default is that of head: in between, in so many words.
      const web = first ? {} : SPREAD;
      return behind(first ? "spread" : "packed", cart, second ? web : KEPT);
    };
    await expectBoth(written, ["placement cart", "placement web"]);
  });

  test("that only one follows who was a third party is none of the facts", async () => {
    const written: Written = (first, second) => {
      // In between, where there is no default, in so many words.
      const ads = { replicas: 2, ...(second ? {} : SPREAD) };
      return behind(
        first && second ? "spread" : null,
        second ? OWN : {},
        KEPT,
        first ? ads : PARTY,
      );
    };
    await expectBoth(written, ["external ads", "placement cart"]);
  });

  test("moves where only replicas that one side has sit elsewhere", async () => {
    await expectBoth(
      (first, second) => behind(second ? "packed" : "spread", { replicas: first ? 3 : 1 }),
      ["replicas cart", "placement cart"],
    );
  });

  test("is one fact of all that follow it, whoever of them has fewer replicas to show it", async () => {
    for (const [cart, web] of [
      [
        [2, 1],
        [2, 2],
      ],
      [
        [2, 2],
        [2, 1],
      ],
    ] as const) {
      const counts = [cart, web].findIndex(([was, now]) => was !== now);
      await expectBoth(
        (first, second) =>
          behind(
            second ? "packed" : "spread",
            { replicas: cart[first ? 1 : 0] },
            { placement: {}, replicas: web[first ? 1 : 0] },
          ),
        [`replicas ${["cart", "web"][counts]}`, "placement web"],
      );
    }
  });

  test("puts the replicas of each workload of a service on its first members", async () => {
    const workloads = ["cart-a", "cart-b"].map((name) => workload({ name, count: 2 }));
    await expectBoth(
      (first, second) =>
        modelOf(
          {
            defaults: {
              replicaAvailability: "95%",
              placement: { zone: first ? "packed" : "spread" },
            },
            domains: { zone: { members: ["a", "b", "c"], availability: "90%" } },
            services: {
              web: { replicas: second ? 1 : 2, ...KEPT },
              cart: { workload: workloads.map(({ name }) => `Deployment/${name}`), quorum: 3 },
            },
            dependencies: ["web -> cart"],
            endpoints: { "GET /": { entry: "web" } },
          },
          workloads,
        ),
      ["placement cart", "replicas web"],
    );
  });

  test("of one domain is followed by a service that has a word of its own in another", async () => {
    await expectBoth(
      (first, second) =>
        pair(
          {},
          {},
          {
            defaults: {
              replicaAvailability: "95%",
              placement: { zone: first ? "packed" : "spread" },
            },
            domains: {
              zone: { members: ["a", "b", "c"], availability: "90%" },
              rack: { members: ["r", "s"], availability: "80%" },
            },
            services: {
              web: { replicas: 2, replicaAvailability: second ? "80%" : "90%" },
              cart: { replicas: 2, placement: { rack: "packed" } },
            },
          },
        ),
      ["placement web", "replica-availability web"],
    );
  });

  test("in a domain that comes belongs to the domain", async () => {
    const [base, head] = [
      await pair({}, {}, { domains: {} }),
      await pair(
        {},
        {},
        { defaults: { replicaAvailability: "95%", placement: { zone: "spread" } } },
      ),
    ];
    const [from, to] = [base, head].map((model) => ({
      model,
      endpoint: model.endpoints[0]!,
      fault: null,
    }));
    const kinds = serviceFacts(sidesOf(from!, to!), toldRows(base, head)).map(({ key }) => key);
    expect(kinds).toEqual([]);
  });
});
