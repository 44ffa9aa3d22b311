import fc from "fast-check";
import { type Data, style, written } from "./written.ts";

/** Specs that say everything that a spec may say, mostly validly: names sometimes lead nowhere, figures are sometimes odd. */

const names = ["web", "pay", "cart", "bank"] as const;
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.constantFrom("Pay", "constructor", "__proto__", "ghost", "a b", "") },
);
const pair = fc
  .record({ from: name, to: name, arrow: fc.constantFrom("->", "->", "->", "~>") })
  .map(({ from, to, arrow }) => `${from} ${arrow} ${to}`);
const knownPair = fc.constantFrom("web -> pay", "web -> cart", "pay ~> cart", "pay -> bank");
const odds: fc.Arbitrary<Data> = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 1000 }).map((one) => `${one / 10}%`) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1000 }).map((one) => one / 1000) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Data>(
      99.5,
      -0.1,
      "101%",
      "99,5%",
      "1e-3%",
      "%",
      null,
      true,
      [],
      "50",
      1e-300,
    ),
  },
);
const count: fc.Arbitrary<Data> = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom<Data>(-1, 2.5, "3", 1e9, 1e21, null) },
);
const listOf = (one: fc.Arbitrary<Data>, most = 3) => fc.array(one, { maxLength: most });

const seats: fc.Arbitrary<Data> = fc.oneof(
  fc.constantFrom<Data>("spread", "packed"),
  listOf(fc.constantFrom("a", "b", "c")),
);
const placement = fc.dictionary(fc.constantFrom("zone", "site"), seats, { maxKeys: 2 });
const evidence = fc.record(
  {
    good: fc.integer({ min: 0, max: 100_000 }),
    total: fc.integer({ min: 0, max: 100_000 }),
    until: fc.constantFrom("2026-11-01", "2026-13-01", "soon"),
  },
  { requiredKeys: ["good", "total"] },
);
const workload: fc.Arbitrary<Data> = fc.oneof(
  fc.constantFrom("Deployment/web", "StatefulSet/shop/pay", "Deployment/", "x/y/z/w", "Cart"),
  fc.record({
    kind: fc.constantFrom("Cluster", "Deployment"),
    name: fc.constantFrom("pay", "cart"),
    replicasAt: fc.constantFrom("spec.size", "spec.pools.main.size", "", "."),
  }),
);
const service: fc.Arbitrary<Data> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ external: odds }) },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        replicas: count,
        workload,
        replicaAvailability: fc.oneof(odds, listOf(odds, 4)),
        quorum: fc.oneof(fc.constant("majority"), count),
        placement,
        evidence,
      },
      { requiredKeys: [] },
    ),
  },
);
const duration = fc.constantFrom("200ms", "1.5s", "2m", "0s", "-1s", "soon", "1e9h");
const timeout: fc.Arbitrary<Data> = fc.oneof(
  fc.record({ onTime: odds, retries: count }, { requiredKeys: ["onTime"] }),
  fc.record(
    { after: duration, latency: fc.record({ p50: duration, p99: duration }), retries: count },
    { requiredKeys: ["latency"] },
  ),
);
const dependency: fc.Arbitrary<Data> = fc.oneof(
  { weight: 1, arbitrary: pair },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.oneof(knownPair, pair),
        fc.record(
          {
            operation: fc.constantFrom("Pay/Charge", "GET /{id}", ""),
            availability: odds,
            independent: fc.boolean(),
            timeout,
            domains: listOf(fc.constantFrom("mesh", "zone", "ghost")),
            evidence,
          },
          { requiredKeys: [] },
        ),
      )
      .map(([key, value]) => ({ [key]: value })),
  },
);

const target = fc.oneof(name, knownPair, fc.constantFrom("zone", "zone/a", "mesh", "zone/z"));
const change = {
  down: listOf(target),
  override: fc.dictionary(target, odds, { maxKeys: 2 }),
};
const kill = fc.record(
  {
    fraction: odds,
    rounding: fc.constantFrom("floor", "ceil", "round", "up"),
    minimum: count,
    among: listOf(name),
  },
  { requiredKeys: ["fraction"] },
);
const turn = fc.oneof(fc.constant("each"), listOf(name));
const fault: fc.Arbitrary<Data> = fc.oneof(
  fc.record(change, { requiredKeys: ["down"] }),
  fc.record({ ...change, rollout: turn }, { requiredKeys: ["rollout"] }),
  fc.record({ ...change, drain: turn }, { requiredKeys: ["drain"] }),
  fc.record({ ...change, kill }, { requiredKeys: ["kill"] }),
  fc.record({ worstOf: fc.constantFrom("zone", "mesh", "ghost") }),
);

