import { formatPercent, formatSpent } from "../availability/figures.ts";
import { markdown, shortCode } from "./escape.ts";
import { fold } from "./markdown-fold.ts";
import { count, type Phrase } from "./phrase.ts";
import { type Row, rowsOf, SIGNS, toldEndpoints, untoldEndpoints } from "./rows.ts";
import type { Scope } from "./scope.ts";
import { movesUnder } from "./under-rows.ts";

export const NONE = "–";

/** Characters that a narrow page still has room for. */
const AT_ONCE = 24;

/** Endpoints that changed or have a reason, the worst first. */
export function endpointsSection({ result, model, detail }: Scope): string | null {
  const rows = rowsOf(result, model, toldEndpoints(model).slice(0, detail.rows));
  if (rows.length === 0) return null;
  return [
    "| | Endpoint | Before | After | Downtime per 30 days | SLO | |",
    "| :-: | :-- | --: | --: | --: | --: | :-- |",
    ...rows.map((row) => line(row, detail.name)),
  ].join("\n");
}

function line(row: Row, length: number): string {
  const { name, verdict, slo } = row.endpoint;
  const strong = (text: string) => (row.steady === "fail" ? `**${text}**` : text);
  const { downtimeBefore, downtimeAfter } = row;
  const downtime = [
    downtimeBefore === downtimeAfter ? null : downtimeBefore,
    downtimeAfter && strong(downtimeAfter),
  ].map((one) => one && unbroken(one));
  return cells([
    SIGNS[verdict],
    shortCode(name, length),
    figure(row.before, row.intervalBefore),
    figure(row.after && strong(row.after), row.intervalAfter),
    downtime.filter((one) => one !== null).join(" → "),
    row.slo ?? (slo.base === null ? NONE : `was ${formatPercent(slo.base)}`),
    wordsOf(row)
      .map((words) => wordsCell(words, length))
      .join("<br>"),
  ]);
}

/** Why a row stands where it stands, and what of its error budget is spent. */
function wordsOf({ endpoint, words }: Row): readonly Phrase[] {
  const { head, slo } = endpoint;
  const told = words.some((one) => one.some((piece) => String(piece).includes("error budget")));
  if (told || head === null || slo.head === null || slo.head === 1) return words;
  return [...words, [`${formatSpent(head.unavailability, slo.head, [1])} of the budget`]];
}

/** A few words of our own stay on one line, where a narrow page would make a tall row of them. */
function wordsCell(words: Phrase, length: number): string {
  const text = markdown(words, length);
  return text.length <= AT_ONCE && words.every((piece) => typeof piece === "string")
    ? unbroken(text)
    : text;
}

/** How many endpoints are as they were, and which, folded. */
export function unchangedSection({ result, model, detail }: Scope): string | null {
  const all = untoldEndpoints(model);
  if (all.length === 0) return null;
  const endpoints = all.slice(0, detail.unchanged);
  // Under a fault, one of them may differ; that is told elsewhere.
  const unchanged = all.some(movesUnder) ? "unchanged, faults aside" : "unchanged";
  if (endpoints.length === 0) return `${count(all.length, "endpoint")} ${unchanged}.`;
  const lines = [
    "| Endpoint | Availability | Downtime per 30 days | SLO |",
    "| :-- | --: | --: | --: |",
    ...rowsOf(result, model, endpoints).map((row) =>
      cells([
        shortCode(row.endpoint.name, detail.name),
        figure(row.after, row.intervalAfter),
        row.downtimeAfter ?? NONE,
        row.slo ?? NONE,
      ]),
    ),
  ];
  return fold([`${count(endpoints.length, "endpoint")} ${unchanged}`], lines.join("\n"));
}

/** A figure, and small below it its interval if it is not exact. */
export function figure(text: string | null, interval: string | null): string {
  if (text === null) return NONE;
  return interval === null ? text : `${text}<br><sub>${interval}</sub>`;
}

/** A duration reads as one word: narrow tables break elsewhere. */
function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** One row of a table. */
export function cells(texts: readonly string[]): string {
  return `| ${texts.join(" | ")} |`;
}
