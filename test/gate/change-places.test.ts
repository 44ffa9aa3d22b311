import { describe, expect, test } from "vitest";
import type { Channel, ChannelOrigin, Model, Service } from "../../src/model/model.ts";
import type { PlacementOrigin, ServicePart } from "../../src/model/origin.ts";
import { dependencies, failing, place, service } from "./models.ts";
import { MESH, placedShop, ZONES } from "./placed-shop.ts";
import { LINES, NAMES, rows, SERVICES, shop } from "./shop.ts";
import { fault } from "./under-scene.ts";

/** The line that a row stands at is the one that a reviewer has to look at, at the commit that has it. */
describe("how many replicas go at once", () => {
  const rolling = { faults: [fault("x", { down: [], rollout: "each", drain: "each" })] };
  type Says = NonNullable<Service["origin"]["disruption"]>;
  const says = (rule: string, line: number, file = "deploy/payment.yaml") => ({
    rule,
    place: place(line, file),
  });
  const payment = (
    replicas: number,
    rollout: number,
    disruption?: Says,
    parts?: readonly ServicePart[],
  ): Model => {
    const one = service("payment", replicas, { disruption: { rollout, drain: 1 } });
    const origin = {
      ...one.origin,
      ...(disruption && { disruption }),
      ...(parts && { parts }),
    };
    return shop({ services: SERVICES.with(2, { ...one, origin }), ...rolling });
  };
  const quarter = { rollout: says("maxUnavailable 25%", 7), drain: null };
  const half = { rollout: says("maxUnavailable 50%", 8), drain: null };
  const row = "disruption payment: 1 in a rollout -> 2 in a rollout";

  test("stands at the rule that says so", () => {
    expect(rows(payment(4, 1, quarter), payment(4, 2, half))).toEqual([
      `${row} at head deploy/payment.yaml:8`,
    ]);
    expect(rows(payment(4, 1), payment(4, 2, half))).toEqual([
      `${row} at head deploy/payment.yaml:8`,
    ]);
  });

  test("stands at base where the rule is gone, and at the replicas where there was none", () => {
    expect(rows(payment(4, 1, quarter), payment(4, 2))).toEqual([
      `${row} at base deploy/payment.yaml:7`,
    ]);
    expect(rows(payment(4, 1), payment(4, 2))).toEqual([`${row} at head deploy/payment.yaml:12`]);
  });

  test("follows from their number, unless the rule is another one too", () => {
    const replicas = "replicas payment: 4 -> 8 at head deploy/payment.yaml:12";
    expect(rows(payment(4, 1, quarter), payment(8, 2, quarter))).toEqual([replicas]);
    expect(rows(payment(4, 1, quarter), payment(8, 2, half))).toEqual([
      replicas,
      `${row} at head deploy/payment.yaml:8`,
    ]);
    expect(rows(payment(4, 1, quarter), payment(8, 2))).toEqual([
      replicas,
      `${row} at base deploy/payment.yaml:7`,
    ]);
  });

  test("of several workloads, both stand at the first that changed", () => {
    const part = (name: string, replicas: number, disruption: Says): ServicePart => ({
      workload: `Deployment/${name}`,
      replicas,
      place: place(3, `deploy/${name}.yaml`),
      disruption,
    });
    const blue = part("blue", 2, { rollout: says("25%", 20, "deploy/blue.yaml"), drain: null });
    const green = (replicas: number, rule: string) =>
      part("green", replicas, { rollout: says(rule, 30, "deploy/green.yaml"), drain: null });
    const both = (total: number, rollout: number, other: ServicePart) =>
      payment(total, rollout, quarter, [blue, other]);
    expect(rows(both(4, 1, green(2, "25%")), both(6, 1, green(4, "25%")))).toEqual([
      "replicas payment: 4 -> 6 at head deploy/green.yaml:3",
    ]);
    // Their rules together are one text, which is another one, too.
    const after = payment(4, 2, half, [blue, green(2, "50%")]);
    expect(rows(both(4, 1, green(2, "25%")), after)).toEqual([
      `${row} at head deploy/green.yaml:30`,
    ]);
    const joined = payment(4, 1, quarter, [blue]);
    expect(rows(joined, both(5, 1, green(1, "25%")))[0]).toContain("at head deploy/green.yaml:3");
  });
});

