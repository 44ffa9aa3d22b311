import { describe, expect, test } from "vitest";
import { dependencyFacts } from "../../../src/gate/causes/dependency-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Channel, Dependency, Model } from "../../../src/model/model.ts";
import { expectBoth, toldOf, type Written } from "./both-orders.ts";
import { modelOf, routed, type SpecData } from "./scene.ts";

function factsOf(base: Model, head: Model) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  return dependencyFacts(sidesOf(from!, to!), toldRows(base, head));
}

/** One route, with what is said of it. */
const single = (of: SpecData, services: SpecData = {}, more: SpecData = {}) =>
  modelOf({
    defaults: { replicaAvailability: "99%", dependencyAvailability: "99%" },
    domains: { mesh: { availability: "94%" }, wan: { availability: "90%" } },
    services: { web: { replicas: 1 }, cart: { replicas: 2 }, mail: { replicas: 1 }, ...services },
    dependencies: [{ "web -> cart": of }, "web -> mail", "mail -> cart"],
    endpoints: { "GET /": { entry: "web", calls: ["cart"] } },
    ...more,
  });

describe("ρ", () => {
  const SAID = { availability: "90%" };

  test("is told at the line that sets it", async () => {
    const written: Written = (first, second) =>
      single({ availability: first ? "80%" : "90%" }, { web: { replicas: second ? 2 : 1 } });
    await expectBoth(written, ["dependency-availability web -> cart", "replicas web"]);
    const { place, channels } = (await written(true, true)).dependencies[0]!;
    expect(channels[0]!.place.line).not.toBe(place.line);
    expect(await toldOf("dependency-availability", written)).toMatchObject({
      line: channels[0]!.place.line,
    });
  });

  test("that other evidence gives is told as evidence", async () => {
    const written: Written = (first, second) =>
      single(
        { evidence: { good: first ? 900 : 950, total: 1000 } },
        { web: { replicas: second ? 2 : 1 } },
      );
    await expectBoth(written, ["evidence web -> cart", "replicas web"]);
  });

  test("by default is a fact wherever anything on the way follows it, on either side", async () => {
    // What lies off the way follows it always, so that both sides know the default.
    const written =
      (before: SpecData, after: SpecData): Written =>
      (first, second) =>
        single(
          first ? after : before,
          {},
          {
            defaults: {
              replicaAvailability: "99%",
              dependencyAvailability: second ? "95%" : "98%",
            },
          },
        );
    const kinds = [
      "dependency-availability web -> cart",
      "default-dependency-availability dependencyAvailability",
    ] as const;
    const said = { availability: "90%" };
    for (const of of [written({}, said), written(said, {})]) {
      await expectBoth(of, kinds);
      expect(await toldOf("default-dependency-availability", of)).toMatchObject({
        base: "98%",
        head: "95%",
      });
    }
    const [base, head] = [
      await written(said, said)(false, false),
      await written(said, said)(true, true),
    ];
    expect(factsOf(base, head)).toEqual([]);
  });

  test("by default is told at its own line, and at the endpoint's where nothing follows it throughout", async () => {
    const of = (byDefault: string, cart: SpecData, mail: SpecData) =>
      modelOf({
        defaults: { replicaAvailability: "99%", dependencyAvailability: byDefault },
        services: { web: { replicas: 1 }, cart: { replicas: 1 }, mail: { replicas: 1 } },
        dependencies: [{ "web -> cart": cart }, { "web -> mail": mail }],
        endpoints: { "GET /": { entry: "web" } },
      });
    const kind = "default-dependency-availability";
    const cases = [
      [await of("98%", SAID, {}), await of("95%", SAID, {})],
      [await of("98%", SAID, {}), await of("95%", {}, SAID)],
    ] as const;
    const rows = cases.map(([base, head]) =>
      factsOf(base, head)
        .flatMap(({ changes }) => changes)
        .filter((one) => one.kind === kind),
    );
    const [{ dependencies }, { endpoints }] = [cases[0][1], cases[1][1]];
    const told = { subject: "dependencyAvailability", base: "98%", head: "95%" };
    expect(rows).toMatchObject([
      [{ ...told, line: dependencies[1]!.channels[0]!.place.line }],
      [{ ...told, line: endpoints[0]!.place.line }],
    ]);
  });

  test("by default is a fact where one of two routes alone follows it", async () => {
    const of = (byDefault: string) =>
      routed(SAID, {}, { defaults: { dependencyAvailability: byDefault } });
    expect(factsOf(await of("98%"), await of("95%"))).toHaveLength(1);
  });

  test("that is said where the same was the default is told in the same words", async () => {
    const written: Written = (first, second) =>
      modelOf({
        defaults: { replicaAvailability: "99%", dependencyAvailability: second ? "80%" : "90%" },
        services: { web: { replicas: 1 }, cart: { replicas: 1 }, mail: { replicas: 1 } },
        dependencies: [{ "web -> cart": first ? SAID : {} }, "web -> mail"],
        endpoints: { "GET /": { entry: "web" } },
      });
    await expectBoth(written, [
      "dependency-availability web -> cart",
      "default-dependency-availability dependencyAvailability",
    ]);
    expect(await toldOf("dependency-availability", written)).toMatchObject({
      base: "90%",
      head: "90%",
    });
  });
});

