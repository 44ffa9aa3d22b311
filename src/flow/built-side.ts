import type { Deployment } from "../deployment/workload.ts";
import type { JudgedSide } from "../gate/compare-models.ts";
import { buildModel, type ModelOutcome } from "../model/build.ts";
import type { SpecOutcome } from "../model/load.ts";
import type { Matches } from "../model/match.ts";
import type { Model } from "../model/model.ts";
import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { carriedWorkloads } from "./carried-workloads.ts";
import type { Seen } from "./told-changes.ts";

/** A spec laid over the manifests of its commit. */
export type BuiltSide = {
  readonly outcome: ModelOutcome | null;
  readonly seen: Seen | null;
  readonly diagnostics: readonly Diagnostic[];
};

export function buildSide(
  read: SpecOutcome | null,
  deployment: Deployment | null,
  matchedAtBase: Matches | null,
): BuiltSide | null {
  if (read === null) return null;
  if (read.spec === null || deployment === null) {
    return { outcome: null, seen: null, diagnostics: read.diagnostics };
  }
  // What could not be rendered: nothing is known of the workloads in it.
  if (hasErrors(deployment.diagnostics)) {
    const diagnostics = [...read.diagnostics, ...deployment.diagnostics];
    return { outcome: null, seen: null, diagnostics };
  }
  const outcome = buildModel(read.spec, deployment, { matchedAtBase, carriedFrom: null });
  const { model, matches } = outcome;
  return {
    outcome,
    seen: { spec: read.spec, deployment, model, matches },
    diagnostics: [...read.diagnostics, ...deployment.diagnostics, ...outcome.diagnostics],
  };
}

/**
 * Base's spec over head's manifests: what the figures would be had nobody edited the spec. Where nobody
 * did that is head's model itself, and the gate need not evaluate it again.
 */
export function carriedModel(
  base: SpecOutcome | null,
  head: SpecOutcome | null,
  deployment: Deployment | null,
  atBase: BuiltSide | null,
  atHead: BuiltSide | null,
): Model | null {
  if (base?.spec == null || deployment === null || atBase?.outcome == null) return null;
  const matchedAtBase = atBase.outcome.matches;
  const carriedFrom =
    head?.spec == null || atHead?.outcome == null
      ? new Map()
      : carriedWorkloads(
          { spec: base.spec, matches: matchedAtBase },
          { spec: head.spec, matches: atHead.outcome.matches },
          deployment,
        );
  return buildModel(base.spec, deployment, { matchedAtBase, carriedFrom }).model;
}

export function judgedSide(side: BuiltSide | null): JudgedSide {
  if (side === null) return { kind: "absent" };
  const model = side.outcome?.model ?? null;
  return model === null
    ? { kind: "invalid", diagnostics: side.diagnostics }
    : { kind: "valid", model };
}
