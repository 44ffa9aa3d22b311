import type { Endpoint, MixtureMember, Model, Probability } from "../model/model.ts";
import type { EngineOptions } from "./estimate.ts";
import { exactProbability, isAlwaysExact } from "./exact.ts";
import { both } from "./probability.ts";
import { reduce } from "./reduce.ts";
import { type Failures, sampleFailures } from "./sample.ts";
import { signatureOf } from "./signature.ts";
import type { System } from "./system.ts";

/** One member of a predicate, solved: π_c, and A_c exactly, or as factor × a sampled rest. */
export type Solved =
  | {
      readonly method: "exact";
      readonly share: number;
      readonly up: Probability;
      /** What was left beside the factor, where its size may have a say in the method. */
      readonly rest?: SolvedRest;
    }
  | {
      readonly method: "monte-carlo";
      readonly share: number;
      readonly factor: Probability;
      readonly rest: System;
      readonly failures: Failures;
    };

type SolvedRest = { readonly system: System; readonly up: Probability };

/**
 * Solve each member of an endpoint's mixture, exactly where that is affordable. What came out of a rest
 * that is among `before` is taken over: the same seed would draw the same, and whether an exact answer is
 * affordable depends on the order of services and dependencies, too, which means nothing.
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
  const known = solvedBefore(before, rest);
  if (known?.method === "monte-carlo") return { ...known, share, factor };
  const up = known?.rest?.up ?? exactProbability(rest);
  if (up !== null) {
    const exact = { method: "exact", share, up: both(factor, up) } as const;
    return isAlwaysExact(rest) ? exact : { ...exact, rest: { system: rest, up } };
  }
  const failures = sampleFailures(rest, seed, samples);
  return { method: "monte-carlo", share, factor, rest, failures };
}

/** The member of `before` with an equal rest; `null` where there is none that matters. */
function solvedBefore(before: readonly Solved[], rest: System): Solved | null {
  if (isAlwaysExact(rest)) return null;
  const candidates = before.flatMap((member) => {
    const system = member.method === "exact" ? member.rest?.system : member.rest;
    return system === undefined ? [] : [{ member, system }];
  });
  if (candidates.length === 0) return null;
  const signature = signatureOf(rest);
  return candidates.find(({ system }) => signatureOf(system) === signature)?.member ?? null;
}
