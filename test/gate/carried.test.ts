import { describe, expect, test } from "vitest";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { Engine } from "../../src/gate/engine.ts";
import {
  comparison,
  endpoint,
  engineOf,
  exact,
  failing,
  model,
  OPTIONS,
  service,
  valid,
} from "./models.ts";
import { codes, play, type Scene } from "./scene.ts";

describe("carried: the spec of base over the manifests of head", () => {
  test.each<[string, Scene, readonly string[]]>([
    [
      "fails and head passes",
      { base: exact(0.002), carried: exact(0.008), head: exact(0.001) },
      ["fail passes-by-assertion"],
    ],
    [
      "fails and head fails",
      { base: exact(0.002), carried: exact(0.008), head: exact(0.007) },
      ["fail below-slo"],
    ],
    [
      "passes and head passes",
      { base: exact(0.002), carried: exact(0.003), head: exact(0.001) },
      [],
    ],
    [
      "base is better by assertion, nothing else moved",
      { base: exact(0.004), carried: exact(0.004), head: exact(0.001) },
      [],
    ],
    [
      "drops too far and head does not",
      {
        base: exact(0.001),
        carried: exact(0.004),
        head: exact(0.001),
        gate: [{ maxDrop: 0.001 }, { maxDrop: 0.001 }],
      },
      ["fail passes-by-assertion"],
    ],
    [
      "grows too much and head does not",
      {
        base: exact(0.001),
        carried: exact(0.004),
        head: exact(0.001),
        gate: [{ maxDowntimeIncrease: 1 }, { maxDowntimeIncrease: 1 }],
      },
      ["fail passes-by-assertion"],
    ],
    [
      "is held to base's settings, not to head's",
      {
        base: exact(0.001),
        carried: exact(0.004),
        head: exact(0.001),
        gate: [{}, { maxDrop: 0.001 }],
      },
      [],
    ],
    [
      "is held to base's SLO, not to head's",
      { base: exact(0.001), carried: exact(0.004), head: exact(0.0005), slo: [0.005, 0.003] },
      [],
    ],
    [
      "gets worse below the SLO and head does not",
      { base: exact(0.008), carried: exact(0.009), head: exact(0.008) },
      ["fail passes-by-assertion", "warn preexisting"],
    ],
    [
      "fails, the SLO was lowered for it",
      { base: exact(0.002), carried: exact(0.008), head: exact(0.001), slo: [0.005, 0.01] },
      ["fail passes-by-assertion", "fail loosened"],
    ],
  ])("%s", (_, scene, expected) => {
    const judged = play(scene);
    expect(codes(judged)).toEqual(expected);
    expect(judged.model.endpoints[0]?.carried).toEqual(scene.carried);
  });

  test("the edit that hides the drop is named", () => {
    const better = service("frontend", 1, { replicas: [failing(0.0001)] });
    const base = model();
    const carried = model({ services: [service("frontend", 1)] });
    const head = model({ services: [better] });
    const figures = new Map([
      [base, { "GET /": exact(0.002) }],
      [carried, { "GET /": exact(0.008) }],
      [head, { "GET /": exact(0.001) }],
    ]);
    const input = comparison({ base: valid(base), head: valid(head), carried });
    const { reasons } = gateModel(input, engineOf(figures), OPTIONS);
    expect(reasons.map(({ message }) => message)).toEqual([
      "`GET /` passes only because the spec is edited (default `replicaAvailability` 99.9% → 99.99%, availability.yaml:20): with the spec of base it would have 99.20%, not 99.90%; where the edit is true, a person has to accept it",
    ]);
  });

  test("edits that cannot hide it are not named", () => {
    const other = endpoint("GET /other", { slo: null });
    const base = model({ endpoints: [endpoint("GET /"), other] });
    const carried = model({ endpoints: [endpoint("GET /"), other] });
    const head = model({
      endpoints: [endpoint("GET /", { slo: failing(0.004) }), { ...other, completion: "eventual" }],
    });
    const figures = new Map([
      [base, { "GET /": exact(0.002), "GET /other": exact(0.1) }],
      [carried, { "GET /": exact(0.008), "GET /other": exact(0.1) }],
      [head, { "GET /": exact(0.001), "GET /other": exact(0.1) }],
    ]);
    const input = comparison({ base: valid(base), head: valid(head), carried });
    const { reasons } = gateModel(input, engineOf(figures), OPTIONS);
    expect(reasons.map(({ message }) => message)).toEqual([
      "`GET /` passes only because the spec is edited: with the spec of base it would have 99.20%, not 99.90%; where the edit is true, a person has to accept it",
    ]);
  });

  test("an untouched spec or untouched manifests need no third evaluation", () => {
    const [base, head] = [model(), model()];
    const figures = new Map([
      [base, { "GET /": exact(0.002) }],
      [head, { "GET /": exact(0.003) }],
    ]);
    for (const [carried, expected] of [
      [head, exact(0.003)],
      [base, exact(0.002)],
    ] as const) {
      const input = comparison({ base: valid(base), head: valid(head), carried });
      const engine = engineOf(figures);
      let asked = 0;
      const counting: Engine = {
        ...engine,
        compare: (...sides) => {
          asked += 1;
          return engine.compare(...sides);
        },
      };
      const judged = gateModel(input, counting, OPTIONS);
      expect(asked).toBe(1);
      expect(judged.model.endpoints[0]?.carried).toEqual(expected);
      expect(judged.reasons).toEqual([]);
    }
  });
});
