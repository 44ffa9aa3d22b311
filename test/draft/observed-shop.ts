import type {
  Observed,
  ObservedDependency,
  ObservedEndpoint,
  ObservedService,
  Quality,
} from "../../src/traces/observed.ts";

export const QUALITY: Quality = {
  sources: 1,
  traces: 1000,
  spans: 9000,
  duplicates: 0,
  orphans: 0,
  manyRoots: 0,
  rootless: 0,
  skewed: 0,
  reusedIds: 0,
  links: 0,
  lostLinks: 0,
  sharedNames: [],
  nameless: 0,
  sampled: null,
  from: Date.UTC(2026, 9, 25) / 1000,
  until: Date.UTC(2026, 10, 1, 12) / 1000,
};

export function service(name: string, rest: Partial<ObservedService> = {}): ObservedService {
  const instances = rest.instances ?? null;
  return {
    name,
    kind: "instrumented",
    instances,
    instancesEver: instances ?? 0,
    evidence: null,
    ...rest,
  };
}

/** `a -> b` or `a ~> b`. */
export function dependency(
  line: string,
  rest: Partial<ObservedDependency> = {},
): ObservedDependency {
  const [from = "", arrow = "", to = ""] = line.split(" ");
  const calls = rest.calls ?? 1000;
  return {
    from,
    to,
    mode: arrow === "->" ? "sync" : "async",
    protocol: arrow === "->" ? "http" : "messaging",
    operation: null,
    calls,
    traces: calls,
    evidence: { good: calls, total: calls, until: "2026-11-01" },
    censored: 0,
    timing: null,
    outlived: 0,
    ...rest,
  };
}

export function endpoint(
  name: string,
  entry: string,
  calls: readonly string[],
  rest: Partial<ObservedEndpoint> = {},
): ObservedEndpoint {
  const traces = rest.traces ?? 500;
  return {
    name,
    entry,
    traces,
    succeeded: traces,
    evidence: null,
    calls: calls.map((one) => ({ service: one, traces })),
    optional: [],
    scenarios: [{ calls, traces }],
    ...rest,
  };
}

export function observed(rest: Partial<Observed>): Observed {
  return { services: [], dependencies: [], endpoints: [], quality: QUALITY, ...rest };
}

/** A shop: two endpoints at one entry, one of them a mixture, a broker, a database and a third party. */
export const SHOP: Observed = observed({
  services: [
    service("cart", { instances: 2 }),
    service("checkout", { instances: 3, instancesEver: 5 }),
    service("email"),
    service("frontend", {
      instances: 2,
      evidence: { good: 9990, total: 10000, until: "2026-11-01" },
    }),
    service("kafka", { kind: "broker" }),
    service("orders-db", { kind: "database" }),
    service("stripe.com", { kind: "peer" }),
  ],
  dependencies: [
    dependency("cart -> orders-db", { operation: "orders", protocol: "database" }),
    dependency("checkout -> stripe.com", {
      operation: "POST /charge",
      evidence: { good: 990, total: 1000, until: "2026-11-01" },
      timing: { onTime: { good: 930, total: 1000, until: "2026-11-01" }, retries: 2 },
    }),
    dependency("checkout ~> kafka", { calls: 400 }),
    dependency("frontend -> cart", { operation: "GET /cart", calls: 800 }),
    dependency("frontend -> cart", { operation: "POST /cart", calls: 200, evidence: null }),
    dependency("frontend -> checkout", { calls: 400, outlived: 3 }),
    dependency("kafka ~> email", { calls: 400, evidence: null }),
  ],
  endpoints: [
    endpoint("GET /cart/{id}", "frontend", ["cart"], {
      optional: [
        { name: "cart", failed: 100, survived: 1 },
        { name: "orders-db", failed: 10, survived: 9 },
        { name: "cart -> orders-db", failed: 10, survived: 9 },
      ],
    }),
    endpoint("POST /checkout", "frontend", ["cart", "checkout"], {
      traces: 400,
      succeeded: 396,
      scenarios: [
        { calls: ["cart", "checkout"], traces: 300 },
        { calls: ["checkout"], traces: 100 },
      ],
    }),
  ],
});
