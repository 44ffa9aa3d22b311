import { describe, expect, test } from "vitest";
import type { Model } from "../../src/model/model.ts";
import { type DomainOf, MESH, placedShop, ZONES } from "./placed-shop.ts";
import { NAMES, rows } from "./shop.ts";

const SPREAD = ["zone/a", "zone/b", "zone/c"];
const PACKED = ["zone/a", "zone/a", "zone/a"];
const RACKS: DomainOf = { name: "rack", members: { x: 0.001, y: 0.001 } };

const cart = (...seats: readonly string[]): Model =>
  placedShop([ZONES, RACKS, MESH], { cart: seats });

describe("where a service runs", () => {
  test.each<[string, Model, Model, string | null]>([
    ["spread to packed", cart(...SPREAD), cart(...PACKED), "spread over zone -> all in zone/a"],
    ["packed to spread", cart(...PACKED), cart(...SPREAD), "all in zone/a -> spread over zone"],
    ["to nowhere", cart(...SPREAD), cart("", "", ""), "spread over zone -> null"],
    ["from nowhere", cart("", ""), cart("zone/a", "zone/b"), "null -> spread over zone"],
    [
      "to two of three",
      cart(...SPREAD),
      cart("zone/a", "zone/c", "zone/a"),
      "spread over zone -> over zone/a, zone/c",
    ],
    ["one replica moves", cart("zone/a"), cart("zone/b"), "in zone/a -> in zone/b"],
    ["onto a domain of one state", cart("", ""), cart("mesh", "mesh"), "null -> all in mesh"],
    [
      "a second domain beside the first",
      cart("zone/a", "zone/b"),
      cart("zone/a rack/x", "zone/b rack/y"),
      "spread over zone -> spread over zone, spread over rack",
    ],
    [
      "the same members, listed in another order",
      cart("zone/a rack/x"),
      cart("rack/x zone/a"),
      null,
    ],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(
      expected === null ? [] : [`placement cart: ${expected} at head deploy/cart.yaml:12`],
    );
  });

  test("more and fewer replicas sit as those before them did: that is their number's row", () => {
    for (const [few, many] of [
      [SPREAD.slice(0, 1), SPREAD],
      [SPREAD, [...SPREAD, "zone/a"]],
      [PACKED.slice(0, 1), PACKED],
    ] as const) {
      const kinds = [rows(cart(...few), cart(...many)), rows(cart(...many), cart(...few))].flat();
      expect(kinds.map((row) => row.split(" ")[0])).toEqual(["replicas", "replicas"]);
    }
    const both = rows(cart(...SPREAD), cart("zone/a", "zone/a"));
    expect(both.map((row) => row.split(" ")[0])).toEqual(["replicas", "placement"]);
  });

  test("a member that joins moves replicas, and no service", () => {
    const two: DomainOf = { name: "zone", members: { a: 0.0005, b: 0.0005 } };
    const before = placedShop([two], { cart: ["zone/a", "zone/b", "zone/a"] });
    const after = placedShop([ZONES], { cart: SPREAD });
    expect(rows(before, after).map((row) => row.split(" ")[0])).toEqual(["member-added"]);
  });

  test("a domain that is new is in no row but its own", () => {
    const before = placedShop([ZONES], { cart: ["zone/a", "zone/b"] });
    const after = placedShop([ZONES, RACKS], { cart: ["zone/a rack/x", "zone/a rack/y"] });
    expect(rows(before, after)).toEqual([
      "domain-added rack: null -> x, y at head availability.yaml:61",
      "placement cart: spread over zone -> all in zone/a at head deploy/cart.yaml:12",
    ]);
  });

  test("a domain that comes or goes hides no move within another", () => {
    const [from, to] = [
      ["zone/a", "zone/a", "zone/b"],
      ["zone/a", "zone/b", "zone/b"],
    ];
    const moved =
      "placement cart: replica 2 in zone/a -> replica 2 in zone/b at head deploy/cart.yaml:12";
    const less = rows(
      placedShop([ZONES, RACKS], { cart: from! }),
      placedShop([ZONES], { cart: to! }),
    );
    expect(less).toContain(moved);
    expect(less).toHaveLength(2);
    const more = rows(
      placedShop([ZONES], { cart: from! }),
      placedShop([ZONES, RACKS], { cart: to! }),
    );
    expect(more).toContain(moved);
    expect(more).toHaveLength(2);
  });

  test("a domain that is laid under replicas that stay where they are moves none of them", () => {
    const before = placedShop([ZONES], { cart: ["zone/a", "zone/b"] });
    const after = placedShop([ZONES, RACKS], { cart: ["zone/a rack/x", "zone/b rack/y"] });
    const added = "domain-added rack: null -> x, y at head availability.yaml:61";
    const removed = "domain-removed rack: x, y -> null at base availability.yaml:61";
    expect(rows(before, after)).toEqual([added]);
    expect(rows(after, before)).toEqual([removed]);
  });

  test("replicas that change places with others than their like are told one by one", () => {
    const row = (base: Model, head: Model) =>
      rows(base, head).map((one) => one.replace(" at head deploy/cart.yaml:12", ""));
    expect(row(cart("zone/a", "zone/a", "zone/b"), cart("zone/a", "zone/b", "zone/b"))).toEqual([
      "placement cart: replica 2 in zone/a -> replica 2 in zone/b",
    ]);
    const like = [cart("zone/b", "zone/c", "zone/b"), cart("zone/b", "zone/b", "zone/c")] as const;
    expect(row(...like)).toEqual([]);
  });

  test("the members of a domain in another order move the replicas that lie on others then", () => {
    const turned: DomainOf = { name: "zone", members: { c: 0.0005, b: 0.0005, a: 0.0005 } };
    const two = placedShop([ZONES], { cart: ["zone/a", "zone/b"] });
    expect(rows(two, placedShop([turned], { cart: ["zone/c", "zone/b"] }))).toEqual([
      "placement cart: replica 1 in zone/a -> replica 1 in zone/c at head deploy/cart.yaml:12",
    ]);
    const all = placedShop([ZONES], { cart: SPREAD });
    expect(rows(all, placedShop([turned], { cart: SPREAD.toReversed() }))).toEqual([]);
  });

  test("many services that move alike are one row", () => {
    const all = (seats: readonly string[]) =>
      placedShop([ZONES], Object.fromEntries(NAMES.map((name) => [name, seats])));
    expect(rows(all(SPREAD), all(PACKED))).toEqual([
      "placement frontend and 3 more: spread over zone -> all in zone/a at head deploy/frontend.yaml:12",
    ]);
  });
});
