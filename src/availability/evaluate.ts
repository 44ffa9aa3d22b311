import type { Endpoint, Model, Probability } from "../model/model.ts";
import type { EngineOptions, Estimate } from "./estimate.ts";
import { proportionInterval } from "./interval.ts";
import { both } from "./probability.ts";
import { countFailures } from "./sample.ts";
import { type Solved, solveEndpoint } from "./solve.ts";

/** Of an interval, the probability that it misses. */
export const MISS = 0.05;

/**
 * A of one endpoint: exact where that is affordable, else from `options.samples` states with a 95%
 * interval. Equal seeds share their draws between models (base, head, carried) by component name.
 */
export function estimateEndpoint(
  model: Model,
  endpoint: Endpoint,
  options: EngineOptions,
): Estimate {
  return estimateOf(solveEndpoint(model, endpoint, options));
}

/** A = Σ π_c A_c and U likewise. */
export function estimateOf(members: readonly Solved[]): Estimate {
  let availability = 0;
  let unavailability = 0;
  for (const member of members) {
    const { p, q } = meanOf(member);
    availability += member.share * p;
    unavailability += member.share * q;
  }
  const sampled = members.filter((member) => member.method === "monte-carlo");
  const [first] = sampled;
  const figures = {
    availability: Math.min(1, availability),
    unavailability: Math.min(1, unavailability),
  };
  if (first === undefined) return { ...figures, method: "exact" };
  return {
    ...figures,
    method: "monte-carlo",
    interval: intervalOf(members),
    samples: first.failures.total,
  };
}

function meanOf(member: Solved): Probability {
  if (member.method === "exact") return member.up;
  const { total } = member.failures;
  const failed = countFailures(member.failures);
  return both(member.factor, { p: (total - failed) / total, q: failed / total });
}

/**
 * The sum of the members' intervals. Each may miss with an equal part of 5%, so that the sum holds
 * however they depend on each other (Bonferroni).
 */
function intervalOf(members: readonly Solved[]): readonly [number, number] {
  const sampled = members.filter((member) => member.method === "monte-carlo").length;
  let low = 0;
  let high = 0;
  for (const member of members) {
    if (member.method === "exact") {
      low += member.share * member.up.p;
      high += member.share * member.up.p;
      continue;
    }
    const { failures, factor, share } = member;
    const succeeded = failures.total - countFailures(failures);
    const [least, most] = proportionInterval(succeeded, failures.total, MISS / sampled);
    low += share * factor.p * least;
    high += share * factor.p * most;
  }
  return [low, Math.min(1, high)];
}
