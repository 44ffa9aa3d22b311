import type { ModelJudgement } from "./compare-models.ts";
import type { Acceptance, ModelResult, Reason, ReasonCode, Verdict } from "./result.ts";
import { exceeds } from "./tolerance.ts";
import { failing, sortReasons } from "./verdict.ts";

/** Instead of an event: figures that our comment showed while nobody had put the label on. */
export const SHOWN = "shown";

/**
 * The failing rows that one act of labelling was given for. It is kept in our own comment; what is
 * read back from there goes through `readKeptFigures`.
 */
export type KeptFigures = {
  /** Id of the event that put the label on: a later labelling is a new acceptance. */
  readonly label: string;
  readonly who: string;
  readonly figures: readonly KeptFigure[];
};

export type KeptFigure = {
  readonly model: string;
  /** `null` for a row that concerns the whole model. */
  readonly endpoint: string | null;
  /** Absent in the steady state, as of every figure that was kept before there were faults. */
  readonly fault?: string;
  /** At head; `null` where there is none. */
  readonly availability: number | null;
  /** With the spec of base: an edit of the spec can hold the figure above while this one falls. */
  readonly carried: number | null;
  readonly reasons: readonly ReasonCode[];
  /** Messages of the promises given up: a promise given up further reads differently. */
  readonly loosened: readonly string[];
};

export type AcceptanceInput = {
  /** The live label: who put it on, by which event; for `--accept` the user. `null`: not there. */
  readonly labelled: { readonly by: string; readonly how: string; readonly event: string } | null;
  readonly kept: KeptFigures | null;
  /** What happened to the pull request; any other word where there is none; `null` where nobody says. */
  readonly action: string | null;
  readonly judgements: readonly ModelJudgement[];
};

export type AcceptanceOutcome = {
  readonly accepted: Acceptance | null;
  /** Why the label does not count, and what to do. */
  readonly lapsed: string | null;
  /** What to keep from now on. */
  readonly keep: KeptFigures | null;
};

/** What can bring figures that nobody has seen. */
const UNSEEN: ReadonlySet<string> = new Set(["synchronize", "edited", "reopened"]);

/**
 * Whether a live label covers the failing rows (contract §2, Acceptance). It covers the figures that
 * it was given for: those of the run that first sees it, unless that run was caused by a push, an
 * edit or a reopening (pushes to a closed pull request start no run), when nobody can have looked at
 * them. It lapses when a figure gets worse by more than 1e-12,
 * when a row fails that did not fail then, or when a promise is given up that was not; it holds again
 * when that is undone. Where nobody says what caused the run (`workflow_run`), a label that is new covers
 * what our comment showed before it.
 */
export function judgeAcceptance(input: AcceptanceInput): AcceptanceOutcome {
  const { labelled, judgements } = input;
  const current = failingFigures(judgements);
  if (labelled === null) return { accepted: null, lapsed: null, keep: shown(input, current) };
  const known = input.kept?.label === labelled.event ? input.kept : null;
  if (current.length === 0) return { accepted: null, lapsed: null, keep: known };
  const accepted = { by: labelled.by, how: labelled.how };
  if (known !== null) {
    const why = firstUncovered(known.figures, current);
    return why === null
      ? { accepted, lapsed: null, keep: known }
      : { accepted: null, lapsed: lapsedText(labelled.how, why), keep: known };
  }
  if (input.action === null ? !wereShown(input.kept, current) : UNSEEN.has(input.action)) {
    // Kept without figures, so that no later event of the same label can accept them unseen.
    const keep = { label: labelled.event, who: labelled.by, figures: [] };
    const why = "it was put on before these figures were known";
    return { accepted: null, lapsed: lapsedText(labelled.how, why), keep };
  }
  const keep = { label: labelled.event, who: labelled.by, figures: current };
  return { accepted, lapsed: null, keep };
}

