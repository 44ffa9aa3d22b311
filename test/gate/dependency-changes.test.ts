import { describe, expect, test } from "vitest";
import type { Dependency, Model, Timeout } from "../../src/model/model.ts";
import { dependencies, failing, place } from "./models.ts";
import { covered, MESH, placedShop, ZONES } from "./placed-shop.ts";
import { LINES, NAMES, rows, shop } from "./shop.ts";

describe("dependencies", () => {
  const line = (index: number, q: readonly number[], from: "spec" | "default"): Dependency[] => {
    const all = dependencies(NAMES, LINES);
    const channels = q.map((one, i) => ({
      up: failing(one),
      timeout: null,
      members: [],
      availabilityFrom: from,
      place: place(40 + i),
    }));
    return all.with(index, { ...all[index]!, channels });
  };
  const at = (index: number, q: readonly number[], from: "spec" | "default" = "spec") =>
    shop({ dependencies: line(index, q, from) });

  test.each<[string, Model, Model, readonly string[]]>([
    [
      "availability",
      at(1, [0.001]),
      at(1, [0.01]),
      ["dependency-availability cart -> payment: 99.9% -> 99% at head availability.yaml:40"],
    ],
    [
      "set by a person where it was the default",
      at(1, [0.0001], "default"),
      at(1, [0.01], "spec"),
      ["dependency-availability cart -> payment: 99.99% -> 99% at head availability.yaml:40"],
    ],
    [
      "the default where a person had set it",
      at(1, [0.01], "spec"),
      at(1, [0.0001], "default"),
      ["dependency-availability cart -> payment: 99% -> 99.99% at head availability.yaml:40"],
    ],
    [
      "a second route",
      at(1, [0.001]),
      at(1, [0.001, 0.01]),
      ["channels cart -> payment: 1 -> 2 at head availability.yaml:31"],
    ],
    [
      "one of two routes",
      at(1, [0.001, 0.01]),
      at(1, [0.001, 0.02]),
      [
        "dependency-availability cart -> payment: 99.9%, 99% -> 99.9%, 98% at head availability.yaml:41",
      ],
    ],
    ["order of routes", at(1, [0.001, 0.01]), at(1, [0.01, 0.001]), []],
    [
      "added",
      shop({ dependencies: dependencies(NAMES, LINES.slice(0, 2)) }),
      shop(),
      ["dependency-added payment -> cache: null -> 99.99% at head availability.yaml:32"],
    ],
    [
      "removed",
      shop(),
      shop({ dependencies: dependencies(NAMES, LINES.slice(0, 2)) }),
      ["dependency-removed payment -> cache: 99.99% -> null at base availability.yaml:32"],
    ],
    [
      "no longer blocking",
      shop({ dependencies: dependencies(NAMES, ["cart -> payment"]) }),
      shop({ dependencies: dependencies(NAMES, ["cart ~> payment"]) }),
      [
        "dependency-added cart ~> payment: null -> 99.99% at head availability.yaml:30",
        "dependency-removed cart -> payment: 99.99% -> null at base availability.yaml:30",
      ],
    ],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(expected);
  });

  test("a default that moves many is one row", () => {
    const worse = dependencies(NAMES, LINES).map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, up: failing(0.001) })),
    }));
    expect(rows(shop(), shop({ dependencies: worse }))).toEqual([
      "default-dependency-availability dependencyAvailability: 99.99% -> 99.9% at head availability.yaml:30",
    ]);
  });
});

describe("time-outs", () => {
  const late = (onTime: number, retries: number) => ({ onTime: failing(onTime), retries });
  const timed = (...timeouts: readonly (Timeout | null)[]): Model => {
    const all = dependencies(NAMES, LINES);
    const [channel] = all[1]!.channels;
    const channels = timeouts.map((timeout) => ({ ...channel!, timeout }));
    return shop({ dependencies: all.with(1, { ...all[1]!, channels }) });
  };

  test.each<[string, Model, Model, string | null]>([
    ["added", timed(null), timed(late(0.07, 2)), "null -> 93.00% on time, 2 retries"],
    ["removed", timed(late(0.07, 1)), timed(null), "93.00% on time, 1 retry -> null"],
    [
      "other retries",
      timed(late(0.07, 2)),
      timed(late(0.07, 0)),
      "93.00% on time, 2 retries -> 93.00% on time, 0 retries",
    ],
    [
      "a little later",
      timed(late(0.07, 2)),
      timed(late(0.070001, 2)),
      "93.00% on time, 2 retries -> 92.99% on time, 2 retries",
    ],
    [
      "hardly later",
      timed(late(0.0700001, 2)),
      timed(late(0.0700002, 2)),
      "92.99999% on time, 2 retries -> 92.99998% on time, 2 retries",
    ],
    [
      "of one of two routes",
      timed(null, late(0.07, 2)),
      timed(late(0.05, 2), late(0.07, 2)),
      "93.00% on time, 2 retries -> 95.00% on time, 2 retries; 93.00% on time, 2 retries",
    ],
    ["routes in another order", timed(null, late(0.07, 2)), timed(late(0.07, 2), null), null],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(
      expected === null
        ? []
        : [`timeout cart -> payment: ${expected} at head availability.yaml:31`],
    );
  });
});

describe("domains that cover dependencies", () => {
  const two = placedShop([MESH, ZONES]);
  const alone = (model: Model, index: number): Model => ({
    ...model,
    dependencies: dependencies(NAMES, LINES).with(index, model.dependencies[index]!),
  });

  test("of a domain that is itself new, or gone, its own row tells", () => {
    const zones = placedShop([ZONES]);
    const both = covered(two, ["mesh"]);
    expect(rows(zones, both).map((row) => row.split(":")[0])).toEqual(["domain-added mesh"]);
    expect(rows(both, zones).map((row) => row.split(":")[0])).toEqual(["domain-removed mesh"]);
  });

  test("that all routes share are named once", () => {
    const twice = covered(two, ["mesh"]).dependencies.map((one) => ({
      ...one,
      channels: [...one.channels, ...one.channels],
    }));
    const head = alone({ ...two, dependencies: twice }, 1);
    expect(rows(two, head)).toContain(
      "dependency-domains cart -> payment: null -> mesh at head availability.yaml:31",
    );
  });

  test("one dependency, and many alike", () => {
    expect(rows(two, alone(covered(two, ["mesh"]), 1))).toEqual([
      "dependency-domains cart -> payment: null -> mesh at head availability.yaml:31",
    ]);
    expect(rows(alone(covered(two, ["zone/b", "mesh"]), 1), two)).toEqual([
      "dependency-domains cart -> payment: mesh, zone/b -> null at head availability.yaml:31",
    ]);
    expect(rows(two, covered(two, ["mesh"]))).toHaveLength(3);
    const chain = [...LINES, "cache -> frontend"];
    const long = { ...two, dependencies: dependencies(NAMES, chain) };
    const all = long.dependencies.map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, members: [0] })),
    }));
    expect(rows(long, { ...long, dependencies: all })).toEqual([
      "dependency-domains frontend -> cart and 3 more: null -> mesh at head availability.yaml:30",
    ]);
  });
});
