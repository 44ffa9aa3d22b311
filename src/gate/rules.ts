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
import type { Reason, ReasonCode, Verdict } from "./result.ts";
import type { Thresholds } from "./thresholds.ts";
import { exceeds, fellBeyond, standing } from "./tolerance.ts";

/** What is judged: an endpoint at head, beside itself at base where it existed there. */
export type Judged = {
  readonly model: string;
  readonly endpoint: string;
  readonly head: Estimate;
  readonly before: { readonly base: Estimate; readonly difference: Difference } | null;
};

/** Relative growth of the downtime that an endpoint below its SLO may have (contract §2). */
const PREEXISTING_GROWTH = 0.01;

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
  switch (standing(judged.head, slo)) {
    case "met":
      return judgeBudget(judged, slo, thresholds);
    case "undecided":
      return [reason(judged, "undecided", thresholds.undecided, undecidedText(judged.head, slo))];
    case "below":
      return [judgeBelow(judged, slo, thresholds)];
  }
}

/**
 * An undecided base counts as having met its SLO: only what is known to be old is forgiven. A raised SLO
 * forgives nothing either: what falls below the one that it had at base falls.
 */
function judgeBelow(judged: Judged, slo: Probability, thresholds: Thresholds): Reason {
  const { before, head } = judged;
  const short = shortText(head, slo);
  if (before === null) return reason(judged, "below-slo", "fail", `is below its SLO: ${short}`);
  if (standing(before.base, slo) !== "below") {
    return reason(judged, "below-slo", "fail", `falls below its SLO: ${short}`);
  }
  const { baseSlo } = thresholds;
  const had = baseSlo !== null && standing(before.base, baseSlo) !== "below" ? baseSlo : null;
  if (had !== null && standing(head, had) === "below") {
    const text = `falls below the SLO that it had: ${shortText(head, had)}`;
    return reason(judged, "below-slo", "fail", text);
  }
  const name = had === null && baseSlo !== null ? "its SLO" : "its new SLO";
  if (downtimeGrewBeyond(before, PREEXISTING_GROWTH)) {
    const growth = growthText(judged, before, [PREEXISTING_GROWTH]);
    return reason(
      judged,
      "preexisting",
      "fail",
      `was below ${name} before and gets worse: ${short}, and ${growth}`,
    );
  }
  return reason(
    judged,
    "preexisting",
    thresholds.preexisting,
    `was below ${name} before: ${short}`,
  );
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
  const { before, head } = judged;
  const spent = head.unavailability;
  if (!exceeds(spent, warnAt * slo.q)) return [];
  if (before !== null && baseSlo !== null) {
    // u/q at head against u/q at base, multiplied out; the figures alone decide under one SLO.
    const grew =
      baseSlo.q === slo.q
        ? fellBeyond(before.difference, 0)
        : exceeds(spent * baseSlo.q, before.base.unavailability * slo.q);
    if (!grew) return [];
  }
  const share = formatSpent(spent, slo.p, [warnAt, 1]);
  const text = `spends ${share} of its error budget: ${availabilityText(head, slo)} with an SLO of ${formatProbability(slo)}`;
  return [reason(judged, "error-budget", "warn", text)];
}

function judgeDrop(judged: Judged, { maxDrop, slo }: Thresholds): readonly Reason[] {
  const { before, head } = judged;
  if (before === null || maxDrop === null || !fellBeyond(before.difference, maxDrop)) return [];
  const thresholds = slo === null ? [] : [slo.p];
  const from = formatAvailability(before.base, { others: [head], thresholds });
  const to = formatAvailability(head, { others: [before.base], thresholds });
  const drop = formatPoints(before.difference.delta, [maxDrop]);
  const text = `drops by ${drop}, from ${from} to ${to}; one change may cost at most ${formatPoints(maxDrop)}`;
  return [reason(judged, "max-drop", "fail", text)];
}

function judgeDowntime(judged: Judged, { maxDowntimeIncrease }: Thresholds): readonly Reason[] {
  const { before } = judged;
  if (before === null || maxDowntimeIncrease === null) return [];
  if (!downtimeGrewBeyond(before, maxDowntimeIncrease)) return [];
  const growth = growthText(judged, before, [maxDowntimeIncrease]);
  const text = `goes down for longer: ${growth}; one change may add at most ${formatPercent(maxDowntimeIncrease)}`;
  return [reason(judged, "max-downtime-increase", "fail", text)];
}

/** Growth of U relative to U at base, multiplied out: a base that never fails allows none. */
function downtimeGrewBeyond(before: NonNullable<Judged["before"]>, limit: number): boolean {
  return fellBeyond(before.difference, limit * before.base.unavailability);
}

function growthText(
  { head }: Judged,
  { base, difference }: NonNullable<Judged["before"]>,
  limits: readonly number[],
): string {
  const month = `from ${formatDowntime(base.unavailability)} to ${formatDowntime(head.unavailability)} in 30 days`;
  if (base.unavailability <= NEGLIGIBLE) return `its downtime grows ${month}`;
  const ratio = Math.max(0, -difference.delta) / base.unavailability;
  return `its downtime grows by ${formatGrowth(ratio, limits)}, ${month}`;
}

function undecidedText(head: Estimate, slo: Probability): string {
  const [low, high] = head.interval ?? [head.availability, head.availability];
  const ends = [low, high].map((end) => formatAvailability(end, { thresholds: [slo.p] }));
  const after =
    head.samples === undefined ? "" : ` after ${head.samples.toLocaleString("en")} samples`;
  return `may or may not meet its SLO of ${formatProbability(slo)}: it lies between ${ends.join(" and ")}${after}`;
}

function availabilityText(figure: Estimate, slo: Probability): string {
  return formatAvailability(figure, { thresholds: [slo.p] });
}

function reason(judged: Judged, code: ReasonCode, verdict: Verdict, text: string): Reason {
  const { model, endpoint } = judged;
  return { code, verdict, model, endpoint, message: `\`${endpoint}\` ${text}` };
}
