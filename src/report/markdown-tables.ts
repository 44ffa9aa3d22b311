import type { Estimate } from "../availability/estimate.ts";
import { formatAvailability, formatPercent } from "../gate/figures.ts";
import { code, markdown, shorten, visible } from "./escape.ts";
import { fold } from "./markdown-fold.ts";
import { count } from "./phrase.ts";
import { type Row, rowsOf, SIGNS, toldEndpoints, untoldEndpoints } from "./rows.ts";
import type { Scope } from "./scope.ts";

const NONE = "–";

/** Endpoints that changed or have a reason, the worst first, and how many are as they were. */
export function endpointsSection(scope: Scope): string | null {
  const { result, model, detail } = scope;
  const rows = rowsOf(result, model, toldEndpoints(model).slice(0, detail.rows));
  const unchanged = untoldEndpoints(model).length;
  const rest = unchanged === 0 ? null : `${count(unchanged, "endpoint")} unchanged.`;
  if (rows.length === 0) return rest;
  const lines = [
    "| | Endpoint | Before | After | Downtime per 30 days | SLO | |",
    "| :-: | :-- | --: | --: | --: | --: | :-- |",
    ...rows.map((row) => line(row, detail.name)),
  ];
  return [lines.join("\n"), ...(rest === null ? [] : [rest])].join("\n\n");
}

function line(row: Row, length: number): string {
  const { base, head, verdict, slo } = row.endpoint;
  const strong = (text: string) => (verdict === "fail" ? `**${text}**` : text);
  const after = row.after === null ? NONE : strong(row.after) + interval(head);
  const before = row.before === null ? NONE : row.before + interval(base);
  const { downtimeBefore, downtimeAfter } = row;
  const downtime = [
    downtimeBefore === downtimeAfter ? null : downtimeBefore,
    downtimeAfter && strong(downtimeAfter),
  ];
  return cells([
    SIGNS[verdict],
    code(shorten(visible(row.endpoint.name), length)),
    before,
    after,
    downtime.filter((one) => one !== null).join(" → "),
    row.slo ?? (slo.base === null ? NONE : `was ${formatPercent(slo.base)}`),
    markdown(row.words, length),
  ]);
}

/** Endpoints that are as they were, folded. */
export function unchangedFold({ result, model, detail }: Scope): string | null {
  const endpoints = untoldEndpoints(model).slice(0, detail.unchanged);
  if (endpoints.length === 0) return null;
  const lines = [
    "| Endpoint | Availability | Downtime per 30 days | SLO |",
    "| :-- | --: | --: | --: |",
    ...rowsOf(result, model, endpoints).map(({ endpoint, after, downtimeAfter, slo }) => {
      return cells([
        code(shorten(visible(endpoint.name), detail.name)),
        after === null ? NONE : after + interval(endpoint.head),
        downtimeAfter ?? NONE,
        slo ?? NONE,
      ]);
    }),
  ];
  return fold([`${count(endpoints.length, "endpoint")} unchanged`], lines.join("\n"));
}

/** The interval of a figure that is not exact, small, below it. */
function interval(estimate: Estimate | null): string {
  if (estimate?.interval === undefined) return "";
  const [low, high] = estimate.interval;
  const apart = { others: [low, high] };
  return `<br><sub>${formatAvailability(low, apart)} – ${formatAvailability(high, apart)}</sub>`;
}

function cells(texts: readonly string[]): string {
  return `| ${texts.join(" | ")} |`;
}
