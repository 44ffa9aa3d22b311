import fc from "fast-check";
import {
  anyOf,
  count,
  listOf,
  mostly,
  name,
  names,
  odds,
  PAIRS,
  pair,
  smallOdds,
  strayPair,
} from "./spec-values.ts";
import { type Data, style, written } from "./written.ts";

/** Specs that say everything that a spec may say, mostly validly: names sometimes lead nowhere, figures are sometimes odd. */

const seats: fc.Arbitrary<Data> = fc.oneof(
  fc.constantFrom<Data>("spread", "packed"),
  listOf(fc.constantFrom("a", "b", "c")),
);
const placement = fc.record(
  { zone: seats, site: fc.constantFrom<Data>("spread", "packed") },
  { requiredKeys: [] },
);
const day = mostly(fc.constant("2026-11-01"), fc.constantFrom("2026-13-01", "soon"));
const evidence: fc.Arbitrary<Data> = fc
  .record({ good: fc.nat({ max: 100_000 }), bad: fc.nat({ max: 99 }), until: day })
  .map(({ good, bad, until }) => ({ good, total: good + bad + 1, until }));
const workload: fc.Arbitrary<Data> = fc.constantFrom<Data>(
  "Deployment/web",
  "StatefulSet/shop/pay",
  "Deployment/",
  "x/y/z/w",
  { kind: "Cluster", name: "pay", replicasAt: "spec.size" },
  { kind: "Cluster", name: "cart", replicasAt: "." },
);
const parts = {
  replicaAvailability: fc.oneof(odds, listOf(odds, 2)),
  quorum: fc.oneof(fc.constant<Data>("majority"), count),
  placement,
  evidence,
};
const service = anyOf(
  { weight: 6, arbitrary: fc.record({ ...parts, replicaAvailability: odds }) },
  { weight: 6, arbitrary: fc.record({ ...parts, replicas: count }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ ...parts, workload }, { requiredKeys: [] }) },
);
const duration = mostly(
  fc.constantFrom("200ms", "1.5s", "2m"),
  fc.constantFrom("0s", "-1s", "soon", "1e9h"),
);
const latency = mostly<Data>(
  fc.constant({ p50: "40ms", p99: "350ms" }),
  fc.record({ p50: duration, p99: duration }),
);
const timeout: fc.Arbitrary<Data> = fc.oneof(
  fc.record({ onTime: odds, retries: count }, { requiredKeys: ["onTime"] }),
  fc.record({ after: duration, latency, retries: count }),
);
const dependency: fc.Arbitrary<Data> = fc
  .tuple(
    pair,
    fc.record(
      {
        operation: mostly(fc.constantFrom("Pay/Charge", "GET /{id}"), fc.constant("")),
        availability: odds,
        independent: fc.boolean(),
        timeout,
        domains: fc.constant(["mesh"]),
        evidence,
      },
      { requiredKeys: [] },
    ),
  )
  .map(([key, value]) => ({ [key]: value }));

const target = mostly(
  fc.constantFrom("web", "pay", "bank", "zone/a", ...PAIRS),
  fc.constantFrom("zone", "zone/z", "ghost", "ghost -> web"),
);
const change = {
  down: listOf(target),
  override: fc.dictionary(fc.constantFrom("mesh", "bank", ...PAIRS), odds, {
    minKeys: 1,
    maxKeys: 2,
  }),
};
const kill = fc.record(
  {
    fraction: odds,
    rounding: fc.constantFrom("floor", "ceil", "round"),
    minimum: count,
    among: listOf(fc.constantFrom("pay", "cart")),
  },
  { requiredKeys: ["fraction"] },
);
const turn = fc.oneof(fc.constant<Data>("each"), listOf(fc.constantFrom("pay", "cart")));
const fault: fc.Arbitrary<Data> = fc.oneof(
  fc.record(change, { requiredKeys: ["down"] }),
  fc.record({ rollout: turn, override: change.override }, { requiredKeys: ["rollout"] }),
  fc.record({ drain: turn }),
  fc.record({ kill }),
  fc.record({ worstOf: mostly(fc.constantFrom("zone", "mesh"), fc.constant("ghost")) }),
);