describe("where a service runs", () => {
  const origin = (over: Partial<PlacementOrigin>): PlacementOrigin => ({
    domain: 0,
    from: "manifest",
    soft: false,
    place: place(44, "deploy/cart.yaml"),
    ...over,
  });
  const cart = (seats: readonly string[], ...origins: readonly PlacementOrigin[]): Model => {
    const one = placedShop([ZONES, MESH], { cart: seats });
    const own = one.services[1]!;
    const said = { ...own.origin, placement: origins };
    return { ...one, services: one.services.with(1, { ...own, origin: said }) };
  };
  const [spread, packed] = [
    ["zone/a", "zone/b"],
    ["zone/a", "zone/a"],
  ];

  test("stands at the line that says so now, or at base where none does any more", () => {
    const row = "placement cart: spread over zone -> all in zone/a";
    expect(rows(cart(spread), cart(packed, origin({})))).toEqual([
      `${row} at head deploy/cart.yaml:44`,
    ]);
    expect(rows(cart(spread, origin({})), cart(packed))).toEqual([
      `${row} at base deploy/cart.yaml:44`,
    ]);
    expect(rows(cart(spread), cart(packed))).toEqual([`${row} at head deploy/cart.yaml:12`]);
    // What is said of another domain says nothing of this one.
    expect(rows(cart(spread), cart(packed, origin({ domain: 1 })))).toEqual([
      `${row} at head deploy/cart.yaml:12`,
    ]);
  });

  test("is not as sure where the scheduler may leave it undone, or where nothing says it", () => {
    expect(rows(cart(spread, origin({})), cart(spread, origin({ soft: true })))).toEqual([
      "placement cart: spread over zone -> spread over zone (soft) at head deploy/cart.yaml:44",
    ]);
    const assumed = origin({ from: "assumed", soft: true });
    expect(rows(cart(spread, origin({})), cart(packed, assumed))).toEqual([
      "placement cart: spread over zone -> all in zone/a (assumed) at base deploy/cart.yaml:44",
    ]);
    expect(rows(cart(spread, origin({})), cart(spread, origin({ place: place(99) })))).toEqual([]);
  });

  test("is marked by what is said of each domain, and not by what says it", () => {
    const two = ["zone/a mesh", "zone/b mesh"];
    const soft = origin({ soft: true });
    expect(rows(cart(two), cart(two, soft, origin({ domain: 1 })))).toEqual([
      "placement cart: spread over zone, all in mesh -> spread over zone (soft), all in mesh at head deploy/cart.yaml:44",
    ]);
    // More replicas that sit as those before did are their number's row, whoever says so, in whatever order.
    const both = [soft, origin({ domain: 1, soft: true })] as const;
    for (const [base, head] of [
      [cart(["zone/a"]), cart(spread, origin({}))],
      [cart(["zone/a"], origin({})), cart(spread)],
      [cart(["zone/a"], ...both), cart(spread, ...both.toReversed())],
    ] as const) {
      expect(rows(base, head).map((row) => row.split(" ")[0])).toEqual(["replicas"]);
    }
  });

  test("is told of replicas that are still there", () => {
    const [a, b] = ["zone/a", "zone/b"];
    expect(rows(cart([a, b, b, a]), cart([a, b, a]))).toEqual([
      "replicas cart: 4 -> 3 at head deploy/cart.yaml:12",
      "placement cart: replica 3 in zone/b -> replica 3 in zone/a at head deploy/cart.yaml:12",
    ]);
  });

  test("is not told of members that take the place of others, nor of what becomes a third party's", () => {
    const zones = (...names: readonly string[]) =>
      placedShop(
        [{ name: "zone", members: Object.fromEntries(names.map((one) => [one, 0.001])) }],
        {
          cart: names.map((one) => `zone/${one}`),
        },
      );
    expect(rows(zones("a", "b"), zones("a", "c")).map((row) => row.split(" ")[0])).toEqual([
      "member-added",
      "member-removed",
    ]);
    const own = cart(spread);
    const bought = { ...own.services[1]!, external: true, placement: [[], []] };
    const other = { ...own, services: own.services.with(1, bought) };
    for (const [base, head] of [
      [own, other],
      [other, own],
    ] as const) {
      expect(rows(base, head).map((row) => row.split(" ")[0])).toEqual(["external"]);
    }
  });

  test("is told of the domains that the row names, and of three replicas at the most", () => {
    const five = ["zone/a", "zone/a", "zone/b", "zone/b", "zone/b"];
    const turned = ["zone/b", "zone/b", "zone/a", "zone/a", "zone/a"];
    expect(rows(cart(five), cart(turned))).toEqual([
      "placement cart: over zone/a, zone/b -> over zone/b, zone/a at head deploy/cart.yaml:12",
    ]);
    const [a, b] = ["zone/a", "zone/b"];
    const row = (base: readonly string[], head: readonly string[]) =>
      rows(cart(base), cart(head)).map((one) => one.replace(" at head deploy/cart.yaml:12", ""));
    expect(row([a, b, b, b, b], [a, b, a, a, a])).toEqual([
      "placement cart: replica 3 in zone/b, replica 4 in zone/b, replica 5 in zone/b -> replica 3 in zone/a, replica 4 in zone/a, replica 5 in zone/a",
    ]);
    expect(row([a, b, b, b, b, b], [a, b, a, a, a, a])).toEqual([
      "placement cart: replica 3 in zone/b, replica 4 in zone/b, replica 5 in zone/b, and 1 more -> replica 3 in zone/a, replica 4 in zone/a, replica 5 in zone/a, and 1 more",
    ]);
    expect(row([a, b, ""], [a, b, b])).toEqual([
      "placement cart: replica 3 in no domain -> replica 3 in zone/b",
    ]);
    expect(row([`${a} mesh`, `${b} mesh`, b], [`${a} mesh`, `${b} mesh`, `${b} mesh`])).toEqual([
      "placement cart: over zone/a, zone/b, over mesh -> over zone/a, zone/b, all in mesh",
    ]);
    expect(row([`${a} mesh`, b, b, b], [`${a} mesh`, b, b, `${a} mesh`])).toEqual([
      "placement cart: replica 4 in zone/b -> replica 4 in mesh and zone/a",
    ]);
  });
});

