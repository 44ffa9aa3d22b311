import { describe, expect, test } from "vitest";
import type { Dependency, Model } from "../../src/model/model.ts";
import { dependencies, failing, place } from "./models.ts";
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
