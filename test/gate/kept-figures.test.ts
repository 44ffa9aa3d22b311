import { describe, expect, test } from "vitest";
import { type AcceptanceOutcome, judgeAcceptance } from "../../src/gate/acceptance.ts";
import { gateModel, type ModelJudgement } from "../../src/gate/compare-models.ts";
import { readKeptFigures } from "../../src/gate/kept-figures.ts";
import { comparison, endpoint, engineOf, exact, OPTIONS, valid } from "./models.ts";
import { compare, named } from "./scene.ts";
import { underEach } from "./under-scene.ts";

const LABEL = { by: "ann", how: "availability-accepted", event: "100" };

function judge(
  judgement: ModelJudgement,
  action: string,
  kept: AcceptanceOutcome["keep"] = null,
): AcceptanceOutcome {
  return judgeAcceptance({ labelled: LABEL, kept, action, judgements: [judgement] });
}

/** An endpoint that was at 99.9%. */
const moved = (to: number) =>
  compare(named(endpoint("a")), named(endpoint("a")), { a: 0.001 }, { a: to });

describe("what is kept", () => {
  test("of figures that nobody can have seen can be read back", () => {
    const { accepted, keep } = judge(moved(0.007), "synchronize");
    expect(accepted).toBeNull();
    expect(readKeptFigures(JSON.parse(JSON.stringify(keep)))).toEqual(keep);
  });

  test("of an endpoint that is down does not cover its removal", () => {
    const { keep } = judge(moved(1), "labeled");
    expect(keep?.figures[0]?.availability).toBe(0);
    const gone = compare(
      named(endpoint("a"), endpoint("b")),
      named(endpoint("b")),
      { a: 0.001, b: 0.001 },
      { b: 0.001 },
    );
    expect(judge(gone, "synchronize", keep).lapsed).toContain("`a` got worse");
  });

  test("under each of several faults is the figure under that one", () => {
    const names = ["zone-down", "rack-down"];
    const two = () => underEach(...names);
    const [base, head] = [two(), two()];
    const figures = (first: number, second: number) => ({
      "GET /": exact(0.001),
      "GET / under zone-down": exact(first),
      "GET / under rack-down": exact(second),
    });
    const judged = gateModel(
      comparison({ base: valid(base), head: valid(head) }),
      engineOf(
        new Map([
          [base, figures(0.008, 0.008)],
          [head, figures(0.012, 0.02)],
        ]),
      ),
      OPTIONS,
    );
    const kept = judge(judged, "labeled").keep?.figures ?? [];
    expect(kept.map((one) => [one.fault, one.availability]).sort()).toEqual([
      ["rack-down", 1 - 0.02],
      ["zone-down", 1 - 0.012],
    ]);
  });
});
