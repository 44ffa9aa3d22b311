import type { AskOptions } from "../availability/estimate.ts";
import type { Endpoint, Model } from "../model/model.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { type AcceptanceOutcome, acceptJudgements } from "./acceptance.ts";
import type { ModelJudgement } from "./compare-models.ts";
import type { Engine, GateRun } from "./engine.ts";
import { judgeAlone } from "./judge-row.ts";
import type {
  BaseCommit,
  EstimatedEndpoint,
  EstimatedModel,
  EstimatedUnder,
  EstimateResult,
  HeadCommit,
  Reason,
  Result,
} from "./result.ts";
import { effectiveThresholds, minimumOf, thresholdsUnder } from "./thresholds.ts";
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

/** One model on its own, as `estimate` shows it: its endpoints against what they promise. */
export type ModelEstimate = {
  readonly model: EstimatedModel;
  readonly reasons: readonly Reason[];
};

/** One spec at one commit, and what reading it had to tell. */
export type ModelInput = {
  readonly path: string;
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
};

export function estimateModel(
  input: ModelInput,
  engine: Engine,
  options: AskOptions,
): ModelEstimate {
  const { path, model, diagnostics } = input;
  const judged = model.endpoints.map((one) => estimateOne({ path, engine, options }, model, one));
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
  run: GateRun,
  model: Model,
  endpoint: Endpoint,
): { readonly endpoint: EstimatedEndpoint; readonly reasons: readonly Reason[] } {
  const { name, slo } = endpoint;
  const { gate, faults } = model;
  const steady = { model, endpoint, fault: null };
  const own = judgeAlone(run, steady, effectiveThresholds(null, { slo, gate }));
  const judged = faults.map((fault) => {
    const minimum = minimumOf(steady, fault.name);
    const thresholds = thresholdsUnder(null, { slo: minimum, gate });
    const { estimate, reasons } = judgeAlone(run, { ...steady, fault }, thresholds);
    const result: EstimatedUnder = {
      fault: fault.name,
      head: estimate,
      minimum: minimum?.p ?? null,
      verdict: worstReason(reasons),
    };
    return { result, reasons };
  });
  const reasons = [...own.reasons, ...judged.flatMap((one) => one.reasons)];
  return {
    endpoint: {
      name,
      head: own.estimate,
      slo: { head: slo?.p ?? null },
      under: judged.map(({ result }) => result),
      verdict: worstReason(reasons),
    },
    reasons,
  };
}
