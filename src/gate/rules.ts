import { type Difference, type Estimate, NEGLIGIBLE } from "../availability/estimate.ts";
import {
  formatAvailability,
  formatDowntime,
  formatGrowth,
  formatPercent,
  formatPoints,
  formatProbability,
  formatShortfall,
  formatSpent,
} from "../availability/figures.ts";
import type { Probability } from "../model/model.ts";
import { type Answers, PREEXISTING_GROWTH, type Question } from "./questions.ts";
import type { Reason, ReasonCode, Verdict } from "./result.ts";
import { promiseWords, type Thresholds } from "./thresholds.ts";

/** What is judged: an endpoint at head, beside itself at base where it is compared with that. */
export type Judged = {
  readonly model: string;
  readonly endpoint: string;
  /** `null`: the steady state. */
  readonly fault: string | null;
  readonly head: Estimate;
  readonly before: { readonly base: Estimate; readonly difference: Difference } | null;
  /** To the questions that the thresholds raise; only a plain yes counts against head. */
  readonly answers: Answers;
};

/** Every rule of contract §2 that looks at figures alone. */
export function judgeFigures(judged: Judged, thresholds: Thresholds): readonly Reason[] {
  return [
    ...judgeSlo(judged, thresholds),
    ...judgeDrop(judged, thresholds),
    ...judgeDowntime(judged, thresholds),
  ];
}

function judgeSlo(judged: Judged, thresholds: Thresholds): readonly Reason[] {
  const { slo } = thresholds;
  if (slo === null) return [];
  switch (judged.answers.get("below")) {
    case "no":
      return judgeBudget(judged, slo, thresholds);
    case "yes":
      return [judgeBelow(judged, slo, thresholds)];
    default:
      return [reason(judged, "undecided", thresholds.undecided, undecidedText(judged, slo))];
  }
}

/**
 * An undecided base counts as having met its SLO: only what is known to be old is forgiven. A raised SLO
 * forgives nothing either: what falls below the one that it had at base falls.
 */
function judgeBelow(judged: Judged, slo: Probability, thresholds: Thresholds): Reason {
  const { before, head } = judged;
  const { what, where } = promiseWords(judged.fault);
  const short = shortText(head, slo);
  const fails = (how: string) => reason(judged, "below-slo", "fail", how);
  if (before === null) return fails(`is below its ${what}${where}: ${short}`);
  if (!isSure(judged, "was-below")) return fails(`falls below its ${what}${where}: ${short}`);
  const { baseSlo } = thresholds;
  // A former promise that was met, if it was another one.
  const had =
    baseSlo !== null && baseSlo.q !== slo.q && !isSure(judged, "was-below-former") ? baseSlo : null;
  if (had !== null && isSure(judged, "below-former")) {
    return fails(`falls below the ${what} that it had${where}: ${shortText(head, had)}`);
  }
  const name = `its ${had === null && baseSlo !== null ? "" : "new "}${what}${where}`;
  if (isSure(judged, "worse")) {
    const growth = growthText(judged, before, [PREEXISTING_GROWTH]);
    const text = `was below ${name} before and gets worse: ${short}, and ${growth}`;
    return reason(judged, "preexisting", "fail", text);
  }
  const text = `was below ${name} before: ${short}`;
  return reason(judged, "preexisting", thresholds.preexisting, text);
}

function isSure({ answers }: Judged, question: Question): boolean {
  return answers.get(question) === "yes";
}

function shortText(head: Estimate, slo: Probability): string {
  return `${availabilityText(head, slo)} is ${formatShortfall(head, slo.p)} below ${formatProbability(slo)}`;
}

/** More of the error budget spent than `warnAt`, and more than at base. */
function judgeBudget(
  judged: Judged,
  slo: Probability,
  { warnAt, baseSlo }: Thresholds,
): readonly Reason[] {
  const { head } = judged;
  if (warnAt === null || !isSure(judged, "budget")) return [];
  // A promise that is new has no share at base.
  if (baseSlo !== null && !isSure(judged, "budget-grew")) return [];
  const share = formatSpent(head.unavailability, slo.p, [warnAt]);
  const text = `spends ${share} of its error budget: ${availabilityText(head, slo)} with an SLO of ${formatProbability(slo)}`;
  return [reason(judged, "error-budget", "warn", text)];
}

function judgeDrop(judged: Judged, { maxDrop, slo }: Thresholds): readonly Reason[] {
  const { before, head } = judged;
  if (before === null || maxDrop === null || !isSure(judged, "drop")) return [];
  const thresholds = slo === null ? [] : [slo.p];
  const from = formatAvailability(before.base, { others: [head], thresholds });
  const to = formatAvailability(head, { others: [before.base], thresholds });
  const drop = formatPoints(before.difference.delta, [maxDrop]);
  const text = `drops by ${drop}, from ${from} to ${to}; one change may cost at most ${formatPoints(maxDrop)}`;
  return [reason(judged, "max-drop", "fail", text)];
}

function judgeDowntime(judged: Judged, { maxDowntimeIncrease }: Thresholds): readonly Reason[] {
  const { before } = judged;
  if (before === null || maxDowntimeIncrease === null || !isSure(judged, "downtime")) return [];
  const growth = growthText(judged, before, [maxDowntimeIncrease]);
  const text = `goes down for longer: ${growth}; one change may add at most ${formatPercent(maxDowntimeIncrease)}`;
  return [reason(judged, "max-downtime-increase", "fail", text)];
}

/** Nothing is down for 30 days under a fault that lasts an hour: there the growth alone is told. */
function growthText(
  { head, fault }: Judged,
  { base, difference }: NonNullable<Judged["before"]>,
  limits: readonly number[],
): string {
  const month = `from ${formatDowntime(base.unavailability)} to ${formatDowntime(head.unavailability)} in 30 days`;
  if (base.unavailability <= NEGLIGIBLE) return `its downtime grows ${month}`;
  const ratio = Math.max(0, -difference.delta) / base.unavailability;
  const growth = formatGrowth(ratio, limits);
  return fault === null
    ? `its downtime grows by ${growth}, ${month}`
    : `it fails ${growth} more often`;
}

function undecidedText(judged: Judged, slo: Probability): string {
  const { head } = judged;
  const { what, where } = promiseWords(judged.fault);
  const [low, high] = head.interval ?? [head.availability, head.availability];
  const ends = [low, high].map((end) => formatAvailability(end, { thresholds: [slo.p] }));
  const after =
    head.samples === undefined ? "" : ` after ${head.samples.toLocaleString("en")} samples`;
  return `may or may not meet its ${what} of ${formatProbability(slo)}${where}: it lies between ${ends.join(" and ")}${after}`;
}

function availabilityText(figure: Estimate, slo: Probability): string {
  return formatAvailability(figure, { thresholds: [slo.p] });
}

function reason(judged: Judged, code: ReasonCode, verdict: Verdict, text: string): Reason {
  const { model, endpoint, fault } = judged;
  const row = fault === null ? { model, endpoint } : { model, endpoint, fault };
  return { code, verdict, ...row, message: `\`${endpoint}\` ${text}` };
}
