import type { AskOptions } from "../availability/estimate.ts";
import type { Model } from "../model/model.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { ModelEstimate, ModelInput } from "./assemble.ts";
import type { ModelComparison, ModelJudgement } from "./compare-models.ts";
import type { Engine } from "./engine.ts";
import {
  blastRadius,
  type Explainer,
  explainEndpoint,
  explainerOf,
  type Judged,
} from "./explain.ts";
import type { AffectedGraph, Blast } from "./explained.ts";
import { affectedGraph } from "./limits/affected.ts";
import { unknownLosses } from "./limits/unknown-losses.ts";
import type { Variant } from "./limits/variant.ts";
import type { Change, EndpointResult, EstimatedEndpoint, Verdict } from "./result.ts";

/** Endpoints that are explained, the worst first: nobody reads more, and each costs several evaluations. */
const MOST_EXPLAINED = 20;

/** Endpoints that remedies are looked for, the worst first: each takes some hundred evaluations. */
const MOST_REMEDIED = 20;

/** Limits of an endpoint that a drawing shows, and the share of the downtime from which they count. */
const LIMITS_DRAWN = 3;
const CRITICAL = 0.1;

export type ExplainContext = {
  readonly engine: Engine;
  readonly options: AskOptions;
  /** Assumptions about head of which only the flow knows. */
  readonly told: readonly Variant[];
  /** `2026-11-30`; `null`: no evidence counts as old. */
  readonly today: string | null;
};

/** A judgement with why and what to do, for the endpoints that changed or have a reason. */
export function explainJudgement(
  judgement: ModelJudgement,
  comparison: ModelComparison,
  { engine, options, told, today }: ExplainContext,
): ModelJudgement {
  const { base, head, path } = comparison;
  if (head.kind === "absent") return judgement;
  const explainer = explainerOf({ path, engine, options }, head.model, told, today);
  const { model } = judgement;
  const worst = model.endpoints
    .filter(({ change, verdict }) => change !== "unchanged" || verdict !== "pass")
    .sort((a, b) => rank(b.verdict) - rank(a.verdict) || (a.delta ?? 0) - (b.delta ?? 0));
  const chosen = new Set<EndpointResult | EstimatedEndpoint>(worst.slice(0, MOST_EXPLAINED));
  const remedied = new Set<EndpointResult | EstimatedEndpoint>(worst.slice(0, MOST_REMEDIED));
  const endpoints = model.endpoints.map((one) => explained(explainer, one, chosen, remedied));
  const before = base.kind === "valid" ? base.model : null;
  const graph = drawn(before, head.model, model.changes, endpoints, chosen);
  const blast = blastOf(explainer, endpoints, model.diagnostics);
  return { ...judgement, model: { ...model, endpoints, ...blast, ...graph } };
}

/** An estimate with what limits its endpoints and what their figures rest on. */
export function explainEstimate(
  estimate: ModelEstimate,
  { path, model }: ModelInput,
  { engine, options, told, today }: ExplainContext,
): ModelEstimate {
  const explainer = explainerOf({ path, engine, options }, model, told, today);
  const { endpoints: judged } = estimate.model;
  const worst = judged.toSorted(
    (a, b) => rank(b.verdict) - rank(a.verdict) || b.head.unavailability - a.head.unavailability,
  );
  const chosen = new Set<EndpointResult | EstimatedEndpoint>(worst.slice(0, MOST_EXPLAINED));
  const remedied = new Set<EndpointResult | EstimatedEndpoint>(worst.slice(0, MOST_REMEDIED));
  const endpoints = judged.map((one) => explained(explainer, one, chosen, remedied));
  const graph = drawn(null, model, [], endpoints, chosen);
  const blast = blastOf(explainer, endpoints, estimate.model.diagnostics);
  return { ...estimate, model: { ...estimate.model, endpoints, ...blast, ...graph } };
}

function rank(verdict: Verdict): number {
  return ["pass", "warn", "fail"].indexOf(verdict);
}

function explained<T extends EndpointResult | EstimatedEndpoint>(
  explainer: Explainer,
  result: T,
  chosen: ReadonlySet<EndpointResult | EstimatedEndpoint>,
  remedied: ReadonlySet<EndpointResult | EstimatedEndpoint>,
): T {
  const endpoint = explainer.model.endpoints.find(({ name }) => name === result.name);
  if (endpoint === undefined || result.head === null || !chosen.has(result)) return result;
  return {
    ...result,
    explained: explainEndpoint(
      explainer,
      endpoint,
      result.head,
      remedied.has(result),
      harmedBy(result),
    ),
  };
}

/** What the change touched to an endpoint's harm, by name: a way back through it is the nearest to its author. */
function harmedBy(result: EndpointResult | EstimatedEndpoint): ReadonlySet<string> {
  const causes = [result, ...result.under].flatMap((row) =>
    "causes" in row ? (row.causes ?? []) : [],
  );
  return new Set(
    causes
      .filter(({ effect }) => effect < 0)
      .flatMap(({ changes }) => changes.map(({ subject }) => subject)),
  );
}

function blastOf(
  explainer: Explainer,
  results: readonly (EndpointResult | EstimatedEndpoint)[],
  diagnostics: readonly Diagnostic[],
): { readonly blast: readonly Blast[]; readonly diagnostics: readonly Diagnostic[] } {
  const byName = new Map(explainer.model.endpoints.map((one) => [one.name, one]));
  const judged = results.flatMap(({ name, head, under }): Judged[] => {
    const endpoint = byName.get(name);
    return endpoint === undefined || head === null ? [] : [{ endpoint, head, under }];
  });
  const found = blastRadius(explainer, judged);
  const told = unknownLosses(explainer.run.path, found);
  return { blast: found.blasts, diagnostics: [...diagnostics, ...told] };
}

function drawn(
  base: Model | null,
  head: Model,
  changes: readonly Change[],
  results: readonly (EndpointResult | EstimatedEndpoint)[],
  chosen: ReadonlySet<EndpointResult | EstimatedEndpoint>,
): { readonly graph?: AffectedGraph } {
  const names = new Set([...chosen].map(({ name }) => name));
  const told = results.filter(({ name }) => names.has(name));
  const entries = head.endpoints
    .filter(({ name }) => names.has(name))
    .map(({ entry }) => head.services[entry]!.name);
  // Where something is wrong, what limits the others is beside the point.
  const wrong = told.filter(({ verdict }) => verdict !== "pass");
  const limiting = (wrong.length > 0 ? wrong : told).flatMap((one) =>
    (one.explained?.limits ?? [])
      .filter(({ criticality }) => criticality >= CRITICAL)
      .slice(0, LIMITS_DRAWN)
      .map(({ component }) => component),
  );
  const graph = affectedGraph(base, head, changes, [...new Set(entries)], [...new Set(limiting)]);
  return graph === null ? {} : { graph };
}