describe("how long calls are waited for", () => {
  const channel = dependencies(NAMES, LINES)[1]!.channels[0]!;
  const called = (over: Partial<Channel>): Model => {
    const all = dependencies(NAMES, LINES);
    return shop({ dependencies: all.with(1, { ...all[1]!, channels: [{ ...channel, ...over }] }) });
  };
  const route = (line: number) => place(line, "route.yaml");
  const timed = (late: number, retries: number, origin: Partial<ChannelOrigin> | null) =>
    called({
      timeout: { onTime: failing(late), retries },
      ...(origin && { origin: { onTime: null, retries: null, injected: null, ...origin } }),
    });
  const both = { onTime: route(5), retries: route(6) };
  const where = (base: Model, head: Model) => rows(base, head)[0]?.split(" at ").at(-1);

  test("stands at the line that says how long, or how often it is tried again", () => {
    expect(where(timed(0.1, 2, both), timed(0.2, 2, both))).toBe("head route.yaml:5");
    expect(where(timed(0.1, 2, both), timed(0.1, 3, both))).toBe("head route.yaml:6");
    expect(where(timed(0.1, 2, both), timed(0.2, 3, both))).toBe("head route.yaml:5");
  });

  test("stands at base where head's manifests say nothing, and at the spec where none does", () => {
    expect(where(timed(0.1, 2, both), timed(0.2, 2, null))).toBe("base route.yaml:5");
    expect(where(timed(0.1, 2, both), called({}))).toBe("base route.yaml:5");
    expect(where(timed(0.1, 2, { retries: route(6) }), timed(0.2, 2, null))).toBe(
      "head availability.yaml:31",
    );
    expect(where(timed(0.1, 2, null), timed(0.2, 2, null))).toBe("head availability.yaml:31");
  });
});

describe("calls that manifests make fail", () => {
  const ups = dependencies(NAMES, LINES)[1]!.channels[0]!;
  /** A share of the calls of each route, in percent; its line is 10 more. */
  const failingCalls = (...shares: readonly (number | null)[]): Model => {
    const all = dependencies(NAMES, LINES);
    const channels = shares.map((percent, at): Channel => {
      if (percent === null) return ups;
      const share = { p: percent / 100, q: 1 - percent / 100 };
      const injected = { without: ups.up, share, place: place(10 + at, "fault.yaml") };
      const up = { p: ups.up.p * share.q, q: 1 - ups.up.p * share.q };
      return { ...ups, up, origin: { onTime: null, retries: null, injected } };
    });
    return shop({ dependencies: all.with(1, { ...all[1]!, channels }) });
  };
  const row = "fault-injection cart -> payment:";

  test("are a row of their own, and no other ρ", () => {
    expect(rows(failingCalls(null), failingCalls(10))).toEqual([
      `${row} null -> 10% at head fault.yaml:10`,
    ]);
    expect(rows(failingCalls(10), failingCalls(5))).toEqual([
      `${row} 10% -> 5% at head fault.yaml:10`,
    ]);
    expect(rows(failingCalls(10), failingCalls(null))).toEqual([
      `${row} 10% -> null at base fault.yaml:10`,
    ]);
    expect(rows(failingCalls(10), failingCalls(10))).toEqual([]);
  });

  test("are told by the route of which the most fail", () => {
    expect(rows(failingCalls(10, 10), failingCalls(10, 30))).toEqual([
      `${row} 10% -> 30% at head fault.yaml:11`,
    ]);
    expect(rows(failingCalls(30, 10), failingCalls(30, 20))).toEqual([]);
  });
});
