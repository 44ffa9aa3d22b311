import { describe, expect, test } from "vitest";
import { serviceFacts } from "../../../src/gate/causes/service-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Model } from "../../../src/model/model.ts";
import { divided, pair, type SpecData } from "./scene.ts";

function facts(base: Model, head: Model) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  return serviceFacts(sidesOf(from!, to!), toldRows(base, head));
}

/** What is told of where `cart` sits, and of nothing else. */
async function seatRow(before: SpecData, after: SpecData, of: SpecData = {}) {
  const [base, head] = [await pair({}, before, of), await pair({}, after, of)];
  const rows = facts(base, head).flatMap(({ changes }) => changes);
  const told = rows.filter(({ kind }) => kind === "placement");
  expect(told).toHaveLength(1);
  return { row: told[0]!, origin: head.services[1]!.origin };
}

const RACK = { members: ["r", "s"], availability: "90%" };

describe("a row of a placement that replicas do not show", () => {
  test("names where they are to sit, not where the few that there are happen to", async () => {
    const { row } = await seatRow(
      { replicas: 2, placement: { zone: "spread" } },
      { replicas: 3, placement: { zone: ["a", "b"] } },
    );
    expect(row).toMatchObject({ base: "spread over zone", head: "over zone/a, zone/b" });
  });

  test("says so where all are to sit in one member", async () => {
    const { row } = await seatRow(
      { replicas: 1, placement: { zone: "spread" } },
      { replicas: 3, placement: { zone: "packed" } },
    );
    expect(row).toMatchObject({ base: "spread over zone", head: "all in zone/a" });
  });

  test("stands at the line of the replicas where they sit in no member any more", async () => {
    const { row, origin } = await seatRow(
      { replicas: 2, placement: { zone: "spread" } },
      { replicas: 0 },
    );
    const { line } = origin.replicasPlace;
    expect(row).toMatchObject({ base: "spread over zone", head: null, line, side: "head" });
  });

  test("stands at the line of that domain, of several", async () => {
    const rack = "packed";
    const { row, origin } = await seatRow(
      { replicas: 2, placement: { rack, zone: "spread" } },
      { replicas: 3, placement: { rack, zone: ["a", "b"] } },
      { domains: { rack: RACK, zone: { ...RACK, members: ["a", "b", "c"] } } },
    );
    const lines = origin.placement!.map(({ place }) => place.line);
    expect(new Set([...lines, origin.replicasPlace.line]).size).toBe(3);
    expect(row.line).toBe(lines[1]);
  });
});

test("replicas that move with the members of their domain are one fact with these", async () => {
  const zoned = (ups: SpecData, zone: readonly string[]) => {
    const domains = { zone: { members: Object.keys(ups), availability: ups } };
    return pair({}, { placement: { zone } }, { domains });
  };
  const [base, head] = [
    await zoned({ a: "90%", b: "90%" }, ["a", "b"]),
    await zoned({ b: "90%", c: "80%", d: "80%" }, ["b", "c"]),
  ];
  expect(facts(base, head)).toEqual([
    { key: "members\nzone", slots: ["seat\ncart\nzone"], changes: [], group: "zone" },
  ]);
  const { causes } = divided(base, head);
  expect(causes.map(({ changes }) => changes.map(({ subject }) => subject).sort())).toEqual([
    ["zone/a", "zone/c", "zone/d"],
  ]);
});

test("defaults of two domains that move are two facts", async () => {
  const placed = (placement: SpecData) =>
    pair(
      {},
      {},
      {
        defaults: { replicaAvailability: "95%", placement },
        domains: { rack: RACK, zone: { ...RACK, members: ["a", "b"] } },
      },
    );
  const found = facts(
    await placed({ rack: "spread", zone: "packed" }),
    await placed({ rack: "packed", zone: "spread" }),
  );
  const names = ["default-seat\nrack", "default-seat\nzone"];
  expect([...new Set(found.map(({ key }) => key))].sort()).toEqual(names);
  expect([...new Set(found.flatMap(({ slots }) => slots))].sort()).toEqual(names);
});
