import { expect, test } from "vitest";
import { slot } from "../../../src/gate/causes/facts.ts";
import { mix } from "../../../src/gate/causes/mix.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { modelOf, type SpecData } from "./scene.ts";

test("a call passes through all of a domain, whichever members it comes to have", async () => {
  const shop = (mesh: SpecData, replicas: SpecData) =>
    modelOf({
      domains: { mesh: { availability: "90%", ...mesh } },
      services: { web: { replicas: 1, ...replicas }, cart: { replicas: 1 } },
      dependencies: ["web -> cart"],
      endpoints: { "GET /": { entry: "web" } },
    });
  const [base, head] = [
    await shop({ covers: ["web -> cart"] }, {}),
    await shop({ members: ["a", "b"] }, { placement: { mesh: "spread" } }),
  ];
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  const passed = (adopted: readonly string[]) => {
    const sides = sidesOf(from!, to!);
    const { model } = mix(sides, (one) => (adopted.includes(one) ? "head" : "base"))!.subject;
    return model.dependencies[0]!.channels[0]!.members.map((one) => model.members[one]!.name);
  };
  expect(passed([])).toEqual(["mesh"]);
  expect(passed([slot("members", "mesh")])).toEqual(["mesh/a", "mesh/b"]);
  expect(passed([slot("cover", "web -> cart", "mesh")])).toEqual([]);
});
