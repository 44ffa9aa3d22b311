import { credibleDifference, credibleOf, type Side } from "../availability/credible.ts";
import type { Estimate } from "../availability/estimate.ts";
import { type Uncertain, uncertaintyOf } from "../availability/uncertainty.ts";
import type { Endpoint, Probability } from "../model/model.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { ModelEstimate, ModelInput } from "./assemble.ts";
import type { ModelComparison, ModelJudgement } from "./compare-models.ts";
import { pairEndpoints } from "./pair-endpoints.ts";
import type { EndpointResult } from "./result.ts";
import { stricterSlo } from "./thresholds.ts";

/**
 * A judgement with what the figures that are told may be by what was observed, beside them: the verdict
 * does not depend on it.
 */
export function credibleJudgement(
  judgement: ModelJudgement,
  { base, head }: ModelComparison,
  seed: number,
): ModelJudgement {
  if (head.kind === "absent") return judgement;
  const before = base.kind === "valid" ? base.model : null;
  const pairs = new Map(
    (before === null ? alone(head.model.endpoints) : pairEndpoints(before, head.model).present).map(
      (pair) => [pair.head.name, pair],
    ),
  );
  const told = judgement.model.endpoints.filter(
    ({ change, verdict }) => change !== "unchanged" || verdict !== "pass",
  );
  const asked = new Set(told.flatMap(({ name }) => endsOf(pairs.get(name))));
  const models = before === null ? [head.model] : [before, head.model];
  const uncertainty = uncertaintyOf(models, seed, (endpoint) => asked.has(endpoint));
  if (uncertainty === null) return judgement;
  let dear = 0;
  const endpoints = judgement.model.endpoints.map((result) => {
    const pair = pairs.get(result.name);
    if (pair === undefined || !asked.has(pair.head) || result.head === null) return result;
    const was = before === null || pair.base === null ? CERTAIN : uncertainty(before, pair.base);
    const now = uncertainty(head.model, pair.head);
    if (was.kind === "dear" || now.kind === "dear") dear += 1;
    const promised = stricterSlo(pair.base?.slo ?? null, pair.head.slo);
    return withCredible(
      result,
      { of: was, slo: pair.base?.slo ?? null },
      { of: now, slo: promised },
    );
  });
  const diagnostics = [...judgement.model.diagnostics, ...dearNotice(dear)];
  return { ...judgement, model: { ...judgement.model, endpoints, diagnostics } };
}

/** An estimate with what its figures may be by what was observed. */
export function credibleEstimate(
  estimate: ModelEstimate,
  { model }: ModelInput,
  seed: number,
): ModelEstimate {
  const uncertainty = uncertaintyOf([model], seed);
  if (uncertainty === null) return estimate;
  let dear = 0;
  const endpoints = estimate.model.endpoints.map((result, at) => {
    const endpoint = model.endpoints[at]!;
    const now = uncertainty(model, endpoint);
    if (now.kind === "dear") dear += 1;
    return { ...result, head: credibly(result.head, { of: now, slo: endpoint.slo }) };
  });
  const diagnostics = [...estimate.model.diagnostics, ...dearNotice(dear)];
  return { ...estimate, model: { ...estimate.model, endpoints, diagnostics } };
}

const CERTAIN: Uncertain = { kind: "certain" };

type Pair = { readonly head: Endpoint; readonly base: Endpoint | null };

function alone(endpoints: readonly Endpoint[]): readonly Pair[] {
  return endpoints.map((head) => ({ head, base: null }));
}

function endsOf(pair: Pair | undefined): readonly Endpoint[] {
  if (pair === undefined) return [];
  return pair.base === null ? [pair.head] : [pair.base, pair.head];
}

type End = { readonly of: Uncertain; readonly slo: Probability | null };

function credibly(estimate: Estimate, { of, slo }: End): Estimate {
  if (of.kind !== "drawn" || estimate.method !== "exact") return estimate;
  return { ...estimate, credible: credibleOf(of.draws, slo) };
}

function withCredible(result: EndpointResult, base: End, head: End): EndpointResult {
  const [was, now] = [sideOf(result.base, base), sideOf(result.head, head)];
  const isUncertain = base.of.kind === "drawn" || head.of.kind === "drawn";
  const isMoved = result.delta !== null && result.delta !== 0;
  return {
    ...result,
    base: result.base && credibly(result.base, base),
    head: result.head && credibly(result.head, head),
    ...(isUncertain && isMoved && was !== null && now !== null
      ? { deltaCredible: credibleDifference(was, now) }
      : {}),
  };
}

/** `null` where nobody can tell. */
function sideOf(estimate: Estimate | null, { of }: End): Side | null {
  if (estimate === null || estimate.method !== "exact" || of.kind === "dear") return null;
  return of.kind === "drawn" ? of.draws : { p: estimate.availability, q: estimate.unavailability };
}

function dearNotice(count: number): readonly Diagnostic[] {
  if (count === 0) return [];
  const which = count === 1 ? "1 endpoint has" : `${count} endpoints have`;
  const message = `${which} no credible interval: what the evidence leaves open takes too long to evaluate, or the figure is not exact`;
  return [{ severity: "notice", code: "no-credible-interval", message }];
}
