import type { Endpoint, MixtureMember, Model, Probability } from "../model/model.ts";
import type { EngineOptions } from "./estimate.ts";
import { exactProbability } from "./exact.ts";
import { both } from "./probability.ts";
import { reduce } from "./reduce.ts";
import { type Failures, sampleFailures } from "./sample.ts";
import type { System } from "./system.ts";

/** One member of a predicate, solved: π_c, and A_c exactly, or as factor × a sampled rest. */
export type Solved =
  | { readonly method: "exact"; readonly share: number; readonly up: Probability }
  | {
      readonly method: "monte-carlo";
      readonly share: number;
      readonly factor: Probability;
      readonly rest: System;
      readonly failures: Failures;
    };

/** Solve each member of an endpoint's mixture, exactly where that is affordable. */
export function solveEndpoint(
  model: Model,
  endpoint: Endpoint,
  options: EngineOptions,
): readonly Solved[] {
  return endpoint.mixture.map((member) => solveMember(model, endpoint, member, options));
}

function solveMember(
  model: Model,
  endpoint: Endpoint,
  { share, need }: MixtureMember,
  { seed, samples }: EngineOptions,
): Solved {
  const { factor, rest } = reduce(model, endpoint, need);
  if (rest === null) return { method: "exact", share, up: factor };
  const exact = exactProbability(rest);
  if (exact !== null) return { method: "exact", share, up: both(factor, exact) };
  const failures = sampleFailures(rest, seed, samples);
  return { method: "monte-carlo", share, factor, rest, failures };
}
