import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphOf, reachableServices, strictClosure } from "../../src/model/closure.ts";
import type { Completion } from "../../src/model/model.ts";
import { type Pair, parsePair } from "../../src/model/names.ts";
import { builtModel, validSpec } from "./support.ts";

const names = ["a", "b", "c", "d", "e", "f"];

const pair = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom("->", "~>"), fc.constantFrom(...names))
  .map((parts) => parsePair(parts.join(" ")) as Pair);

const systems = fc.record({
  lines: fc.array(pair, { minLength: 1, maxLength: 14 }),
  completion: fc.constantFrom<Completion>("immediate", "eventual"),
  calls: fc.option(fc.subarray(names)),
  optional: fc.subarray(names.slice(1)),
  cut: fc.array(pair, { maxLength: 2 }),
});

/** Is there a walk from `a` to the service over these? By matrix closure, as an oracle apart from the code. */
function reachedFromA(edges: readonly Pair[]): ReadonlySet<string> {
  const path = new Set(edges.map(({ from, to }) => `${from}${to}`));
  for (const via of names) {
    for (const from of names) {
      for (const to of names) if (path.has(from + via) && path.has(via + to)) path.add(from + to);
    }
  }
  return new Set(["a", ...names.filter((name) => path.has(`a${name}`))]);
}

function countsUnder(completion: Completion): (one: Pair) => boolean {
  return ({ mode }) => completion === "eventual" || mode === "sync";
}

describe("the forward closure", () => {
  it("reaches what a brute-force search reaches", () => {
    fc.assert(
      fc.property(systems, ({ lines, completion }) => {
        const reached = reachableServices(graphOf(lines), "a", completion);
        expect(new Set(reached)).toEqual(reachedFromA(lines.filter(countsUnder(completion))));
      }),
      { seed: 3 },
    );
  });

  it("holds each dependency whose source is reached without what is cut", () => {
    fc.assert(
      fc.property(systems, ({ lines, completion, calls, optional, cut }) => {
        const without = new Set([...optional, ...cut.map(({ name }) => name)]);
        const found = strictClosure(graphOf(lines), {
          entry: "a",
          completion,
          calls: calls === null ? null : new Set(calls),
          optional: without,
        });
        const edges = lines
          .filter(countsUnder(completion))
          .filter(({ name, to }) => !without.has(name) && !without.has(to))
          .filter(({ from, to }) => from !== "a" || calls === null || calls.includes(to));
        const reached = reachedFromA(edges);
        const expected = edges.filter(({ from }) => reached.has(from)).map(({ name }) => name);
        expect(found.map(({ name }) => name).sort()).toEqual([...new Set(expected)].sort());
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it("is what a strict endpoint needs, back edges and self-loops included", async () => {
    const model = await builtModel(
      "version: 1\ndependencies: [a -> b, b -> a, b -> b, a -> c, b ~> d, x -> a]\nendpoints:\n  all: { entry: a }\n  some: { entry: a, calls: [b] }\n  cut: { entry: a, optional: [b -> b, c] }\n  late: { entry: a, completion: eventual, calls: [b] }\n",
    );
    const needed = model.endpoints.map(({ mixture }) => {
      const need = mixture[0]!.need;
      if (need.kind !== "atLeast") return [];
      expect(need.k).toBe(need.of.length);
      return need.of.map(
        (one) => one.kind === "dependency" && model.dependencies[one.dependency]!.name,
      );
    });
    expect(needed).toEqual([
      ["a -> b", "a -> c", "b -> a", "b -> b"],
      ["a -> b", "b -> a", "b -> b"],
      ["a -> b", "b -> a"],
      ["a -> b", "b -> a", "b -> b", "b ~> d"],
    ]);
  });
});

describe("a spec written from facts", () => {
  const service = fc.record(
    {
      replicas: fc.integer({ min: 0, max: 9 }),
      quorum: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant("majority" as const)),
      replicaAvailability: fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
    },
    { requiredKeys: ["replicas"] },
  );
  const facts = fc.record({
    services: fc.dictionary(fc.constantFrom(...names), service),
    lines: fc.array(pair, { maxLength: 10 }),
    endpoints: fc.dictionary(
      fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcXYZ019/{}#:'\"-~>é") }),
      fc.record({
        entry: fc.constantFrom(...names),
        slo: fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
      }),
      { minKeys: 1 },
    ),
  });

  it("reads back as those facts", async () => {
    await fc.assert(
      fc.asyncProperty(facts, async ({ services, lines, endpoints }) => {
        const written = {
          version: 1,
          services,
          dependencies: lines.map(({ name }) => name),
          endpoints,
        };
        // JSON is YAML.
        const spec = await validSpec(JSON.stringify(written));
        for (const [name, { replicas, quorum, replicaAvailability }] of Object.entries(services)) {
          const read = spec.services.get(name)!;
          expect(read.replicas?.value).toBe(replicas);
          expect(read.quorum?.value).toBe(quorum);
          expect(read.replicaAvailability?.value).toEqual(
            replicaAvailability === undefined
              ? undefined
              : expect.objectContaining({ p: replicaAvailability }),
          );
        }
        expect(spec.dependencies.map(({ from, to, mode }) => ({ from, to, mode }))).toEqual(
          lines.map(({ from, to, mode }) => ({ from, to, mode })),
        );
        expect(
          [...spec.endpoints].map(([name, { entry, slo }]) => [name, entry.value, slo?.value.p]),
        ).toEqual(Object.entries(endpoints).map(([name, { entry, slo }]) => [name, entry, slo]));
        const known = [
          ...Object.keys(services),
          ...lines.flatMap(({ from, to }) => [from, to]),
          ...Object.values(endpoints).map(({ entry }) => entry),
        ];
        expect([...spec.services.keys()]).toEqual([...new Set(known)]);
      }),
      { seed: 5 },
    );
  });
});
