import type { ModelResult } from "../gate/result.ts";
import type { Palette } from "./colour.ts";
import { shorten, visible } from "./escape.ts";
import { count } from "./phrase.ts";
import { TEXT_SIGNS } from "./rows.ts";
import { type Cell, type Column, table } from "./text-table.ts";
import { countUnder, isJudged, toldUnder, type UnderRow } from "./under-rows.ts";

const COLUMNS: readonly Column[] = [
  { title: "", align: "left" },
  { title: "Endpoint", align: "left", flexible: true },
  { title: "Fault", align: "left" },
  { title: "Before", align: "right" },
  { title: "After", align: "right" },
  { title: "Interval", align: "left" },
  { title: "Minimum", align: "right" },
];

/** Figures under faults that are promised or that changed; the others are counted. */
export function underPart(model: ModelResult, colours: Palette, width: number): readonly string[] {
  const rows = toldUnder(model);
  if (rows.length === 0) return [];
  const cells = rows.map((row) => cellsOf(row, colours));
  const [titles = "", ...lines] = table(COLUMNS, cells, width - 2);
  const more = countUnder(model).rest;
  const rest = more === 0 ? [] : [`${count(more, "more figure")} without a minimum or a change.`];
  return [
    colours.strong("Under faults"),
    ...[colours.faint(titles), ...lines, ...rest].map((line) => `  ${line}`),
  ];
}

function cellsOf(row: UnderRow, colours: Palette): readonly Cell[] {
  const { verdict } = row;
  const paint = colours.verdict(verdict);
  return [
    isJudged(row) ? { text: TEXT_SIGNS[verdict], paint } : { text: "" },
    { text: visible(shorten(row.endpoint, 200)) },
    { text: visible(shorten(row.fault, 60)) },
    { text: row.before ?? "–" },
    { text: row.after ?? "–", ...(verdict === "pass" ? {} : { paint }) },
    { text: row.intervalAfter ?? "" },
    { text: row.minimum ?? "–" },
  ];
}
