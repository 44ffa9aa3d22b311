import { describe, expect, test } from "vitest";
import type { Subject } from "../../src/availability/subject.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { judgeRow } from "../../src/gate/judge-row.ts";
import { effectiveThresholds } from "../../src/gate/thresholds.ts";
import type { Consequence, Model } from "../../src/model/model.ts";
import {
  comparison,
  endpoint,
  engineOf,
  exact,
  failing,
  GATE,
  model,
  OPTIONS,
  service,
  valid,
} from "./models.ts";
import { codes, play, type Scene, sampled } from "./scene.ts";

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

  test("figures that are close by are told apart in as many digits as that takes", () => {
    const { reasons } = play({
      base: exact(0.002),
      carried: exact(0.00506),
      head: exact(0.00504),
      slo: [0.00505, 0.00505],
    });
    expect(reasons[0]!.message).toBe(
      "`GET /` passes only because the spec is edited: with the spec of base it would have 99.494%, not 99.496%; where the edit is true, a person has to accept it",
    );
  });

  test("nothing is said of an edit where carried is head itself, whatever base is held to", () => {
    const open = sampled(0.005, 0.9945, 0.9955);
    const [old, now, edited] = [model(), model(), model()];
    const figures = new Map([
      [old, { "GET /": exact(0.001) }],
      ...[now, edited].map((one) => [one, { "GET /": open }] as const),
    ]);
    const run = { path: "availability.yaml", engine: engineOf(figures), options: OPTIONS };
    const at = (of: Model): Subject => ({ model: of, endpoint: of.endpoints[0]!, fault: null });
    const heldTo = (undecided: Consequence) => {
      const promised = { slo: failing(0.005), gate: { ...GATE, undecided } };
      return effectiveThresholds(promised, promised);
    };
    const judged = (carried: Model) =>
      judgeRow(run, {
        base: at(old),
        head: at(now),
        carried: at(carried),
        thresholds: heldTo("warn"),
        thresholdsOfBase: heldTo("fail"),
        alone: false,
      });
    expect(codes(judged(now))).toEqual(["warn undecided"]);
    expect(codes(judged(edited))).toEqual(["warn undecided", "fail passes-by-assertion"]);
  });

  test("base itself is held to base's settings, where the manifests are untouched", () => {
    const gate = { ...GATE, preexisting: "fail" as const };
    const [base, head] = [model({ gate }), model({ gate })];
    const judged = (before: number, after: number) => {
      const figures = new Map([
        [base, { "GET /": exact(before) }],
        [head, { "GET /": exact(after) }],
      ]);
      const input = comparison({ base: valid(base), head: valid(head), carried: base });
      return gateModel(input, engineOf(figures), OPTIONS);
    };
    const hidden = judged(0.008, 0.001);
    expect(codes(hidden)).toEqual(["fail passes-by-assertion"]);
    expect(hidden.reasons[0]).toMatchObject({ model: "availability.yaml", endpoint: "GET /" });
    expect(hidden.reasons[0]).not.toHaveProperty("fault");
    expect(codes(judged(0.004, 0.001))).toEqual([]);
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
