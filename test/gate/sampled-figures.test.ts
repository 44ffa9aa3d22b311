import { describe, expect, test } from "vitest";
import { exact } from "./models.ts";
import { codes, play, type Scene, sampled } from "./scene.ts";

describe("sampled figures", () => {
  const wide = sampled(0.0048, 0.993, 0.996);
  test.each<[string, Scene, readonly string[]]>([
    [
      "straddling the SLO",
      {
        base: exact(0.002),
        head: wide,
        difference: { delta: -0.0028, interval: [-0.004, -0.001] },
      },
      ["warn undecided"],
    ],
    [
      "straddling, to be failed",
      { base: exact(0.002), head: wide, gate: [{ undecided: "fail" }, { undecided: "fail" }] },
      ["fail undecided"],
    ],
    ["wholly above", { base: exact(0.002), head: sampled(0.003, 0.995, 0.998) }, []],
    [
      "wholly below",
      { base: exact(0.002), head: sampled(0.006, 0.993, 0.9949) },
      ["fail below-slo"],
    ],
    [
      "below, and base undecided",
      { base: wide, head: sampled(0.006, 0.993, 0.9949) },
      ["fail below-slo"],
    ],
    [
      "a drop whose interval reaches inside",
      {
        base: exact(0.001),
        head: exact(0.0025),
        gate: [{ maxDrop: 0.001 }, { maxDrop: 0.001 }],
        difference: { delta: -0.0015, interval: [-0.0021, -0.0009] },
      },
      [],
    ],
    [
      "a drop whose interval is beyond",
      {
        base: exact(0.001),
        head: exact(0.0025),
        gate: [{ maxDrop: 0.001 }, { maxDrop: 0.001 }],
        difference: { delta: -0.0015, interval: [-0.0017, -0.0013] },
      },
      ["fail max-drop"],
    ],
    [
      "growth whose interval reaches inside",
      {
        base: exact(0.001),
        head: exact(0.0025),
        gate: [{ maxDowntimeIncrease: 1 }, { maxDowntimeIncrease: 1 }],
        difference: { delta: -0.0015, interval: [-0.0021, -0.0009] },
      },
      [],
    ],
    [
      "growth whose interval is beyond",
      {
        base: exact(0.001),
        head: exact(0.0025),
        gate: [{ maxDowntimeIncrease: 1 }, { maxDowntimeIncrease: 1 }],
        difference: { delta: -0.0015, interval: [-0.0017, -0.0013] },
      },
      ["fail max-downtime-increase"],
    ],
    [
      "worse below the SLO, perhaps",
      {
        base: exact(0.01),
        head: exact(0.0105),
        difference: { delta: -0.0005, interval: [-0.0009, -0.00009] },
      },
      ["warn preexisting"],
    ],
    [
      "worse below the SLO, surely",
      {
        base: exact(0.01),
        head: exact(0.0105),
        difference: { delta: -0.0005, interval: [-0.0009, -0.00011] },
      },
      ["fail preexisting"],
    ],
    [
      "perhaps more of the budget than `warnAt`",
      { base: exact(0.002), head: sampled(0.0047, 0.9951, 0.9956) },
      [],
    ],
    [
      "surely more of the budget than `warnAt`",
      { base: exact(0.002), head: sampled(0.0047, 0.9952, 0.9954) },
      ["warn error-budget"],
    ],
    [
      "more of the budget, perhaps",
      {
        base: exact(0.0045),
        head: exact(0.0046),
        difference: { delta: -0.0001, interval: [-0.0003, 0.0001] },
      },
      [],
    ],
  ])("%s", (_, scene, expected) => {
    expect(codes(play(scene))).toEqual(expected);
  });

  test("the interval of the difference is published", () => {
    const interval = [-0.0021, -0.0009] as const;
    const scene: Scene = {
      base: exact(0.001),
      head: exact(0.0025),
      difference: { delta: -0.0015, interval },
    };
    expect(play(scene).model.endpoints[0]?.deltaInterval).toEqual(interval);
    expect(play({ base: exact(0.001), head: wide }).reasons[0]?.message).toBe(
      "`GET /` may or may not meet its SLO of 99.5%: it lies between 99.30% and 99.60% after 200,000 samples",
    );
  });
});
