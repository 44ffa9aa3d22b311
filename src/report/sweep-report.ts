import { formatDowntime } from "../availability/figures.ts";
import type { SweepFigure, SweepResult } from "../gate/sweep.ts";
import type { Palette } from "./colour.ts";
import { escapeText, markdown } from "./escape.ts";
import { figure } from "./markdown-tables.ts";
import { plain } from "./plain.ts";
import { drawSweep, type Glyphs } from "./sweep-drawing.ts";
import {
  crossingWords,
  levelText,
  surenessWords,
  sweptFigure,
  sweptInterval,
} from "./sweep-words.ts";

const TITLES = {
  theta: "As all replicas get worse",
  rho: "As all dependencies get worse",
  service: "As one service gets worse",
  dependency: "As one dependency gets worse",
  domain: "As one domain gets worse",
} as const;

/** A curve for a terminal, and what it shows. */
export function sweepPart(
  result: SweepResult,
  colours: Palette,
  width: number,
  glyphs: Glyphs,
): readonly string[] {
  const sureness = surenessWords(result);
  const drawn =
    result.now === null
      ? []
      : [...drawSweep(result, width - 2, glyphs), ...(sureness === null ? [] : [sureness])];
  return [
    colours.strong(TITLES[result.swept]),
    ...drawn.map((line) => `  ${line}`.trimEnd()),
    `  ${plain(crossingWords(result))}`,
  ];
}

/** Whole nines, where they are swept: enough to read a curve from. */
const TOLD = new Set([1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.5, 1]);

/** The same as Markdown: the curve as a table. */
export function sweepMarkdown(result: SweepResult, length: number): readonly string[] {
  const { points, slo } = result;
  const rows = points
    .filter(({ failing }) => failing === 0 || TOLD.has(failing))
    .map((point) => {
      const misses = slo !== null && isBelow(point, slo) ? " ⚠️" : "";
      const shown = figure(`${sweptFigure(point, slo)}${misses}`, sweptInterval(point));
      return `| ${levelText(point)} | ${shown} | ${formatDowntime(point.unavailability)} |`;
    });
  const table = ["| Each | Endpoint | Downtime per 30 days |", "| --: | --: | --: |", ...rows].join(
    "\n",
  );
  return [
    `**${escapeText(TITLES[result.swept])}**`,
    markdown(crossingWords(result), length),
    ...(result.now === null ? [] : [table]),
  ];
}

/** For certain, or as surely as it was drawn. */
function isBelow({ availability, interval }: SweepFigure, slo: number): boolean {
  return (interval?.[1] ?? availability) < slo;
}
