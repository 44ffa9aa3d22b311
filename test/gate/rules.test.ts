import { describe, expect, test } from "vitest";
import { gateModel } from "../../src/gate/compare-models.ts";
import { comparison, endpoint, engineOf, exact, model, OPTIONS, valid } from "./models.ts";
import { codes, play, type Scene, sampled } from "./scene.ts";

describe("the SLO", () => {
  test.each<[string, Scene, readonly string[]]>([
    ["met", { base: exact(0.002), head: exact(0.002) }, []],
    ["met exactly", { base: exact(0.005), head: exact(0.005) }, []],
    ["missed by less than 1e-12", { base: exact(0.005), head: exact(0.005 + 9e-13) }, []],
    [
      "missed by more than 1e-12",
      { base: exact(0.005), head: exact(0.005 + 2e-12) },
      ["fail below-slo"],
    ],
    ["missed newly", { base: exact(0.0019), head: exact(0.0068) }, ["fail below-slo"]],
    [
      "missed before, unchanged",
      { base: exact(0.0068), head: exact(0.0068) },
      ["warn preexisting"],
    ],
    ["missed before, improved", { base: exact(0.0068), head: exact(0.006) }, ["warn preexisting"]],
    [
      "missed before, downtime 1% longer",
      { base: exact(0.01), head: exact(0.0101) },
      ["warn preexisting"],
    ],
    [
      "missed before, more than 1% longer",
      { base: exact(0.01), head: exact(0.010101) },
      ["fail preexisting"],
    ],
    [
      "missed before, to be failed",
      { base: exact(0.0068), head: exact(0.0068), gate: [{}, { preexisting: "fail" }] },
      ["fail preexisting"],
    ],
    ["regained", { base: exact(0.0068), head: exact(0.004) }, []],
    ["none", { base: exact(0.2), head: exact(0.5), slo: [null, null] }, []],
    ["of 100%, met", { base: exact(0), head: exact(0), slo: [0, 0] }, []],
    ["of 100%, missed", { base: exact(0), head: exact(1e-9), slo: [0, 0] }, ["fail below-slo"]],
    [
      "raised beyond what it had",
      { base: exact(0.004), head: exact(0.004), slo: [0.005, 0.001] },
      ["warn preexisting"],
    ],
    [
      "raised and lost",
      { base: exact(0.0009), head: exact(0.004), slo: [0.005, 0.001] },
      ["fail below-slo"],
    ],
    [
      "raised, while the old one is lost by little",
      { base: exact(0.00499), head: exact(0.00501), slo: [0.005, 0.001] },
      ["fail below-slo"],
    ],
    [
      "raised, while the old one was missed already",
      { base: exact(0.0068), head: exact(0.0068), slo: [0.005, 0.001] },
      ["warn preexisting"],
    ],
    [
      "lowered: the old one is still the threshold",
      { base: exact(0.004), head: exact(0.007), slo: [0.005, 0.01] },
      ["fail below-slo", "fail loosened"],
    ],
    [
      "lowered, met by both",
      { base: exact(0.001), head: exact(0.001), slo: [0.005, 0.01] },
      ["fail loosened"],
    ],
    ["removed", { base: exact(0.001), head: exact(0.001), slo: [0.005, null] }, ["fail loosened"]],
    [
      "added and missed",
      { base: exact(0.009), head: exact(0.009), slo: [null, 0.005] },
      ["warn preexisting"],
    ],
  ])("%s", (_, scene, expected) => {
    const judged = play(scene);
    expect(codes(judged)).toEqual(expected);
    const worst = judged.reasons[0]?.verdict ?? "pass";
    expect(judged.model.verdict).toBe(worst);
    expect(judged.model.endpoints[0]?.verdict).toBe(worst);
  });

  test("a tight one is compared by the unavailability", () => {
    const [p, q] = [1, 1e-17];
    const tight = model({ endpoints: [endpoint("GET /", { slo: { p, q } })] });
    const figures = new Map([
      [tight, { "GET /": { availability: 1, unavailability: 1e-11, method: "exact" as const } }],
    ]);
    const input = comparison({ base: valid(tight), head: valid(tight) });
    expect(codes(gateModel(input, engineOf(figures), OPTIONS))).toEqual(["warn preexisting"]);
  });

  test("the sentence adds up", () => {
    expect(play({ base: exact(0.0019), head: exact(0.0068) }).reasons[0]?.message).toBe(
      "`GET /` falls below its SLO: 99.32% is 0.18 points below 99.5%",
    );
  });
});

