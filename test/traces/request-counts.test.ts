import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calleesOf,
  countRequest,
  mergeRequestCounts,
  openRequestCounts,
  optionalOf,
  type Request,
  type RequestCounts,
  setsOf,
} from "../../src/traces/request-counts.ts";

const room = () => ({ left: Number.POSITIVE_INFINITY });

function countsOf(requests: readonly Request[]): RequestCounts {
  const counts = openRequestCounts();
  const budget = room();
  for (const one of requests) countRequest(counts, one, budget);
  return counts;
}

function told(counts: RequestCounts) {
  const { traces, succeeded, until } = counts;
  const sets = setsOf(counts)?.map(({ calls, traces }) => `${traces} ${calls.join()}`);
  return {
    traces,
    succeeded,
    until,
    calls: calleesOf(counts),
    optional: optionalOf(counts),
    sets: sets?.sort() ?? null,
  };
}

const service = fc.constantFrom("a", "b", "c", "d");
const arbitrary: fc.Arbitrary<Request> = fc.record({
  failed: fc.boolean(),
  end: fc.option(fc.nat(1000)),
  callees: fc.uniqueArray(service).map((list) => new Set(list)),
  calls: fc.array(fc.record({ from: service, to: service }), { maxLength: 4 }),
  failures: fc
    .array(fc.record({ from: service, to: service, absorbed: fc.boolean() }), { maxLength: 3 })
    .map((list) => new Map(list.map((one) => [`${one.from} -> ${one.to}`, one]))),
});

/** So many requests, each of which calls another service. */
const different = (count: number, prefix: string): Request[] =>
  Array.from({ length: count }, (_, at) => ({
    failed: false,
    end: null,
    callees: new Set([`${prefix}${at}`]),
    calls: [],
    failures: new Map(),
  }));

describe("counts of requests", () => {
  it("merge to those of all of them", () => {
    fc.assert(
      fc.property(fc.array(arbitrary), fc.array(arbitrary), (some, others) => {
        const merged = countsOf(some);
        mergeRequestCounts(merged, countsOf(others));
        expect(told(merged)).toEqual(told(countsOf([...some, ...others])));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it("have too many sets to tell beyond 512, also where parts of them have", () => {
    expect(setsOf(countsOf(different(512, "s")))).toHaveLength(512);
    expect(setsOf(countsOf(different(513, "s")))).toBeNull();
    for (const [one, other] of [
      [513, 1],
      [1, 513],
      [300, 300],
    ] as const) {
      const merged = countsOf(different(one, "s"));
      mergeRequestCounts(merged, countsOf(different(other, "t")));
      expect(setsOf(merged)).toBeNull();
      for (const request of different(3, "u")) countRequest(merged, request, room());
      expect(setsOf(merged)).toBeNull();
    }
  });
});
