import { describe, expect, test } from "vitest";
import type { ChannelOrigin, Model } from "../../src/model/model.ts";
import type { ServicePart } from "../../src/model/origin.ts";
import { dependencies, failing, place, service } from "./models.ts";
import { LINES, NAMES, rows, SERVICES, shop } from "./shop.ts";
import { fault } from "./under-scene.ts";

/** Where several lines say together what a row tells of, it stands at the one that changed. */
describe("a service of several workloads", () => {
  const part = (name: string, replicas: number, rule: string): ServicePart => ({
    workload: `Deployment/${name}`,
    replicas,
    place: place(3, `deploy/${name}.yaml`),
    disruption: { rollout: { rule, place: place(20, `deploy/${name}.yaml`) }, drain: null },
  });
  const payment = (rollout: number, rule: string, ...parts: readonly ServicePart[]): Model => {
    const replicas = parts.reduce((sum, one) => sum + one.replicas, 0);
    const one = service("payment", replicas, { disruption: { rollout, drain: 1 } });
    const said = { rollout: { rule, place: place(8, "deploy/payment.yaml") }, drain: null };
    const origin = { ...one.origin, disruption: said, parts };
    return shop({
      services: SERVICES.with(2, { ...one, origin }),
      faults: [fault("x", { down: [], rollout: "each" })],
    });
  };

  test("has the rule of those that are left where one is gone", () => {
    const base = payment(3, "50% and 25%", part("blue", 4, "50%"), part("green", 4, "25%"));
    const head = payment(4, "50%", part("blue", 8, "50%"));
    expect(rows(base, head)).toEqual([
      "disruption payment: 3 in a rollout -> 4 in a rollout at head deploy/payment.yaml:8",
    ]);
  });

  test("has other replicas where one of them has, be there as many in another", () => {
    const of = (...counts: readonly number[]) =>
      payment(
        1,
        "25%",
        ...counts.map((count, at) => part(["blue", "green", "red"][at]!, count, "25%")),
      );
    expect(rows(of(2, 3, 1), of(2, 3, 2))).toEqual([
      "replicas payment: 6 -> 7 at head deploy/red.yaml:3",
    ]);
  });
});

describe("a call of several routes", () => {
  const { channels } = dependencies(NAMES, LINES)[1]!;
  const route = (line: number) => place(line, "route.yaml");
  const SAID: ChannelOrigin = { onTime: route(5), retries: route(6), injected: null };
  /** Of each: how often it is late, how often it is tried again, and what says so. */
  const routes = (...all: readonly (readonly [number, number, ChannelOrigin?])[]): Model => {
    const own = dependencies(NAMES, LINES);
    const timed = all.map(([late, retries, origin]) => ({
      ...channels[0]!,
      timeout: { onTime: failing(late), retries },
      ...(origin && { origin }),
    }));
    return shop({ dependencies: own.with(1, { ...own[1]!, channels: timed }) });
  };
  const where = (base: Model, head: Model) =>
    rows(base, head).map((row) => row.split(" at ").at(-1));

  test("is timed where any of them says so", () => {
    expect(where(routes([0.1, 2], [0.1, 2, SAID]), routes([0.1, 2], [0.2, 2, SAID]))).toEqual([
      "head route.yaml:5",
    ]);
  });

  test("is tried more often, in whatever order they stand", () => {
    const [base, head] = [
      routes([0.1, 2, SAID], [0.2, 2, SAID]),
      routes([0.2, 3, SAID], [0.1, 3, SAID]),
    ];
    expect(where(base, head)).toEqual(["head route.yaml:6"]);
  });
});
