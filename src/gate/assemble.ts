import type { EngineOptions } from "../availability/estimate.ts";
import type { Endpoint, Model } from "../model/model.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { type AcceptanceOutcome, acceptJudgements } from "./acceptance.ts";
import type { ModelJudgement } from "./compare-models.ts";
import type { Engine } from "./engine.ts";
import type {
  BaseCommit,
  EstimatedEndpoint,
  EstimatedModel,
  EstimateResult,
  HeadCommit,
  Reason,
  Result,
} from "./result.ts";
import { judgeFigures } from "./rules.ts";
import { effectiveThresholds } from "./thresholds.ts";
import { sortReasons, worst, worstReason } from "./verdict.ts";

/** The published result of a comparison; models keep their order. */
export function assembleResult(input: {
  readonly judgements: readonly ModelJudgement[];
  /** `null` where acceptance was not asked for. */
  readonly acceptance: AcceptanceOutcome | null;
  readonly base: BaseCommit;
  readonly head: HeadCommit;
}): Result {
  const accepted = input.acceptance?.accepted ?? null;
  const lapsed = input.acceptance?.lapsed ?? null;
  const judgements = accepted === null ? input.judgements : acceptJudgements(input.judgements);
  return {
    version: 1,
    verdict: worst(judgements.map(({ model }) => model.verdict)),
    reasons: sortReasons(judgements.flatMap(({ reasons }) => reasons)),
    acceptedBy: accepted,
    ...(lapsed === null ? {} : { acceptanceLapsed: lapsed }),
    base: input.base,
    head: input.head,
    models: judgements.map(({ model }) => model),
  };
}

/** The result where nothing that a model reads changed: nothing was evaluated. */
export function notAffected(base: BaseCommit, head: HeadCommit): Result {
  return {
    version: 1,
    verdict: "not-affected",
    reasons: [],
    acceptedBy: null,
    base,
    head,
    models: [],
  };
}

/** One model on its own, as `estimate` shows it: its endpoints against their SLOs. */
export type ModelEstimate = {
  readonly model: EstimatedModel;
  readonly reasons: readonly Reason[];
};

export function estimateModel(
  input: {
    readonly path: string;
    readonly model: Model;
    readonly diagnostics: readonly Diagnostic[];
  },
  engine: Engine,
  options: EngineOptions,
): ModelEstimate {
  const { path, model, diagnostics } = input;
  const judged = model.endpoints.map((one) => estimateOne(path, model, one, engine, options));
  const endpoints = judged.map(({ endpoint }) => endpoint);
  const verdict = worst(endpoints.map((endpoint) => endpoint.verdict));
  const reasons = sortReasons(judged.flatMap((one) => one.reasons));
  return { model: { path, verdict, endpoints, diagnostics }, reasons };
}

/** The published result of `estimate`. */
export function assembleEstimate(input: {
  readonly estimates: readonly ModelEstimate[];
  readonly head: HeadCommit;
}): EstimateResult {
  const { estimates, head } = input;
  return {
    version: 1,
    verdict: worst(estimates.map(({ model }) => model.verdict)),
    reasons: sortReasons(estimates.flatMap(({ reasons }) => reasons)),
    head,
    models: estimates.map(({ model }) => model),
  };
}

function estimateOne(
  path: string,
  model: Model,
  endpoint: Endpoint,
  engine: Engine,
  options: EngineOptions,
): { readonly endpoint: EstimatedEndpoint; readonly reasons: readonly Reason[] } {
  const { name, slo } = endpoint;
  const head = engine.estimate(model, endpoint, options);
  const thresholds = effectiveThresholds(null, { slo, gate: model.gate });
  const reasons = judgeFigures({ model: path, endpoint: name, head, before: null }, thresholds);
  return {
    endpoint: { name, head, slo: { head: slo?.p ?? null }, verdict: worstReason(reasons) },
    reasons,
  };
}
