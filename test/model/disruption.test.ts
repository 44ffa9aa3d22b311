import { describe, expect, it } from "vitest";
import type { Allowance, Amount, Disruption } from "../../src/deployment/workload.ts";
import { buildModel } from "../../src/model/build.ts";
import { disruptionOf } from "../../src/model/disruption.ts";
import { diagnostic } from "../../src/yaml/diagnostic.ts";
import { alone, build, deployed, lines, validSpec, workload } from "./support.ts";

const place = { file: "budget.yaml", line: 4, column: 3 };
const unavailable = (amount: Amount, least: 0 | 1 = 0): Allowance => ({
  kind: "maxUnavailable",
  amount,
  least,
  beside: 0,
  place,
});
const available = (amount: Amount, beside = 0): Allowance => ({
  ...unavailable(amount),
  kind: "minAvailable",
  beside,
});
const percent = (share: number, rounding: "down" | "up"): Amount => ({ percent: share, rounding });
const quarter = unavailable(percent(25, "down"));

const of = (disruption: Disruption, replicas: number) => disruptionOf(disruption, replicas);

describe("what may be taken away at once", () => {
  it.each([
    [unavailable(2), 5, 2],
    [unavailable(9), 5, 5],
    [unavailable(0), 5, 0],
    [unavailable(0, 1), 5, 1],
    [unavailable(0, 1), 0, 0],
    [quarter, 3, 0],
    [quarter, 4, 1],
    [unavailable(percent(25, "up")), 3, 1],
    [unavailable(percent(55, "up")), 100, 55],
    [unavailable(percent(100, "up")), 3, 3],
    [available(2), 5, 3],
    [available(9), 5, 0],
    [available(percent(50, "up")), 5, 2],
    [available(2, 3), 2, 2],
    [available(4, 3), 2, 1],
    [null, 5, 0],
  ])("%j of %d replicas is %d", (rollout, replicas, expected) => {
    expect(of({ rollout, drain: null }, replicas).rollout).toBe(expected);
    if (rollout !== null)
      expect(of({ rollout: null, drain: rollout }, replicas).drain).toBe(expected);
  });

  it("is a quarter and one where no manifest says", () => {
    const replicas = [0, 1, 3, 4, 8];
    expect(replicas.map((count) => disruptionOf(null, count))).toEqual([
      { rollout: 0, drain: 0 },
      { rollout: 0, drain: 1 },
      { rollout: 0, drain: 1 },
      { rollout: 1, drain: 1 },
      { rollout: 2, drain: 1 },
    ]);
    expect(of({ rollout: quarter, drain: null }, 3).drain).toBe(1);
  });

  it("counts the replicas that the service has, in the carried evaluation those of head", async () => {
    const text =
      "version: 1\nservices: { web: { workload: Deployment/web } }\nendpoints: { e: { entry: web } }\n";
    const disruption = { rollout: unavailable(percent(50, "down")), drain: available(1) };
    const web = workload({ name: "web", count: 6, disruption });
    for (const carriedFrom of [null, new Map()]) {
      const { model } = await build(text, [web], { matchedAtBase: new Map(), carriedFrom });
      expect(model?.services[0]?.disruption).toEqual({ rollout: 3, drain: 5 });
    }
  });
});

describe("what is told of it", () => {
  const spec = (faults: string) =>
    `version: 1\ndependencies: [web -> pay, web -> db, web -> bank]\nservices: { bank: { external: 99% }, db: { replicas: 2 } }\nendpoints: { e: { entry: web } }\nfaults:\n${faults}`;
  const budgeted: Disruption = { rollout: quarter, drain: unavailable(1) };
  const idle = diagnostic("notice", "idle-budget", "1 disruption budget selects none", place);
  const notes = async (faults: string, web: Disruption, pay: Disruption = web) => {
    const deployment = {
      ...deployed(
        workload({ name: "web", disruption: web }),
        workload({ name: "pay", disruption: pay }),
      ),
      idleBudgets: [idle],
    };
    const { diagnostics } = buildModel(await validSpec(spec(faults)), deployment, alone);
    return lines(diagnostics.filter(({ code }) => /disruption|budget/.test(code)));
  };
  const none: Disruption = { rollout: quarter, drain: null };
  const idleLine = "budget.yaml:4:3 notice idle-budget: 1 disruption budget selects none";

  it("is once for which workloads a drain finds no budget", async () => {
    expect(await notes("  a: { rollout: each }\n", none)).toEqual([]);
    expect(
      await notes("  a: { rollout: each }\n  b: { drain: each }\n  c: { drain: [web] }\n", none),
    ).toEqual([
      "7:3 notice no-disruption-budget: no disruption budget selects 2 workloads (`Deployment/web`, `Deployment/pay`): a drain takes one replica of each; add a PodDisruptionBudget where another number holds",
      idleLine,
    ]);
    expect(await notes("  c: { drain: [pay, db] }\n", none)).toEqual([
      "6:3 notice no-disruption-budget: no disruption budget selects 1 workload (`Deployment/pay`): a drain takes one replica of each; add a PodDisruptionBudget where another number holds",
      idleLine,
    ]);
    expect(await notes("  b: { drain: each }\n", budgeted)).toEqual([idleLine]);
  });

  it("is what a manifest says wrong, where a fault counts it", async () => {
    const wrong = (allowance: Allowance) => ({ ...allowance, problem: `bad ${allowance.kind}` });
    const broken = { rollout: wrong(quarter), drain: wrong(available(1)) };
    expect(await notes("  z: { down: [web] }\n", broken)).toEqual([]);
    expect(await notes("  a: { rollout: [pay] }\n", budgeted, broken)).toEqual([
      "budget.yaml:4:3 warning assumed-disruption: bad maxUnavailable",
    ]);
    expect(await notes("  a: { rollout: [web] }\n", budgeted, broken)).toEqual([]);
    expect(await notes("  a: { drain: each }\n", budgeted, broken)).toEqual([
      "budget.yaml:4:3 warning assumed-disruption: bad minAvailable",
      idleLine,
    ]);
  });
});
