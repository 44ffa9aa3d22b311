import { shorten, visible } from "./escape.ts";
import type { Phrase } from "./phrase.ts";

/** A phrase as one line of plain text: names between backticks, at most `length` characters each. */
export function plain(phrase: Phrase, length = 200): string {
  return phrase
    .map((piece) =>
      typeof piece === "string"
        ? visible(shorten(piece, 4 * length))
        : `\`${shorten(visible(piece.name), length)}\``,
    )
    .join("");
}

/**
 * A line that the Actions runner takes for text, whatever stands in it: it obeys `::` at the start
 * of a line (white space before it does not count) and `##[` anywhere in one.
 */
export function logLine(line: string): string {
  return line.replace(/^(\s*)(?=::)/, "$1\\").replace(/##(?=\[)/g, "##\\");
}
