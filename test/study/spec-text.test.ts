import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import type { FamilyConfig } from "../../src/study/config.ts";
import { bottleneckOf } from "../../src/study/families/systems.ts";
import { discoveries } from "../../src/study/families/trace-incompleteness.ts";
import type { Row } from "../../src/study/row.ts";
import { scenariosOf } from "../../src/study/run.ts";
import { availabilityOf, type System } from "../../src/study/system.ts";
import { builtModel } from "../model/support.ts";
import { DEFAULT, familyOf, validConfig } from "./default-study.ts";
import { specTextOf } from "./spec-text.ts";

type Seen = { readonly given: System; readonly figure: number };

/** What a family's scenario has evaluated. */
function seenIn(config: FamilyConfig, pick: (rows: number) => number): readonly Seen[] {
  const seen: Seen[] = [];
  const scenarios = scenariosOf(config, {
    exact: (given) => {
      const figure = availabilityOf(given);
      seen.push({ given, figure });
      return figure;
    },
    simulated: () => null,
  });
  scenarios[pick(scenarios.length)]!();
  return seen;
}

/** The figure of the system once it went through the format, its reader and the builder of models. */
async function figureOfText(given: System): Promise<number> {
  const model = await builtModel(specTextOf(given));
  const subject = { model, endpoint: model.endpoints[0]!, fault: null };
  const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
  expect(estimate.method).toBe("exact");
  return estimate.availability;
}

describe("a scenario is an ordinary spec", () => {
  const families = DEFAULT.families.filter(
    ({ family }) => family !== "sensitivity" && family !== "trace-incompleteness",
  );

  it.each(families.map((one) => [one.family, one] as const))("%s", async (_, config) => {
    for (const pick of [() => 0, (rows: number) => rows - 1]) {
      const seen = seenIn(config, pick);
      expect(seen.length).toBeGreaterThan(0);
      for (const { given, figure } of seen) {
        expect(Math.abs((await figureOfText(given)) - figure)).toBeLessThanOrEqual(1e-15);
      }
    }
  });

  it("sensitivity, where each cell overrides the figures of one model", async () => {
    const { theta, rho, ...config } = familyOf("sensitivity");
    const few = [theta[0]!, theta[20]!, theta[59]!];
    const small = { ...config, theta: few, rho: few };
    const cells = scenariosOf(small, { exact: () => null, simulated: () => null });
    expect(cells).toHaveLength(9);
    for (const cell of cells) {
      const row: Row = cell();
      const up = few.find(({ p }) => p === row.theta)!;
      const edge = few.find(({ p }) => p === row.rho)!;
      const before = await figureOfText(bottleneckOf(1, up, edge));
      const after = await figureOfText(bottleneckOf(3, up, edge));
      expect(Math.abs(row.baseline! - before)).toBeLessThanOrEqual(1e-15);
      expect(Math.abs(row.exact! - after)).toBeLessThanOrEqual(1e-15);
    }
  });

  it("trace incompleteness, of every set of parts that were observed", async () => {
    const config = { ...familyOf("trace-incompleteness"), degree: 2, replicas: 2 };
    for (const { parts, systemOf } of discoveries(config)) {
      for (let observed = 0; observed < 2 ** parts; observed++) {
        const given = systemOf(observed);
        const figure = availabilityOf(given);
        expect(Math.abs((await figureOfText(given)) - figure)).toBeLessThanOrEqual(1e-15);
      }
    }
  });
});

describe("what was not observed", () => {
  const config = familyOf("trace-incompleteness");
  const [hidden, edges, replicas] = discoveries(config);

  it("leaves a dependency out of the graph, and of the predicate only where nobody knows of it", () => {
    const some = 0b01101;
    expect(hidden!.systemOf(some).services).toHaveLength(4);
    expect(hidden!.systemOf(some).dependencies).toHaveLength(3);
    expect(availabilityOf(hidden!.systemOf(0))).toBe(0.97);
    expect(edges!.systemOf(some).dependencies).toHaveLength(3);
    expect(edges!.systemOf(some).needs).toHaveLength(5);
    expect(availabilityOf(edges!.systemOf(some))).toBe(0);
  });

  it("leaves a service without any instance that was seen dead", () => {
    expect(replicas!.systemOf(0).services[1]!.replicas).toBe(0);
    expect(availabilityOf(replicas!.systemOf(0))).toBe(0);
    expect(availabilityOf(replicas!.systemOf(0b100))).toBeCloseTo(0.97 * 0.95, 14);
  });
});

describe("scenarios", () => {
  it("have names of their own, also on a grid finer than four decimals", () => {
    const config = validConfig(`
version: 1
name: fine
seed: 1
samples: 10
confidence: 95%
families:
  sensitivity:
    theta: { from: 0.9, to: 0.9001, steps: 11 }
    rho: [0.5]
    baseReplicas: 1
    replicas: 2
    metrics: [exact]
`);
    const rows = scenariosOf(config.families[0]!, { exact: () => null, simulated: () => null });
    expect(new Set(rows.map((row) => row().scenario)).size).toBe(11);
  });
});
