import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeChanges } from "../../src/gate/changes.ts";
import type { Dependency, Endpoint, Model, Need } from "../../src/model/model.ts";
import {
  dependencies,
  ENTRY_ALONE,
  endpoint,
  failing,
  GATE,
  model,
  place,
  service,
} from "./models.ts";

const NAMES = ["frontend", "cart", "payment", "cache"];
const SERVICES = NAMES.map((name) => service(name));
const LINES = ["frontend -> cart", "cart -> payment", "payment -> cache"];

function shop(over: Partial<Model> = {}): Model {
  return model({ services: SERVICES, dependencies: dependencies(NAMES, LINES), ...over });
}

function withService(index: number, changed: Model["services"][number]): Model {
  return shop({ services: SERVICES.with(index, changed) });
}

/** `kind subject base -> head at file:line`, as short as a table row. */
function rows(base: Model, head: Model): readonly string[] {
  return describeChanges(base, head).map(
    ({ kind, subject, base: old, head: now, file, line, side }) =>
      `${kind} ${subject}: ${old} -> ${now} at ${side} ${file}:${line}`,
  );
}

describe("services", () => {
  const payment = SERVICES[2]!;
  const spec = (q: readonly number[]) =>
    service("payment", 0, {
      replicas: q.map(failing),
      origin: { ...payment.origin, replicaAvailabilityFrom: "spec" },
    });

  test.each<[string, Model, Model, readonly string[]]>([
    [
      "replicas",
      shop(),
      withService(2, service("payment", 1)),
      ["replicas payment: 2 -> 1 at head deploy/payment.yaml:12"],
    ],
    [
      "replicas to none",
      shop(),
      withService(2, service("payment", 0)),
      ["replicas payment: 2 -> 0 at head deploy/payment.yaml:12"],
    ],
    [
      "quorum",
      shop(),
      withService(2, service("payment", 2, { quorum: 2 })),
      ["quorum payment: 1 -> 2 at head availability.yaml:20"],
    ],
    [
      "availability of all",
      withService(2, spec([0.001, 0.001])),
      withService(2, spec([0.01, 0.01])),
      ["replica-availability payment: 99.9% -> 99% at head availability.yaml:20"],
    ],
    [
      "availability of one",
      withService(2, spec([0.001, 0.001])),
      withService(2, spec([0.001, 0.01])),
      ["replica-availability payment: 99.9% -> 99.9%, 99% at head availability.yaml:20"],
    ],
    [
      "order of replicas",
      withService(2, spec([0.01, 0.001])),
      withService(2, spec([0.001, 0.01])),
      [],
    ],
    [
      "a replica with an availability of its own",
      withService(2, spec([0.001])),
      withService(2, spec([0.001, 0.01])),
      ["replicas payment: 1 -> 2 at head deploy/payment.yaml:12"],
    ],
    [
      "external",
      withService(2, payment),
      withService(2, service("payment", 1, { external: true })),
      ["external payment: null -> 99.9% at head availability.yaml:20"],
    ],
    [
      "external no more",
      withService(2, service("payment", 1, { external: true })),
      withService(2, payment),
      ["external payment: 99.9% -> null at head availability.yaml:20"],
    ],
    [
      "workload",
      shop(),
      withService(2, { ...payment, origin: { ...payment.origin, workload: "Deployment/pay" } }),
      ["workload payment: Deployment/payment -> Deployment/pay at head deploy/payment.yaml:12"],
    ],
    [
      "place",
      shop(),
      withService(2, {
        ...payment,
        origin: { ...payment.origin, replicasPlace: place(99, "moved.yaml"), place: place(3) },
      }),
      [],
    ],
    [
      "added",
      shop(),
      shop({ services: [...SERVICES, service("mail", 3)] }),
      ["service-added mail: null -> 3 at head availability.yaml:20"],
    ],
    [
      "removed",
      shop({ services: [...SERVICES, service("mail", 1, { external: true })] }),
      shop(),
      ["service-removed mail: 99.9% -> null at base availability.yaml:20"],
    ],
    ["order", shop(), { ...shop(), services: [...SERVICES] }, []],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(expected);
  });

  test("a default that moves many is one row, and a default that is replaced is its own", () => {
    const worse = SERVICES.map((one) => ({
      ...one,
      replicas: one.replicas.map(() => failing(0.01)),
    }));
    expect(rows(shop(), shop({ services: worse }))).toEqual([
      "default-replica-availability replicaAvailability: 99.9% -> 99% at head availability.yaml:20",
    ]);
    expect(rows(shop(), withService(2, spec([0.01, 0.01])))).toEqual([
      "replica-availability payment: 99.9% -> 99% at head availability.yaml:20",
    ]);
  });
});

