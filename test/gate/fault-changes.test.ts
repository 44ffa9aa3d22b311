import { describe, expect, test } from "vitest";
import type { Fault, Incident, Kill, Model, Override, Target } from "../../src/model/model.ts";
import type { KillOrigin } from "../../src/model/origin.ts";
import { endpoint, failing, place, service } from "./models.ts";
import { placedShop, ZONES } from "./placed-shop.ts";
import { rows, SERVICES } from "./shop.ts";
import { fault } from "./under-scene.ts";

const QUIET: Partial<Fault> = { down: [] };
const member = (index: number): Target => ({ kind: "member", member: index });
const spec = (...faults: readonly Fault[]): Model => placedShop([ZONES], {}, { faults });
const one = (over: Partial<Fault>): Model => spec(fault("x", { ...QUIET, ...over }));
const killing = (
  share: string,
  dead: number,
  over: Partial<KillOrigin> = {},
  among: readonly number[] = [1, 2],
): Kill => ({
  among,
  dead,
  origin: { share, rounding: "ceil", minimum: 0, isOfAll: false, ...over },
});

describe("faults", () => {
  test.each<[string, Partial<Fault>, string]>([
    ["a member", { down: [member(1)] }, "zone/b down"],
    ["all members are the domain", { down: [member(2), member(0), member(1)] }, "zone down"],
    [
      "a service and a dependency",
      {
        down: [
          { kind: "service", service: 2 },
          { kind: "dependency", dependency: 0 },
        ],
      },
      "frontend -> cart, payment down",
    ],
    [
      "other figures",
      {
        overrides: [
          { kind: "dependency", dependency: 1, up: failing(0.35) },
          { kind: "external", service: 3, up: failing(0.01) },
          { kind: "replicas", service: 2, up: failing(0.1) },
          { kind: "member", member: 0, up: failing(0.5) },
        ],
      },
      "cache at 99%; cart -> payment at 65%; each replica of payment at 90%; zone/a at 50%",
    ],
    ["a rollout of each", { rollout: "each" }, "rollout of each service"],
    ["a drain of some", { drain: [2, 1] }, "drain of cart, payment"],
    ["a kill", { kill: killing("0.3", 2) }, "2 replicas of cart, payment killed (30%)"],
    [
      "a kill of any",
      { kill: killing("0.3", 3, { isOfAll: true }) },
      "3 replicas of all services killed (30%)",
    ],
    [
      "a kill that is rounded, of one at least",
      { kill: killing("0.125", 1, { rounding: "floor", minimum: 1 }) },
      "1 replica of cart, payment killed (12.5%, floor, at least 1)",
    ],
    [
      "all members of a domain and one of another, each once",
      { down: [member(0), member(1), member(2), member(0), { kind: "service", service: 0 }] },
      "frontend, zone down",
    ],
    ["some members of a domain", { down: [member(2), member(0)] }, "zone/a, zone/c down"],
    ["the worst of a domain", { worstOf: 0 }, "the worst of zone down"],
    [
      "several at once",
      { down: [member(0)], rollout: "each", worstOf: 0 },
      "zone/a down; rollout of each service; the worst of zone down",
    ],
  ])("say what they do: %s", (_, over, text) => {
    expect(rows(spec(), one(over))).toEqual([
      `fault-added x: null -> ${text} at head availability.yaml:70`,
    ]);
    expect(rows(one(over), spec())).toEqual([
      `fault-removed x: ${text} -> null at base availability.yaml:70`,
    ]);
    expect(rows(one(over), one(over))).toEqual([]);
  });

  test("change when what they do does, and not with the order of a list", () => {
    const up = (...overrides: readonly Override[]) => one({ overrides });
    const a: Override = { kind: "external", service: 3, up: failing(0.01) };
    const b: Override = { kind: "dependency", dependency: 1, up: failing(0.35) };
    expect(rows(up(a, b), up(b, a))).toEqual([]);
    expect(rows(up(a), up({ ...a, up: failing(0.1) }))).toEqual([
      "fault-changed x: cache at 99% -> cache at 90% at head availability.yaml:70",
    ]);
  });

  test("a kill of a share of the replicas follows their number, and is no other fault", () => {
    const kill = (share: string, dead: number) => one({ kill: killing(share, dead) });
    const grown = (model: Model): Model => ({
      ...model,
      services: SERVICES.with(1, service("cart", 6)),
    });
    expect(rows(kill("0.3", 1), grown(kill("0.3", 3)))).toEqual([
      "replicas cart: 2 -> 6 at head deploy/cart.yaml:12",
    ]);
    const changed =
      "fault-changed x: 1 replica of cart, payment killed (30%) -> 3 replicas of cart, payment killed (80%) at head availability.yaml:70";
    expect(rows(kill("0.3", 1), kill("0.8", 3))).toEqual([changed]);
    // Both at once are both told.
    expect(rows(kill("0.3", 1), grown(kill("0.8", 3)))).toContain(changed);
    expect(rows(kill("0.3", 1), grown(kill("0.8", 3)))).toHaveLength(2);
  });

  test("a kill among all services is the same whoever joins them", () => {
    const everything = one({ kill: killing("0.1", 1, { isOfAll: true }) });
    const joined: Model = {
      ...one({ kill: killing("0.1", 1, { isOfAll: true }, [0, 1, 2, 3, 4]) }),
      services: [...SERVICES, service("mail")],
    };
    expect(rows(everything, joined).map((row) => row.split(" ")[0])).toEqual(["service-added"]);
  });

  test.each([
    ["rounding", { rounding: "floor" }],
    ["minimum", { minimum: 1 }],
    ["services", { isOfAll: true }],
  ] as const)("a kill of other %s is another fault, though as many die", (_, over) => {
    const [before, after] = [killing("0.3", 1), killing("0.3", 1, over)];
    expect(rows(one({ kill: before }), one({ kill: after }))).toHaveLength(1);
  });
});

