import { describe, expect, it } from "vitest";
import type { Row } from "../../src/study/row.ts";
import { simulatedTarget } from "../../src/study/run.ts";
import { DEFAULT, only, rowsOf, validConfig } from "./default-study.ts";

const rows = rowsOf(only("exact", DEFAULT));

function of(family: Row["family"]): readonly Row[] {
  return rows.filter((row) => row.family === family);
}

/** 1 - (1-θ)^R, here by the power that the source avoids. */
function anyOf(theta: number, replicas: number): number {
  return 1 - (1 - theta) ** replicas;
}

function expectNear(value: number | null, other: number): void {
  expect(Math.abs(value! - other)).toBeLessThanOrEqual(1e-12);
}

describe("closed forms beside the engine", () => {
  it("agree in every cell to 1e-12", () => {
    expect(rows.length).toBeGreaterThan(3700);
    const apart = rows.filter(
      (row) => !(Math.abs(simulatedTarget(row)! - row.closedForm!) <= 1e-12),
    );
    expect(apart).toEqual([]);
  });

  it("agree under other parameters than the study's", () => {
    const others = rowsOf(
      validConfig(`
version: 1
name: others
seed: 3
samples: 1
confidence: 99%
families:
  chain: { length: [1, 7], theta: [0, 0.3, 1], rho: [0.2, 99.9%], metrics: exact }
  fanout: { degree: [1, 9], theta: [0.4, 1], rho: [0, 0.8], metrics: exact }
  replicated-bottleneck:
    { replicas: [0, 1, 9], theta: 0.3, rho: [0.7, 1], entryTheta: 0.6, metrics: exact }
  sensitivity: { theta: [0.2, 1], rho: [0.9, 0.1], baseReplicas: 2, replicas: 6, metrics: exact }
  async-side-effect: { theta: 0.6, rho: 0.7, asyncRho: 0.8, metrics: exact }
  single-point-of-failure:
    { theta: [0, 0.4], routeTheta: 0.3, rho: 0.6, routes: 4, replicas: 3, metrics: exact }
  failure-domain: { theta: 0.2, rho: 0.6, replicas: 5, entryTheta: 0.7, metrics: exact }
  timeout:
    { theta: 0.9, rho: 0.8, length: 5, onTime: { soon: 0.1 }, retries: [0, 9], metrics: exact }
  trace-incompleteness: { degree: 3, theta: 0.6, rho: 0.7, replicas: 4, omission: [0.3, 1] }
  large-chain: { length: 90, q: 0.97, sentinels: [], metrics: exact }
  large-fanout: { degree: 90, q: 0.97, sentinels: [], metrics: exact }
  large-bottleneck:
    { replicas: 90, theta: 0.01, rho: 0.5, entryTheta: 0.7, sentinels: [], metrics: exact }
`),
    );
    expect(others).toHaveLength(12 + 8 + 6 + 4 + 2 + 2 + 1 + 2 + 6 + 3);
    for (const row of others) expectNear(simulatedTarget(row), row.closedForm!);
  });

  it("agree with what is compared, too", () => {
    for (const row of of("sensitivity")) {
      expectNear(row.baseline, row.theta! * row.rho!);
      expectNear(row.gap, row.rho! * (anyOf(row.theta!, 3) - row.theta!));
    }
    for (const row of of("timeout")) expectNear(row.baseline, 0.98 ** 3 * 0.97 ** 2);
    for (const row of of("failure-domain")) expectNear(row.baseline, 0.95 * anyOf(0.9, 3));
    for (const row of of("trace-incompleteness")) {
      const isReplicas = row.scenario.startsWith("replica_undercount");
      expectNear(row.baseline, isReplicas ? 0.95 * anyOf(0.97, 3) : 0.97 * (0.97 * 0.95) ** 5);
    }
    const [immediate, eventual] = of("async-side-effect");
    expectNear(eventual!.gap, immediate!.exact! - eventual!.exact!);
  });
});

describe("what the study must show", () => {
  it("Eq. (16), from the longest chain of the worst parts to the shortest of the best", () => {
    const figures = of("chain").map(({ exact }) => exact!);
    expect(figures).toHaveLength(36);
    expect(Math.min(...figures).toFixed(4)).toBe("0.1668");
    expect(Math.max(...figures).toFixed(4)).toBe("0.9703");
  });

  it("replicas never gain more than their dependency leaves", () => {
    for (const { exact, rho } of [...of("replicated-bottleneck"), ...of("large-bottleneck")]) {
      expect(exact).toBeLessThanOrEqual(rho!);
    }
    const figures = of("replicated-bottleneck").map(({ exact }) => exact!.toFixed(3));
    expect([figures[0], figures.at(-1)]).toEqual(["0.738", "0.820"]);
  });

  it("the gain of replicas, where the dependency dominates and where it does not", () => {
    const cells = of("sensitivity");
    const isLimited = ({ theta, rho }: Row) => rho! < anyOf(theta!, 3);
    const mean = (some: readonly Row[]) =>
      some.reduce((sum, { gap }) => sum + gap!, 0) / some.length;
    const limited = cells.filter(isLimited);
    const others = cells.filter((cell) => !isLimited(cell));
    expect(cells).toHaveLength(3600);
    expect((limited.length / cells.length).toFixed(2)).toBe("0.94");
    expect([mean(limited).toFixed(3), mean(others).toFixed(3)]).toEqual(["0.155", "0.319"]);
    expectNear(Math.max(...cells.map(({ gap }) => gap!)), 0.373125);
  });

  it("async dependencies take nothing from immediate success, and much from eventual", () => {
    const [immediate, eventual] = of("async-side-effect");
    expect(immediate!.gap).toBe(0);
    expectNear(eventual!.gap, 0.289224906984);
  });

  it("redundancy never lifts a system above its shared service, and importance says so", () => {
    const cells = of("single-point-of-failure");
    expect(cells.map(({ theta }) => theta)).toEqual([
      0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99,
    ]);
    for (const { exact, theta, reference, baseline, note } of cells) {
      expect(reference).toBe(theta);
      expect(exact).toBeLessThan(theta!);
      expectNear(exact, theta! * baseline!);
      expect(note).toMatch(/importance: shared \(0\.99\d\d\) before/);
    }
  });

  it("a common domain, late calls and missed traces, each by its greatest effect", () => {
    expectNear(of("failure-domain")[0]!.gap, 0.09405);
    expectNear(Math.max(...of("timeout").map(({ gap }) => gap!)), 0.39850539876);
    const traces = of("trace-incompleteness");
    const bias = (kind: string) =>
      traces.find(({ scenario }) => scenario === `${kind}:omit=0.40`)!.signedBias!;
    expectNear(bias("edge_only"), -0.594418594978);
    expect(bias("hidden_dependency").toFixed(3)).toBe("0.118");
    expect(bias("replica_undercount").toFixed(3)).toBe("-0.069");
    for (const { scenario, signedBias } of traces) {
      if (scenario.endsWith("omit=0.00")) expect(signedBias).toBe(0);
    }
  });

  it("the smallest figure of the large families to all its digits", () => {
    const longest = of("large-chain").find(({ scenario }) => scenario === "k=256:q=0.99")!;
    expect(longest.exact!.toPrecision(12)).toBe("0.00576573700098");
    expect([longest.services, longest.dependencies, longest.instances]).toEqual([257, 256, 257]);
    const widest = of("large-bottleneck").find(({ replicas }) => replicas === 64)!;
    expect([widest.services, widest.dependencies, widest.instances]).toEqual([2, 1, 65]);
  });
});
