import { describe, expect, test } from "vitest";
import type { GateSettings } from "../../src/model/model.ts";
import { exact } from "./models.ts";
import { play } from "./scene.ts";

describe("promises given up", () => {
  const settings: readonly [string, Partial<GateSettings>, Partial<GateSettings>, string][] = [
    ["maxDrop raised", { maxDrop: 0.001 }, { maxDrop: 0.002 }, "`maxDrop` goes from 0.1% to 0.2%"],
    ["maxDrop removed", { maxDrop: 0.001 }, {}, "`maxDrop` of 0.1% is removed"],
    [
      "maxDowntimeIncrease raised",
      { maxDowntimeIncrease: 0.2 },
      { maxDowntimeIncrease: 1.5 },
      "`maxDowntimeIncrease` goes from 20% to 150%",
    ],
    [
      "maxDowntimeIncrease removed",
      { maxDowntimeIncrease: 0.2 },
      {},
      "`maxDowntimeIncrease` of 20% is removed",
    ],
    ["warnAt raised", {}, { warnAt: 0.95 }, "`warnAt` goes from 90% to 95%"],
    ["preexisting softened", { preexisting: "fail" }, {}, "`preexisting` goes from fail to warn"],
    ["undecided softened", { undecided: "fail" }, {}, "`undecided` goes from fail to warn"],
    ["adoption softened", { adoption: "fail" }, {}, "`adoption` goes from fail to warn"],
  ];
  test.each(settings)("%s", (_, before, after, text) => {
    const judged = play({ base: exact(0.001), head: exact(0.001), gate: [before, after] });
    expect(judged.reasons).toEqual([
      {
        code: "loosened",
        verdict: "fail",
        model: "availability.yaml",
        message: `The gate is loosened: ${text}`,
      },
    ]);
    expect(judged.model.verdict).toBe("fail");
  });

  test.each(settings)("not %s, but the other way", (_, before, after) => {
    const judged = play({ base: exact(0.001), head: exact(0.001), gate: [after, before] });
    expect(judged.reasons).toEqual([]);
  });

  test("an SLO is told with old and new", () => {
    const texts = (
      [
        [0.005, 0.01],
        [0.005, null],
      ] as const
    ).map((slo) => play({ base: exact(0.001), head: exact(0.001), slo }).reasons[0]?.message);
    expect(texts).toEqual([
      "`GET /` lowers its SLO from 99.5% to 99%",
      "`GET /` loses its SLO of 99.5%",
    ]);
  });
});
