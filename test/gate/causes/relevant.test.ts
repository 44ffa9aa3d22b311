import { describe, expect, test } from "vitest";
import { relevantTo } from "../../../src/gate/causes/relevant.ts";
import { modelOf, type SpecData } from "./scene.ts";

const LINES = [
  "web -> cart",
  "cart -> db",
  "web -> ads",
  "ads -> db",
  "ads -> log",
  "cart ~> mail",
  "edge -> cache",
  "off -> web",
];

const subject = async (asked: SpecData, lines: readonly string[] = LINES, faults?: SpecData) => {
  const names = new Set(LINES.flatMap((line) => line.split(/ [-~]> /)));
  const model = await modelOf({
    services: Object.fromEntries([...names].map((name) => [name, { replicas: 2 }])),
    dependencies: lines,
    ...(faults === undefined ? {} : { faults: { trouble: faults } }),
    endpoints: { "GET /": { entry: "web", ...asked } },
  });
  return { model, endpoint: model.endpoints[0]!, fault: model.faults[0] ?? null };
};

/** What matters to an endpoint that asks for one thing at base, and for another at head. */
async function relevant(...asked: readonly SpecData[]) {
  const found = relevantTo(await Promise.all(asked.map((one) => subject(one))));
  return { services: [...found.services].sort(), dependencies: [...found.dependencies].sort() };
}

const STRICT = {
  services: ["ads", "cart", "db", "log", "web"],
  dependencies: ["ads -> db", "ads -> log", "cart -> db", "web -> ads", "web -> cart"],
};

describe("what matters to a strict endpoint", () => {
  test("is all that its entry reaches, and what comes later only where it waits for it", async () => {
    expect(await relevant({})).toEqual(STRICT);
    const eventual = {
      services: [...STRICT.services, "mail"].sort(),
      dependencies: [...STRICT.dependencies, "cart ~> mail"].sort(),
    };
    expect(await relevant({ completion: "eventual" })).toEqual(eventual);
    // A mixture may have the graph of the one side and the completion of the other.
    expect(await relevant({ completion: "eventual" }, {})).toEqual(eventual);
    expect(await relevant({}, { completion: "eventual" })).toEqual(eventual);
  });

  test("is what comes later at the one side too where only the other waits for it", async () => {
    const waiting = await subject(
      { completion: "eventual" },
      LINES.filter((line) => line !== "cart ~> mail"),
    );
    const { services, dependencies } = relevantTo([waiting, await subject({})]);
    expect(services).toContain("mail");
    expect(dependencies).toContain("cart ~> mail");
  });

  test("is nothing that only what it does without reaches, on both sides", async () => {
    const less = {
      services: ["cart", "db", "web"],
      dependencies: ["cart -> db", "web -> cart"],
    };
    const without = { optional: ["ads"] };
    expect(await relevant(without, without)).toEqual(less);
    expect(await relevant(without, {})).toEqual(STRICT);
    expect(await relevant({ calls: ["cart"] }, { calls: ["cart"] })).toEqual(less);
  });

  test("is what either entry reaches, and no call is cut for sure where the entry moved", async () => {
    const moved = await relevant({}, { entry: "edge" });
    expect(moved.services).toEqual([...STRICT.services, "cache", "edge"].sort());
    const calls = await relevant({ calls: ["cart"] }, { entry: "edge", calls: [] });
    expect(calls.dependencies).toContain("web -> ads");
    expect(calls.dependencies).toContain("edge -> cache");
  });
});

describe("what matters to a list of needs", () => {
  test("is what lies between the entry and these, or the dependencies that it names", async () => {
    expect(await relevant({ needs: ["db"] })).toEqual({
      services: ["ads", "cart", "db", "web"],
      dependencies: ["ads -> db", "cart -> db", "web -> ads", "web -> cart"],
    });
    expect(await relevant({ needs: ["cart -> db"] })).toEqual({
      services: ["cart", "db", "web"],
      dependencies: ["cart -> db", "web -> cart"],
    });
    expect(await relevant({ needs: [] })).toEqual({ services: ["web"], dependencies: [] });
  });

  test("is what it asks for, though nothing leads there at one side", async () => {
    const [base, head] = [await subject({ needs: ["web"] }), await subject({ needs: ["cart"] })];
    const bare = { ...base, model: { ...base.model, dependencies: [] } };
    const found = relevantTo([bare, { ...head, model: { ...head.model, dependencies: [] } }]);
    expect([...found.services].sort()).toEqual(["cart", "web"]);
    expect(found.dependencies.size).toBe(0);
  });

  test("is what any member of a mixture asks for", async () => {
    const mixture = [
      { weight: 1, needs: ["log"] },
      { weight: 1, optional: ["ads"] },
    ];
    expect((await relevant({ mixture })).dependencies).toEqual([
      "ads -> log",
      "cart -> db",
      "web -> ads",
      "web -> cart",
    ]);
  });
});

test("under a kill all matter whose replicas may be among the dead, and no line for that", async () => {
  const killed = await subject({ needs: [] }, LINES, {
    kill: { fraction: "50%", among: ["log", "mail"] },
  });
  const found = relevantTo([killed, await subject({ needs: [] })]);
  expect([...found.services].sort()).toEqual(["log", "mail", "web"]);
  expect(found.dependencies.size).toBe(0);
});
