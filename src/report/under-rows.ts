import { formatAvailability, formatPercent } from "../availability/figures.ts";
import type { EndpointResult, ModelResult, UnderResult, Verdict } from "../gate/result.ts";
import { intervalOf, toldEndpoints } from "./rows.ts";

/** What every format shows of an endpoint under a fault; a side on which it is not there is `null`. */
export type UnderRow = {
  readonly endpoint: string;
  readonly fault: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly intervalBefore: string | null;
  readonly intervalAfter: string | null;
  readonly minimum: string | null;
  readonly verdict: Verdict;
};

/** Whether there is anything to be kept: where nothing is promised a figure is neither good nor bad. */
export function isJudged(row: { readonly minimum: unknown; readonly verdict: Verdict }): boolean {
  return row.minimum !== null || row.verdict !== "pass";
}

type Found = { readonly endpoint: string; readonly result: UnderResult };

const VERDICTS: readonly Verdict[] = ["fail", "warn", "pass"];

/** Figures under faults that are promised or that changed, the worst first; `most` of them. */
export function toldUnder(model: ModelResult, most?: number): readonly UnderRow[] {
  return underOf(model)
    .filter(({ result }) => isTold(result))
    .toSorted((a, b) => worstFirst(a.result, b.result))
    .slice(0, most)
    .map(rowOf);
}

/** How many are promised or changed, and how many are neither. */
export function countUnder(model: ModelResult): { readonly told: number; readonly rest: number } {
  const all = underOf(model);
  const told = all.filter(({ result }) => isTold(result)).length;
  return { told, rest: all.length - told };
}

/** Figures under faults that rose. */
export function improvedUnder(model: ModelResult): readonly UnderRow[] {
  return underOf(model)
    .filter(({ result }) => (result.delta ?? 0) > 0)
    .map(rowOf);
}

/** Whether an endpoint's figure moved under a fault. */
export function movesUnder({ under }: Pick<EndpointResult, "under">): boolean {
  return under.some((one) => hasMoved(one));
}

/** Whether an endpoint's figure fell under a fault. */
export function fallsUnder({ under }: Pick<EndpointResult, "under">): boolean {
  return under.some(({ delta }) => (delta ?? 0) < 0);
}

/** A model with nothing to tell: no figure differs, under faults neither, and none has a reason. */
export function isQuiet(model: ModelResult): boolean {
  const quiet = toldEndpoints(model).length === 0 && !model.endpoints.some(movesUnder);
  return model.verdict === "pass" && quiet;
}

/** An endpoint that was removed is told as such. */
function underOf({ endpoints }: ModelResult): readonly Found[] {
  return endpoints
    .filter(({ change }) => change !== "removed")
    .flatMap(({ name, under }) => under.map((result) => ({ endpoint: name, result })));
}

function isTold(result: UnderResult): boolean {
  return isJudged(result) || hasMoved(result);
}

function hasMoved({ delta }: UnderResult): boolean {
  return delta !== null && delta !== 0;
}

function worstFirst(a: UnderResult, b: UnderResult): number {
  const verdicts = VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict);
  const loss = (one: UnderResult) => one.delta ?? (one.head === null ? -1 : 0);
  return verdicts || loss(a) - loss(b);
}

function rowOf({ endpoint, result }: Found): UnderRow {
  const { fault, base, head, minimum, verdict } = result;
  const thresholds = minimum === null ? [] : [minimum];
  return {
    endpoint,
    fault,
    before: base && formatAvailability(base, { thresholds, others: head === null ? [] : [head] }),
    after: head && formatAvailability(head, { thresholds, others: base === null ? [] : [base] }),
    intervalBefore: base && intervalOf(base),
    intervalAfter: head && intervalOf(head),
    minimum: minimum === null ? null : formatPercent(minimum),
    verdict,
  };
}
