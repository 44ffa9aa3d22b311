import type { Subject } from "../availability/subject.ts";
import type { Fault, Model, Probability } from "../model/model.ts";
import type { GateRun } from "./engine.ts";
import { judgeAlone, judgeRow, reasonOf } from "./judge-row.ts";
import type { Reason, UnderResult } from "./result.ts";
import {
  minimumOf,
  type Promised,
  sloLoosening,
  stricterSlo,
  thresholdsUnder,
} from "./thresholds.ts";
import { worstReason } from "./verdict.ts";

/** One endpoint under every fault. */
export type JudgedUnder = {
  readonly results: readonly UnderResult[];
  readonly reasons: readonly Reason[];
};

type JudgedFault = { readonly result: UnderResult; readonly reasons: readonly Reason[] };

/**
 * An endpoint that both commits have, under every fault of head and those that only base has; faults
 * are matched by name. A minimum is held like an SLO (contract §2), but that a minimum or a fault which
 * is new is held on head alone: its author has just promised it.
 */
export function judgePairUnder(
  run: GateRun,
  base: Subject,
  head: Subject,
  carried: Subject | null,
): JudgedUnder {
  const before = faultsOf(base.model);
  const own = head.model.faults.map((fault) => {
    const subject = { ...head, fault };
    const old = before.get(fault.name);
    return old === undefined
      ? judgeNewFault(run, { slo: null, gate: base.model.gate }, subject)
      : judgeFault(run, { ...base, fault: old }, subject, carriedUnder(carried, fault.name));
  });
  const atHead = faultsOf(head.model);
  const gone = base.model.faults
    .filter(({ name }) => !atHead.has(name))
    .map((fault) => judgeGoneFault(run, { ...base, fault }, head));
  return collected([...own, ...gone]);
}

/** An endpoint that only head has. `base`: its gate settings hold for it, too; `null`: no model. */
export function judgeNewUnder(run: GateRun, base: Model | null, head: Subject): JudgedUnder {
  const before = base === null ? null : { slo: null, gate: base.gate };
  return collected(
    head.model.faults.map((fault) => judgeNewFault(run, before, { ...head, fault })),
  );
}

/** An endpoint that only base has: one reason speaks for all that it promised. */
export function removedUnder(run: GateRun, base: Subject): readonly UnderResult[] {
  return base.model.faults.map((fault): UnderResult => {
    const minimum = minimumOf(base, fault.name)?.p ?? null;
    const { estimate } = run.engine.estimate({ ...base, fault }, run.options, []);
    const verdict = minimum === null ? "pass" : "fail";
    return { fault: fault.name, base: estimate, head: null, delta: null, minimum, verdict };
  });
}

type Faulted = Subject & { readonly fault: Fault };

function judgeFault(
  run: GateRun,
  base: Faulted,
  head: Faulted,
  carried: Subject | null,
): JudgedFault {
  const { name } = head.fault;
  const before = promised(base, minimumOf(base, name));
  const now = promised(head, minimumOf(head, name));
  const judged = judgeRow(run, {
    base,
    head,
    // Without a promise at base there is none that an edit could break.
    carried: before.slo === null ? null : carried,
    thresholds: thresholdsUnder(before, now),
    thresholdsOfBase: thresholdsUnder(before, before),
    alone: before.slo === null,
  });
  const loosening = sloLoosening(before.slo, now.slo, name);
  const reasons = [
    ...judged.reasons,
    ...(loosening === null ? [] : [reasonOf(run, head, "loosened", "fail", loosening)]),
  ];
  const { delta, interval } = judged.compared.difference;
  const result: UnderResult = {
    fault: name,
    base: judged.compared.base,
    head: judged.compared.head,
    ...(judged.carried === null ? {} : { carried: judged.carried }),
    delta,
    ...(interval === undefined ? {} : { deltaInterval: interval }),
    minimum: stricterSlo(before.slo, now.slo)?.p ?? null,
    verdict: worstReason(reasons),
  };
  return { result, reasons };
}

function judgeNewFault(run: GateRun, base: Promised | null, head: Faulted): JudgedFault {
  const { name } = head.fault;
  const minimum = minimumOf(head, name);
  const { estimate, reasons } = judgeAlone(
    run,
    head,
    thresholdsUnder(base, promised(head, minimum)),
  );
  const figures = { base: null, head: estimate, delta: null, minimum: minimum?.p ?? null };
  return { result: { fault: name, ...figures, verdict: worstReason(reasons) }, reasons };
}

/** A fault that head's spec does not name any more, and with it what was promised under it. */
function judgeGoneFault(run: GateRun, base: Faulted, head: Subject): JudgedFault {
  const { name } = base.fault;
  const minimum = minimumOf(base, name);
  const { estimate } = run.engine.estimate(base, run.options, []);
  const loosening = sloLoosening(minimum, null, name);
  const text = `${loosening}: the spec has no such fault any more`;
  const reasons =
    loosening === null
      ? []
      : [reasonOf(run, { ...head, fault: base.fault }, "loosened", "fail", text)];
  const figures = { base: estimate, head: null, delta: null, minimum: minimum?.p ?? null };
  return { result: { fault: name, ...figures, verdict: worstReason(reasons) }, reasons };
}

function promised({ model }: Subject, minimum: Probability | null): Promised {
  return { slo: minimum, gate: model.gate };
}

function carriedUnder(carried: Subject | null, name: string): Subject | null {
  const fault = carried?.model.faults.find((one) => one.name === name);
  return carried === null || fault === undefined ? null : { ...carried, fault };
}

function faultsOf({ faults }: Model): ReadonlyMap<string, Fault> {
  return new Map(faults.map((fault) => [fault.name, fault]));
}

function collected(judged: readonly JudgedFault[]): JudgedUnder {
  return {
    results: judged.map(({ result }) => result),
    reasons: judged.flatMap(({ reasons }) => reasons),
  };
}
