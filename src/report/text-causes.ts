import type { EndpointResult } from "../gate/result.ts";
import { type CauseRow, causeRows, isEvidence, systemFirst } from "./cause-words.ts";
import { sideWords } from "./change-words.ts";
import type { Palette } from "./colour.ts";
import { shorten, visible } from "./escape.ts";
import { type MovedRow, movedRows } from "./moved-rows.ts";
import { count } from "./phrase.ts";
import { plain } from "./plain.ts";

/** Figures whose causes are told in full. */
const MOST_ROWS = 20;

/** What moved each endpoint, and by how much; under a fault where it is told. */
export function causesPart(
  endpoints: readonly EndpointResult[],
  colours: Palette,
): readonly string[] {
  const moved = movedRows(endpoints);
  if (moved.length === 0) return [];
  const shown = moved.slice(0, MOST_ROWS).flatMap((one) => linesOf(one, colours));
  const rest = moved.length - MOST_ROWS;
  const more = rest > 0 ? [`  ${count(rest, "more figure")} moved.`] : [];
  return [colours.strong("Causes, in percentage points"), ...shown, ...more];
}

function linesOf({ name, fault, causes, delta }: MovedRow, colours: Palette): readonly string[] {
  const rows = systemFirst(causeRows(causes, delta));
  const under = fault === null ? "" : ` under ${visible(shorten(fault, 60))}`;
  const width = Math.max(...rows.map(({ effect }) => effect.length));
  return [
    `  ${visible(shorten(name, 200))}${under}`,
    ...rows.map((row) => `    ${row.effect.padStart(width)}  ${wordsOf(row, colours)}`),
  ];
}

function wordsOf({ cause, words }: CauseRow, colours: Palette): string {
  const [first] = cause.changes;
  const text = `${isEvidence(cause) ? "evidence: " : ""}${plain(words)}`;
  if (first === undefined) return text;
  const place = `${visible(`${first.file}:${first.line}`)}${sideWords(first)}`;
  return `${text}  ${colours.faint(place)}`;
}
