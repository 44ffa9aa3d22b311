import { describe, expect, test } from "vitest";
import { serviceFacts } from "../../../src/gate/causes/service-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Model } from "../../../src/model/model.ts";
import { workload } from "../../model/support.ts";
import { expectBoth, toldOf, type Written } from "./both-orders.ts";
import { type Divided, divided, modelOf, pair, type SpecData } from "./scene.ts";

function facts(base: Model, head: Model, isFaulty = false) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: isFaulty ? model.faults[0]! : null,
  }));
  return serviceFacts(sidesOf(from!, to!), toldRows(base, head));
}

const kindsOf = ({ causes }: Divided) =>
  causes.map(({ changes }) => changes.map(({ kind, subject }) => `${kind} ${subject}`));

describe("placement", () => {
  test("by other words is told by them, though the replicas that there are sit alike", async () => {
    const written: Written = (first, second) =>
      pair({}, { replicas: second ? 3 : 2, placement: { zone: first ? "spread" : ["a", "b"] } });
    await expectBoth(written, ["placement cart", "replicas cart"]);
    expect(await toldOf("placement", written)).toMatchObject({
      base: "over zone/a, zone/b",
      head: "spread over zone",
    });
  });

  test("moves with the members of its domain where nothing tells of it", async () => {
    const written: Written = (first, second) =>
      pair(
        { replicas: second ? 1 : 2 },
        { placement: { zone: first ? ["b", "c"] : ["a", "b"] } },
        {
          domains: {
            zone: {
              members: first ? ["b", "c"] : ["a", "b"],
              availability: first ? { b: "90%", c: "70%" } : { a: "90%", b: "90%" },
            },
          },
        },
      );
    const [base, head] = [await written(false, false), await written(true, true)];
    expect(kindsOf(divided(base, head)).toSorted()).toEqual([
      ["member-added zone/c", "member-removed zone/a"],
      ["replicas web"],
    ]);
    await expectBoth(written, ["member-added zone/c", "replicas web"]);
  });

  test("by default is one fact for all that follow it", async () => {
    await expectBoth(
      (first, second) =>
        pair(
          {},
          { replicaAvailability: second ? "70%" : "80%" },
          {
            defaults: {
              replicaAvailability: "95%",
              placement: { zone: first ? "packed" : "spread" },
            },
          },
        ),
      ["placement web", "replica-availability cart"],
    );
  });

  /** Three services, of which `mail` has a word of its own on some side. */
  const three =
    (
      placed: (first: boolean) => string | readonly string[] | null,
      mail: (second: boolean) => SpecData,
    ): Written =>
    (first, second) => {
      const [byDefault, own] = [placed(first), mail(second)];
      return pair(
        {},
        {},
        {
          defaults: {
            replicaAvailability: "95%",
            ...(byDefault && { placement: { zone: byDefault } }),
          },
          services: {
            web: { replicas: 2 },
            cart: { replicas: 3 },
            mail: own.external === undefined ? { replicas: 2, ...own } : own,
          },
          dependencies: ["web -> cart", "web -> mail"],
        },
      );
    };

  test("by default is no fact of one that has its own word on either side", async () => {
    const written = three(
      (first) => (first ? "packed" : "spread"),
      (second) => (second ? { placement: { zone: ["b", "c"] } } : {}),
    );
    const [base, head] = [await written(false, false), await written(true, true)];
    expect(kindsOf(divided(base, head)).toSorted()).toEqual([
      ["placement mail"],
      ["placement web", "placement cart"],
    ]);
    const groups = facts(base, head).map(({ changes, group }) => [changes[0]!.subject, group]);
    expect(groups).toEqual([
      ["web", "placement"],
      ["cart", "placement"],
      ["mail", "mail"],
    ]);
  });

  const own = { placement: { zone: ["c", "b"] } };
  test.each<[string, Written, string]>([
    [
      "that takes a word of its own",
      three(
        (first) => (first ? "packed" : "spread"),
        (second) => (second ? own : {}),
      ),
      "placement mail",
    ],
    [
      "that gives its own up",
      three(
        (first) => (first ? ["b", "a"] : "packed"),
        (second) => (second ? {} : own),
      ),
      "placement mail",
    ],
    [
      "that takes its own, where there was no default before",
      three(
        (first) => (first ? "spread" : null),
        (second) => (second ? own : {}),
      ),
      "placement mail",
    ],
    [
      "that gives its own up, where there is no default any more",
      three(
        (first) => (first ? null : "spread"),
        (second) => (second ? {} : own),
      ),
      "placement mail",
    ],
    [
      "that takes its own, where there is no default any more",
      three(
        (first) => (first ? null : "spread"),
        (second) => (second ? own : {}),
      ),
      "placement mail",
    ],
  ])("by default is followed as mixed, also by a service %s", async (_, written, kind) => {
    await expectBoth(written, ["placement web", kind]);
  });

  test("by default is that of the other services where a third party is replaced", async () => {
    const written = three(
      (first) => (first ? "packed" : "spread"),
      (second) => (second ? { replicas: 2 } : { external: "97%" }),
    );
    await expectBoth(written, ["placement web", "external mail"]);
  });
});

describe("how many go at once", () => {
  const place = { file: "deploy/cart.yaml", line: 9, column: 7 };
  const rolled = (count: number, up: string, fault: SpecData, amount: number | null = null) =>
    modelOf(
      {
        defaults: { replicaAvailability: "95%", dependencyAvailability: "99%" },
        services: { web: { replicas: 1, replicaAvailability: up } },
        dependencies: ["web -> cart"],
        faults: { trouble: fault },
        endpoints: { "GET /": { entry: "web" } },
      },
      [
        workload({
          name: "cart",
          count,
          ...(amount === null
            ? {}
            : {
                disruption: {
                  rollout: { kind: "maxUnavailable", amount, least: 0, beside: 0, place },
                  drain: null,
                },
              }),
        }),
      ],
    );

  test("follows the number of replicas by the same rule: one fact", async () => {
    await expectBoth(
      (first, second) => rolled(first ? 8 : 4, second ? "80%" : "90%", { rollout: "each" }),
      ["replicas cart", "replica-availability web"],
    );
  });

  test("matters where the fault of either side asks about it", async () => {
    for (const isFirst of [true, false]) {
      await expectBoth(
        (first, second) =>
          rolled(
            3,
            "90%",
            first === isFirst ? { rollout: "each" } : { override: { web: "80%" } },
            second ? 3 : 1,
          ),
        ["fault-changed trouble", "disruption cart"],
      );
    }
  });

  test("matters under no other fault, and not in the steady state", async () => {
    for (const fault of [
      { drain: "each" },
      { override: { web: { replicaAvailability: "80%" } } },
    ]) {
      const [base, head] = [await rolled(3, "90%", fault, 1), await rolled(3, "90%", fault, 2)];
      expect(facts(base, head, true)).toEqual([]);
      expect(facts(base, head)).toEqual([]);
    }
  });
});
