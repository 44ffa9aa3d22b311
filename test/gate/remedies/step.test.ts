import { describe, expect, test } from "vitest";
import {
  applyStep,
  namedStep,
  type Step,
  stepPlace,
  stepText,
  withReplicas,
} from "../../../src/gate/remedies/step.ts";
import type { Model } from "../../../src/model/model.ts";
import { builtModel, workload } from "../../model/support.ts";

type SpecData = { readonly [key: string]: unknown };

/** Two services and a late call between them, as written one thing a line. */
const shop = (cart: SpecData, of: SpecData = {}): Promise<Model> =>
  builtModel(
    JSON.stringify(
      {
        version: 1,
        domains: {
          rack: { members: ["r", "s"], availability: "99%" },
          zone: { members: ["a", "b", "c"], availability: "99%" },
        },
        services: { web: { replicas: 1 }, cart: { replicas: 2, ...cart } },
        dependencies: [{ "web -> cart": { timeout: { onTime: "90%", retries: 1 } } }],
        endpoints: { "GET /": { entry: "web" }, "GET /cart": { entry: "cart" } },
        ...of,
      },
      null,
      1,
    ),
  );

const CART = 1;
const ZONE = 1;
const STEPS: readonly Step[] = [
  { kind: "replicas", service: CART, to: 5 },
  { kind: "spread", service: CART, domain: ZONE },
  { kind: "retries", dependency: 0, to: 3 },
  { kind: "optional", endpoint: "GET /", name: "cart" },
];

/** Without where things stand: what a figure is made of. */
const figures = ({ services, dependencies, endpoints }: Model) => ({
  services: services.map(({ replicas, quorum, placement }) => ({ replicas, quorum, placement })),
  dependencies: dependencies.map(({ channels }) => channels.map(({ timeout }) => timeout)),
  needs: endpoints.map(({ mixture }) => mixture.map(({ need }) => need)),
});

describe("a step does what a person would write", () => {
  const same = async (one: Promise<Model>, step: Step, other: Promise<Model>) => {
    expect(figures(applyStep(await one, step))).toEqual(figures(await other));
  };

  test("more replicas, each where the next one would sit, of which a majority follows", async () => {
    for (const zone of ["spread", "packed", ["c", "a"]]) {
      const cart = { placement: { zone, rack: "spread" }, quorum: "majority" };
      await same(shop(cart), STEPS[0]!, shop({ ...cart, replicas: 5 }));
    }
    await same(shop({ quorum: 2 }), STEPS[0]!, shop({ replicas: 5, quorum: 2 }));
  });

  test("of different θ the new ones are like the first", async () => {
    const own = { replicaAvailability: ["90%", "80%"] };
    await same(
      shop(own),
      STEPS[0]!,
      shop({ replicas: 5, replicaAvailability: ["90%", "80%", "90%", "90%", "90%"] }),
    );
  });

  test("a spread over one domain leaves the others, and so do replicas that come after it", async () => {
    const packed = { placement: { zone: "packed", rack: "spread" }, replicas: 4 };
    const spread = { placement: { zone: "spread", rack: "spread" } };
    await same(shop(packed), STEPS[1]!, shop({ ...spread, replicas: 4 }));
    const other = { placement: { zone: "packed", rack: "spread" }, replicas: 4 };
    const over: Step = { kind: "spread", service: CART, domain: 0 };
    await same(
      shop({ ...other, placement: { zone: "packed", rack: "packed" } }),
      over,
      shop(other),
    );
    const after = applyStep(applyStep(await shop(packed), STEPS[1]!), STEPS[0]!);
    expect(figures(after)).toEqual(figures(await shop({ ...spread, replicas: 5 })));
  });

  test("more attempts where calls may be late", async () => {
    const timeout = { onTime: "90%", retries: 3 };
    await same(shop({}), STEPS[2]!, shop({}, { dependencies: [{ "web -> cart": { timeout } }] }));
    // Routes that are never late stay so.
    const routes = (retries: number) => [
      { "web -> cart": { independent: true, timeout: { onTime: "90%", retries } } },
      { "web -> cart": { independent: true } },
      "cart ~> web",
    ];
    await same(
      shop({}, { dependencies: routes(1) }),
      STEPS[2]!,
      shop({}, { dependencies: routes(3) }),
    );
    // Nor does one try less often that tries more often already.
    const several = (...retries: readonly number[]) =>
      retries.map((one) => ({
        "web -> cart": { independent: true, timeout: { onTime: "90%", retries: one } },
      }));
    await same(
      shop({}, { dependencies: several(4, 0, 2) }),
      STEPS[2]!,
      shop({}, { dependencies: several(4, 3, 3) }),
    );
    // Nor does any other call try more often.
    const calls = (retries: number) => [
      { "web -> cart": { timeout: { onTime: "90%", retries } } },
      { "cart ~> web": { timeout: { onTime: "90%", retries: 0 } } },
    ];
    await same(
      shop({}, { dependencies: calls(1) }),
      STEPS[2]!,
      shop({}, { dependencies: calls(3) }),
    );
  });

  test("one name more that an endpoint does without, beside those that it does without", async () => {
    const asked = (of: SpecData) =>
      shop(
        {},
        {
          services: Object.fromEntries(
            ["web", "cart", "mail", "log"].map((one) => [one, { replicas: 1 }]),
          ),
          dependencies: ["web -> cart", "cart -> mail", "web -> log", "log ~> cart"],
          endpoints: {
            "GET /": { entry: "web", ...of },
            "GET /cart": { entry: "cart" },
            "GET /log": { entry: "web", needs: ["log"] },
          },
        },
      );
    await same(asked({}), STEPS[3]!, asked({ optional: ["cart"] }));
    await same(asked({ optional: ["log"] }), STEPS[3]!, asked({ optional: ["log", "cart"] }));
    const calls = { calls: ["cart", "log"], completion: "eventual" };
    await same(asked(calls), STEPS[3]!, asked({ ...calls, optional: ["cart"] }));
    // What it does not call stays uncalled.
    const one = { calls: ["cart"] };
    const mail: Step = { kind: "optional", endpoint: "GET /", name: "mail" };
    await same(asked(one), mail, asked({ ...one, optional: ["mail"] }));
    const mixed = (optional: readonly string[]) => ({
      mixture: [
        { weight: 1, optional },
        { weight: 1, needs: ["cart"] },
      ],
    });
    await same(asked(mixed([])), STEPS[3]!, asked(mixed(["cart"])));
  });
});