const need: fc.Arbitrary<Data> = fc.letrec<{ need: Data }>((tie) => ({
  need: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: mostly(fc.constantFrom(...names, "web -> pay"), strayPair) },
    { weight: 1, arbitrary: fc.record({ anyOf: listOf(tie("need")) }) },
    { weight: 1, arbitrary: fc.record({ atLeast: fc.constant(1), of: listOf(tie("need")) }) },
  ),
})).need;
const slo: fc.Arbitrary<Data> = mostly<Data>(
  odds,
  fc.record({
    openslo: fc.constantFrom("slo.yaml", "../x.yaml", "/etc/passwd"),
    name: fc.constant("pay"),
  }),
);
const strict = {
  calls: listOf(fc.constantFrom("pay", "cart")),
  optional: listOf(fc.constantFrom("bank", "web -> cart")),
};
const needs = { needs: listOf(need) };
const weighed = (of: Readonly<Record<string, fc.Arbitrary<Data>>>): fc.Arbitrary<Data> =>
  fc.record({ weight: count, ...of });
const mixture = fc.array(fc.oneof(weighed(strict), weighed(needs), weighed({})), {
  minLength: 1,
  maxLength: 3,
});
const promises = {
  entry: mostly(fc.constant("web"), name),
  slo,
  completion: mostly(fc.constantFrom("eventual", "immediate"), fc.constant("never")),
  observed: odds,
  under: fc.dictionary(
    mostly(fc.constantFrom("f0", "f1"), fc.constantFrom("ghost", "__proto__")),
    odds,
    { maxKeys: 2 },
  ),
};
const endpoint = anyOf(
  fc.record({ ...promises, ...strict }, { requiredKeys: ["entry"] }),
  fc.record({ ...promises, ...needs }, { requiredKeys: ["entry", "needs"] }),
  fc.record({ ...promises, mixture }, { requiredKeys: ["entry", "mixture"] }),
);

const choice = fc.constantFrom("warn", "fail");
const gate = fc.record(
  {
    maxDrop: smallOdds,
    maxDowntimeIncrease: mostly<Data>(fc.constantFrom("20%", "500%", 0.5), fc.constant(3)),
    warnAt: odds,
    preexisting: mostly(choice, fc.constant("pass")),
    undecided: choice,
    adoption: choice,
  },
  { requiredKeys: [] },
);
const glob = mostly(
  fc.constantFrom("deploy/**/*.yaml", "compose.yaml", "deploy/*.yaml", "!deploy/b.yaml"),
  fc.constantFrom("**", "../*", "/etc/*", "{a,b}{c,d}", "[", "((a|b)+)+", "*".repeat(200)),
);
const odd = (value: fc.Arbitrary<Data>) =>
  mostly(value, fc.constantFrom<Data>(null, [], {}, "x", 7, true));
const domains: fc.Arbitrary<Data> = fc.record({
  zone: fc.record(
    {
      topologyKey: fc.constant("topology.kubernetes.io/zone"),
      members: mostly<Data>(fc.constant(["a", "b", "c"]), listOf(name)),
      availability: fc.oneof(odds, fc.record({ a: odds, b: odds, c: odds })),
    },
    { requiredKeys: ["members", "availability"] },
  ),
  mesh: fc.record(
    { availability: odds, covers: fc.oneof(fc.constant<Data>("all"), listOf(pair)) },
    { requiredKeys: ["availability"] },
  ),
  site: fc.record({ availability: odds }),
});
const services = fc.record(
  { web: service, pay: service, cart: service, bank: fc.record({ external: odds }) },
  { requiredKeys: ["bank"] },
);
const incident = fc.record({
  probability: fc.nat({ max: 250 }).map((one) => `${one / 10}%`),
  down: listOf(target),
});

const specData: fc.Arbitrary<Data> = fc
  .record(
    {
      version: mostly<Data>(fc.constant(1), fc.constantFrom<Data>(2, "1", null)),
      extends: fc.constantFrom("base.yaml", "availability.yaml", "../x.yaml", "ghost.yaml", "a\0b"),
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
      domains: odd(domains),
      services: odd(services),
      dependencies: odd(fc.array(dependency, { maxLength: 4 }).map((more) => [...PAIRS, ...more])),
      faults: odd(fc.record({ f0: fault, f1: fault })),
      incidents: odd(fc.array(incident, { maxLength: 2 })),
      endpoints: odd(fc.record({ e0: endpoint, "GET /": endpoint }, { requiredKeys: ["e0"] })),
      gate: odd(gate),
      strays: fc.nat({ max: 30 }),
    },
    {
      requiredKeys: [
        "version",
        "domains",
        "services",
        "dependencies",
        "faults",
        "endpoints",
        "strays",
      ],
    },
  )
  .map(({ strays, extends: base, ...rest }): Data => {
    if (strays === 0) return { ...rest, extra: 1 };
    return strays > 6 || base === undefined ? rest : { ...rest, extends: base };
  });

export const specText: fc.Arbitrary<string> = fc
  .record({ data: specData, how: style })
  .map(({ data, how }) => written(data, how));
