import { formatAvailability } from "../availability/figures.ts";
import type { Explained } from "../gate/explained.ts";
import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";
import type { Palette } from "./colour.ts";
import { shorten, visible } from "./escape.ts";
import {
  ceilingWords,
  cutWords,
  lossText,
  moreCuts,
  shareText,
  singlesWords,
} from "./limit-words.ts";
import { count, list, name, say } from "./phrase.ts";
import { plain } from "./plain.ts";
import { type Column, table } from "./text-table.ts";

const MOST_SINGLES = 12;
const MOST_CUTS = 6;

/** In brief: endpoints, and components of each. */
const MOST_ENDPOINTS = 20;
const MOST_NAMED = 2;

const COLUMNS: readonly Column[] = [
  { title: "Component", align: "left", flexible: true },
  { title: "Of the downtime", align: "right" },
  { title: "While it is down", align: "right" },
  { title: "At most, as it is", align: "right" },
  { title: "", align: "left" },
];

/** What holds an endpoint back now, for a terminal: components by importance, ceiling, cut sets. */
export function limitsPart(
  endpoint: EndpointResult | EstimatedEndpoint,
  colours: Palette,
  width: number,
): readonly string[] {
  const { explained, slo } = endpoint;
  if (explained === undefined || explained.limits.length === 0) return [];
  const thresholds = slo.head === null ? [] : [slo.head];
  const rows = explained.limits.map((limit) => {
    const { component, ceiling, file, line } = limit;
    return [
      { text: visible(shorten(component, 200)) },
      { text: shareText(limit) },
      { text: lossText(limit) },
      { text: ceiling >= 1 ? "–" : formatAvailability(ceiling, { thresholds }) },
      file === undefined
        ? { text: "" }
        : { text: visible(`${file}:${line}`), paint: colours.faint },
    ];
  });
  const [titles = "", ...lines] = table(COLUMNS, rows, width - 2);
  return [
    colours.strong("What limits it"),
    ...[colours.faint(titles), ...lines, ...limitSentences(endpoint, explained)].map(
      (one) => `  ${one}`,
    ),
  ];
}

/** The components that most of the downtime of each endpoint goes with, a line each. */
export function briefLimitsPart(
  endpoints: readonly (EndpointResult | EstimatedEndpoint)[],
  colours: Palette,
): readonly string[] {
  const lines = endpoints.flatMap(({ name: endpoint, explained }) => {
    const most = (explained?.limits ?? []).slice(0, MOST_NAMED);
    if (most.length === 0) return [];
    const named = most.map((one) => say`${name(one.component)} (${shareText(one)})`);
    return [`  ${plain(say`${name(endpoint)}: ${list(named)}`)}`];
  });
  if (lines.length === 0) return [];
  const rest = lines.length - MOST_ENDPOINTS;
  return [
    `${colours.strong("Most of the downtime")} goes with the failures of`,
    ...lines.slice(0, MOST_ENDPOINTS),
    ...(rest > 0 ? [`  and so on, of ${count(rest, "more endpoint")}`] : []),
  ];
}

function limitSentences(
  { slo }: EndpointResult | EstimatedEndpoint,
  explained: Explained,
): readonly string[] {
  const ceiling = ceilingWords(explained, slo.head);
  const singles = singlesWords(explained, MOST_SINGLES);
  const cuts = explained.cuts.slice(0, MOST_CUTS).map(cutWords);
  const rest = explained.cuts.length - cuts.length;
  const pairs = list(rest === 0 ? cuts : [...cuts, [moreCuts(rest)]]);
  return [
    ...(ceiling === null ? [] : [sentence(plain(ceiling))]),
    ...(singles === null ? [] : [plain(say`Each of these alone takes it down: ${singles}.`)]),
    ...(cuts.length === 0 ? [] : [plain(say`Two together do: ${pairs}.`)]),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
