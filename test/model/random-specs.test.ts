import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildModel } from "../../src/model/build.ts";
import type { Model } from "../../src/model/model.ts";
import { alone, deployed, lines, loadText, workload } from "./support.ts";

const services = ["web", "pay", "cart", "bank"];
const zones = ["a", "b", "c"];
const pairs = ["web -> pay", "web -> cart", "pay ~> cart", "pay -> bank"];
const faultNames = ["f0", "f1", "f2"];

const percent = fc.integer({ min: 0, max: 100 }).map((one) => `${one}%`);
const someOf = (all: readonly string[]) => fc.subarray([...all], { minLength: 1 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const positions = fc.oneof(
  fc.constantFrom("spread", "packed"),
  fc.array(fc.constantFrom(...zones), { minLength: 1, maxLength: 5 }),
);
const placement = fc.record(
  { zone: positions, site: fc.constantFrom("spread", "packed") },
  { requiredKeys: [] },
);
const service = fc.record(
  {
    replicas: fc.integer({ min: 0, max: 9 }),
    replicaAvailability: percent,
    quorum: fc.oneof(fc.constant("majority"), fc.integer({ min: 1, max: 4 })),
    placement,
  },
  { requiredKeys: [] },
);
const latency = fc
  .tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }))
  .map(([p50, more]) => ({ p50: `${p50}ms`, p99: `${p50 + more}ms` }));
const retries = maybe(fc.integer({ min: 0, max: 100 }));
const timeout = fc.oneof(
  fc.record({ onTime: percent, retries }),
  fc.record({
    after: fc.integer({ min: 1, max: 2000 }).map((one) => `${one}ms`),
    latency,
    retries,
  }),
);
const details = fc.record(
  {
    availability: percent,
    independent: fc.boolean(),
    timeout,
    domains: fc.subarray(["mesh", "site"]),
  },
  { requiredKeys: [] },
);
const dependency = fc
  .tuple(fc.constantFrom(...pairs), details)
  .map(([pair, of]) => ({ [pair]: of }));

const target = fc.constantFrom("web", "cart", "bank", "zone", "zone/b", "mesh", ...pairs);
const change = {
  down: fc.array(target, { minLength: 1, maxLength: 4 }),
  // Nothing twice: the domain and its members are not mixed.
  override: fc.dictionary(fc.constantFrom("zone", "mesh", "bank", ...pairs), percent, {
    minKeys: 1,
    maxKeys: 3,
  }),
};
const turn = fc.oneof(fc.constant("each"), someOf(["web", "pay", "cart"]));
const kill = fc.record(
  {
    fraction: percent,
    rounding: fc.constantFrom("floor", "ceil", "round"),
    minimum: fc.integer({ min: 0, max: 9 }),
    among: someOf(["pay"]),
  },
  { requiredKeys: ["fraction", "among"] },
);
const fault = fc.oneof(
  fc.record({ ...change, rollout: turn }, { requiredKeys: ["rollout"] }),
  fc.record({ ...change, drain: turn }, { requiredKeys: ["drain"] }),
  fc.record({ ...change, kill }, { requiredKeys: ["kill"] }),
  fc.record(
    { ...change, worstOf: fc.constantFrom("zone", "mesh", "site") },
    { requiredKeys: ["worstOf"] },
  ),
);

const spec = fc.record({
  version: fc.constant(1),
  defaults: fc.record({ placement, replicaAvailability: percent }, { requiredKeys: [] }),
  domains: fc.record({
    zone: fc.record({
      members: fc.constant(zones),
      availability: fc.oneof(percent, fc.record({ a: percent, b: percent, c: percent })),
    }),
    mesh: fc.record({
      availability: percent,
      covers: fc.oneof(fc.constant("all"), fc.constant([pairs[0]])),
    }),
    site: fc.record({ availability: percent }),
  }),
  services: fc.record(
    { web: service, pay: service, cart: service, bank: fc.record({ external: percent }) },
    { requiredKeys: ["bank"] },
  ),
  dependencies: fc.array(dependency, { maxLength: 6 }).map((more) => [...pairs, ...more]),
  faults: fc.record({ f0: fault, f1: fault, f2: fault }),
  incidents: fc.array(
    fc.record(
      { probability: fc.integer({ min: 0, max: 25 }).map((one) => `${one}%`), ...change },
      { requiredKeys: ["probability", "down"] },
    ),
    { maxLength: 4 },
  ),
  endpoints: fc.record({
    e: fc.record(
      {
        entry: fc.constantFrom(...services),
        under: fc.dictionary(fc.constantFrom(...faultNames), percent),
      },
      { requiredKeys: ["entry"] },
    ),
  }),
});

