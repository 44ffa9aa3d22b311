import type { Comparison } from "../availability/compare.ts";
import type { Estimate } from "../availability/estimate.ts";
import { formatAvailability } from "../availability/figures.ts";
import type { Subject } from "../availability/subject.ts";
import type { Model } from "../model/model.ts";
import type { GateRun } from "./engine.ts";
import { hidingEdits } from "./hiding-edits.ts";
import { judgeEvidence } from "./judge-evidence.ts";
import { aboutBaseAlone, answersOf, claimsOf, type Questions, questionsOf } from "./questions.ts";
import type { Reason, ReasonCode, Verdict } from "./result.ts";
import { judgeFigures } from "./rules.ts";
import type { Thresholds } from "./thresholds.ts";
import { failing } from "./verdict.ts";

/** One endpoint at both commits, in the steady state or under one fault that both have. */
export type Row = {
  readonly base: Subject;
  readonly head: Subject;
  /** Base's endpoint and fault in the model of base's spec over head's manifests, where it is there. */
  readonly carried: Subject | null;
  readonly thresholds: Thresholds;
  /** Of base's spec alone, which the carried figure is held to. */
  readonly thresholdsOfBase: Thresholds;
  /** Not held to what it was: the promise is new. */
  readonly alone: boolean;
};

export type JudgedRow = {
  readonly compared: Comparison;
  readonly carried: Estimate | null;
  readonly reasons: readonly Reason[];
};

/** Base beside the endpoint in the carried model. */
type Carried = Comparison & { readonly model: Model };

/** The figures of a row and every reason that they give. */
export function judgeRow(run: GateRun, row: Row): JudgedRow {
  const own = questionsOf(row.thresholds, !row.alone);
  const ofBase = questionsOf(row.thresholdsOfBase, true);
  const still = row.carried?.model === row.base.model ? aboutBaseAlone(ofBase) : null;
  const claims = [...claimsOf(own), ...(still === null ? [] : claimsOf(still))];
  const compared = run.engine.compare(row.base, row.head, run.options, claims);
  const carried = compareCarried(run, row, compared, ofBase);
  const judgeHead = (figures: Comparison) =>
    judgeFigures(
      {
        ...rowOf(run, row.head),
        head: figures.head,
        before: row.alone ? null : { base: figures.base, difference: figures.difference },
        answers: answersOf(own, figures.decisions),
      },
      row.thresholds,
    );
  const reasons = judgeEvidence(row.base, row.head, compared, judgeHead(compared), (head) => {
    const figures = run.engine.compare(row.base, head, run.options, claimsOf(own));
    return { compared: figures, reasons: judgeHead(figures) };
  });
  const saved = failing(reasons).length === 0 ? carried : null;
  const asked =
    still === null
      ? { questions: ofBase, decisions: saved?.decisions ?? [] }
      : { questions: still, decisions: compared.decisions.slice(own.size) };
  return {
    compared,
    carried: carried?.head ?? null,
    reasons: [...reasons, ...judgeAssertion(run, row, compared.head, saved, asked)],
  };
}

/** A figure that is held to a promise of its own, beside nothing. */
export function judgeAlone(
  run: GateRun,
  subject: Subject,
  thresholds: Thresholds,
): { readonly estimate: Estimate; readonly reasons: readonly Reason[] } {
  const questions = questionsOf(thresholds, false);
  const { estimate, decisions } = run.engine.estimate(subject, run.options, claimsOf(questions));
  const answers = answersOf(questions, decisions);
  const judged = { ...rowOf(run, subject), head: estimate, before: null, answers };
  return { estimate, reasons: judgeFigures(judged, thresholds) };
}

/** Evaluated only where that is neither head's nor base's. */
function compareCarried(
  run: GateRun,
  { base, head, carried }: Row,
  compared: Comparison,
  questions: Questions,
): Carried | null {
  if (carried === null) return null;
  const { model } = carried;
  if (model === head.model) return { ...compared, model };
  if (model === base.model) {
    return { ...compared, head: compared.base, difference: { delta: 0 }, model };
  }
  return { ...run.engine.compare(base, carried, run.options, claimsOf(questions)), model };
}

/**
 * Where head passes: carried fails by base's own thresholds, so that only the edit of the spec saves
 * it. `carried` is `null` where there is nothing to save, or nothing to say about it.
 */
function judgeAssertion(
  run: GateRun,
  row: Row,
  figure: Estimate,
  carried: Carried | null,
  asked: Pick<Comparison, "decisions"> & { readonly questions: Questions },
): readonly Reason[] {
  const { head, thresholdsOfBase } = row;
  // An untouched spec saves nothing: head is held to all that base's is.
  if (carried === null || carried.model === head.model) return [];
  const judged = {
    ...rowOf(run, row.base),
    head: carried.head,
    before: { base: carried.base, difference: carried.difference },
    answers: answersOf(asked.questions, asked.decisions),
  };
  if (failing(judgeFigures(judged, thresholdsOfBase)).length === 0) return [];
  const from = formatAvailability(carried.head, { others: [figure] });
  const to = formatAvailability(figure, { others: [carried.head] });
  const edits = hidingEdits(carried.model, head);
  const named = edits === null ? "" : ` (${edits})`;
  const under = head.fault === null ? "" : ` under \`${head.fault.name}\``;
  const text = `passes${under} only because the spec is edited${named}: with the spec of base it would have ${from}, not ${to}; where the edit is true, a person has to accept it`;
  return [reasonOf(run, head, "passes-by-assertion", "fail", text)];
}

function rowOf(run: GateRun, { endpoint, fault }: Subject) {
  return { model: run.path, endpoint: endpoint.name, fault: fault?.name ?? null };
}

/** A reason about an endpoint, under a fault where the subject has one. */
export function reasonOf(
  run: GateRun,
  { endpoint: { name }, fault }: Subject,
  code: ReasonCode,
  verdict: Verdict,
  text: string,
): Reason {
  const row = { model: run.path, endpoint: name, ...(fault === null ? {} : { fault: fault.name }) };
  return { code, verdict, ...row, message: `\`${name}\` ${text}` };
}
