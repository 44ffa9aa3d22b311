import { describe, expect, test } from "vitest";
import type { Model } from "../../src/model/model.ts";
import { covered, type DomainOf, MESH, placedShop, ZONES } from "./placed-shop.ts";
import { rows, shop } from "./shop.ts";

const zones = (members: DomainOf["members"]): Model => placedShop([{ name: "zone", members }]);

describe("domains and their members", () => {
  test.each<[string, Model, Model, readonly string[]]>([
    [
      "added, with all that is placed in it",
      shop(),
      placedShop([ZONES], { cart: ["zone/a", "zone/b"], payment: ["zone/a", "zone/b"] }),
      ["domain-added zone: null -> a, b, c at head availability.yaml:60"],
    ],
    [
      "removed",
      placedShop([ZONES], { cart: ["zone/a", "zone/b"] }),
      shop(),
      ["domain-removed zone: a, b, c -> null at base availability.yaml:60"],
    ],
    [
      "added, of one state, with all that it covers",
      shop(),
      covered(placedShop([MESH]), ["mesh"]),
      ["domain-added mesh: null -> 99.99% at head availability.yaml:60"],
    ],
    [
      "member added",
      zones({ a: 0.001, b: 0.001 }),
      zones({ a: 0.001, b: 0.001, c: 0.002 }),
      ["member-added zone/c: null -> 99.8% at head availability.yaml:65"],
    ],
    [
      "member removed",
      zones({ a: 0.001, b: 0.001 }),
      zones({ b: 0.001 }),
      ["member-removed zone/a: 99.9% -> null at base availability.yaml:65"],
    ],
    [
      "availability of one member",
      zones({ a: 0.001, b: 0.001 }),
      zones({ a: 0.001, b: 0.01 }),
      ["domain-availability zone/b: 99.9% -> 99% at head availability.yaml:65"],
    ],
    [
      "availability of the only member",
      zones({ a: 0.001 }),
      zones({ a: 0.01 }),
      ["domain-availability zone/a: 99.9% -> 99% at head availability.yaml:65"],
    ],
    [
      "availability of all members alike",
      zones({ a: 0.001, b: 0.001 }),
      zones({ a: 0.01, b: 0.01 }),
      ["domain-availability zone: 99.9% -> 99% at head availability.yaml:65"],
    ],
    [
      "availability of all, but differently",
      zones({ a: 0.001, b: 0.001 }),
      zones({ a: 0.01, b: 0.02 }),
      [
        "domain-availability zone/a: 99.9% -> 99% at head availability.yaml:65",
        "domain-availability zone/b: 99.9% -> 98% at head availability.yaml:65",
      ],
    ],
    [
      "availability of a domain of one state",
      placedShop([MESH]),
      placedShop([{ name: "mesh", members: { "": 0.001 } }]),
      ["domain-availability mesh: 99.99% -> 99.9% at head availability.yaml:65"],
    ],
    [
      "availability of some members alike, and not of all",
      zones({ a: 0.001, b: 0.001, c: 0.001 }),
      zones({ a: 0.01, b: 0.01, c: 0.001 }),
      [
        "domain-availability zone/a: 99.9% -> 99% at head availability.yaml:65",
        "domain-availability zone/b: 99.9% -> 99% at head availability.yaml:65",
      ],
    ],
    [
      "availability of all that were there, beside one that is new and one that is gone",
      zones({ a: 0.001, b: 0.001, d: 0.001 }),
      zones({ a: 0.01, b: 0.01, c: 0.01 }),
      [
        "member-added zone/c: null -> 99% at head availability.yaml:65",
        "domain-availability zone: 99.9% -> 99% at head availability.yaml:65",
        "member-removed zone/d: 99.9% -> null at base availability.yaml:65",
      ],
    ],
    [
      "availability of all to the same, from different ones",
      zones({ a: 0.001, b: 0.002 }),
      zones({ a: 0.01, b: 0.01 }),
      [
        "domain-availability zone/a: 99.9% -> 99% at head availability.yaml:65",
        "domain-availability zone/b: 99.8% -> 99% at head availability.yaml:65",
      ],
    ],
    [
      "of which nothing is there yet",
      shop(),
      zones({}),
      ["domain-added zone: null ->  at head availability.yaml:60"],
    ],
    ["in another order", placedShop([ZONES, MESH]), placedShop([MESH, ZONES]), []],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(expected);
  });
});