describe("the error budget", () => {
  test.each<[string, Scene, readonly string[]]>([
    [
      "spent more than warnAt and more than before",
      { base: exact(0.002), head: exact(0.0046) },
      ["warn error-budget"],
    ],
    ["spent exactly warnAt", { base: exact(0.002), head: exact(0.0045) }, []],
    ["spent as before", { base: exact(0.0046), head: exact(0.0046) }, []],
    ["spent less than before", { base: exact(0.0048), head: exact(0.0046) }, []],
    [
      "a larger share of a smaller budget",
      { base: exact(0.0046), head: exact(0.0046), slo: [0.01, 0.005] },
      ["warn error-budget"],
    ],
    [
      "a smaller share of a smaller budget",
      { base: exact(0.0099), head: exact(0.0046), slo: [0.01, 0.005] },
      [],
    ],
    [
      "base's warnAt, where it is stricter",
      { base: exact(0.002), head: exact(0.0046), gate: [{ warnAt: 0.5 }, { warnAt: 0.5 }] },
      ["warn error-budget"],
    ],
    [
      "head's warnAt, where it is stricter",
      { base: exact(0.002), head: exact(0.003), gate: [{}, { warnAt: 0.5 }] },
      ["warn error-budget"],
    ],
    [
      "spent of a promise that is new, as before",
      { base: exact(0.0046), head: exact(0.0046), slo: [null, 0.005] },
      ["warn error-budget"],
    ],
    ["spent of a spec that is new", { head: exact(0.0046) }, ["warn error-budget"]],
    ["no budget", { base: exact(0), head: exact(0), slo: [0, 0] }, []],
  ])("%s", (_, scene, expected) => {
    expect(codes(play(scene))).toEqual(expected);
  });
});

