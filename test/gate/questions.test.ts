import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  aboutBaseAlone,
  answersOf,
  MOST_QUESTIONS,
  type Question,
  questionsOf,
} from "../../src/gate/questions.ts";
import type { Thresholds } from "../../src/gate/thresholds.ts";
import { failing } from "./models.ts";

const NONE: Thresholds = {
  slo: null,
  baseSlo: null,
  maxDrop: null,
  maxDowntimeIncrease: null,
  warnAt: null,
  preexisting: "warn",
  undecided: "warn",
};

/** The stricter of both is held, so that what base promised is never stricter. */
const ALL: Thresholds = {
  ...NONE,
  slo: failing(0.005),
  baseSlo: failing(0.01),
  maxDrop: 0.001,
  maxDowntimeIncrease: 0.2,
  warnAt: 0.9,
};

/** The questions in the words of contract §2, of unavailabilities. */
const MEANT: Record<Question, (base: number, head: number, held: Thresholds) => number> = {
  below: (_, head, { slo }) => head - slo!.q,
  "was-below": (base, _, { slo }) => base - slo!.q,
  "below-former": (_, head, { baseSlo }) => head - baseSlo!.q,
  "was-below-former": (base, _, { baseSlo }) => base - baseSlo!.q,
  worse: (base, head) => head / base - 1.01,
  budget: (_, head, { slo, warnAt }) => head / slo!.q - warnAt!,
  "budget-grew": (base, head, { slo, baseSlo }) => head / slo!.q - base / baseSlo!.q,
  drop: (base, head, { maxDrop }) => 1 - base - (1 - head) - maxDrop!,
  downtime: (base, head, { maxDowntimeIncrease }) => (head - base) / base - maxDowntimeIncrease!,
};

const asked = (held: Partial<Thresholds>, compared = true) => [
  ...questionsOf({ ...NONE, ...held }, compared).keys(),
];

describe("the questions that thresholds raise", () => {
  it("are those that can matter", () => {
    const { slo, baseSlo, maxDrop, maxDowntimeIncrease, warnAt } = ALL;
    expect(asked({})).toEqual([]);
    expect(asked({ slo })).toEqual(["below", "was-below", "worse"]);
    expect(asked({ slo, warnAt })).toEqual(["below", "budget", "was-below", "worse"]);
    expect(asked({ warnAt })).toEqual([]);
    expect(asked({ slo, baseSlo })).toEqual([
      "below",
      "was-below",
      "worse",
      "below-former",
      "was-below-former",
    ]);
    expect(asked({ slo, baseSlo: slo })).toEqual(["below", "was-below", "worse"]);
    expect(asked({ slo, baseSlo: slo, warnAt })).toEqual([
      "below",
      "budget",
      "was-below",
      "worse",
      "budget-grew",
    ]);
    expect(asked({ maxDrop })).toEqual(["drop"]);
    expect(asked({ maxDowntimeIncrease })).toEqual(["downtime"]);
    expect(asked(ALL).toSorted()).toEqual(Object.keys(MEANT).toSorted());
    expect(asked(ALL)).toHaveLength(MOST_QUESTIONS);
  });

  it("are about head alone where base is not there", () => {
    expect(asked(ALL, false)).toEqual(["below", "budget"]);
    for (const { base } of questionsOf(ALL, false).values()) expect(base).toBe(0);
  });

  it("are claims that hold just where what they mean does", () => {
    const figure = fc.double({ min: 1e-6, max: 0.1, noNaN: true });
    const share = fc.double({ min: 0.001, max: 1, noNaN: true });
    let [yes, no] = [0, 0];
    fc.assert(
      fc.property(figure, figure, figure, figure, share, share, (base, head, a, b, c, d) => {
        const [slo, baseSlo] = [failing(Math.min(a, b)), failing(Math.max(a, b))];
        const held = { ...ALL, slo, baseSlo, maxDrop: c / 10, maxDowntimeIncrease: c, warnAt: d };
        for (const [question, claim] of questionsOf(held, true)) {
          const meant = MEANT[question](base, head, held);
          if (Math.abs(meant) < 1e-9) continue;
          expect(claim.base * base + claim.head * head > claim.beyond, question).toBe(meant > 0);
          if (meant > 0) yes++;
          else no++;
        }
      }),
      { seed: 71, numRuns: 200 },
    );
    expect(Math.min(yes, no)).toBeGreaterThan(200);
  });

  it("compare the downtimes themselves where the SLO stays: its budget is on both sides", () => {
    const claims = questionsOf({ ...ALL, baseSlo: ALL.slo }, true);
    expect(claims.get("budget-grew")).toEqual({ base: -1, head: 1, beyond: 0 });
  });

  it("are, of a base on both sides, those of its figure alone, and its drop is none", () => {
    const claims = questionsOf(ALL, true);
    const alone = aboutBaseAlone(claims);
    expect([...claims.keys()].filter((one) => !alone.has(one))).toEqual(["drop"]);
    for (const [question, { base, head, beyond }] of alone) {
      const both = claims.get(question)!;
      expect([head, beyond]).toEqual([0, both.beyond]);
      expect(Math.abs(base - both.base - both.head)).toBeLessThan(1e-15);
    }
  });

  it("are open where nobody decided them", () => {
    const answers = answersOf(questionsOf({ ...NONE, slo: ALL.slo }, true), ["yes", "no"]);
    expect([...answers]).toEqual([
      ["below", "yes"],
      ["was-below", "no"],
      ["worse", "open"],
    ]);
  });
});
