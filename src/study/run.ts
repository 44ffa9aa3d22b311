import type { FamilyConfig, StudyConfig } from "./config.ts";
import { asyncScenarios } from "./families/async-side-effect.ts";
import { bottleneckScenarios } from "./families/bottleneck.ts";
import { chainScenarios } from "./families/chain.ts";
import { failureDomainScenarios } from "./families/failure-domain.ts";
import { fanoutScenarios } from "./families/fanout.ts";
import {
  largeBottleneckScenarios,
  largeChainScenarios,
  largeFanoutScenarios,
} from "./families/large.ts";
import { type Means, meansOf, type Scenario } from "./families/scenario.ts";
import { sensitivityScenarios } from "./families/sensitivity.ts";
import { sharedServiceScenarios } from "./families/shared-service.ts";
import { timeoutScenarios } from "./families/timeout.ts";
import { traceScenarios } from "./families/trace-incompleteness.ts";
import type { Progress, Row, StudyResult } from "./row.ts";

/**
 * Evaluate every scenario of a study, in the order of its configuration: the same configuration gives
 * the same rows on every machine.
 *
 * @param onProgress told after each scenario
 */
export function runStudy(config: StudyConfig, onProgress?: Progress): StudyResult {
  const planned = config.families.map((one) => ({
    family: one.family,
    scenarios: scenariosOf(one, meansOf(one, config)),
  }));
  const total = planned.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
  const all: Row[] = [];
  for (const { family, scenarios } of planned) {
    for (const scenario of scenarios) {
      all.push(scenario());
      onProgress?.(all.length, total, family);
    }
  }
  const isLarge = ({ family }: Row): boolean => family.startsWith("large-");
  return { rows: all.filter((row) => !isLarge(row)), scale: all.filter(isLarge) };
}

/** The rows of a family, each yet to be worked out. */
export function scenariosOf(config: FamilyConfig, means: Means): readonly Scenario[] {
  switch (config.family) {
    case "chain":
      return chainScenarios(config, means);
    case "fanout":
      return fanoutScenarios(config, means);
    case "replicated-bottleneck":
      return bottleneckScenarios(config, means);
    case "sensitivity":
      return sensitivityScenarios(config, means);
    case "async-side-effect":
      return asyncScenarios(config, means);
    case "single-point-of-failure":
      return sharedServiceScenarios(config, means);
    case "failure-domain":
      return failureDomainScenarios(config, means);
    case "timeout":
      return timeoutScenarios(config, means);
    case "trace-incompleteness":
      return traceScenarios(config);
    case "large-chain":
      return largeChainScenarios(config, means);
    case "large-fanout":
      return largeFanoutScenarios(config, means);
    case "large-bottleneck":
      return largeBottleneckScenarios(config, means);
  }
}

/** The exact figure that a row's Monte Carlo figure estimates, and its closed form tells. */
export function simulatedTarget({ exact, reference }: Row): number | null {
  return exact ?? reference;
}
