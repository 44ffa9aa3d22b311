import type { AskOptions, Estimate } from "../availability/estimate.ts";
import type { Endpoint, Model } from "../model/model.ts";
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
import type { AffectedGraph, Blast, Explained } from "./explained.ts";
import { affectedGraph } from "./limits/affected.ts";
import { against } from "./limits/against.ts";
import { isExplicable } from "./limits/look.ts";
import { unknownLosses } from "./limits/unknown-losses.ts";
import { untold } from "./limits/untold.ts";
import type { Variant } from "./limits/variant.ts";
import type { Change, EndpointResult, EstimatedEndpoint, Verdict } from "./result.ts";

/** Endpoints that are explained whatever it costs, the worst first; more as far as there is work for them. */
const LEAST_EXPLAINED = 20;

/** Endpoints that are explained at the most, at some 10 KB each: those of one Φ cost nothing but room. */
const MOST_EXPLAINED = 1_000;

/** Endpoints below what they promise that ways back are looked for, the worst first: each takes some hundred evaluations. */
const MOST_REMEDIED = 20;

/** Endpoints that a drawing is made for, the worst first: it has room for no more. */
const MOST_DRAWN = 20;

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
  const { endpoints, notices } = explainedWorst(explainer, model.endpoints, worst);
  const before = base.kind === "valid" ? base.model : null;
  const graph = drawn(before, head.model, model.changes, endpoints, worst);
  const { blast, notices: unknown } = blastOf(explainer, endpoints);
  const diagnostics = [...model.diagnostics, ...notices, ...unknown];
  return { ...judgement, model: { ...model, endpoints, blast, ...graph, diagnostics } };
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
  const { endpoints, notices } = explainedWorst(explainer, judged, worst);
  const graph = drawn(null, model, [], endpoints, worst);
  const { blast, notices: unknown } = blastOf(explainer, endpoints);
  const diagnostics = [...estimate.model.diagnostics, ...notices, ...unknown];
  return { ...estimate, model: { ...estimate.model, endpoints, blast, ...graph, diagnostics } };
}

function rank(verdict: Verdict): number {
  return ["pass", "warn", "fail"].indexOf(verdict);
}

/**
 * Endpoints with why they are as they are: the worst in any case, then the others as far as there is work for
 * them; and what is told of those that there was none for.
 *
 * @param worst those to explain, the worst first
 */
function explainedWorst<T extends EndpointResult | EstimatedEndpoint>(
  explainer: Explainer,
  results: readonly T[],
  worst: readonly T[],
): { readonly endpoints: readonly T[]; readonly notices: readonly Diagnostic[] } {
  const { run, model } = explainer;
  const byName = new Map(model.endpoints.map((one) => [one.name, one]));
  const explicable = worst.flatMap((result) => {
    const endpoint = byName.get(result.name);
    return endpoint === undefined || result.head === null
      ? []
      : [{ result, endpoint, head: result.head }];
  });
  const found = new Map<T, Explained>();
  let [remedied, unremedied] = [0, 0];
  for (const [at, { result, endpoint, head }] of explicable.entries()) {
    // Asked of all: the worst are paid for, too.
    const isPaid = isExplicable(explainer, endpoint);
    const isBelow = breaksPromise(model, endpoint, head, result.under);
    const isRemedied = isBelow && remedied < MOST_REMEDIED;
    if (isRemedied) remedied++;
    else if (isBelow) unremedied++;
    const isMore = at >= LEAST_EXPLAINED && (!isPaid || found.size >= MOST_EXPLAINED);
    if (isMore && !isRemedied) continue;
    const harmed = harmedBy(result);
    found.set(result, explainEndpoint(explainer, endpoint, head, isRemedied, harmed));
  }
  const endpoints = results.map((one) => {
    const own = found.get(one);
    return own === undefined ? one : { ...one, explained: own };
  });
  const unexplained = explicable.length - found.size;
  return { endpoints, notices: untold(run.path, { unexplained, remedied, unremedied }) };
}

/** Whether it misses its SLO, or under a fault what it promises then: for certain, or perhaps. */
function breaksPromise(
  { faults }: Model,
  { slo, under: minima }: Endpoint,
  head: Estimate,
  under: (EndpointResult | EstimatedEndpoint)["under"],
): boolean {
  if (slo !== null && against(head, slo) !== "keeps") return true;
  return minima.some(({ fault, minimum }) => {
    const row = under.find((one) => one.fault === faults[fault]!.name);
    return row?.head != null && against(row.head, minimum) !== "keeps";
  });
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
): { readonly blast: readonly Blast[]; readonly notices: readonly Diagnostic[] } {
  const byName = new Map(explainer.model.endpoints.map((one) => [one.name, one]));
  const judged = results.flatMap(({ name, head, under }): Judged[] => {
    const endpoint = byName.get(name);
    return endpoint === undefined || head === null ? [] : [{ endpoint, head, under }];
  });
  const found = blastRadius(explainer, judged);
  return { blast: found.blasts, notices: unknownLosses(explainer.run.path, found) };
}

function drawn(
  base: Model | null,
  head: Model,
  changes: readonly Change[],
  results: readonly (EndpointResult | EstimatedEndpoint)[],
  worst: readonly (EndpointResult | EstimatedEndpoint)[],
): { readonly graph?: AffectedGraph } {
  const names = new Set(worst.slice(0, MOST_DRAWN).map(({ name }) => name));
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
