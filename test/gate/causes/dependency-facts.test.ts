import { describe, expect, test } from "vitest";
import { dependencyFacts } from "../../../src/gate/causes/dependency-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Model } from "../../../src/model/model.ts";
import { bothOrders, expectBoth, toldOf, type Written } from "./both-orders.ts";
import { type Divided, divided, modelOf, routed, type SpecData, told } from "./scene.ts";

const kindsOf = (all: Divided) =>
  told(all)
    .map((one) => one.split(":")[0]!)
    .sort();

/** A chain of web, cart and db, whose calls may pass through two domains. */
const chain = (covers: Readonly<Record<string, readonly string[]>>, replicas = 2) =>
  modelOf({
    defaults: { replicaAvailability: "95%", dependencyAvailability: "99%" },
    domains: Object.fromEntries(
      Object.entries(covers).map(([name, covered], at) => [
        name,
        { availability: `${94 - at}%`, covers: covered },
      ]),
    ),
    services: { web: { replicas }, cart: { replicas: 1 }, db: { replicas: 1 } },
    dependencies: ["web -> cart", "cart -> db"],
    endpoints: { "GET /": { entry: "web" } },
  });

describe("domains that calls pass through", () => {
  test("are a fact of their own, beside what else changed", async () => {
    const written: Written = (first, second) =>
      chain({ mesh: first ? ["web -> cart"] : [], wan: ["cart -> db"] }, second ? 1 : 2);
    await expectBoth(written, ["dependency-domains web -> cart", "replicas web"]);
    const { causes } = divided(await written(false, false), await written(true, false));
    expect(causes.map(({ changes }) => changes)).toMatchObject([[{ base: null, head: "mesh" }]]);
    // What fails with the mesh anyhow does not fail more for it.
    const again: Written = (first, second) =>
      chain({ mesh: ["cart -> db", ...(first ? ["web -> cart"] : [])] }, second ? 1 : 2);
    expect((await bothOrders(again))[0]).toBe(0);
    expect(kindsOf(divided(await again(false, false), await again(true, true)))).toEqual([
      "replicas web",
    ]);
  });

  test("of one dependency move together, those that it leaves and those that it joins", async () => {
    const [base, head] = [
      await chain({ mesh: ["web -> cart"], wan: [] }),
      await chain({ mesh: [], wan: ["web -> cart"] }),
    ];
    const all = divided(base, head);
    expect(all.causes.map(({ changes }) => changes)).toMatchObject([
      [{ kind: "dependency-domains", subject: "web -> cart", base: "mesh", head: "wan" }],
    ]);
    expect(all.causes[0]!.effect).toBeCloseTo(all.delta, 14);
  });

  test("that only one side has come or go with all that passes through them", async () => {
    const [none, one] = [await chain({}), await chain({ mesh: ["web -> cart", "cart -> db"] })];
    expect(kindsOf(divided(none, one))).toEqual(["domain-added mesh"]);
    expect(kindsOf(divided(one, none))).toEqual(["domain-removed mesh"]);
    const written: Written = (first, second) =>
      chain(first ? { mesh: ["web -> cart"] } : {}, second ? 1 : 2);
    await expectBoth(written, ["domain-added mesh", "replicas web"]);
    expect(groupsOf(await written(false, false), await written(true, true))).toEqual([]);
  });

  test("are passed through until they go, and not by calls that come without them", async () => {
    await expectBoth(
      (first, second) => chain(first ? {} : { mesh: ["web -> cart"] }, second ? 1 : 2),
      ["domain-removed mesh", "replicas web"],
    );
    await expectBoth(
      (first, second) =>
        modelOf({
          domains: second ? {} : { mesh: { availability: "94%", covers: ["web -> cart"] } },
          services: Object.fromEntries(
            ["web", "cart", "edge"].map((one) => [one, { replicas: 1 }]),
          ),
          dependencies: ["web -> cart", ...(first ? ["web -> edge"] : [])],
          endpoints: { "GET /": { entry: "web", needs: [{ anyOf: ["cart", "edge"] }] } },
        }),
      ["dependency-added web -> edge", "domain-removed mesh"],
    );
  });
});

/** An entry with seven services behind it, of which some are called through a domain. */
const fan = (covered: Readonly<Record<string, readonly number[]>>) =>
  modelOf({
    defaults: { replicaAvailability: "99%", dependencyAvailability: "99%" },
    domains: Object.fromEntries(
      ["mesh", "wan"].map((name, at) => [
        name,
        { availability: `${94 - at}%`, covers: (covered[name] ?? []).map((i) => `web -> s${i}`) },
      ]),
    ),
    services: Object.fromEntries(["web", ...SEVEN].map((name) => [name, { replicas: 1 }])),
    dependencies: SEVEN.map((name) => `web -> ${name}`),
    endpoints: {
      "GET /": { entry: "web", needs: [{ anyOf: ["s0", "s5"] }, ...SEVEN.slice(1, 5), "s6"] },
    },
  });
