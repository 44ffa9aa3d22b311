import { formatPercent } from "../availability/figures.ts";
import type { Change, ModelResult, Result } from "../gate/result.ts";
import { calmLines } from "./calm.ts";
import {
  changeWords,
  evidenceChanges,
  likeliestFirst,
  OBSERVED_ANEW,
  sideWords,
  systemChanges,
} from "./change-words.ts";
import { type Palette, palette } from "./colour.ts";
import { crediblePart } from "./credible-part.ts";
import { shorten, visible } from "./escape.ts";
import { headline } from "./headline.ts";
import { isObjectId } from "./link.ts";
import { methods } from "./methods.ts";
import { count, phraseOf } from "./phrase.ts";
import { logLine, plain } from "./plain.ts";
import {
  type Row,
  rowsOf,
  TEXT_SIGNS,
  toldEndpoints,
  untoldEndpoints,
  worstModels,
} from "./rows.ts";
import { causesPart } from "./text-causes.ts";
import { briefRemediesPart } from "./text-remedies.ts";
import { type Cell, type Column, table } from "./text-table.ts";
import { underPart } from "./text-under.ts";
import { isQuiet, movesUnder } from "./under-rows.ts";

export type TextOptions = {
  readonly color: boolean;
  /** Columns of the terminal: names are shortened to fit, but never below 20 characters. */
  readonly width: number;
};

/** The result for a terminal or a log: nothing in it reaches beyond its line. */
export function renderText(result: Result, options: TextOptions): string {
  const colours = palette(options.color);
  const models = worstModels(result);
  const told = models.filter((one) => models.length === 1 || !isQuiet(one));
  const quiet = models.length - told.length;
  return joined([
    [title(result, colours)],
    acceptance(result),
    models.length === 0 ? [plain(calmLines(result))] : [],
    ...told.flatMap((model) => [
      models.length === 1 ? [] : [colours.strong(visible(model.path))],
      ...modelParts(result, model, colours, options.width),
    ]),
    quiet === 0 ? [] : [`${count(quiet, "spec")} unchanged.`],
    [colours.faint(footer(result))],
  ]);
}

/** Parts with a blank line between them, each line safe in a log. */
export function joined(parts: readonly (readonly string[])[]): string {
  const told = parts.filter((lines) => lines.length > 0);
  return `${told.map((lines) => lines.map(logLine).join("\n")).join("\n\n")}\n`;
}

function title(result: Result, colours: Palette): string {
  const paint = colours.verdict(result.verdict);
  const sign = TEXT_SIGNS[result.verdict];
  return colours.strong(`${paint(sign)} Availability gate: ${plain(headline(result))}`);
}

function acceptance({ acceptedBy, acceptanceLapsed }: Result): readonly string[] {
  if (acceptedBy !== null) {
    return [`Accepted by ${visible(acceptedBy.by)} with ${visible(acceptedBy.how)}.`];
  }
  return acceptanceLapsed === undefined ? [] : [plain(phraseOf(acceptanceLapsed))];
}

function modelParts(
  result: Result,
  model: ModelResult,
  colours: Palette,
  width: number,
): readonly (readonly string[])[] {
  const rows = rowsOf(result, model, toldEndpoints(model));
  const unchanged = untoldEndpoints(model);
  const aside = unchanged.some(movesUnder) ? "unchanged, faults aside" : "unchanged";
  const reasons = result.reasons.filter((one) => one.model === model.path);
  return [
    rows.length === 0 ? [] : endpointTable(rows, colours, width),
    unchanged.length === 0 ? [] : [`${count(unchanged.length, "endpoint")} ${aside}.`],
    causesPart(
      rows.map((one) => one.endpoint),
      colours,
    ),
    briefRemediesPart(
      rows.map((one) => one.endpoint),
      colours,
    ),
    crediblePart(
      rows.map((one) => one.endpoint),
      colours,
    ),
    underPart(model, colours, width),
    listed(
      colours.strong("Why"),
      reasons.map(
        ({ verdict, message }) =>
          `${colours.verdict(verdict)(TEXT_SIGNS[verdict])} ${plain(phraseOf(message))}`,
      ),
    ),
    changeLines("What changed", systemChanges(model.changes), colours),
    changeLines(OBSERVED_ANEW, evidenceChanges(model.changes), colours),
    notes(model.diagnostics, colours),
  ];
}