describe("dependencies", () => {
  const line = (index: number, q: readonly number[], from: "spec" | "default"): Dependency[] => {
    const all = dependencies(NAMES, LINES);
    const channels = q.map((one, i) => ({
      up: failing(one),
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

describe("endpoints", () => {
  const one = (over: Partial<Endpoint>) => shop({ endpoints: [endpoint("GET /", over)] });
  const needs = (...needed: readonly Need[]): Partial<Endpoint> => ({
    mixture: needed.map((need) => ({ share: 1 / needed.length, strict: false, need })),
  });
  const up = (index: number): Need => ({ kind: "service", service: index });
  const some = (k: number, ...of: readonly Need[]): Need => ({ kind: "atLeast", k, of });
  const strict = (...counted: readonly number[]): Partial<Endpoint> => ({
    mixture: [
      {
        share: 1,
        strict: true,
        need: some(
          counted.length,
          ...counted.map((index): Need => ({ kind: "dependency", dependency: index })),
        ),
      },
    ],
  });
  const shares = (...mixed: readonly number[]): Partial<Endpoint> => ({
    mixture: mixed.map((share) => ({ share, strict: false, need: ENTRY_ALONE })),
  });
  const where = "at head availability.yaml:50";

  test.each<[string, Model, Model, readonly string[]]>([
    [
      "needs",
      one(needs(up(1))),
      one(needs(some(1, up(3), up(1)))),
      [`predicate GET /: cart -> any of (cache, cart) ${where}`],
    ],
    [
      "needs, nested",
      one(needs(up(1))),
      one(needs(some(2, some(2, up(1), up(2), up(3)), { kind: "dependency", dependency: 0 }))),
      [`predicate GET /: cart -> all of (2 of (cache, cart, payment), frontend -> cart) ${where}`],
    ],
    [
      "needs in another order",
      one(needs(some(1, up(1), up(2)))),
      one(needs(some(1, up(2), up(1)))),
      [],
    ],
    [
      "needs given up",
      one(needs(up(1))),
      one(needs(ENTRY_ALONE)),
      [`predicate GET /: cart -> the entry alone ${where}`],
    ],
    [
      "optional",
      one(strict(0, 1, 2)),
      one(strict(0, 1)),
      [`predicate GET /: strict -> strict without payment -> cache ${where}`],
    ],
    [
      "strict to needs",
      one(strict(0, 1, 2)),
      one(needs(up(1))),
      [`predicate GET /: strict -> cart ${where}`],
    ],
    [
      "a scenario more",
      one(needs(up(1))),
      one(needs(up(1), up(2))),
      [
        `predicate GET /: cart -> cart | payment ${where}`,
        `mixture GET /: null -> 50%, 50% ${where}`,
      ],
    ],
    [
      "shares",
      one(shares(0.8, 0.2)),
      one(shares(0.7, 0.3)),
      [`mixture GET /: 80%, 20% -> 70%, 30% ${where}`],
    ],
    [
      "shares, hardly",
      one(shares(0.8, 0.2)),
      one(shares(0.8000001, 0.1999999)),
      [`mixture GET /: 80%, 20% -> 80.00001%, 19.99999% ${where}`],
    ],
    [
      "shares, a little",
      one(shares(0.8, 0.2)),
      one(shares(0.8001, 0.1999)),
      [`mixture GET /: 80%, 20% -> 80.01%, 19.99% ${where}`],
    ],
    ["entry", one({}), one({ entry: 1 }), [`entry GET /: frontend -> cart ${where}`]],
    [
      "completion",
      one({}),
      one({ completion: "eventual" }),
      [`completion GET /: immediate -> eventual ${where}`],
    ],
    [
      "slo",
      one({}),
      one({ slo: failing(0.001) }),
      ["slo GET /: 99.5% -> 99.9% at head availability.yaml:51"],
    ],
    [
      "slo gone",
      one({}),
      one({ slo: null, sloPlace: null }),
      [`slo GET /: 99.5% -> null ${where}`],
    ],
    [
      "renamed",
      shop({ endpoints: [endpoint("GET /basket")] }),
      one({ was: "GET /basket" }),
      [`endpoint-renamed GET /: GET /basket -> GET / ${where}`],
    ],
    [
      "added",
      shop({ endpoints: [] }),
      one(needs(up(1))),
      [`endpoint-added GET /: null -> cart ${where}`],
    ],
    [
      "removed",
      one(strict(0)),
      shop({ endpoints: [] }),
      [
        "endpoint-removed GET /: strict without cart -> payment -> null at base availability.yaml:50",
      ],
    ],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(expected);
  });

  test("what a new dependency brings into a strict closure belongs to it", () => {
    const before = shop({
      dependencies: dependencies(NAMES, ["payment -> cache", "frontend -> cart"]),
      endpoints: [endpoint("GET /", strict(1))],
    });
    const after = shop({
      dependencies: dependencies(NAMES, [
        "payment -> cache",
        "frontend -> cart",
        "cart -> payment",
      ]),
      endpoints: [endpoint("GET /", strict(0, 1, 2))],
    });
    expect(rows(before, after)).toEqual([
      "dependency-added cart -> payment: null -> 99.99% at head availability.yaml:32",
    ]);
  });

  test("a new dependency that is optional at once is one row", () => {
    const before = shop({
      dependencies: dependencies(NAMES, LINES.slice(0, 1)),
      endpoints: [endpoint("GET /", strict(0))],
    });
    const after = shop({
      dependencies: dependencies(NAMES, LINES.slice(0, 2)),
      endpoints: [endpoint("GET /", strict(0))],
    });
    expect(rows(before, after)).toHaveLength(1);
  });

  test("many cuts are cut short", () => {
    const many = Array.from({ length: 9 }, (_, i) => `s${i}`);
    const lines = many.slice(1).map((name) => `s0 -> ${name}`);
    const wide = (over: Partial<Endpoint>) =>
      model({
        services: many.map((name) => service(name)),
        dependencies: dependencies(many, lines),
        endpoints: [endpoint("GET /", over)],
      });
    expect(describeChanges(wide(strict(0, 1, 2, 3, 4, 5, 6, 7)), wide(strict(0)))[0]?.head).toBe(
      "strict without s0 -> s2, s0 -> s3, s0 -> s4, s0 -> s5, s0 -> s6 and 2 more",
    );
  });
});

test("every gate setting has its row", () => {
  const gate = {
    ...GATE,
    maxDrop: 0.001,
    maxDowntimeIncrease: 0.2,
    warnAt: 0.5,
    preexisting: "fail",
    undecided: "fail",
    adoption: "fail",
  } as const;
  expect(rows(shop(), shop({ gate }))).toEqual(
    [
      "maxDrop: null -> 0.1%",
      "maxDowntimeIncrease: null -> 20%",
      "warnAt: 90% -> 50%",
      "preexisting: warn -> fail",
      "undecided: warn -> fail",
      "adoption: warn -> fail",
    ].map((row) => `gate ${row} at head availability.yaml:90`),
  );
});

test("equal models have no rows, whatever their order; a changed count has one", () => {
  const models = fc
    .record({
      replicas: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }),
      lines: fc.subarray(LINES),
      completion: fc.constantFrom("immediate" as const, "eventual" as const),
    })
    .map(({ replicas, lines, completion }) =>
      model({
        services: NAMES.map((name, i) => service(name, replicas[i])),
        dependencies: dependencies(NAMES, lines),
        endpoints: [endpoint("GET /", { completion }), endpoint("a", { slo: null })],
      }),
    );
  fc.assert(
    fc.property(models, fc.nat(3), (one, index) => {
      const other: Model = {
        ...structuredClone(one),
        dependencies: [...one.dependencies].reverse(),
      };
      expect(describeChanges(one, other)).toEqual([]);
      const changed = one.services[index]!;
      const more = service(changed.name, changed.replicas.length + 1);
      const rows = describeChanges(one, { ...one, services: one.services.with(index, more) });
      expect(rows).toMatchObject([
        { kind: "replicas", subject: changed.name, head: changed.replicas.length + 1 },
      ]);
    }),
    { seed: 11, numRuns: 300 },
  );
});
