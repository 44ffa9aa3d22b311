import { expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import { benchOf, isStanding } from "../../../src/gate/causes/drawn-work.ts";
import { mixturesOf } from "../../../src/gate/causes/mixtures.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { modelOf } from "./scene.ts";

/** A bench of so much work where a figure costs nothing before it is drawn, and a state one transition. */
async function bench(fault: object, work: number, together = engine.together!) {
  const model = await modelOf({
    domains: { zone: { members: ["a", "b"], availability: "99%" } },
    services: { web: { replicas: 2, placement: { zone: "spread" } } },
    endpoints: { "GET /": { entry: "web" } },
    faults: { trouble: fault },
  });
  const subject = { model, endpoint: model.endpoints[0]!, fault: model.faults[0]! };
  const options = { samples: 1, seed: 1, alpha: 0.05 };
  const spent = (_: unknown, { samples = 0 }: { samples?: number }) => samples;
  const by = { ...engine, spent, together };
  const run = { path: "availability.yaml", engine: by, options };
  const sides = sidesOf(subject, subject);
  const one = mixturesOf(run, sides, [], 0).of(() => true);
  return { one: [one, one].filter(isStanding), ...benchOf(run, sides, work)! };
}

test("a first look at each of several situations is paid for", async () => {
  const look = 2 * 2 ** 13;
  const { draw, left, one } = await bench({ worstOf: "zone" }, 4 * look);
  expect(draw(one, 1, 1.9 * look)).toBeNull();
  expect(left()).toBe(4 * look);
  expect(draw(one, 1, 2 * look)).not.toBeNull();
  expect(left()).toBe(3 * look);
  const single = await bench({ down: ["zone/a"] }, look);
  expect(single.draw(single.one, 1, look)).not.toBeNull();
  expect(single.left()).toBe(look);
});

test("mixing is paid for, unless it takes too much of what is allowed", async () => {
  const { mixes, left } = await bench({ down: ["zone/a"] }, 1e5);
  expect(mixes(1024, 1e5)).toBe(false);
  expect(left()).toBe(1e5);
  expect(mixes(32, 1e5)).toBe(true);
  expect(left()).toBe(1e5 - 32 * 300);
});

test("to work mixtures out may take an eighth of what is allowed, as much for each", async () => {
  const asked: number[] = [];
  const { draw, one } = await bench({ down: ["zone/a"] }, 1e5, (_, { most }) => {
    asked.push(most);
    return null;
  });
  draw(one, 1, 8e4);
  expect(asked).toEqual([8e4 / 8 / 2]);
});

test("of draws that are refused only what comes before them is paid for", async () => {
  const look = 2 * 2 ** 13;
  const { draw, left, one } = await bench({ worstOf: "zone" }, 4 * look, () => null);
  expect(draw(one, 1, 2 * look)).toBeNull();
  expect(left()).toBe(3 * look);
});
