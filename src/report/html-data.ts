import type { EngineOptions } from "../availability/estimate.ts";
import type { ModelInput } from "../gate/assemble.ts";
import type { ModelComparison } from "../gate/compare-models.ts";
import type { Blast } from "../gate/explained.ts";
import type { EstimateResult, Result } from "../gate/result.ts";
import type { Model } from "../model/model.ts";
import { quietJson } from "./json-text.ts";
import type { Repository } from "./link.ts";
import { type PackedModel, packModel } from "./packed-model.ts";

/** A spec of a result, with the model that its figures at head come from; `null` where head has none. */
export type ReportModel = { readonly path: string; readonly head: Model | null };

/** What a report is made from beside its result. */
export type HtmlContext = {
  readonly models: readonly ReportModel[];
  /** With which the figures were worked out. */
  readonly options: EngineOptions;
  /** Where places link to; `null` outside GitHub. */
  readonly repository: Repository | null;
};

/** What the page reads: all that it shows, and the models that its sliders change. */
export type ReportData = {
  readonly result: Result | EstimateResult;
  readonly models: readonly { readonly path: string; readonly head: PackedModel | null }[];
  readonly options: EngineOptions;
  readonly repository: Repository | null;
};

export function comparedModels(comparisons: readonly ModelComparison[]): readonly ReportModel[] {
  return comparisons.map(({ path, head }) => ({
    path,
    head: head.kind === "valid" ? head.model : null,
  }));
}

export function estimatedModels(inputs: readonly ModelInput[]): readonly ReportModel[] {
  return inputs.map(({ path, model }) => ({ path, head: model }));
}

/** Endpoints of one failure that the page names. */
export const MOST_NAMES = 10;

export function reportData(result: Result | EstimateResult, context: HtmlContext): ReportData {
  return {
    result: slim(result),
    models: context.models.map(({ path, head }) => ({ path, head: head && packModel(head) })),
    options: { samples: context.options.samples, seed: context.options.seed },
    repository: context.repository,
  };
}

/** A result with no more fallen endpoints than are named: of thousands a failure may take most. */
function slim(result: Result | EstimateResult): Result | EstimateResult {
  return "base" in result
    ? { ...result, models: result.models.map(slimModel) }
    : { ...result, models: result.models.map(slimModel) };
}

function slimModel<M extends { readonly blast?: readonly Blast[] }>(model: M): M {
  return model.blast === undefined ? model : { ...model, blast: model.blast.map(fewFallen) };
}

function fewFallen(blast: Blast): Blast {
  const { endpoints, moreEndpoints = 0, undecided = [], moreUndecided = 0 } = blast;
  const below = Math.max(0, endpoints.length - MOST_NAMES) + moreEndpoints;
  const open = Math.max(0, undecided.length - MOST_NAMES) + moreUndecided;
  return {
    ...blast,
    endpoints: endpoints.slice(0, MOST_NAMES),
    ...(below === 0 ? {} : { moreEndpoints: below }),
    ...(undecided.length === 0 ? {} : { undecided: undecided.slice(0, MOST_NAMES) }),
    ...(open === 0 ? {} : { moreUndecided: open }),
  };
}

/**
 * JSON that may stand in a `script` element: no text in it can end the element, or open a comment
 * (HTML, "Restrictions for contents of script elements"), and no log or terminal obeys any.
 */
export function scriptJson(value: unknown): string {
  return quietJson(JSON.stringify(value)).replaceAll("<", "\\u003c");
}
