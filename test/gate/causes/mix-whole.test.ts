import { expect, test } from "vitest";
import { slot } from "../../../src/gate/causes/facts.ts";
import { mix } from "../../../src/gate/causes/mix.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import type { Model } from "../../../src/model/model.ts";
import { modelOf, type SpecData } from "./scene.ts";

/** A mixture of two models in which these slots are as at head. */
function mixed(base: Model, head: Model, adopted: readonly string[]) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  return mix(sidesOf(from!, to!), (one) => (adopted.includes(one) ? "head" : "base"));
}

const shop = (services: SpecData, of: SpecData = {}) =>
  modelOf({ services, endpoints: { "GET /": { entry: "web" } }, ...of });

test("incidents that would fill more than all of the time make no mixture, and all of it they may", async () => {
  const of = (before: string, name: string) =>
    shop(
      { web: { replicas: 1 }, cart: { replicas: 1 } },
      { dependencies: ["web -> cart"], incidents: [{ probability: before, down: [name] }] },
    );
  const added = [slot("incident", "cart down")];
  expect(mixed(await of("60%", "web"), await of("60%", "cart"), added)).toBeNull();
  expect(mixed(await of("60%", "web"), await of("40%", "cart"), added)).not.toBeNull();
});

test("an entry that is not there makes no mixture", async () => {
  const base = await shop({ web: { replicas: 1 } });
  const head = await shop({ edge: { replicas: 1 } }, { endpoints: { "GET /": { entry: "edge" } } });
  expect(mixed(base, head, ["entry"])).toBeNull();
  expect(mixed(base, head, ["entry", slot("service", "edge")])).not.toBeNull();
});

test("θ of more replicas than a list has is its own where all are alike, else the other side's", async () => {
  const cart = async (before: SpecData, after: SpecData) => {
    const [base, head] = [await shop({ web: before }), await shop({ web: after })];
    const { model } = mixed(base, head, [slot("replicas", "web")])!.subject;
    return model.services[0]!.replicas.map(({ p }) => p);
  };
  const three = { replicas: 3, replicaAvailability: ["70%", "60%", "50%"] };
  expect(await cart({ replicas: 2, replicaAvailability: ["90%", "90%"] }, three)).toEqual([
    0.9, 0.9, 0.9,
  ]);
  expect(await cart({ replicas: 2, replicaAvailability: ["90%", "80%"] }, three)).toEqual([
    0.9, 0.8, 0.5,
  ]);
});

test("θ of head for more replicas than head has is base's for those", async () => {
  const base = await shop({ web: { replicas: 3, replicaAvailability: ["70%", "60%", "50%"] } });
  const head = await shop({ web: { replicas: 2, replicaAvailability: ["90%", "80%"] } });
  const { model } = mixed(base, head, [slot("theta", "web")])!.subject;
  expect(model.services[0]!.replicas.map(({ p }) => p)).toEqual([0.9, 0.8, 0.5]);
});
