import type { Estimate } from "../availability/estimate.ts";
import {
  formatAvailability,
  formatDowntime,
  formatPercent,
  formatSpent,
} from "../availability/figures.ts";
import type {
  EndpointResult,
  EstimatedEndpoint,
  EstimatedModel,
  EstimateResult,
  ModelResult,
  Result,
  Verdict,
} from "../gate/result.ts";
import type { Phrase } from "../report/phrase.ts";
import { intervalOf, rowsOf } from "../report/rows.ts";

/** An endpoint as the report's table shows it, of either command. */
export type EndpointRow = {
  readonly name: string;
  readonly verdict: Verdict;
  readonly before: string | null;
  readonly after: string | null;
  readonly interval: string | null;
  readonly downtimeBefore: string | null;
  readonly downtimeAfter: string | null;
  /** Share of the error budget. */
  readonly budget: string | null;
  readonly slo: string | null;
  readonly words: readonly Phrase[];
  /** Figures by which the table is sorted. */
  readonly base: Estimate | null;
  readonly head: Estimate | null;
  readonly sloValue: number | null;
  readonly result: EndpointResult | EstimatedEndpoint;
};

export function isDiff(result: Result | EstimateResult): result is Result {
  return "base" in result;
}

/** The rows of one spec, in its order. */
export function endpointRows(
  result: Result | EstimateResult,
  model: ModelResult | EstimatedModel,
): readonly EndpointRow[] {
  if (isDiff(result) && "changes" in model) {
    return rowsOf(result, model, model.endpoints).map((row): EndpointRow => {
      const { endpoint, intervalAfter, before, after, downtimeBefore, downtimeAfter, slo, words } =
        row;
      const { name, verdict, base, head } = endpoint;
      return {
        name,
        verdict,
        before,
        after,
        interval: intervalAfter,
        downtimeBefore,
        downtimeAfter,
        budget: budgetOf(head, endpoint.slo.effective),
        slo,
        words,
        base,
        head,
        sloValue: endpoint.slo.effective,
        result: endpoint,
      };
    });
  }
  return model.endpoints.flatMap((one) => ("change" in one ? [] : [estimatedRow(one)]));
}

function estimatedRow(result: EstimatedEndpoint): EndpointRow {
  const { name, verdict, head, slo } = result;
  return {
    name,
    verdict,
    before: null,
    after: formatAvailability(head, { thresholds: slo.head === null ? [] : [slo.head] }),
    interval: intervalOf(head),
    downtimeBefore: null,
    downtimeAfter: formatDowntime(head.unavailability),
    budget: budgetOf(head, slo.head),
    slo: slo.head === null ? null : formatPercent(slo.head),
    words: [],
    base: null,
    head,
    sloValue: slo.head,
    result,
  };
}

function budgetOf(head: Estimate | null, slo: number | null): string | null {
  if (head === null || slo === null || slo === 1) return null;
  return formatSpent(head.unavailability, slo);
}
