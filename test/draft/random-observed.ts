import fc from "fast-check";
import type { Evidence, Observed } from "../../src/traces/observed.ts";
import { dependency, endpoint, observed, service } from "./observed-shop.ts";

/** Names that traces may hold, YAML's own signs and words among them. */
export const NAMES = [
  "web",
  "pay",
  "cart",
  "bank",
  "no",
  "1e3",
  "a: b",
  "x #y",
  "[z]",
  "ünïcode",
  "-dash",
];

const count = fc.integer({ min: 1, max: 1_000_000 });
const day = fc.constantFrom("2026-10-30", "2026-11-01", null);
const evidence: fc.Arbitrary<Evidence | null> = fc.option(
  fc.tuple(count, count, day).map(([one, other, until]) => ({
    good: Math.min(one, other),
    total: Math.max(one, other),
    until,
  })),
);
const name = fc.constantFrom(...NAMES);
const operation = fc.option(fc.constantFrom("GET /a", 'say "x"', "C:\\d", "{id}", "S/M"));

const dependencies = fc.uniqueArray(
  fc.record({
    from: name,
    to: name,
    arrow: fc.constantFrom("->", "~>"),
    operation,
    evidence,
    timing: fc.option(
      fc.record({
        onTime: evidence.map((one) => one ?? { good: 1, total: 2, until: null }),
        retries: fc.integer({ min: 0, max: 200 }),
      }),
    ),
    calls: count,
    outlived: fc.integer({ min: 0, max: 3 }),
  }),
  {
    maxLength: 8,
    selector: ({ from, to, arrow, operation: of }) => JSON.stringify([from, to, arrow, of]),
  },
);

const services = fc.uniqueArray(
  fc.record({
    name,
    kind: fc.constantFrom("instrumented" as const, "peer" as const, "database" as const),
    instances: fc.option(fc.integer({ min: 1, max: 20_000 })),
    evidence,
  }),
  { maxLength: 6, selector: (one) => one.name },
);

const some = fc.subarray(NAMES, { maxLength: 3 });
const endpoints = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("GET /", "GET /users/{id}", "S/M", "no", "GET /a: b", "POST /[x]"),
    entry: name,
    calls: some,
    optional: some,
    scenarios: fc.array(fc.record({ calls: some, traces: count }), { maxLength: 3 }),
    traces: count,
  }),
  { maxLength: 4, selector: (one) => one.name },
);

/** Whatever traces may show. */
export const anyObserved: fc.Arbitrary<Observed> = fc
  .record({ services, dependencies, endpoints })
  .map((all) =>
    observed({
      services: all.services.map(({ name: of, ...rest }) => service(of, rest)),
      dependencies: all.dependencies.map(({ from, to, arrow, ...rest }) => ({
        ...dependency(`a ${arrow} b`, rest),
        from,
        to,
      })),
      endpoints: all.endpoints.map(({ name: of, entry, calls, optional, ...rest }) =>
        endpoint(of, entry, calls, {
          ...rest,
          optional: optional.map((one) => ({ name: one, failed: 2, survived: 2 })),
        }),
      ),
    }),
  );
