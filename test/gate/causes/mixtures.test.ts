import { expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import { type Fact, slot } from "../../../src/gate/causes/facts.ts";
import { gainBetween, mixturesOf } from "../../../src/gate/causes/mixtures.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import type { Model } from "../../../src/model/model.ts";
import { modelOf } from "./scene.ts";

const RUN = { path: "availability.yaml", engine, options: { samples: 1000, seed: 1, alpha: 0.05 } };

/** Mixtures of two models in which each of these slots is a fact of its own. */
function mixtures(base: Model, head: Model, slots: readonly string[]) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  const facts = slots.map((one): Fact => ({ slots: [one], changes: [], group: one }));
  return mixturesOf(RUN, sidesOf(from!, to!), facts, 1e6);
}

test("a mixture without its entry is down, and can never work", async () => {
  const of = (entry: string) =>
    modelOf({ services: { [entry]: { replicas: 1 } }, endpoints: { "GET /": { entry } } });
  const { of: mix, isOverspent } = mixtures(await of("web"), await of("edge"), [
    "entry",
    slot("service", "edge"),
  ]);
  const none = mix(({ group }) => group === "entry");
  expect(none).toMatchObject({ allUp: 0, subject: null, graph: null });
  expect(none.figure()).toEqual({ availability: 0, unavailability: 1 });
  expect(mix(() => true).allUp).toBe(1);
  expect(isOverspent()).toBe(false);
});

test("an incident hits the same service in every mixture, whatever stands before it", async () => {
  const of = (names: readonly string[]) =>
    modelOf({
      services: Object.fromEntries(names.map((name) => [name, { replicas: 1 }])),
      dependencies: names.slice(1).map((name) => `web -> ${name}`),
      incidents: [{ probability: "10%", down: ["db"] }],
      endpoints: { "GET /": { entry: "web" } },
    });
  const [base, head] = [await of(["web", "db"]), await of(["web", "cart", "db"])];
  const { of: mix } = mixtures(base, head, [slot("service", "cart")]);
  for (const isAdopted of [false, true, false]) {
    const { services, incidents } = mix(() => isAdopted).subject!.model;
    const hit = incidents[0]!.down.map((one) => "service" in one && services[one.service]!.name);
    expect([services.length, hit]).toEqual([isAdopted ? 3 : 2, ["db"]]);
  }
});

test("a gain is taken from the smaller of the two pairs of figures, to their last digits", () => {
  const sure = (q: number) => ({ availability: 1, unavailability: q });
  expect(gainBetween(sure(2e-20), sure(1e-20))).toBe(1e-20);
  const rare = (p: number) => ({ availability: p, unavailability: 1 });
  expect(gainBetween(rare(1e-20), rare(2e-20))).toBe(1e-20);
});
