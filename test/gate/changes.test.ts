import fc from "fast-check";
import { expect, test } from "vitest";
import { describeChanges } from "../../src/gate/changes.ts";
import type { Model } from "../../src/model/model.ts";
import { dependencies, endpoint, GATE, model, service } from "./models.ts";
import { LINES, NAMES, rows, shop } from "./shop.ts";

test("every gate setting has its row", () => {
  const gate = {
    ...GATE,
    maxDrop: 0.001,
    maxDowntimeIncrease: 0.2,
    warnAt: 0.5,
    preexisting: "fail",
    undecided: "fail",
    adoption: "fail",
  } as const;
  expect(rows(shop(), shop({ gate }))).toEqual(
    [
      "maxDrop: null -> 0.1%",
      "maxDowntimeIncrease: null -> 20%",
      "warnAt: 90% -> 50%",
      "preexisting: warn -> fail",
      "undecided: warn -> fail",
      "adoption: warn -> fail",
    ].map((row) => `gate ${row} at head availability.yaml:90`),
  );
});

test("equal models have no rows, whatever their order; a changed count has one", () => {
  const models = fc
    .record({
      replicas: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }),
      lines: fc.subarray(LINES),
      completion: fc.constantFrom("immediate" as const, "eventual" as const),
    })
    .map(({ replicas, lines, completion }) =>
      model({
        services: NAMES.map((name, i) => service(name, replicas[i])),
        dependencies: dependencies(NAMES, lines),
        endpoints: [endpoint("GET /", { completion }), endpoint("a", { slo: null })],
      }),
    );
  fc.assert(
    fc.property(models, fc.nat(3), (one, index) => {
      const other: Model = {
        ...structuredClone(one),
        dependencies: [...one.dependencies].reverse(),
      };
      expect(describeChanges(one, other)).toEqual([]);
      const changed = one.services[index]!;
      const more = service(changed.name, changed.replicas.length + 1);
      const rows = describeChanges(one, { ...one, services: one.services.with(index, more) });
      expect(rows).toMatchObject([
        { kind: "replicas", subject: changed.name, head: changed.replicas.length + 1 },
      ]);
    }),
    { seed: 11, numRuns: 300 },
  );
});
