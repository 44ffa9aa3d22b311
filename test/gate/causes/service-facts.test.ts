import { describe, expect, test } from "vitest";
import { serviceFacts } from "../../../src/gate/causes/service-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Model } from "../../../src/model/model.ts";
import { builtModel } from "../../model/support.ts";
import { expectBoth, toldOf, type Written } from "./both-orders.ts";
import { pair, type SpecData } from "./scene.ts";

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

test("what is the same is no fact", async () => {
  const model = await pair(
    {},
    {},
    {
      services: { web: { replicas: 2, placement: { zone: "spread" } }, cart: { external: "99%" } },
      faults: { trouble: { rollout: "each" } },
    },
  );
  expect(facts(model, model)).toEqual([]);
});

describe("θ", () => {
  test("is told by its own row, at its line", async () => {
    const written: Written = (first, second) =>
      pair(
        { replicas: second ? 1 : 2 },
        { replicaAvailability: first ? ["90%", "80%"] : ["90%", "70%"] },
      );
    await expectBoth(written, ["replica-availability cart", "replicas web"]);
    const { origin } = (await written(true, true)).services[1]!;
    expect(await toldOf("replica-availability", written)).toMatchObject({
      base: "90%, 70%",
      head: "90%, 80%",
      line: origin.replicaAvailabilityPlace!.line,
    });
  });

  test("that other evidence gives is told as evidence", async () => {
    const evidence = (good: number) => ({ evidence: { good, total: 1000 } });
    await expectBoth(
      (first, second) => pair({ replicas: second ? 1 : 2 }, evidence(first ? 700 : 800)),
      ["evidence cart", "replicas web"],
    );
  });

  test("that is said where the same was the default, or no more, is told in the same words", async () => {
    for (const isSaid of [true, false]) {
      const written: Written = (first, second) =>
        pair({}, first === isSaid ? { replicaAvailability: "90%" } : {}, {
          defaults: { replicaAvailability: second === isSaid ? "70%" : "90%" },
        });
      await expectBoth(written, [
        "replica-availability cart",
        "default-replica-availability replicaAvailability",
      ]);
      const { origin } = (await written(true, true)).services[1]!;
      const { line } = origin.replicaAvailabilityPlace ?? origin.place;
      expect(await toldOf("replica-availability", written)).toMatchObject({
        base: "90%",
        head: "90%",
        line,
      });
    }
  });

  test("of a list comes and goes with the replicas that are taken from it", async () => {
    const [few, many] = [
      { replicas: 1, replicaAvailability: ["90%"] },
      { replicas: 2, replicaAvailability: ["90%", "80%"] },
    ];
    for (const isMore of [true, false]) {
      await expectBoth(
        (first, second) => pair({ replicas: second ? 1 : 2 }, first === isMore ? many : few),
        ["replicas cart", "replicas web"],
      );
    }
  });

  test("of no replicas is no fact beside their number", async () => {
    for (const said of [{}, { replicaAvailability: "70%" }]) {
      const [none, one] = [
        await pair({}, { replicas: 0 }),
        await pair({}, { replicas: 1, ...said }),
      ];
      for (const found of [facts(none, one), facts(one, none)]) {
        expect(found.map(({ changes }) => changes.map(({ kind }) => kind))).toEqual([["replicas"]]);
      }
    }
  });

  test("of no replicas is not known: it comes with them", async () => {
    for (const isFirst of [true, false]) {
      for (const said of [{}, { replicaAvailability: "70%" }]) {
        const written: Written = (first, second) =>
          pair(
            { replicas: second ? 1 : 2 },
            first === isFirst ? { replicas: 1, ...said } : { replicas: 0 },
            {
              endpoints: { "GET /": { entry: "web", needs: [{ anyOf: ["cart", "mail"] }] } },
              dependencies: ["web -> cart", "web -> mail"],
              services: {
                web: { replicas: second ? 1 : 2 },
                cart: first === isFirst ? { replicas: 1, ...said } : { replicas: 0 },
                mail: { replicas: 1 },
              },
            },
          );
        await expectBoth(written, ["replicas cart", "replicas web"]);
      }
    }
  });

  test("by default is a fact wherever anything on the way follows it, on either side", async () => {
    const of =
      (before: SpecData, after: SpecData): Written =>
      (first, second) =>
        pair(
          {},
          {},
          {
            defaults: { replicaAvailability: second ? "80%" : "90%" },
            // What stands first has no replicas, and tells nothing of the default; what stands last is off the way.
            services: {
              none: { replicas: 0 },
              web: { replicas: 1, replicaAvailability: "97%" },
              cart: { replicas: 2, ...(first ? after : before) },
              mail: { replicas: 1 },
            },
          },
        );
    const said = { replicaAvailability: "70%" };
    const kinds = ["replica-availability cart", `${THETA} replicaAvailability`] as const;
    await expectBoth(of({}, said), kinds);
    await expectBoth(of(said, {}), kinds);
    expect(facts(await of(said, said)(false, false), await of(said, said)(true, true))).toEqual([]);
  });
});

describe("a third party", () => {
  test("is one fact: that it is one, or another one", async () => {
    const cases: readonly (readonly [SpecData, SpecData])[] = [
      [{ external: "99%" }, { external: "90%" }],
      [{ replicas: 3 }, { external: "90%" }],
      [{ replicas: 3, placement: { zone: "spread" } }, { external: "90%" }],
      [{ external: "90%" }, { replicas: 3, quorum: 2 }],
      // In figures, the same: a third party is in no domain.
      [{ external: "95%" }, { replicas: 1, placement: { zone: "packed" } }],
    ];
    for (const [before, after] of cases) {
      const written: Written = (first, second) => {
        const { replicas = 1, ...cart } = first ? after : before;
        const own = "external" in cart ? cart : { replicas, ...cart };
        return pair({}, {}, { services: { web: { replicas: second ? 1 : 2 }, cart: own } });
      };
      await expectBoth(written, ["external cart", "replicas web"]);
    }
  });
});

describe("a quorum", () => {
  test("that a majority comes to anyway is told by its words", async () => {
    const written: Written = (first, second) =>
      pair({}, { replicas: second ? 3 : 5, quorum: first ? "majority" : 2 });
    await expectBoth(written, ["quorum cart", "replicas cart"]);
    const { place } = (await written(true, true)).services[1]!.origin;
    expect(await toldOf("quorum", written)).toMatchObject({
      base: 2,
      head: "majority",
      line: place.line,
    });
  });

  test("is told by its numbers where these differ", async () => {
    const written: Written = (first, second) =>
      pair({ replicas: second ? 1 : 2 }, { replicas: 5, quorum: first ? "majority" : 2 });
    await expectBoth(written, ["quorum cart", "replicas web"]);
    expect(await toldOf("quorum", written)).toMatchObject({ base: 2, head: 3 });
  });
});