/** What the comment is about to show, kept only where the next run cannot tell it otherwise. */
function shown({ action }: AcceptanceInput, figures: readonly KeptFigure[]): KeptFigures | null {
  if (action !== null || figures.length === 0) return null;
  return { label: SHOWN, who: "", figures };
}

function wereShown(kept: KeptFigures | null, current: readonly KeptFigure[]): boolean {
  return kept?.label === SHOWN && firstUncovered(kept.figures, current) === null;
}

/** The judgements with every failing row turned into a warning; codes and messages stay. */
export function acceptJudgements(judgements: readonly ModelJudgement[]): readonly ModelJudgement[] {
  return judgements.map(({ model, reasons }) => ({
    model: {
      ...model,
      verdict: softened(model.verdict),
      endpoints: model.endpoints.map((one) => ({
        ...one,
        under: one.under.map((row) => ({ ...row, verdict: softened(row.verdict) })),
        verdict: softened(one.verdict),
      })),
    },
    reasons: sortReasons(reasons.map((one) => ({ ...one, verdict: softened(one.verdict) }))),
  }));
}

function softened(verdict: Verdict): Verdict {
  return verdict === "fail" ? "warn" : verdict;
}

/** One for each endpoint that fails, and for each fault under which it does. */
function failingFigures(judgements: readonly ModelJudgement[]): readonly KeptFigure[] {
  return judgements.flatMap(({ model, reasons }) => {
    const rows = new Map<string, Reason[]>();
    for (const reason of failing(reasons)) {
      const row = JSON.stringify([reason.endpoint, reason.fault]);
      rows.set(row, [...(rows.get(row) ?? []), reason]);
    }
    return [...rows.values()].map((found) => keptFigure(model, found));
  });
}

/** Of the reasons of one row, of which there is at least one. */
function keptFigure({ path, endpoints }: ModelResult, found: readonly Reason[]): KeptFigure {
  const { endpoint, fault } = found[0]!;
  const result = endpoints.find(({ name }) => name === endpoint);
  const row = fault === undefined ? result : result?.under.find((one) => one.fault === fault);
  return {
    model: path,
    endpoint: endpoint ?? null,
    ...(fault === undefined ? {} : { fault }),
    availability: row?.head?.availability ?? null,
    carried: row?.carried?.availability ?? null,
    reasons: found.map(({ code }) => code),
    loosened: found.filter(({ code }) => code === "loosened").map(({ message }) => message),
  };
}

/** Why the kept figures do not cover the current ones; `null` where they do. */
function firstUncovered(
  kept: readonly KeptFigure[],
  current: readonly KeptFigure[],
): string | null {
  for (const now of current) {
    const then = kept.find((one) => isSameRow(one, now));
    const under = now.fault === undefined ? "" : ` under \`${now.fault}\``;
    const subject = `\`${now.endpoint ?? now.model}\`${under}`;
    if (then === undefined) return `${subject} fails now and was not among what was accepted`;
    if (then.availability === null && now.availability !== null) {
      return `${subject} fails now in another way than what was accepted`;
    }
    if (isWorse(then.availability, now.availability) || isWorse(then.carried, now.carried)) {
      return `${subject} got worse than what was accepted`;
    }
    const givenUp = now.loosened.some((message) => !then.loosened.includes(message));
    if (givenUp || (savedByEdit(now) && !savedByEdit(then))) {
      return `${subject} gives up more than what was accepted`;
    }
  }
  return null;
}

function isSameRow(one: KeptFigure, other: KeptFigure): boolean {
  return one.model === other.model && one.endpoint === other.endpoint && one.fault === other.fault;
}

function savedByEdit({ reasons }: KeptFigure): boolean {
  return reasons.includes("passes-by-assertion");
}

function isWorse(then: number | null, now: number | null): boolean {
  if (then === null) return false;
  return now === null || exceeds(then, now);
}

function lapsedText(how: string, why: string): string {
  return `The acceptance by \`${how}\` does not count: ${why}; put it on again to accept the new figures`;
}