test("where no row says where replicas sit, new ones sit in turn like those that there are", async () => {
  const cart = (await shop({ placement: { zone: ["b", "c"] } })).services[CART]!;
  const unsaid = {
    ...cart,
    origin: { ...cart.origin, placement: [{ ...cart.origin.placement![0]! }] },
  };
  const { row: _, ...rowless } = unsaid.origin.placement[0]!;
  const one = { ...unsaid, origin: { ...unsaid.origin, placement: [rowless] } };
  expect(withReplicas(one, 5).placement).toEqual([0, 1, 0, 1, 0].map((at) => cart.placement[at]));
  expect(withReplicas({ ...one, replicas: [], placement: [] }, 0).placement).toEqual([]);
});

test("replicas that there are stay where they are, and new ones sit in every domain", async () => {
  const placement = { zone: "spread", rack: "spread" };
  const cart = (await shop({ placement })).services[CART]!;
  const [first] = cart.placement;
  expect(withReplicas({ ...cart, placement: [first!, first!] }, 3).placement.slice(0, 2)).toEqual([
    first,
    first,
  ]);
  // Whatever is said first: members in their order.
  const said = cart.origin.placement!;
  const turned = { ...cart, origin: { ...cart.origin, placement: said.toReversed() } };
  expect(withReplicas(turned, 3)).toMatchObject({ placement: withReplicas(cart, 3).placement });
  // Where one domain is not known for more replicas, they sit like those that there are.
  const { row: _, ...rowless } = said[0]!;
  const partly = { ...cart, origin: { ...cart.origin, placement: [rowless, said[1]!] } };
  expect(withReplicas(partly, 3).placement[2]).toEqual(first);
});

describe("a step in words", () => {
  test("says what to change, from what to what", async () => {
    const one = await shop({});
    expect(STEPS.map((step) => stepText(namedStep(one, step)))).toEqual([
      "replicas of cart 2 -> 5",
      "spread cart over zone",
      "retries of web -> cart 1 -> 3",
      "make cart optional",
    ]);
    const prompt = await shop({}, { dependencies: ["web -> cart"] });
    expect(namedStep(prompt, STEPS[2]!)).toMatchObject({ from: 0 });
    const late = (retries: number, onTime = "90%") => ({
      "web -> cart": { independent: true, timeout: { onTime, retries } },
    });
    const routes = await shop({}, { dependencies: [late(0, "100%"), late(4), late(2), late(3)] });
    expect(namedStep(routes, STEPS[2]!)).toMatchObject({ from: 2 });
  });

  test("is at the line to change", async () => {
    const one = await shop({ placement: { rack: "packed", zone: "packed" } });
    const { origin } = one.services[CART]!;
    expect(STEPS.map((step) => stepPlace(one, step))).toEqual([
      origin.replicasPlace,
      origin.placement![1]!.place,
      one.dependencies[0]!.place,
      one.endpoints[0]!.place,
    ]);
    const { place } = one.endpoints[1]!;
    expect(stepPlace(one, { kind: "optional", endpoint: "GET /cart", name: "web" })).toEqual(place);
    // Where nothing says where it sits, at its replicas.
    expect(stepPlace(await shop({}), STEPS[1]!)).toEqual(
      (await shop({})).services[CART]!.origin.replicasPlace,
    );
  });

  test("of several workloads is at the first", async () => {
    const one = await builtModel(
      `version: 1
services:
  cart: { workload: [Deployment/cart, Deployment/canary] }
endpoints:
  GET /: { entry: cart }
`,
      [workload({ name: "canary" }), workload({ name: "cart" })],
    );
    const { parts } = one.services[0]!.origin;
    expect(parts).toHaveLength(2);
    expect(stepPlace(one, { kind: "replicas", service: 0, to: 5 })).toEqual(parts![0]!.place);
  });
});