const SEVEN = Array.from({ length: 7 }, (_, i) => `s${i}`);

describe("many that come to pass through a domain", () => {
  test("are one fact, and one that leaves it is another", async () => {
    const written: Written = (first, second) =>
      fan({ mesh: [...(first ? [0, 1, 2, 3] : []), ...(second ? [] : [5])] });
    await expectBoth(written, [
      "dependency-domains web -> s0 and 3 more",
      "dependency-domains web -> s5",
    ]);
  });

  test("are told one by one up to three", async () => {
    expect(kindsOf(divided(await fan({}), await fan({ mesh: [0, 5] })))).toEqual([
      "dependency-domains web -> s0",
      "dependency-domains web -> s5",
    ]);
  });

  test("count together where there are too many, and what came from or went to another does not", async () => {
    const base = await fan({ wan: [5] });
    const head = await fan({ mesh: [0, 1, 2, 3, 5], wan: [6] });
    expect(groupsOf(base, head)).toEqual([
      ...[0, 1, 2, 3].map(() => "web -> s0 and 3 more: domains"),
      "web -> s5: web",
      "web -> s6: web",
    ]);
  });
});

describe("routes of one dependency", () => {
  const MESH = { domains: ["mesh"] };

  test("that take each other's domains, time-outs and ρ are told of each", async () => {
    const late = { timeout: { onTime: "70%" } };
    const cases: readonly (readonly [string, SpecData, SpecData])[] = [
      ["dependency-domains", { availability: "90%" }, MESH],
      ["timeout", { availability: "90%", ...MESH }, late],
      ["dependency-availability", MESH, { availability: "90%" }],
    ];
    for (const [kind, fixed, moved] of cases) {
      const written: Written = (first, second) =>
        routed({ ...fixed, ...(first ? {} : moved) }, first ? moved : {}, {
          services: { web: { replicas: second ? 2 : 1 }, cart: { replicas: 2 } },
        });
      await expectBoth(written, [`${kind} web -> cart`, "replicas web"]);
    }
  });

  test("are told of where only one of them has other time-outs or another ρ", async () => {
    const timed: Written = (first, second) =>
      routed(
        { timeout: { onTime: first ? "70%" : "80%" } },
        { availability: second ? "80%" : "90%", timeout: { onTime: "60%" } },
      );
    await expectBoth(timed, ["timeout web -> cart", "dependency-availability web -> cart"]);
    const [timeout, rated] = ["timeout", "dependency-availability"].map((kind) =>
      toldOf(kind, timed),
    );
    expect(await timeout).toMatchObject({
      base: expect.stringMatching(/^80\.00% on time.*60\.00% on time/),
      head: expect.stringMatching(/^70\.00% on time.*60\.00% on time/),
    });
    const { line } = (await timed(true, true)).dependencies[0]!.channels[1]!.place;
    expect(await rated).toMatchObject({ base: "99%, 90%", head: "99%, 80%", line });
  });

  test("are one fact with all that they are where one comes or goes", async () => {
    const evidence = { good: 970, total: 1000 };
    const written =
      (flip: boolean): Written =>
      (first, second) => {
        const services = { web: { replicas: second ? 2 : 1 }, cart: { replicas: 2 } };
        if (first === flip) return routed({ evidence, ...MESH }, null, { services });
        return routed({ availability: "90%", timeout: { onTime: "80%" } }, MESH, { services });
      };
    for (const flip of [false, true]) {
      await expectBoth(written(flip), ["channels web -> cart", "replicas web"]);
      const [base, head] = [await written(flip)(false, false), await written(flip)(true, false)];
      const { causes } = divided(base, head);
      expect(causes[0]!.changes.map(({ kind }) => kind)).toEqual([
        "channels",
        "dependency-availability",
        "timeout",
      ]);
      expect(groupsOf(base, head)).toEqual(["web -> cart + web -> cart + web -> cart: web"]);
    }
  });
});

/** What each fact of dependencies is counted with where there are too many, by what it tells. */
function groupsOf(base: Model, head: Model): readonly string[] {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  return dependencyFacts(sidesOf(from!, to!), toldRows(base, head)).map(
    ({ changes, group }) => `${changes.map(({ subject }) => subject).join(" + ")}: ${group}`,
  );
}

describe("where there are too many", () => {
  test("a dependency counts with the service that came or went with it, else with its caller", async () => {
    const of = (last: string, up: string) =>
      modelOf({
        services: Object.fromEntries(["web", "cart", last].map((name) => [name, { replicas: 1 }])),
        dependencies: [
          { "web -> cart": { availability: up } },
          `cart -> ${last}`,
          `${last} ~> web`,
        ],
        endpoints: { "GET /": { entry: "web", completion: "eventual" } },
      });
    expect(groupsOf(await of("db", "99%"), await of("cache", "98%"))).toEqual([
      "web -> cart: web",
      "cart -> cache: cache",
      "cache ~> web: cache",
      "cart -> db: db",
      "db ~> web: db",
    ]);
  });
});