describe("incidents", () => {
  const happening = (...incidents: readonly Incident[]): Model =>
    placedShop([ZONES], {}, { incidents });
  const incident = (q: number, down: readonly Target[]): Incident => ({
    probability: { p: q, q: 1 - q },
    overrides: [],
    down,
    place: place(80),
  });

  test("are known by what they do", () => {
    const rare = incident(0.001, [member(0)]);
    const where = "at head availability.yaml:80";
    expect(rows(happening(), happening(rare))).toEqual([
      `incident-added zone/a down: null -> 0.1% ${where}`,
    ]);
    expect(rows(happening(rare), happening(incident(0.002, [member(0)])))).toEqual([
      `incident-changed zone/a down: 0.1% -> 0.2% ${where}`,
    ]);
    expect(rows(happening(rare), happening(incident(0.001, [member(1)])))).toEqual([
      `incident-added zone/b down: null -> 0.1% ${where}`,
      "incident-removed zone/a down: 0.1% -> null at base availability.yaml:80",
    ]);
    expect(rows(happening(rare), happening(rare, rare))).toEqual([
      `incident-added zone/a down (2): null -> 0.1% ${where}`,
    ]);
    expect(rows(happening(rare, rare), happening(rare, rare, rare))).toEqual([
      `incident-added zone/a down (3): null -> 0.1% ${where}`,
    ]);
  });
});

describe("minima under faults", () => {
  const promising = (q: number | null, name = "x"): Model => {
    const under = q === null ? [] : [{ fault: 0, minimum: failing(q), place: place(53) }];
    return { ...spec(fault(name)), endpoints: [endpoint("GET /", { under })] };
  };

  test.each<[string, Model, Model, readonly string[]]>([
    ["added", promising(null), promising(0.01), ["null -> 99% at head availability.yaml:53"]],
    ["removed", promising(0.01), promising(null), ["99% -> null at base availability.yaml:53"]],
    ["changed", promising(0.01), promising(0.05), ["99% -> 95% at head availability.yaml:53"]],
    ["the same", promising(0.01), promising(0.01), []],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(expected.map((row) => `under GET / under x: ${row}`));
  });

  test("come and go with their fault", () => {
    const kinds = rows(promising(0.01), promising(0.01, "y")).map((row) => row.split(" ")[0]);
    expect(kinds).toEqual(["fault-added", "fault-removed"]);
  });

  test("stand each at the line of its own, of several", () => {
    const two = (...minima: readonly number[]): Model => ({
      ...spec(fault("x"), fault("y")),
      endpoints: [
        endpoint("GET /", {
          under: minima.map((q, at) => ({
            fault: at,
            minimum: failing(q),
            place: place(53 + at),
          })),
        }),
      ],
    });
    expect(rows(two(0.01, 0.01), two(0.01, 0.02))).toEqual([
      "under GET / under y: 99% -> 98% at head availability.yaml:54",
    ]);
    expect(rows(two(0.01, 0.01), two(0.01))).toEqual([
      "under GET / under y: 99% -> null at base availability.yaml:54",
    ]);
  });
});