const need: fc.Arbitrary<Data> = fc.letrec<{ need: Data }>((tie) => ({
  need: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: fc.oneof(name, knownPair) },
    { weight: 1, arbitrary: fc.record({ anyOf: listOf(tie("need")) }) },
    { weight: 1, arbitrary: fc.record({ atLeast: count, of: listOf(tie("need")) }) },
  ),
})).need;
const slo: fc.Arbitrary<Data> = fc.oneof(
  { weight: 6, arbitrary: odds },
  {
    weight: 1,
    arbitrary: fc.record({
      openslo: fc.constantFrom("slo.yaml", "../x.yaml", "/etc/passwd"),
      name: fc.constant("pay"),
    }),
  },
);
const variant = fc.record(
  {
    weight: fc.oneof(count, odds),
    calls: listOf(name),
    needs: listOf(need),
    optional: listOf(target),
  },
  { requiredKeys: ["weight"] },
);
const endpoint: fc.Arbitrary<Data> = fc.record(
  {
    entry: name,
    slo,
    completion: fc.constantFrom("eventual", "immediate", "never"),
    calls: listOf(name),
    optional: listOf(fc.oneof(name, knownPair)),
    needs: listOf(need),
    mixture: listOf(variant),
    observed: odds,
    was: fc.constantFrom("e0", "e1", "old"),
    under: fc.dictionary(fc.constantFrom("f0", "f1", "ghost"), odds, { maxKeys: 2 }),
  },
  { requiredKeys: ["entry"] },
);

const gate = fc.record(
  {
    maxDrop: odds,
    maxDowntimeIncrease: fc.oneof(odds, fc.constantFrom("20%", "500%", 3)),
    warnAt: odds,
    preexisting: fc.constantFrom("warn", "fail", "pass"),
    undecided: fc.constantFrom("warn", "fail"),
    adoption: fc.constantFrom("warn", "fail"),
  },
  { requiredKeys: [] },
);
const glob = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("deploy/**/*.yaml", "compose.yaml", "deploy/*.yaml") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "!deploy/a.yaml",
      "**",
      "../*",
      "/etc/*",
      "{a,b}{c,d}",
      "[",
      "((a|b)+)+",
      "*".repeat(200),
    ),
  },
);
const odd = <T extends Data>(value: fc.Arbitrary<T>): fc.Arbitrary<Data> =>
  fc.oneof(
    { weight: 40, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom<Data>(null, [], {}, "x", 7, true) },
  );

export const specData: fc.Arbitrary<Data> = fc.record(
  {
    version: fc.oneof(
      { weight: 40, arbitrary: fc.constant(1) },
      fc.constantFrom<Data>(2, "1", null),
    ),
    extends: fc.constantFrom(
      "base.yaml",
      "availability.yaml",
      "../base.yaml",
      "ghost.yaml",
      "a\0b",
    ),
    manifests: odd(listOf(glob)),
    defaults: odd(
      fc.record(
        {
          replicaAvailability: odds,
          dependencyAvailability: odds,
          daemonSetReplicas: count,
          placement,
        },
        { requiredKeys: [] },
      ),
    ),
    domains: odd(
      fc.record(
        {
          zone: fc.record(
            {
              topologyKey: fc.constantFrom("topology.kubernetes.io/zone", "x"),
              members: listOf(fc.constantFrom("a", "b", "c")),
              availability: fc.oneof(odds, fc.record({ a: odds, b: odds, c: odds })),
            },
            { requiredKeys: ["members"] },
          ),
          mesh: fc.record(
            { availability: odds, covers: fc.oneof(fc.constant("all"), listOf(knownPair)) },
            { requiredKeys: ["availability"] },
          ),
          site: fc.record({ availability: odds }),
        },
        { requiredKeys: [] },
      ),
    ),
    services: odd(fc.dictionary(name, service, { maxKeys: 4 })),
    dependencies: odd(listOf(dependency, 6)),
    faults: odd(fc.dictionary(fc.constantFrom("f0", "f1"), fault, { maxKeys: 2 })),
    incidents: odd(
      listOf(fc.record({ ...change, probability: odds }, { requiredKeys: ["probability"] })),
    ),
    endpoints: odd(
      fc.dictionary(fc.constantFrom("e0", "e1", "GET /"), endpoint, { minKeys: 1, maxKeys: 3 }),
    ),
    gate: odd(gate),
    extra: fc.constant(1),
  },
  { requiredKeys: ["version", "dependencies", "endpoints"] },
);

/** Without what makes nearly each of many parts invalid at once. */
const mostlyValid = fc
  .record({ data: specData, strays: fc.nat({ max: 9 }) })
  .map(({ data, strays }): Data => {
    if (strays === 0 || typeof data !== "object" || data === null) return data;
    const { extra: _extra, extends: _extends, ...rest } = { ...data } as Record<string, Data>;
    return rest;
  });

export const specText: fc.Arbitrary<string> = fc
  .record({ data: mostlyValid, how: style })
  .map(({ data, how }) => written(data, how));
