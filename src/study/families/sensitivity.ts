import type { Override, Probability } from "../../model/model.ts";
import type { SensitivityConfig } from "../config.ts";
import { availabilityUnder, CERTAIN, subjectOf } from "../system.ts";
import { closedBottleneck } from "./bottleneck.ts";
import { difference, type Means, row, type Scenario } from "./scenario.ts";
import { bottleneckOf } from "./systems.ts";

/**
 * What more replicas of one service gain, over its replicas' availability and that of the dependency
 * before it. Thousands of cells of one shape: one model for each number of replicas, and each cell
 * overrides its two figures.
 */
export function sensitivityScenarios(config: SensitivityConfig, means: Means): Scenario[] {
  const { theta, rho, baseReplicas, replicas, metrics } = config;
  const isExact = metrics.includes("exact");
  const isDrawn = metrics.includes("monte-carlo");
  const before = subjectOf(bottleneckOf(baseReplicas, CERTAIN, CERTAIN));
  const after = subjectOf(bottleneckOf(replicas, CERTAIN, CERTAIN));
  const columns = theta.map((up) => ({ up, override: replicasOverride(up) }));
  const labels = { theta: labelsOf(theta), rho: labelsOf(rho) };
  return rho.flatMap((edge, line) => {
    const dependency: Override = { kind: "dependency", dependency: 0, up: edge };
    return columns.map(({ up, override }, column) => () => {
      const scenario = `theta=${labels.theta[column]}:rho=${labels.rho[line]}`;
      const overrides = [override, dependency];
      const exact = isExact ? availabilityUnder(after, overrides) : null;
      const baseline = isExact ? availabilityUnder(before, overrides) : null;
      return row({
        family: "sensitivity",
        scenario,
        metricKind: "heatmap_exact",
        theta: up.p,
        rho: edge.p,
        replicas,
        exact,
        closedForm: closedBottleneck(replicas, up, edge, CERTAIN),
        simulated: isDrawn ? means.simulated(scenario, bottleneckOf(replicas, up, edge)) : null,
        baseline,
        gap: difference(exact, baseline),
        note: "gap: what the replicas gain",
      });
    });
  });
}

function replicasOverride(up: Probability): Override {
  return { kind: "replicas", service: 1, up };
}

/** To four decimals, or in full where that would make two of them one. */
function labelsOf(values: readonly Probability[]): readonly string[] {
  const short = values.map(({ p }) => p.toFixed(4));
  return new Set(short).size === values.length ? short : values.map(({ p }) => String(p));
}
