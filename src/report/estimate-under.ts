import { formatAvailability, formatPercent } from "../availability/figures.ts";
import type { EstimatedEndpoint, EstimatedUnder } from "../gate/result.ts";
import type { Palette } from "./colour.ts";
import { shortCode, shorten, visible } from "./escape.ts";
import { fold } from "./markdown-fold.ts";
import { cells, figure } from "./markdown-tables.ts";
import { count } from "./phrase.ts";
import { intervalOf, SIGNS, TEXT_SIGNS } from "./rows.ts";
import { type Column, table } from "./text-table.ts";
import { isJudged } from "./under-rows.ts";

type Row = {
  readonly endpoint: string;
  readonly under: EstimatedUnder;
  readonly availability: string;
  readonly interval: string | null;
  readonly minimum: string;
};

function rowsOf(endpoints: readonly EstimatedEndpoint[]): readonly Row[] {
  return endpoints.flatMap((endpoint) =>
    endpoint.under.map((under): Row => {
      const { head, minimum } = under;
      return {
        endpoint: endpoint.name,
        under,
        availability: formatAvailability(head, { thresholds: minimum === null ? [] : [minimum] }),
        interval: intervalOf(head),
        minimum: minimum === null ? "–" : formatPercent(minimum),
      };
    }),
  );
}

const COLUMNS: readonly Column[] = [
  { title: "", align: "left" },
  { title: "Endpoint", align: "left", flexible: true },
  { title: "Fault", align: "left" },
  { title: "Availability", align: "right" },
  { title: "Interval", align: "left" },
  { title: "Minimum", align: "right" },
];

/** Every endpoint under every fault, for a terminal; no line where there are no faults. */
export function estimatedUnderPart(
  endpoints: readonly EstimatedEndpoint[],
  colours: Palette,
  width: number,
): readonly string[] {
  const rows = rowsOf(endpoints).map(({ endpoint, under, availability, interval, minimum }) => {
    const paint = colours.verdict(under.verdict);
    return [
      isJudged(under) ? { text: TEXT_SIGNS[under.verdict], paint } : { text: "" },
      { text: visible(shorten(endpoint, 200)) },
      { text: visible(shorten(under.fault, 60)) },
      { text: availability, ...(under.verdict === "pass" ? {} : { paint }) },
      { text: interval ?? "" },
      { text: minimum },
    ];
  });
  if (rows.length === 0) return [];
  const lines = table(COLUMNS, rows, width - 2).map((line) => `  ${line}`);
  return [colours.strong("Under faults"), ...lines];
}

/** The same as Markdown, folded; `null` where there are no faults. */
export function estimatedUnderFold(
  endpoints: readonly EstimatedEndpoint[],
  length: number,
): string | null {
  const rows = rowsOf(endpoints).map(({ endpoint, under, availability, interval, minimum }) =>
    cells([
      isJudged(under) ? SIGNS[under.verdict] : "",
      shortCode(endpoint, length),
      shortCode(under.fault, length),
      figure(availability, interval),
      minimum,
    ]),
  );
  if (rows.length === 0) return null;
  const table = [
    "| | Endpoint | Fault | Availability | Minimum |",
    "| :-: | :-- | :-- | --: | --: |",
    ...rows,
  ].join("\n");
  return fold([`Under faults (${count(rows.length, "figure")})`], table);
}
