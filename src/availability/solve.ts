import type { Endpoint, MixtureMember, Model, Probability } from "../model/model.ts";
import type { EngineOptions } from "./estimate.ts";
import { exactProbability } from "./exact.ts";
import { both } from "./probability.ts";
import { reduce } from "./reduce.ts";
import { type Failures, sampleFailures } from "./sample.ts";
import { signatureOf } from "./signature.ts";
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

/**
 * Solve each member of an endpoint's mixture, exactly where that is affordable. Draws of a rest that
 * is among `before` are taken over: the same seed would give the same.
 */
export function solveEndpoint(
  model: Model,
  endpoint: Endpoint,
  options: EngineOptions,
  before: readonly Solved[] = [],
): readonly Solved[] {
  return endpoint.mixture.map((member) => solveMember(model, endpoint, member, options, before));
}

function solveMember(
  model: Model,
  endpoint: Endpoint,
  { share, need }: MixtureMember,
  { seed, samples }: EngineOptions,
  before: readonly Solved[],
): Solved {
  const { factor, rest } = reduce(model, endpoint, need);
  if (rest === null) return { method: "exact", share, up: factor };
  const drawn = drawnBefore(before, rest);
  if (drawn !== null) return { method: "monte-carlo", share, factor, rest, failures: drawn };
  const exact = exactProbability(rest);
  if (exact !== null) return { method: "exact", share, up: both(factor, exact) };
  const failures = sampleFailures(rest, seed, samples);
  return { method: "monte-carlo", share, factor, rest, failures };
}

function drawnBefore(before: readonly Solved[], rest: System): Failures | null {
  const sampled = before.filter((member) => member.method === "monte-carlo");
  if (sampled.length === 0) return null;
  const signature = signatureOf(rest);
  return sampled.find((member) => signatureOf(member.rest) === signature)?.failures ?? null;
}
