import { describe, expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { explainJudgement } from "../../src/gate/explain-results.ts";
import type { Model } from "../../src/model/model.ts";
import { all, endpoint, parts, reached } from "../availability/models.ts";
import { OPTIONS, SLO, shop, told } from "./explained-shop.ts";
import { comparison, valid } from "./models.ts";

/** There is not work for more than the worst. */
const dear: Engine = { ...engine, spent: () => 5e9 };

describe("a judgement", () => {
  test("is explained where something changed or is wrong, and nowhere else", () => {
    // The first is below its SLO as it was; of the others one got worse, and one better.
    const slo = (at: number) => (at === 0 ? parts(999_999, 1e6) : SLO);
    const { why, found, judgement } = told(
      shop([5000, 5000, 5000, 5000], slo),
      shop([5000, 5000, 6000, 4000], slo),
    );
    expect(why).toEqual(["GET /0", "GET /2", "GET /3"]);
    expect(found.verdict).toBe(judgement.model.verdict);
    expect(found.endpoints.map(({ verdict }) => verdict)).toEqual(["warn", "pass", "pass", "pass"]);
    expect(found.diagnostics.map(({ code }) => code)).toEqual(["first"]);
    // What takes something down is told of all.
    expect(found.blast!.find(({ fault }) => fault === "web")!.endpoints).toHaveLength(3);
  });

  test("is explained without a base to compare with: all of it is as it is", () => {
    const one = shop([5000, 200_000], () => SLO);
    const { why, found } = told("invalid", one);
    expect(why.length).toBeGreaterThan(0);
    expect(found.graph!.services.map(({ change }) => change)).toEqual(
      found.graph!.services.map(() => null),
    );
  });

  test("is not explained of an endpoint that is gone, and its services are drawn as removed", () => {
    const before = shop([5000, 5000], () => SLO);
    const after = shop([6000], () => SLO);
    const { why, found } = told(before, after);
    expect(found.endpoints.map(({ name }) => name).toSorted()).toEqual(["GET /0", "GET /1"]);
    expect(why).toEqual(["GET /0"]);
    const gone = found.graph!.services.find(({ name }) => name === "s1");
    expect(gone?.change).toBe("removed");
  });

  test("is as it was where there is no head", () => {
    const input = comparison({ base: valid(shop([5000])) });
    const judgement = gateModel(input, engine, OPTIONS);
    const context = { engine, options: OPTIONS, told: [], today: null };
    expect(explainJudgement(judgement, input, context)).toBe(judgement);
  });

  test("is explained of the worst where there is not work for all: what fails, then what lost the most", () => {
    const count = 30;
    const before = shop(Array(count).fill(1000), () => SLO);
    // The last three fail; of the others each lost more than the one before, and the first got better.
    const after = Array.from({ length: count }, (_, at) =>
      at === 0 ? 500 : at >= count - 3 ? 200_000 - at : 1000 + 100 * at,
    );
    const { why, found } = told(
      before,
      shop(after, () => SLO),
      dear,
    );
    expect(why).toEqual(Array.from({ length: 20 }, (_, at) => `GET /${count - 20 + at}`));
    const notice = found.diagnostics.find(({ code }) => code === "unexplained")!;
    expect(notice).toMatchObject({
      severity: "notice",
      file: "availability.yaml",
      line: 1,
      column: 1,
    });
    expect(notice.message).toContain("what limits 10 more endpoints");
    expect(found.diagnostics[0]!.code).toBe("first");
  });

  test("is explained of what lost the most in whatever order they stand", () => {
    const lost = Array.from({ length: 30 }, (_, at) => 1000 + 100 * ((7 * at) % 30));
    const before = shop(Array(30).fill(1000), () => SLO);
    const { why } = told(
      before,
      shop(lost, () => SLO),
      dear,
    );
    const worst = lost.flatMap((one, at) => (one >= 2000 ? [`GET /${at}`] : []));
    expect(why).toEqual(worst);
  });

  test("is explained of what fails or is warned of before what passes and lost more", () => {
    // The first has hardly anything left of its SLO, and the last nothing.
    const slo = (at: number) => parts(at === 0 ? 998_850 : at === 29 ? 998_950 : 900_000, 1e6);
    const after = Array.from({ length: 30 }, (_, at) => (at % 29 === 0 ? 1100 : 2000 + 100 * at));
    const { why, found } = told(shop(Array(30).fill(1000), slo), shop(after, slo), dear);
    expect([found.endpoints[0]!.verdict, found.endpoints[29]!.verdict]).toEqual(["warn", "fail"]);
    const passing = Array.from({ length: 18 }, (_, at) => `GET /${at + 11}`);
    expect(why).toEqual(["GET /0", ...passing, "GET /29"]);
  });
});

describe("ways back that cost the same", () => {
  /** Two services that both are needed, of which either may get a second replica. */
  function needing(q: number): Model {
    const one = shop([q, 10_000]);
    const both = { ...endpoint(0, all(reached(1), reached(2))), slo: parts(985) };
    return { ...one, endpoints: [both] };
  }

  /** The first way back, where the service is told as the cause of such an effect. */
  function firstWith(subject: string, effect: number, isUnder = false): string {
    const [base, head] = [needing(1000), needing(10_000)];
    const input = comparison({ base: valid(base), head: valid(head), carried: base });
    const judgement = gateModel(input, engine, OPTIONS);
    const change = { subject, base: 1, head: 1, file: "a.yaml", line: 1, side: "head" } as const;
    const causes = [{ changes: [{ ...change, kind: "replica-availability" as const }], effect }];
    const row = { base: null, head: null, delta: null, minimum: null, verdict: "pass" } as const;
    const under = [{ ...row, fault: "drill", causes }];
    const endpoints = judgement.model.endpoints.map((one) =>
      isUnder ? { ...one, causes: [], under } : { ...one, causes },
    );
    const context = { engine, options: OPTIONS, told: [], today: null };
    const given = { ...judgement, model: { ...judgement.model, endpoints } };
    const { model: found } = explainJudgement(given, input, context);
    const { remedies } = found.endpoints[0]!.explained!;
    expect(remedies.map(({ change: text }) => text).toSorted()).toEqual([
      "replicas of s0 1 -> 2",
      "replicas of s1 1 -> 2",
    ]);
    return remedies[0]!.change;
  }

  test("come first where they lead through what the change did harm to, also under a fault", () => {
    const [s0, s1] = ["replicas of s0 1 -> 2", "replicas of s1 1 -> 2"];
    expect(firstWith("s0", -0.1)).toBe(s0);
    expect(firstWith("s1", -0.1)).toBe(s1);
    expect(firstWith("s1", -0.1, true)).toBe(s1);
    // What it did good to, or what had no effect, is no nearer than any other.
    expect(firstWith("s1", 0.1)).toBe(s0);
    expect(firstWith("s1", 0)).toBe(s0);
  });
});
