import { formatPercent } from "../availability/figures.ts";
import type { SweepResult } from "../gate/sweep.ts";

/** What a terminal can show: dots of Braille, eight to a cell, or plain ASCII. */
export type Glyphs = "braille" | "ascii";

const ROWS = 10;
const MOST_COLUMNS = 60;
const LEAST_COLUMNS = 20;
/** Nines beyond which a figure is drawn on the edge. */
const BEST = -9;
/** Of the levels that are swept. */
const DECADES = 6;

/** Bits of U+2800 by row and column of the cell's dots. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/**
 * The curve, both axes in nines: the level from 99.9999% on the left to 0%, the endpoint from the best that it comes to
 * down to 0%. The SLO is a line of dashes, where it stands now a circle, and a bar what a figure that is not exact
 * may be.
 */
export function drawSweep(result: SweepResult, width: number, glyphs: Glyphs): readonly string[] {
  const { points, slo, current, now } = result;
  const columns = Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, width - 12));
  const top = bestDecade(result);
  const rowOf = (unavailability: number, rows: number) =>
    Math.max(0, Math.round(((decade(unavailability) - top) / -top) * (rows - 1)));
  const columnOf = (failing: number, wide: number) =>
    Math.round(((Math.max(-DECADES, decade(failing)) + DECADES) / DECADES) * (wide - 1));
  const [high, wide] = glyphs === "braille" ? [4, 2] : [1, 1];
  const cells = Array.from({ length: ROWS }, () => Array<number>(columns).fill(0));
  let before: readonly [number, number] | null = null;
  for (const { failing, unavailability } of points.slice(1)) {
    const at = [columnOf(failing, columns * wide), rowOf(unavailability, ROWS * high)] as const;
    for (const [x, y] of between(before ?? at, at)) {
      const bit = glyphs === "braille" ? DOTS[y % 4]![x % 2]! : 1;
      cells[Math.floor(y / high)]![Math.floor(x / wide)]! |= bit;
    }
    before = at;
  }
  const dash = glyphs === "braille" ? "╌" : "-";
  const sloRow = slo === null ? null : rowOf(1 - slo, ROWS);
  const lines = cells.map((row, y) =>
    row.map((bits) => {
      if (bits === 0) return y === sloRow ? dash : " ";
      return glyphs === "braille" ? String.fromCodePoint(0x2800 + bits) : "*";
    }),
  );
  const bar = glyphs === "braille" ? "┊" : ":";
  for (const { failing, interval } of barred(result)) {
    if (interval === undefined) continue;
    const x = columnOf(failing, columns);
    const [low, high] = interval.map((end) => rowOf(1 - end, ROWS));
    for (let y = high!; y <= low!; y++) if (cells[y]![x] === 0) lines[y]![x] = bar;
  }
  if (now !== null) {
    const x = columnOf(now.low.failing, columns);
    lines[rowOf(current.unavailability, ROWS)]![x] = glyphs === "braille" ? "●" : "o";
  }
  return [...framed(lines, top, sloRow, slo, glyphs), ...axis(columns, glyphs)];
}

/** What may have a bar: the curve, and the endpoint as it is. */
function barred({ points, current, now }: SweepResult) {
  const present = now === null ? [] : [{ ...current, failing: now.low.failing }];
  return [...points.slice(1), ...present];
}

function decade(share: number): number {
  return share <= 0 ? BEST : Math.max(BEST, Math.log10(share));
}

/** The best that the endpoint comes to, its SLO among it, down to a whole nine. */
function bestDecade({ points, slo, current }: SweepResult): number {
  // Where no drawn state failed, it is as good as the least that it may be.
  const shown = [...points.slice(1), current].map(({ unavailability, interval: [low] = [1] }) =>
    decade(unavailability > 0 ? unavailability : 1 - low),
  );
  const promised = slo === null || slo === 1 ? [] : [decade(1 - slo)];
  return Math.min(-1, Math.floor(Math.min(...shown, ...promised) + 1e-9));
}

/** All dots on the way from one to the other. */
function between(
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): readonly (readonly [number, number])[] {
  const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1);
  return Array.from({ length: steps + 1 }, (_, step) => [
    Math.round(fromX + ((toX - fromX) * step) / steps),
    Math.round(fromY + ((toY - fromY) * step) / steps),
  ]);
}

const LABEL = 11;

function framed(
  lines: readonly (readonly string[])[],
  top: number,
  sloRow: number | null,
  slo: number | null,
  glyphs: Glyphs,
): readonly string[] {
  const bar = glyphs === "braille" ? "┤" : "|";
  return lines.map((line, y) => {
    const ends = y === 0 ? nines(top) : y === lines.length - 1 ? "0%" : "";
    const label = y === sloRow && slo !== null ? formatPercent(slo) : ends;
    return `${label.padStart(LABEL - 1)} ${bar}${line.join("")}`.trimEnd();
  });
}

/** 1 - 10^decade, as it is written. */
function nines(of: number): string {
  return of >= 0 ? "0%" : formatPercent(Number((1 - 10 ** of).toFixed(-of)));
}

function axis(columns: number, glyphs: Glyphs): readonly string[] {
  const [corner, line] = glyphs === "braille" ? ["└", "─"] : ["+", "-"];
  const every = columns >= 44 ? 1 : 3;
  const labels = Array<string>(columns + LABEL).fill(" ");
  for (let at = -DECADES; at <= 0; at += every) {
    const text = nines(at);
    const middle = Math.round(((at + DECADES) / DECADES) * (columns - 1)) + LABEL + 1;
    const start = Math.min(labels.length - text.length, middle - Math.floor(text.length / 2));
    [...text].forEach((sign, i) => {
      labels[start + i] = sign;
    });
  }
  return [`${" ".repeat(LABEL)}${corner}${line.repeat(columns)}`, labels.join("").trimEnd()];
}
