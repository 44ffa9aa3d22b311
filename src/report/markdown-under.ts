import { shortCode } from "./escape.ts";
import { fold } from "./markdown-fold.ts";
import { cells, figure, NONE } from "./markdown-tables.ts";
import { count } from "./phrase.ts";
import { SIGNS } from "./rows.ts";
import type { Scope } from "./scope.ts";
import { countUnder, isJudged, toldUnder, type UnderRow } from "./under-rows.ts";

/** Figures under faults that are promised or that changed, folded; the others are counted. */
export function underFold({ model, detail }: Scope): string | null {
  const rows = toldUnder(model, detail.under);
  const [worst] = rows;
  if (worst === undefined) return null;
  const more = countUnder(model).rest;
  const sign = worst.verdict === "pass" ? "" : `${SIGNS[worst.verdict]} `;
  const table = [
    "| | Endpoint | Fault | Before | After | Minimum |",
    "| :-: | :-- | :-- | --: | --: | --: |",
    ...rows.map((row) => line(row, detail.name)),
  ].join("\n");
  const rest = more === 0 ? "" : `\n\n${count(more, "more figure")} without a minimum or a change.`;
  const title = `${sign}Under faults (${count(rows.length, "figure")})`;
  return fold([title], `${table}${rest}`, worst.verdict !== "pass");
}

function line(row: UnderRow, length: number): string {
  const strong = (text: string) => (row.verdict === "fail" ? `**${text}**` : text);
  return cells([
    isJudged(row) ? SIGNS[row.verdict] : "",
    shortCode(row.endpoint, length),
    shortCode(row.fault, length),
    figure(row.before, row.intervalBefore),
    figure(row.after && strong(row.after), row.intervalAfter),
    row.minimum ?? NONE,
  ]);
}