describe("the limits of one change", () => {
  const drop = (maxDrop: number | null): Scene["gate"] => [{ maxDrop }, { maxDrop }];
  const growth = (maxDowntimeIncrease: number): Scene["gate"] => [
    { maxDowntimeIncrease },
    { maxDowntimeIncrease },
  ];
  test.each<[string, Scene, readonly string[]]>([
    [
      "a drop of exactly maxDrop",
      { base: exact(0.001), head: exact(0.002), gate: drop(0.001) },
      [],
    ],
    [
      "a drop beyond maxDrop",
      { base: exact(0.001), head: exact(0.00201), gate: drop(0.001) },
      ["fail max-drop"],
    ],
    ["a rise beyond maxDrop", { base: exact(0.004), head: exact(0.001), gate: drop(0.001) }, []],
    [
      "any drop, when none may be",
      { base: exact(0.001), head: exact(0.001001), gate: drop(0) },
      ["fail max-drop"],
    ],
    [
      "a drop below 1e-12, when none may be",
      { base: exact(0.001), head: exact(0.001 + 5e-13), gate: drop(0) },
      [],
    ],
    [
      "a drop without an SLO",
      { base: exact(0.1), head: exact(0.2), gate: drop(0.01), slo: [null, null] },
      ["fail max-drop"],
    ],
    [
      "downtime growth of exactly the limit",
      { base: exact(0.001), head: exact(0.0012), gate: growth(0.2) },
      [],
    ],
    [
      "downtime growth beyond the limit",
      { base: exact(0.001), head: exact(0.00121), gate: growth(0.2) },
      ["fail max-downtime-increase"],
    ],
    [
      "downtime growth from none",
      { base: exact(0), head: exact(1e-6), gate: growth(5) },
      ["fail max-downtime-increase"],
    ],
    [
      "downtime growth from none, below 1e-12",
      { base: exact(0), head: exact(1e-13), gate: growth(0) },
      [],
    ],
    [
      "all at once",
      {
        base: exact(0.001),
        head: exact(0.01),
        gate: [
          { maxDrop: 0.001, maxDowntimeIncrease: 1 },
          { maxDrop: 0.001, maxDowntimeIncrease: 1 },
        ],
      },
      ["fail below-slo", "fail max-drop", "fail max-downtime-increase"],
    ],
    [
      "base's limit, where head has none",
      { base: exact(0.001), head: exact(0.003), gate: [{ maxDrop: 0.001 }, {}] },
      ["fail loosened", "fail max-drop"],
    ],
    [
      "head's limit, where base has none",
      { base: exact(0.001), head: exact(0.003), gate: [{}, { maxDrop: 0.001 }] },
      ["fail max-drop"],
    ],
    [
      "no drop below base's limit, where head has none",
      { base: exact(0.001), head: exact(0.0015), gate: [{ maxDrop: 0.001 }, {}] },
      ["fail loosened"],
    ],
    [
      "no drop below head's limit, where base has none",
      { base: exact(0.001), head: exact(0.0015), gate: [{}, { maxDrop: 0.001 }] },
      [],
    ],
    [
      "the stricter limit of the two",
      {
        base: exact(0.001),
        head: exact(0.003),
        gate: [{ maxDowntimeIncrease: 9 }, { maxDowntimeIncrease: 1 }],
      },
      ["fail max-downtime-increase"],
    ],
  ])("%s", (_, scene, expected) => {
    expect(codes(play(scene))).toEqual(expected);
  });

  test("a drop a little beyond the limit is not printed as the limit", () => {
    const { reasons } = play({ base: exact(0.001), head: exact(0.0020004), gate: drop(0.001) });
    expect(reasons[0]?.message).toContain("drops by 0.10004 points");
  });

  test("the sentences name limit, before and after", () => {
    const { reasons } = play({
      base: exact(0.0019),
      head: exact(0.0029),
      gate: [
        { maxDrop: 0.0005, maxDowntimeIncrease: 0.2 },
        { maxDrop: 0.0005, maxDowntimeIncrease: 0.2 },
      ],
    });
    expect(reasons.map(({ message }) => message)).toEqual([
      "`GET /` drops by 0.10 points, from 99.81% to 99.71%; one change may cost at most 0.05 points",
      "`GET /` goes down for longer: its downtime grows by 52%, from 1 h 22 min to 2 h 5 min in 30 days; one change may add at most 20%",
    ]);
  });
});

describe("an SLO that changes is called by the right name", () => {
  test.each<[string, Scene, string]>([
    [
      "lost, and raised with it",
      { base: exact(0.00499), head: exact(0.00501), slo: [0.005, 0.001] },
      "`GET /` falls below the SLO that it had: 99.49% is 0.01 points below 99.5%",
    ],
    [
      "raised beyond what it had",
      { base: exact(0.004), head: exact(0.004), slo: [0.005, 0.001] },
      "`GET /` was below its new SLO before: 99.60% is 0.30 points below 99.9%",
    ],
    [
      "added",
      { base: exact(0.009), head: exact(0.009), slo: [null, 0.005] },
      "`GET /` was below its new SLO before: 99.10% is 0.40 points below 99.5%",
    ],
    [
      "raised, while the old one was missed already",
      { base: exact(0.0068), head: exact(0.0068), slo: [0.005, 0.001] },
      "`GET /` was below its SLO before: 99.32% is 0.58 points below 99.9%",
    ],
  ])("%s", (_, scene, message) => {
    expect(play(scene).reasons.map((reason) => reason.message)).toEqual([message]);
  });
});