/** That every index leads somewhere and every figure is one. */
function checkModel(model: Model): void {
  const isIndexOf = (all: readonly unknown[]) => (i: number) => Number.isInteger(i) && i in all;
  const isMember = isIndexOf(model.members);
  const isService = isIndexOf(model.services);
  for (const { replicas, placement: seats, external, disruption } of model.services) {
    expect(seats.length).toBe(replicas.length);
    expect(seats.flat().every(isMember)).toBe(true);
    for (const one of seats) expect(new Set(one).size).toBe(one.length);
    if (external) expect(seats).toEqual([[]]);
    for (const count of [disruption.rollout, disruption.drain]) {
      expect(count).toBeGreaterThanOrEqual(0);
      expect(count).toBeLessThanOrEqual(replicas.length);
    }
  }
  for (const { channels } of model.dependencies) {
    expect(channels.length).toBeGreaterThan(0);
    for (const { members, timeout: cut } of channels) {
      expect(members.every(isMember)).toBe(true);
      expect(new Set(members).size).toBe(members.length);
      if (cut !== null) expect(cut.onTime.p + cut.onTime.q).toBeCloseTo(1, 14);
    }
  }
  for (const { down, overrides } of [...model.faults, ...model.incidents]) {
    for (const one of [...down, ...overrides]) {
      if ("member" in one) expect(isMember(one.member)).toBe(true);
      else if ("service" in one) expect(isService(one.service)).toBe(true);
      else expect(isIndexOf(model.dependencies)(one.dependency)).toBe(true);
    }
  }
  for (const { rollout, drain, kill: killed, worstOf } of model.faults) {
    for (const turns of [rollout, drain]) {
      if (turns === null || turns === "each") continue;
      expect(turns.every((i) => isService(i) && !model.services[i]!.external)).toBe(true);
    }
    if (worstOf !== null) expect(isIndexOf(model.domains)(worstOf)).toBe(true);
    if (killed === null) continue;
    const total = killed.among.reduce((sum, i) => sum + model.services[i]!.replicas.length, 0);
    expect(killed.dead).toBeGreaterThanOrEqual(0);
    expect(killed.dead).toBeLessThanOrEqual(total);
  }
  for (const { under } of model.endpoints) {
    expect(under.every((one) => isIndexOf(model.faults)(one.fault))).toBe(true);
  }
}

describe("any valid spec", () => {
  it("becomes a model whose indices lead somewhere", async () => {
    const counts = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 1 });
    await fc.assert(
      fc.asyncProperty(spec, counts, async (written, [count]) => {
        const { spec: read, diagnostics } = await loadText(JSON.stringify(written));
        expect(lines(diagnostics).filter((one) => one.includes("error"))).toEqual([]);
        const workloads =
          written.services.cart?.replicas === undefined
            ? [workload({ name: "cart", count: count! })]
            : [];
        for (const context of [alone, { matchedAtBase: new Map(), carriedFrom: new Map() }]) {
          const { model } = buildModel(read!, deployed(...workloads), context);
          expect(model).not.toBeNull();
          checkModel(model!);
        }
      }),
      { seed: 3, numRuns: 150 },
    );
  });
});

describe("any text in the place of a name", () => {
  it("is an error or a model, never an exception", async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        "__proto__",
        "constructor",
        "web",
        "zone",
        "zone/a",
        "web -> pay",
        "a->b",
        "each",
      ),
    );
    await fc.assert(
      fc.asyncProperty(text, text, text, async (one, two, three) => {
        const written = {
          version: 1,
          domains: {
            zone: { members: ["a", one], availability: { a: 1, [two]: 1 } },
            [two]: { availability: "9%", covers: [three] },
          },
          defaults: { placement: { [three]: "spread", zone: [one] } },
          dependencies: [
            "web -> pay",
            {
              "web -> cart": {
                domains: [one],
                timeout: { after: two, latency: { p50: three, p99: "1s" } },
              },
            },
          ],
          faults: {
            [one]: {
              down: [two, three],
              override: { [two]: "1%", [three]: { replicaAvailability: 1 } },
            },
            g: {
              rollout: [one],
              drain: two,
              worstOf: three,
              kill: { fraction: one, among: [two] },
            },
          },
          incidents: [{ probability: two, down: [one] }],
          endpoints: { e: { entry: "web", under: { [one]: "50%", [two]: 1 } } },
        };
        const { spec: read } = await loadText(JSON.stringify(written));
        if (read !== null) checkModel(buildModel(read, deployed(), alone).model!);
      }),
      { seed: 3, numRuns: 150 },
    );
  });
});
