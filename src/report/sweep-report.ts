import { formatAvailability, formatDowntime } from "../availability/figures.ts";
import type { SweepResult } from "../gate/sweep.ts";
import type { Palette } from "./colour.ts";
import { escapeText, markdown } from "./escape.ts";
import { plain } from "./plain.ts";
import { drawSweep, type Glyphs } from "./sweep-drawing.ts";
import { crossingWords, levelText } from "./sweep-words.ts";

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
  const drawn = result.now === null ? [] : drawSweep(result, width - 2, glyphs);
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
  const thresholds = slo === null ? [] : [slo];
  const rows = points
    .filter(({ failing }) => failing === 0 || TOLD.has(failing))
    .map((point) => {
      const misses = slo !== null && point.availability < slo ? " ⚠️" : "";
      const figure = formatAvailability(point, { thresholds });
      return `| ${levelText(point)} | ${figure}${misses} | ${formatDowntime(point.unavailability)} |`;
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
