import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alphaFor, mostClaims, mostClaimsAlone } from "../../src/gate/alpha.ts";
import { estimateModel } from "../../src/gate/assemble.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { Engine } from "../../src/gate/engine.ts";
import type { GateSettings, Model } from "../../src/model/model.ts";
import {
  comparison,
  endpoint,
  exact,
  failing,
  GATE,
  model,
  OPTIONS,
  place,
  valid,
} from "./models.ts";
import { fault, MEMBERS, ZONE } from "./under-scene.ts";

/** An engine that decides nothing and counts what it is asked. */
function counting(): { readonly engine: Engine; readonly asked: () => number } {
  let count = 0;
  const figure = exact(0.01);
  const open = (claims: readonly unknown[]) => {
    count += claims.length;
    return claims.map(() => "open" as const);
  };
  const engine: Engine = {
    estimate: (_subject, _options, claims) => ({ estimate: figure, decisions: open(claims) }),
    compare: (_base, _head, _options, claims) => ({
      base: figure,
      head: figure,
      difference: { delta: 0 },
      decisions: open(claims),
    }),
  };
  return { engine, asked: () => count };
}

const slos = fc.constantFrom(null, 0.01, 0.001);
const gates: fc.Arbitrary<GateSettings> = fc
  .record({ maxDrop: fc.constantFrom(null, 0.1), maxDowntimeIncrease: fc.constantFrom(null, 1) })
  .map((limits) => ({ ...GATE, ...limits }));

const models: fc.Arbitrary<Model> = fc
  .record({
    gate: gates,
    faults: fc.uniqueArray(fc.constantFrom("x", "y", "z")),
    promises: fc.uniqueArray(
      fc.record({ name: fc.constantFrom("a", "b", "c"), slo: slos, minima: fc.array(slos) }),
      { selector: ({ name }) => name },
    ),
  })
  .map(({ gate, faults, promises }) =>
    model({
      gate,
      domains: [ZONE],
      members: MEMBERS,
      faults: faults.map((name) => fault(name)),
      endpoints: promises.map(({ name, slo, minima }) =>
        endpoint(name, {
          slo: slo === null ? null : failing(slo),
          under: faults.flatMap((_, i) => {
            const minimum = minima[i] ?? null;
            return minimum === null
              ? []
              : [{ fault: i, minimum: failing(minimum), place: place(52) }];
          }),
        }),
      ),
    }),
  );

describe("how surely a claim must be decided", () => {
  test("all claims of a run together are wrong with 5% at the most", () => {
    expect(alphaFor(0)).toBe(0.05);
    expect(alphaFor(1)).toBe(0.05);
    expect(alphaFor(250)).toBe(0.05 / 250);
  });

  test("no comparison asks more than was counted before", () => {
    fc.assert(
      fc.property(models, models, fc.option(models), fc.constantFrom(0, 1, 2), (a, b, c, own) => {
        const carried = [a, b, c][own] ?? null;
        const inputs = [
          comparison({ base: valid(a), head: valid(b), carried }),
          comparison({ head: valid(b) }),
          comparison({ base: valid(a) }),
        ];
        for (const input of inputs) {
          const { engine, asked } = counting();
          gateModel(input, engine, OPTIONS);
          expect(asked()).toBeLessThanOrEqual(mostClaims(input));
        }
        const { engine, asked } = counting();
        estimateModel({ path: "x", model: a, diagnostics: [] }, engine, OPTIONS);
        expect(asked()).toBeLessThanOrEqual(mostClaimsAlone(a));
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  test("counts an endpoint and a minimum that both commits have once", () => {
    const one = model({
      faults: [fault("x"), fault("y")],
      endpoints: [
        endpoint("a", { under: [{ fault: 0, minimum: failing(0.01), place: place(52) }] }),
      ],
    });
    const input = comparison({ base: valid(one), head: valid({ ...one }) });
    expect(mostClaims(input)).toBe(mostClaims(comparison({ head: valid(one) })));
    expect(mostClaims(input)).toBe(2 * mostClaimsAlone(one));
  });
});
