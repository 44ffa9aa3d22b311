import { describe, expect, test } from "vitest";
import type { Model } from "../../src/model/model.ts";
import { failing, place, service } from "./models.ts";
import { rows, SERVICES, shop } from "./shop.ts";
import { fault } from "./under-scene.ts";

function withService(index: number, changed: Model["services"][number]): Model {
  return shop({ services: SERVICES.with(index, changed) });
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
      "availability of several, whatever their order",
      withService(2, spec([0.001, 0.001])),
      withService(2, spec([0.01, 0.001])),
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
      "of a third party",
      withService(2, service("payment", 1, { external: true })),
      withService(2, service("payment", 1, { external: true, replicas: [failing(0.01)] })),
      ["external payment: 99.9% -> 99% at head availability.yaml:20"],
    ],
    [
      "of a third party, nothing else",
      withService(2, service("payment", 1, { external: true })),
      withService(2, service("payment", 2, { external: true, quorum: 2 })),
      [],
    ],
    [
      "added, of a third party",
      shop(),
      shop({ services: [...SERVICES, service("mail", 1, { external: true })] }),
      ["service-added mail: null -> 99.9% at head availability.yaml:20"],
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
    const own = "replica-availability payment: 99.9% -> 99% at head availability.yaml:20";
    expect(rows(shop(), withService(2, spec([0.01, 0.01])))).toEqual([own]);
    const byDefault = service("payment", 2, { replicas: [failing(0.01), failing(0.01)] });
    expect(rows(withService(2, spec([0.001, 0.001])), withService(2, byDefault))).toEqual([own]);
    // Another default for each kind of pair, at the line that sets it.
    const placed = worse.map((one, at) => ({
      ...one,
      replicas: one.replicas.map(() => failing(at === 0 ? 0.02 : 0.01)),
      origin: { ...one.origin, replicaAvailabilityPlace: place(5 + at) },
    }));
    expect(rows(shop(), shop({ services: placed }))).toEqual([
      "default-replica-availability replicaAvailability: 99.9% -> 98% at head availability.yaml:5",
      "default-replica-availability replicaAvailability: 99.9% -> 99% at head availability.yaml:6",
    ]);
  });
});

describe("what a rollout or a drain takes away", () => {
  const disrupted = (rollout: number, drain: number, over: Partial<Model> = {}): Model => ({
    ...withService(2, service("payment", 2, { disruption: { rollout, drain } })),
    ...over,
  });
  const rolling = { faults: [fault("x", { down: [], rollout: "each" })] };
  const draining = { faults: [fault("x", { down: [], drain: [2] })] };

  test.each<[string, Model, Model, readonly string[]]>([
    ["without such a fault", disrupted(0, 1), disrupted(1, 2), []],
    [
      "by a rollout",
      disrupted(0, 1, rolling),
      disrupted(1, 2, rolling),
      ["disruption payment: 0 in a rollout -> 1 in a rollout at head deploy/payment.yaml:12"],
    ],
    [
      "by a drain",
      disrupted(0, 1, draining),
      disrupted(1, 2, draining),
      ["disruption payment: 1 in a drain -> 2 in a drain at head deploy/payment.yaml:12"],
    ],
    ["unchanged", disrupted(1, 1, rolling), disrupted(1, 1, rolling), []],
  ])("%s", (_, base, head, expected) => {
    expect(rows(base, head)).toEqual(expected);
  });

  test("is nothing of a third party: that it becomes one, or is none any more, is all", () => {
    const own = disrupted(0, 1, draining).services;
    const one = service("payment", 1, { disruption: { rollout: 0, drain: 1 } });
    const bought = service("payment", 1, { external: true, disruption: { rollout: 0, drain: 0 } });
    const [before, after] = [one, bought].map((it) =>
      shop({ services: own.with(2, it), ...draining }),
    );
    for (const found of [rows(before!, after!), rows(after!, before!)]) {
      expect(found.map((row) => row.split(" ")[0])).toEqual(["external"]);
    }
  });

  test("follows from another number of replicas", () => {
    const services = SERVICES.with(2, service("payment", 8));
    expect(rows(shop(rolling), shop({ services, ...rolling }))).toEqual([
      "replicas payment: 2 -> 8 at head deploy/payment.yaml:12",
    ]);
  });
});
