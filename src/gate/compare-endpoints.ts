import type { Subject } from "../availability/subject.ts";
import type { Model } from "../model/model.ts";
import { causesOf } from "./causes/causes.ts";
import type { GateRun } from "./engine.ts";
import { judgeAlone, judgeRow, reasonOf } from "./judge-row.ts";
import type { EndpointChange, EndpointResult, Reason } from "./result.ts";
import { effectiveThresholds, sloLoosening, stricterSlo } from "./thresholds.ts";
import { uncountedDependencies } from "./uncounted-dependency.ts";
import { withCauses } from "./under-causes.ts";
import { judgeNewUnder, judgePairUnder, removedUnder } from "./under-faults.ts";
import { worstReason } from "./verdict.ts";

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
  const thresholds = effectiveThresholds(base === null ? null : { slo: null, gate: base.gate }, {
    slo: endpoint.slo,
    gate: model.gate,
  });
  const alone = judgeAlone(run, head, thresholds);
  const under = judgeNewUnder(run, base, head);
  const reasons = [...alone.reasons, ...judgeUncounted(run, base, head), ...under.reasons];
  const slo = endpoint.slo?.p ?? null;
  const result: EndpointResult = {
    name: endpoint.name,
    change: "added",
    base: null,
    head: alone.estimate,
    carried: null,
    delta: null,
    slo: { base: null, head: slo, effective: slo },
    under: under.results,
    verdict: worstReason(reasons),
  };
  return { result, reasons };
}

/** An endpoint that only base has: its promise is given up. */
export function judgeRemoved(run: GateRun, base: Subject): JudgedEndpoint {
  const { endpoint } = base;
  const slo = endpoint.slo?.p ?? null;
  const result: EndpointResult = {
    name: endpoint.name,
    change: "removed",
    base: run.engine.estimate(base, run.options, []).estimate,
    head: null,
    carried: null,
    delta: null,
    slo: { base: slo, head: null, effective: slo },
    under: removedUnder(run, base),
    verdict: "fail",
  };
  const text = "is removed from the spec; if it was renamed, say `was` at its new name";
  return { result, reasons: [reasonOf(run, base, "loosened", "fail", text)] };
}

/** An endpoint of head beside the one of base that it continues. */
export function judgePair(
  run: GateRun,
  base: Subject,
  head: Subject,
  carriedModel: Model | null,
): JudgedEndpoint {
  const before = { slo: base.endpoint.slo, gate: base.model.gate };
  const carried = carriedSubject(base, carriedModel);
  const row = judgeRow(run, {
    base,
    head,
    carried,
    thresholds: effectiveThresholds(before, { slo: head.endpoint.slo, gate: head.model.gate }),
    thresholdsOfBase: effectiveThresholds(before, before),
    alone: false,
  });
  const under = judgePairUnder(run, base, head, carried);
  const reasons = [
    ...row.reasons,
    ...judgeLoosened(run, base, head),
    ...judgeUncounted(run, base.model, head),
    ...under.reasons,
  ];
  const { delta, interval } = row.compared.difference;
  const causes = causesOf(run, base, head, row.compared, delta);
  const result: EndpointResult = {
    name: head.endpoint.name,
    change: changeOf(delta),
    base: row.compared.base,
    head: row.compared.head,
    carried: row.carried,
    delta,
    ...(interval === undefined ? {} : { deltaInterval: interval }),
    slo: {
      base: base.endpoint.slo?.p ?? null,
      head: head.endpoint.slo?.p ?? null,
      effective: stricterSlo(base.endpoint.slo, head.endpoint.slo)?.p ?? null,
    },
    ...(causes.length === 0 ? {} : { causes }),
    under: withCauses(run, base, head, under.results, delta),
    verdict: worstReason(reasons),
  };
  return { result, reasons };
}

function changeOf(delta: number): EndpointChange {
  if (delta === 0) return "unchanged";
  return delta > 0 ? "improved" : "degraded";
}

/** The endpoint as base's spec has it, over head's manifests. */
function carriedSubject(base: Subject, model: Model | null): Subject | null {
  const endpoint = model?.endpoints.find(({ name }) => name === base.endpoint.name);
  return model === null || endpoint === undefined ? null : { model, endpoint, fault: null };
}

function judgeLoosened(run: GateRun, base: Subject, head: Subject): readonly Reason[] {
  const loosening = sloLoosening(base.endpoint.slo, head.endpoint.slo);
  return loosening === null ? [] : [reasonOf(run, head, "loosened", "fail", loosening)];
}

function judgeUncounted(run: GateRun, base: Model | null, head: Subject): readonly Reason[] {
  if (base === null) return [];
  return uncountedDependencies(base, head.model, head.endpoint).map(({ name }) => {
    const text = `does not count the new dependency \`${name}\`, which blocks on its way; add it to \`needs\` if a request must have it`;
    return reasonOf(run, head, "uncounted-dependency", "warn", text);
  });
}
