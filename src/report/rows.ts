import type { Estimate } from "../availability/estimate.ts";
import { formatAvailability, formatDowntime, formatPercent } from "../availability/figures.ts";
import type { EndpointResult, ModelResult, Reason, Result, Verdict } from "../gate/result.ts";
import { credibleEnds } from "./credible-words.ts";
import type { Phrase } from "./phrase.ts";
import { inFewWords } from "./reason-words.ts";

/** What every format shows of an endpoint; a side on which it does not exist is `null`. */
export type Row = {
  readonly endpoint: EndpointResult;
  readonly before: string | null;
  readonly after: string | null;
  /** Of a figure that is not exact: from and to. */
  readonly intervalBefore: string | null;
  readonly intervalAfter: string | null;
  /** Expected downtime in 30 days. */
  readonly downtimeBefore: string | null;
  readonly downtimeAfter: string | null;
  readonly slo: string | null;
  /** Of the figure itself, faults aside. */
  readonly steady: Verdict;
  /** Why it stands where it stands, in a table's width; empty when there is nothing to say. */
  readonly words: readonly Phrase[];
};

export const SIGNS: Readonly<Record<Verdict | "not-affected", string>> = {
  fail: "❌",
  warn: "⚠️",
  pass: "✅",
  "not-affected": "✅",
};

/** Signs that take one column in every terminal. */
export const TEXT_SIGNS: Readonly<Record<Verdict | "not-affected", string>> = {
  fail: "✗",
  warn: "!",
  pass: "✓",
  "not-affected": "✓",
};

const VERDICTS: readonly Verdict[] = ["fail", "warn", "pass"];

/** Models, the worst first; as given where they are equal. */
export function worstModels(result: Result): readonly ModelResult[] {
  return result.models.toSorted(
    (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict),
  );
}

/** Endpoints whose figure changed, or about which there is something to say; the worst first. */
export function toldEndpoints(model: ModelResult): readonly EndpointResult[] {
  return model.endpoints.filter(isTold).toSorted(worstFirst);
}

export function untoldEndpoints(model: ModelResult): readonly EndpointResult[] {
  return model.endpoints.filter((one) => !isTold(one));
}

/** Rows of some endpoints of a model, in their order. */
export function rowsOf(
  result: Result,
  model: ModelResult,
  endpoints: readonly EndpointResult[],
): readonly Row[] {
  const reasons = new Map<string, Reason[]>();
  for (const reason of result.reasons) {
    if (reason.model !== model.path || reason.endpoint === undefined) continue;
    const known = reasons.get(reason.endpoint);
    if (known === undefined) reasons.set(reason.endpoint, [reason]);
    else known.push(reason);
  }
  // Where nothing could be compared, that an endpoint is new says nothing.
  const compared = model.endpoints.some((one) => one.base !== null);
  return endpoints.map((endpoint) => {
    const row = rowOf(endpoint, reasons.get(endpoint.name) ?? []);
    const isNew = compared && endpoint.change === "added" && row.words.length === 0;
    return isNew ? { ...row, words: [["new"]] } : row;
  });
}

function rowOf(endpoint: EndpointResult, reasons: readonly Reason[]): Row {
  const { base, head, slo } = endpoint;
  const thresholds = slo.effective === null ? [] : [slo.effective];
  const beside = (other: Estimate | null) => ({
    thresholds,
    others: other === null ? [] : [other],
  });
  return {
    endpoint,
    before: base && formatAvailability(base, beside(head)),
    after: head && formatAvailability(head, beside(base)),
    intervalBefore: base && intervalOf(base),
    intervalAfter: head && intervalOf(head),
    downtimeBefore: base && formatDowntime(base.unavailability),
    downtimeAfter: head && formatDowntime(head.unavailability),
    slo: slo.head === null ? null : formatPercent(slo.head),
    steady: steadyVerdict(endpoint, reasons),
    words: inFewWords(endpoint, reasons),
  };
}

/** What is only wrong under faults leaves the figure as good as its other reasons let it be. */
function steadyVerdict({ verdict }: EndpointResult, reasons: readonly Reason[]): Verdict {
  const own = reasons.filter(({ fault }) => fault === undefined).map((one) => one.verdict);
  if (own.length === reasons.length) return verdict;
  return VERDICTS.find((one) => own.includes(one)) ?? "pass";
}

/**
 * The interval of a figure, its ends told apart; of an exact one what evidence leaves open, or `null`. A
 * bound is certain, so that its upper end is rounded up, where all else is floored.
 */
export function intervalOf({ interval, method, credible }: Estimate): string | null {
  if (interval === undefined) {
    return credible === undefined ? null : `${credibleEnds(credible)} by evidence`;
  }
  const [low = "", high = ""] = interval.map((end) =>
    formatAvailability(end, { others: interval }),
  );
  if (method !== "bounded") return `${low} – ${high}`;
  return `between ${low} and ${raised(high, interval[1])}, certain`;
}

/** A floored percentage with its last digit raised, where it is below the figure. */
export function raised(text: string, figure: number): string {
  const percent = text.slice(0, -1);
  if (Number(`${percent}e-2`) >= figure) return text;
  const [whole = "0", fraction = ""] = percent.split(".");
  const digits = String(BigInt(whole + fraction) + 1n).padStart(fraction.length + 1, "0");
  const at = digits.length - fraction.length;
  const rounded = fraction === "" ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
  return Number(rounded) >= 100 ? "100%" : `${rounded}%`;
}

function isTold(endpoint: EndpointResult): boolean {
  return endpoint.verdict !== "pass" || endpoint.change !== "unchanged";
}

function worstFirst(a: EndpointResult, b: EndpointResult): number {
  const verdicts = VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict);
  // A removed endpoint is lost altogether; a new one has lost nothing.
  const loss = (one: EndpointResult) => one.delta ?? (one.head === null ? -1 : 0);
  return verdicts || loss(a) - loss(b);
}