/** The model with so many calls of a dependency made to fail by its manifests, of each of its routes. */
function injected(model: Model, shares: readonly (number | null)[]): Model {
  const [first, ...others] = model.dependencies;
  const channels = first!.channels.map((one, at): Channel => {
    const p = shares[at] ?? null;
    if (p === null) return one;
    const share = { p, q: 1 - p };
    const { up, place } = one;
    return {
      ...one,
      up: { p: up.p * share.q, q: up.q + up.p * share.p },
      origin: { onTime: null, retries: null, injected: { without: up, share, place } },
    };
  });
  return { ...model, dependencies: [{ ...first!, channels }, ...others] };
}

describe("calls that are made to fail", () => {
  const of = async (before: readonly (number | null)[], after: readonly (number | null)[]) => {
    const written: Written = async (first, second) =>
      injected(
        await routed({}, { availability: second ? "70%" : "80%", domains: ["mesh"] }),
        first ? after : before,
      );
    await expectBoth(written, [
      "fault-injection web -> cart",
      "dependency-availability web -> cart",
    ]);
    return toldOf("fault-injection", written);
  };

  test("are a fact of their own, beside ρ without them", async () => {
    expect(await of([null, null], [0.5, null])).toMatchObject({ base: null, head: "50%" });
    expect(await of([0.5, 0.2], [0.25, 0.2])).toMatchObject({ base: "50%", head: "25%" });
    expect(await of([0.5, null], [null, null])).toMatchObject({ base: "50%", head: null });
  });

  test("are counted of a route that fails more often than not", async () => {
    await expectBoth(
      async (first, second) =>
        injected(await routed({ availability: second ? "40%" : "45%" }, null), [
          first ? 0.25 : 0.5,
        ]),
      ["fault-injection web -> cart", "dependency-availability web -> cart"],
    );
  });

  test("are told of where another route has them, too", async () => {
    expect(await of([0.5, null], [null, 0.5])).toMatchObject({ base: 2, head: 2 });
  });

  test("are none where the manifests set how often calls are tried, and no more", async () => {
    await expectBoth(
      async (first, second) => {
        const model = await routed({}, null, {
          services: { web: { replicas: first ? 1 : 2 }, cart: { replicas: second ? 1 : 2 } },
        });
        return { ...model, dependencies: model.dependencies.map(retried) };
      },
      ["replicas web", "replicas cart"],
    );
  });
});

/** As a manifest leaves it that sets the retries. */
function retried(dependency: Dependency): Dependency {
  const channels = dependency.channels.map((one) => ({
    ...one,
    origin: { onTime: null, retries: one.place, injected: null },
  }));
  return { ...dependency, channels };
}
