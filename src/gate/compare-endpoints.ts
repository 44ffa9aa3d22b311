import type { Comparison, Subject } from "../availability/compare.ts";
import type { Estimate } from "../availability/estimate.ts";
import { formatAvailability } from "../availability/figures.ts";
import type { Endpoint, Model } from "../model/model.ts";
import type { GateRun } from "./engine.ts";
import { hidingEdits } from "./hiding-edits.ts";
import type { EndpointChange, EndpointResult, Reason, ReasonCode, Verdict } from "./result.ts";
import { judgeFigures } from "./rules.ts";
import { effectiveThresholds, sloLoosening, stricterSlo } from "./thresholds.ts";
import { uncountedDependencies } from "./uncounted-dependency.ts";
import { failing, worstReason } from "./verdict.ts";

export type JudgedEndpoint = {
  readonly result: EndpointResult;
  readonly reasons: readonly Reason[];
};

/**
 * An endpoint that only head has, judged on its own. `base`: the model in which it is new, whose gate
 * settings hold for it, too; `null` where there is none.
 */
export function judgeNew(run: GateRun, base: Model | null, head: Subject): JudgedEndpoint {
  const { model, endpoint } = head;
  const estimate = run.engine.estimate(model, endpoint, run.options);
  const thresholds = effectiveThresholds(base === null ? null : { slo: null, gate: base.gate }, {
    slo: endpoint.slo,
    gate: model.gate,
  });
  const judged = { model: run.path, endpoint: endpoint.name, head: estimate, before: null };
  const reasons = [...judgeFigures(judged, thresholds), ...judgeUncounted(run, base, head)];
  const slo = endpoint.slo?.p ?? null;
  const result: EndpointResult = {
    name: endpoint.name,
    change: "added",
    base: null,
    head: estimate,
    carried: null,
    delta: null,
    slo: { base: null, head: slo, effective: slo },
    verdict: worstReason(reasons),
  };
  return { result, reasons };
}

/** An endpoint that only base has: its promise is given up. */
export function judgeRemoved(run: GateRun, { model, endpoint }: Subject): JudgedEndpoint {
  const slo = endpoint.slo?.p ?? null;
  const result: EndpointResult = {
    name: endpoint.name,
    change: "removed",
    base: run.engine.estimate(model, endpoint, run.options),
    head: null,
    carried: null,
    delta: null,
    slo: { base: slo, head: null, effective: slo },
    verdict: "fail",
  };
  const text = "is removed from the spec; if it was renamed, say `was` at its new name";
  return { result, reasons: [reasonOf(run, endpoint, "loosened", "fail", text)] };
}

/** An endpoint of head beside the one of base that it continues. */
export function judgePair(
  run: GateRun,
  base: Subject,
  head: Subject,
  carriedModel: Model | null,
): JudgedEndpoint {
  const compared = run.engine.compare(base, head, run.options);
  const carried = compareCarried(run, base, head, compared, carriedModel);
  const own = judgeCompared(run, base, head, compared);
  const saved = failing(own).length === 0 ? carried : null;
  const reasons = [
    ...own,
    ...judgeLoosened(run, base, head),
    ...judgeAssertion(run, base, head, compared.head, saved, carriedModel),
    ...judgeUncounted(run, base.model, head),
  ];
  const { delta, interval } = compared.difference;
  const result: EndpointResult = {
    name: head.endpoint.name,
    change: changeOf(delta),
    base: compared.base,
    head: compared.head,
    carried: carried?.head ?? null,
    delta,
    ...(interval === undefined ? {} : { deltaInterval: interval }),
    slo: {
      base: base.endpoint.slo?.p ?? null,
      head: head.endpoint.slo?.p ?? null,
      effective: stricterSlo(base.endpoint.slo, head.endpoint.slo)?.p ?? null,
    },
    verdict: worstReason(reasons),
  };
  return { result, reasons };
}

function changeOf(delta: number): EndpointChange {
  if (delta === 0) return "unchanged";
  return delta > 0 ? "improved" : "degraded";
}

/** Base beside the carried model: base's spec over head's manifests. */
function compareCarried(
  run: GateRun,
  base: Subject,
  head: Subject,
  compared: Comparison,
  model: Model | null,
): Comparison | null {
  if (model === head.model) return compared;
  const endpoint = model?.endpoints.find(({ name }) => name === base.endpoint.name);
  if (model === null || endpoint === undefined) return null;
  if (model === base.model) return { ...compared, head: compared.base, difference: { delta: 0 } };
  return run.engine.compare(base, { model, endpoint }, run.options);
}

function judgeCompared(
  run: GateRun,
  base: Subject,
  head: Subject,
  { base: before, head: after, difference }: Comparison,
): readonly Reason[] {
  return judgeFigures(
    {
      model: run.path,
      endpoint: head.endpoint.name,
      head: after,
      before: { base: before, difference },
    },
    effectiveThresholds(
      { slo: base.endpoint.slo, gate: base.model.gate },
      { slo: head.endpoint.slo, gate: head.model.gate },
    ),
  );
}

function judgeLoosened(run: GateRun, base: Subject, head: Subject): readonly Reason[] {
  const loosening = sloLoosening(base.endpoint.slo, head.endpoint.slo);
  if (loosening === null) return [];
  return [reasonOf(run, head.endpoint, "loosened", "fail", loosening)];
}

/**
 * Where head passes: carried fails by base's own thresholds, so that only the edit of the spec saves
 * it. `carried` is `null` where there is nothing to save, or nothing to say about it.
 */
function judgeAssertion(
  run: GateRun,
  base: Subject,
  head: Subject,
  figure: Estimate,
  carried: Comparison | null,
  carriedModel: Model | null,
): readonly Reason[] {
  if (carried === null || carriedModel === null) return [];
  if (failing(judgeCompared(run, base, base, carried)).length === 0) return [];
  const from = formatAvailability(carried.head, { others: [figure] });
  const to = formatAvailability(figure, { others: [carried.head] });
  const edits = hidingEdits(carriedModel, head.model, head.endpoint.name);
  const named = edits === null ? "" : ` (${edits})`;
  const text = `passes only because the spec is edited${named}: with the spec of base it would have ${from}, not ${to}; where the edit is true, a person has to accept it`;
  return [reasonOf(run, head.endpoint, "passes-by-assertion", "fail", text)];
}

function judgeUncounted(run: GateRun, base: Model | null, head: Subject): readonly Reason[] {
  if (base === null) return [];
  return uncountedDependencies(base, head.model, head.endpoint).map(({ name }) => {
    const text = `does not count the new dependency \`${name}\`, which blocks on its way; add it to \`needs\` if a request must have it`;
    return reasonOf(run, head.endpoint, "uncounted-dependency", "warn", text);
  });
}

function reasonOf(
  run: GateRun,
  { name }: Endpoint,
  code: ReasonCode,
  verdict: Verdict,
  text: string,
): Reason {
  return { code, verdict, model: run.path, endpoint: name, message: `\`${name}\` ${text}` };
}
