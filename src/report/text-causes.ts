import type { EndpointResult } from "../gate/result.ts";
import { type CauseRow, causeRows, isEvidence, systemFirst } from "./cause-words.ts";
import { sideWords } from "./change-words.ts";
import type { Palette } from "./colour.ts";
import { shorten, visible } from "./escape.ts";
import { count } from "./phrase.ts";
import { plain } from "./plain.ts";

/** Endpoints whose causes are told in full. */
const MOST_ENDPOINTS = 20;

/** What moved each endpoint, and by how much. */
export function causesPart(
  endpoints: readonly EndpointResult[],
  colours: Palette,
): readonly string[] {
  const moved = endpoints.filter(({ causes }) => causes !== undefined && causes.length > 0);
  if (moved.length === 0) return [];
  const shown = moved.slice(0, MOST_ENDPOINTS).flatMap((one) => linesOf(one, colours));
  const rest = moved.length - MOST_ENDPOINTS;
  const more = rest > 0 ? [`  ${count(rest, "more endpoint")} moved.`] : [];
  return [colours.strong("Causes, in percentage points"), ...shown, ...more];
}

function linesOf(
  { name, causes = [], delta }: EndpointResult,
  colours: Palette,
): readonly string[] {
  const rows = systemFirst(causeRows(causes, delta ?? 0));
  const width = Math.max(...rows.map(({ effect }) => effect.length));
  return [
    `  ${visible(shorten(name, 200))}`,
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
