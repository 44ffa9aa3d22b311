import {
  formatAvailability,
  formatGrowth,
  formatPercent,
  formatPoints,
  formatShortfall,
  formatSpent,
} from "../availability/figures.ts";
import type { EndpointResult, Reason, ReasonCode } from "../gate/result.ts";
import { count, name, type Phrase, say } from "./phrase.ts";

/** Reasons of one endpoint, worst first, for the last cell of its row: two at most. */
export function inFewWords(
  endpoint: EndpointResult,
  reasons: readonly Reason[],
): readonly Phrase[] {
  const words = new Map<string, Phrase>();
  for (const one of reasons) {
    const phrase = one.fault === undefined ? [WORDS[one.code](endpoint, one)] : under(one, reasons);
    if (phrase.join("") !== "") words.set(JSON.stringify(phrase), phrase);
  }
  const told = [...words.values()].slice(0, 2);
  if (told.length > 0) return told;
  return endpoint.change === "removed" ? [["removed"]] : [];
}

/** A promise under a fault; of several faults their number. */
function under({ code, verdict }: Reason, reasons: readonly Reason[]): Phrase {
  const alike = reasons.filter((one) => one.code === code && one.verdict === verdict);
  const faults = [...new Set(alike.flatMap(({ fault }) => (fault === undefined ? [] : [fault])))];
  const [first = ""] = faults;
  const where: Phrase = faults.length > 1 ? [count(faults.length, "fault")] : [name(first)];
  return say`${UNDER[code] ?? "fails"} under ${where}`;
}

const UNDER: Readonly<Partial<Record<ReasonCode, string>>> = {
  "below-slo": "below its minimum",
  preexisting: "was below its minimum",
  "passes-by-assertion": "only the edited spec saves it",
  loosened: "promised less",
  undecided: "too close to its minimum to call",
  evidence: "falls, its evidence updated,",
  adoption: "below its minimum",
};

const WORDS: Readonly<Record<ReasonCode, (endpoint: EndpointResult, reason: Reason) => string>> = {
  "below-slo": shortfall,
  "max-drop": ({ delta }) => (delta === null ? "drops too far" : `loses ${formatPoints(delta)}`),
  "max-downtime-increase": growth,
  preexisting: (_, { verdict }) =>
    verdict === "fail" ? "was below its SLO, and got worse" : "was below its SLO before",
  "passes-by-assertion": assertion,
  loosened: loosening,
  undecided: () => "too close to its SLO to call",
  "error-budget": spentBudget,
  "uncounted-dependency": () => "a new dependency is not counted",
  evidence: () => "its evidence was updated",
  "base-invalid": () => "",
  adoption: shortfall,
};

function shortfall({ head, slo }: EndpointResult): string {
  if (head === null || slo.effective === null || head.availability >= slo.effective) return "";
  return `${formatShortfall(head, slo.effective)} below`;
}

function assertion({ carried, slo }: EndpointResult): string {
  if (carried === null) return "only the edited spec saves it";
  const apart = { thresholds: slo.base === null ? [] : [slo.base] };
  return `${formatAvailability(carried, apart)} without the edited spec`;
}

function growth({ base, head }: EndpointResult): string {
  if (base === null || head === null || base.unavailability === 0) return "downtime grows too much";
  const ratio = (head.unavailability - base.unavailability) / base.unavailability;
  return `downtime grows by ${formatGrowth(ratio)}`;
}

function loosening({ head, slo }: EndpointResult): string {
  if (head === null) return "removed";
  if (slo.base === null || slo.base === slo.head) return "promised less";
  return `its SLO was ${formatPercent(slo.base)}`;
}

function spentBudget({ head, slo }: EndpointResult): string {
  if (head === null || slo.effective === null || slo.effective === 1) return "close to its SLO";
  return `${formatSpent(head.unavailability, slo.effective)} of the error budget`;
}
