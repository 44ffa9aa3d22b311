import { formatAvailability, formatDowntime, formatPercent } from "../availability/figures.ts";
import type { EstimatedEndpoint, EstimateResult, Verdict } from "../gate/result.ts";
import { calibrationBlock, calibrationPart } from "./calibration.ts";
import { type Palette, palette } from "./colour.ts";
import { credibleFold, crediblePart } from "./credible-part.ts";
import { EVERYTHING } from "./detail.ts";
import { markdown, shortCode, shorten, visible } from "./escape.ts";
import { estimatedUnderFold, estimatedUnderPart } from "./estimate-under.ts";
import { assumptionsFold } from "./markdown-assumptions.ts";
import { blastFold } from "./markdown-blast.ts";
import { limitsFold } from "./markdown-limits.ts";
import { blocks } from "./markdown-report.ts";
import { count, type Phrase } from "./phrase.ts";
import { plain } from "./plain.ts";
import { intervalOf, SIGNS, TEXT_SIGNS } from "./rows.ts";
import { joined, notes, type TextOptions } from "./text.ts";
import { briefLimitsPart } from "./text-limits.ts";
import { briefRemediesPart } from "./text-remedies.ts";
import { type Cell, type Column, table } from "./text-table.ts";

/** Every endpoint's availability, downtime and SLO, for a terminal. */
export function renderEstimateText(result: EstimateResult, options: TextOptions): string {
  const colours = palette(options.color);
  const paint = colours.verdict(result.verdict);
  const title = `${paint(TEXT_SIGNS[result.verdict])} Availability: ${plain(estimateHeadline(result))}`;
  return joined([
    [colours.strong(title)],
    ...result.models.flatMap(({ path, endpoints, calibration, diagnostics }) => [
      result.models.length === 1 ? [] : [colours.strong(visible(path))],
      table(
        COLUMNS,
        endpoints.map((one) => cellsOf(one, colours)),
        options.width,
      ),
      briefRemediesPart(endpoints, colours),
      briefLimitsPart(endpoints, colours),
      crediblePart(endpoints, colours),
      estimatedUnderPart(endpoints, colours, options.width),
      calibrationPart(calibration, colours, options.width),
      notes(diagnostics, colours),
    ]),
  ]);
}

const COLUMNS: readonly Column[] = [
  { title: "", align: "left" },
  { title: "Endpoint", align: "left", flexible: true },
  { title: "Availability", align: "right" },
  { title: "Interval", align: "left" },
  { title: "Downtime per 30 days", align: "right" },
  { title: "SLO", align: "right" },
];

function cellsOf(endpoint: EstimatedEndpoint, colours: Palette): readonly Cell[] {
  const { name, verdict } = endpoint;
  const row = rowOf(endpoint);
  const paint = colours.verdict(verdict);
  return [
    { text: TEXT_SIGNS[verdict], paint },
    { text: visible(shorten(name, 200)) },
    { text: row.availability, ...(verdict === "pass" ? {} : { paint }) },
    { text: row.interval ?? "" },
    { text: row.downtime },
    { text: row.slo },
  ];
}

/** Every endpoint's availability, downtime and SLO, as Markdown. */
export function renderEstimateMarkdown(result: EstimateResult): string {
  const length = EVERYTHING.name;
  const place = { repository: null, commit: result.head.commit, length };
  const parts = result.models.flatMap((model) => {
    const { path, endpoints, calibration, blast, diagnostics } = model;
    const rows = endpoints.map((one) => {
      const { availability, interval, downtime, slo } = rowOf(one);
      const figure = interval === null ? availability : `${availability}<br><sub>${interval}</sub>`;
      const name = shortCode(one.name, length);
      return `| ${SIGNS[one.verdict]} | ${name} | ${figure} | ${downtime} | ${slo} |`;
    });
    return [
      ...(result.models.length === 1 ? [] : [`#### ${shortCode(path, length)}`]),
      [
        "| | Endpoint | Availability | Downtime per 30 days | SLO |",
        "| :-: | :-- | --: | --: | --: |",
        ...rows,
      ].join("\n"),
      credibleFold(endpoints, length),
      estimatedUnderFold(endpoints, length),
      calibrationBlock(calibration, length),
      limitsFold(endpoints, { ...place, most: EVERYTHING.limits }),
      blastFold(blast ?? [], EVERYTHING.blasts, length),
      assumptionsFold(endpoints, diagnostics, {
        ...place,
        assumptions: EVERYTHING.assumptions,
        notes: EVERYTHING.diagnostics,
      }),
    ];
  });
  const title = `### ${SIGNS[result.verdict]} Availability: ${markdown(estimateHeadline(result), length)}`;
  return `${blocks([title, ...parts])}\n`;
}

/** How many endpoints keep what is promised, in one line. */
export function estimateHeadline(result: EstimateResult): Phrase {
  const endpoints = result.models.flatMap((one) => one.endpoints);
  const having = (verdict: Verdict) => endpoints.filter((one) => one.verdict === verdict).length;
  const below = having("fail");
  const close = having("warn");
  // A minimum under a fault is a promise, too, and no SLO.
  const minima = endpoints.some(({ under }) => under.some(({ minimum }) => minimum !== null));
  const all = count(endpoints.length, "endpoint");
  if (below > 0) return [`${below} of ${all} below ${minima ? "a promise" : "the SLO"}`];
  if (close > 0) return [`${close} of ${all} close to ${minima ? "a promise" : "the SLO"}`];
  return [`${all}, none below ${minima ? "a promise" : "its SLO"}`];
}

type EstimateRow = {
  readonly availability: string;
  readonly interval: string | null;
  readonly downtime: string;
  readonly slo: string;
};

function rowOf({ head, slo }: EstimatedEndpoint): EstimateRow {
  const thresholds = slo.head === null ? [] : [slo.head];
  return {
    availability: formatAvailability(head, { thresholds }),
    interval: intervalOf(head),
    downtime: formatDowntime(head.unavailability),
    slo: slo.head === null ? "–" : formatPercent(slo.head),
  };
}