describe("the sentence of each rule", () => {
  const message = (scene: Scene) => play(scene).reasons.map((reason) => reason.message);

  test("names the row that it is about", () => {
    const { reasons } = play({ base: exact(0.0019), head: exact(0.0068) });
    expect(reasons).toEqual([
      {
        code: "below-slo",
        verdict: "fail",
        model: "availability.yaml",
        endpoint: "GET /",
        message: expect.any(String),
      },
    ]);
  });

  test("of an endpoint without a past says no more than that it is below", () => {
    expect(message({ head: exact(0.0068) })).toEqual([
      "`GET /` is below its SLO: 99.32% is 0.18 points below 99.5%",
    ]);
  });

  test("of one that was below before says whether it gets worse, by how much", () => {
    expect(message({ base: exact(0.0068), head: exact(0.0068) })).toEqual([
      "`GET /` was below its SLO before: 99.32% is 0.18 points below 99.5%",
    ]);
    expect(message({ base: exact(0.006), head: exact(0.009) })).toEqual([
      "`GET /` was below its SLO before and gets worse: 99.10% is 0.40 points below 99.5%, and its downtime grows by 50%, from 4 h 19 min to 6 h 29 min in 30 days",
    ]);
  });

  test("of a budget says how much of it is spent", () => {
    expect(message({ base: exact(0.002), head: exact(0.0046) })).toEqual([
      "`GET /` spends 92% of its error budget: 99.54% with an SLO of 99.5%",
    ]);
  });

  test("of a downtime where there was none says what it is", () => {
    const gate = { maxDowntimeIncrease: 0.2 };
    expect(message({ base: exact(1e-12), head: exact(0.001), gate: [gate, gate] })).toEqual([
      "`GET /` goes down for longer: its downtime grows from 2.6 µs to 43 min in 30 days; one change may add at most 20%",
    ]);
  });

  test("of a figure that bounds leave open names no samples", () => {
    const { samples: _, ...bounded } = sampled(0.0045, 0.99, 0.9995);
    expect(message({ base: exact(0.002), head: { ...bounded, method: "bounded" } })).toEqual([
      "`GET /` may or may not meet its SLO of 99.5%: it lies between 99.00% and 99.95%",
    ]);
  });

  test.each<[string, Scene, readonly string[]]>([
    ["above `warnAt`", { base: exact(0.002), head: exact(0.00450001) }, ["spends 90.0002% of"]],
    [
      "below all of its budget",
      { base: exact(0.002), head: exact(0.00499999) },
      ["spends 99% of", "99.500001% with"],
    ],
    [
      "of growth to what one below its SLO may have",
      { base: exact(0.01), head: exact(0.01010002) },
      ["grows by 1.0002%"],
    ],
    [
      "of growth to its limit",
      {
        base: exact(0.001),
        head: exact(0.001200002),
        gate: [{ maxDowntimeIncrease: 0.2 }, { maxDowntimeIncrease: 0.2 }],
      },
      ["grows by 20.0002%"],
    ],
    [
      "of one figure to the other",
      {
        base: exact(0.00100001),
        head: exact(0.0010004),
        gate: [{ maxDrop: 0 }, { maxDrop: 0 }],
      },
      ["from 99.89999% to 99.89996%"],
    ],
    [
      "of either to the SLO, where it drops",
      {
        base: exact(0.00100001),
        head: exact(0.00499999),
        slo: [0.005, 0.005],
        gate: [
          { maxDrop: 0, warnAt: 1 },
          { maxDrop: 0, warnAt: 1 },
        ],
      },
      ["to 99.500001%"],
    ],
    [
      "of what it may be to the SLO",
      { base: exact(0.002), head: sampled(0.0049, 0.99499999, 0.99500001) },
      ["between 99.49% and 99.500001%"],
    ],
  ])("shows a small distance as one: %s", (_, scene, parts) => {
    const told = message(scene).join("\n");
    for (const part of parts) expect(told).toContain(part);
  });
});
