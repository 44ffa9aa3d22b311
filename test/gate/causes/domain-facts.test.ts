import { describe, expect, test } from "vitest";
import { domainFacts, incidentFacts } from "../../../src/gate/causes/domain-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Model } from "../../../src/model/model.ts";
import { expectBoth, type Written } from "./both-orders.ts";
import { divided, modelOf, type SpecData, told } from "./scene.ts";

type Zone = { readonly members: readonly string[]; readonly availability: unknown };

/** Two services in a row, of which the second is spread over a zone. */
const placed = (zone: Zone, replicas = 2, of: SpecData = {}) =>
  modelOf({
    defaults: { replicaAvailability: "95%", dependencyAvailability: "99%" },
    domains: { zone },
    services: { web: { replicas }, cart: { replicas: 3, placement: { zone: "spread" } } },
    dependencies: ["web -> cart"],
    endpoints: { "GET /": { entry: "web" } },
    ...of,
  });

const ABC = ["a", "b", "c"];

describe("members of a domain", () => {
  test("that come and go are one fact, which tells of each, with all that sits on them", async () => {
    const written: Written = (first, second) =>
      placed({ members: first ? ["d", "e"] : ABC, availability: "90%" }, second ? 1 : 2);
    await expectBoth(written, ["member-added zone/d", "replicas web"]);
    const { causes } = divided(await written(false, false), await written(true, false));
    expect(
      causes.map(({ changes }) => changes.map(({ kind, subject }) => `${kind} ${subject}`)),
    ).toEqual([
      [
        "member-added zone/d",
        "member-added zone/e",
        "member-removed zone/a",
        "member-removed zone/b",
        "member-removed zone/c",
      ],
    ]);
  });

  test("that all become as available as each other are one fact", async () => {
    await expectBoth(
      (first, second) =>
        placed({ members: ABC, availability: first ? "80%" : "90%" }, second ? 1 : 2),
      ["domain-availability zone", "replicas web"],
    );
  });

  test("that become each as available as they do are each a fact", async () => {
    await expectBoth(
      (first, second) =>
        placed({
          members: ABC,
          availability: { a: first ? "80%" : "90%", b: second ? "70%" : "90%", c: "90%" },
        }),
      ["domain-availability zone/a", "domain-availability zone/b"],
    );
  });

  test("that come along are as available as they come, which is no fact of its own", async () => {
    const [base, head] = [
      await placed({ members: ["a", "b"], availability: "90%" }),
      await placed({ members: ABC, availability: { a: "90%", b: "90%", c: "50%" } }),
    ];
    expect(told(divided(base, head)).map((one) => one.split(":")[0])).toEqual([
      "member-added zone/c",
    ]);
    expect(told(divided(head, base)).map((one) => one.split(":")[0])).toEqual([
      "member-removed zone/c",
    ]);
  });
});

test("a domain that goes is one fact, with all that sits on it", async () => {
  const cart = { replicas: 3 };
  await expectBoth(
    (first, second) =>
      placed({ members: ABC, availability: "90%" }, 2, {
        services: {
          web: { replicas: second ? 1 : 2 },
          cart: first ? cart : { ...cart, placement: { zone: "spread" } },
        },
        ...(first && { domains: {} }),
      }),
    ["domain-removed zone", "replicas web"],
  );
});

describe("incidents", () => {
  const written =
    (before: SpecData | null, after: SpecData | null): Written =>
    (first, second) => {
      const [old, own] = [before, after].map((one) => (one === null ? [] : [one]));
      const incidents = first ? own : old;
      return placed({ members: ABC, availability: "90%" }, 2, {
        services: {
          web: { replicas: second ? 1 : 2 },
          cart: { replicas: 2 },
          off: { replicas: 1 },
        },
        incidents,
      });
    };
  // What it does to things off the way is told, too.
  const down = (probability: string) => ({ probability, down: ["cart", "off"] });
  const cases: readonly (readonly [string, SpecData | null, SpecData | null])[] = [
    ["incident-added", null, down("10%")],
    ["incident-changed", down("10%"), down("20%")],
    ["incident-removed", down("10%"), null],
  ];
  test.each(cases)("%s: a fact of its own", async (kind, before, after) => {
    const all = written(before, after);
    await expectBoth(all, [`${kind} cart, off down`, "replicas web"]);
    const [base, head] = [await all(false, false), await all(true, false)];
    const [cause] = divided(base, head).causes;
    const [had, has] = [base, head].map(({ incidents }) => incidents[0]);
    expect(cause!.changes).toMatchObject([
      {
        base: before?.probability ?? null,
        head: after?.probability ?? null,
        line: (has ?? had)!.place.line,
        side: has === undefined ? "base" : "head",
      },
    ]);
  });
});

function factsOf(base: Model, head: Model) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  const sides = sidesOf(from!, to!);
  const rows = toldRows(base, head);
  return [...domainFacts(sides, rows), ...incidentFacts(sides, rows)];
}

test("what is the same is no fact, nor is what lies off the way", async () => {
  const of = (members: readonly string[], up: string) =>
    placed({ members, availability: "90%" }, 2, {
      services: { web: { replicas: 2, placement: { zone: ["a", "b"] } }, off: { replicas: 1 } },
      dependencies: ["off -> web"],
      incidents: [
        { probability: "1%", down: ["web"] },
        { probability: up, down: ["off"] },
      ],
    });
  // Members in another order are the same.
  expect(factsOf(await of(ABC, "1%"), await of(["c", "a", "b"], "2%"))).toEqual([]);
});

/** What facts are counted with where there are too many, by what each tells. */
function groupsOf(base: Model, head: Model): readonly string[] {
  return factsOf(base, head).map(
    ({ changes, group }) => `${changes.map(({ subject }) => subject).join(" + ")}: ${group}`,
  );
}

test("where there are too many, what changed of a domain counts together, and so do incidents", async () => {
  const rack = { members: ["r", "s"], availability: "99%" };
  const hall = { members: ["h"], availability: "99%" };
  const of = (zone: Zone, more: SpecData, incidents: readonly SpecData[]) =>
    modelOf({
      domains: { zone, ...more },
      services: {
        web: {
          replicas: 2,
          placement: {
            zone: "spread",
            ...Object.fromEntries(Object.keys(more).map((name) => [name, "packed"])),
          },
        },
      },
      incidents,
      endpoints: { "GET /": { entry: "web" } },
    });
  const base = await of({ members: ["a", "b"], availability: { a: "90%", b: "91%" } }, { rack }, [
    { probability: "1%", down: ["web"] },
  ]);
  const head = await of(
    { members: ["a", "b", "c"], availability: { a: "92%", b: "93%", c: "94%" } },
    { hall },
    [{ probability: "1%", down: ["zone/a"] }],
  );
  expect(groupsOf(base, head)).toEqual([
    "zone/c: zone",
    "zone/a: zone",
    "zone/b: zone",
    "hall: hall",
    "rack: rack",
    "zone/a down: incidents",
    "web down: incidents",
  ]);
});
