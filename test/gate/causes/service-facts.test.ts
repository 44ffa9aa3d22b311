import { describe, expect, test } from "vitest";
import { serviceFacts } from "../../../src/gate/causes/service-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Model } from "../../../src/model/model.ts";
import { builtModel } from "../../model/support.ts";

/** An entry whose θ is said, and one service behind it whose θ is the default. */
function shop(behind: string, byDefault: string): Promise<Model> {
  return builtModel(`version: 1
defaults: { replicaAvailability: ${byDefault} }
services:
  web: { replicas: 1, replicaAvailability: 97% }
  ${behind}: { replicas: 1 }
dependencies: [web -> ${behind}]
endpoints:
  GET /: { entry: web }
`);
}

function facts(base: Model, head: Model) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  return serviceFacts(sidesOf(from!, to!), toldRows(base, head));
}

const THETA = "default-replica-availability";
const moved = { kind: THETA, subject: "replicaAvailability", base: "90%", head: "80%" };

describe("a default that moved", () => {
  test("is the row that tells of it, at the line that follows it", async () => {
    const [base, head] = [await shop("cart", "90%"), await shop("cart", "80%")];
    const told = toldRows(base, head).all(THETA);
    expect(told).toMatchObject([moved]);
    expect(told[0]!.line).not.toBe(head.endpoints[0]!.place.line);
    expect(facts(base, head)).toEqual([
      { key: THETA, slots: [THETA], changes: told, group: "replicaAvailability" },
    ]);
  });

  test("is told at the endpoint where what follows it is not the same at base and at head", async () => {
    const [base, head] = [await shop("cart", "90%"), await shop("mail", "80%")];
    expect(toldRows(base, head).all(THETA)).toEqual([]);
    const [first, ...others] = facts(base, head);
    const { file, line } = head.endpoints[0]!.place;
    expect(first).toEqual({
      key: THETA,
      slots: [THETA],
      changes: [{ ...moved, file, line, side: "head" }],
      group: "replicaAvailability",
    });
    expect(others.flatMap(({ changes }) => changes.map(({ kind }) => kind)).sort()).toEqual([
      "service-added",
      "service-removed",
    ]);
  });
});