function changeLines(
  heading: string,
  changes: readonly Change[],
  colours: Palette,
): readonly string[] {
  const lines = likeliestFirst(changes).map(
    (one) =>
      `${plain(changeWords(one))}  ${colours.faint(`${placeOf(one.file, one.line)}${sideWords(one)}`)}`,
  );
  return listed(colours.strong(heading), lines);
}

/** Assumptions and other diagnostics, each with its place; no line where there are none. */
export function notes(
  diagnostics: ModelResult["diagnostics"],
  colours: Palette,
): readonly string[] {
  return listed(
    colours.strong("What these figures rest on"),
    diagnostics.map(({ severity, message, file, line }) => {
      const sign = severity === "notice" ? "" : `${colours.verdict("warn")(TEXT_SIGNS.warn)} `;
      const place = file === undefined ? "" : `  ${colours.faint(placeOf(file, line))}`;
      return `${sign}${plain(phraseOf(message))}${place}`;
    }),
  );
}

const COLUMNS: readonly Column[] = [
  { title: "", align: "left" },
  { title: "Endpoint", align: "left", flexible: true },
  { title: "Before", align: "right" },
  { title: "After", align: "right" },
  { title: "Interval", align: "left" },
  { title: "Downtime per 30 days", align: "right" },
  { title: "SLO", align: "right" },
  { title: "", align: "left" },
];

function endpointTable(rows: readonly Row[], colours: Palette, width: number): readonly string[] {
  const cells = rows.map((row) => cellsOf(row, colours));
  const [titles = "", ...lines] = table(COLUMNS, cells, width);
  return [colours.faint(titles), ...lines];
}

function cellsOf(row: Row, colours: Palette): readonly Cell[] {
  const { name, verdict, slo } = row.endpoint;
  const paint = colours.verdict(verdict);
  const { downtimeBefore, downtimeAfter } = row;
  const downtime =
    downtimeBefore === downtimeAfter ? [downtimeAfter] : [downtimeBefore, downtimeAfter];
  return [
    { text: TEXT_SIGNS[verdict], paint },
    { text: shortName(name) },
    { text: row.before ?? "–" },
    {
      text: row.after ?? "–",
      ...(row.steady === "pass" ? {} : { paint: colours.verdict(row.steady) }),
    },
    { text: row.intervalAfter ?? "" },
    { text: downtime.filter((one) => one !== null).join(" → ") },
    { text: row.slo ?? (slo.base === null ? "–" : `was ${formatPercent(slo.base)}`) },
    { text: row.words.map((one) => plain(one)).join(", ") },
  ];
}

/** A name of any length without what would not stay on its line. */
function shortName(name: string): string {
  return visible(shorten(name, 200));
}

function listed(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];
}

function placeOf(file: string, line: number | undefined): string {
  return visible(line === undefined ? file : `${file}:${line}`);
}

function footer(result: Result): string {
  const [only, ...others] = result.models;
  const specs = others.length === 0 ? only?.path : count(result.models.length, "spec");
  const commits = `${short(result.base.sha)} → ${short(result.head.commit)}`;
  const parts = [methods(result), specs === undefined ? null : visible(specs), commits];
  return parts.filter((one) => one !== null).join(" · ");
}

/** Object ids as git abbreviates them; `WORKTREE` as it is. */
function short(commit: string): string {
  return isObjectId(commit) ? commit.slice(0, 7) : visible(commit);
}
