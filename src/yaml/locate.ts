import type { Position } from "./node.ts";

/** Turns offsets into lines and columns; quick where offsets come in rising order. */
export type Locator = (offset: number) => Position;

/** A line ends at LF, CRLF or a lone CR, as YAML counts them. */
export function locator(text: string): Locator {
  let known: readonly number[] | null = null;
  let line = 0;
  return (offset) => {
    // Most files of a repository are passed over and never asked for a place.
    known ??= lineStarts(text);
    const starts = known;
    if (starts[line]! > offset) line = lineBefore(starts, offset);
    while (line + 1 < starts.length && starts[line + 1]! <= offset) line++;
    return { line: line + 1, column: offset - starts[line]! + 1 };
  };
}

/** The offset of a position; `null` where the text has no such line. */
export function offsetAt(text: string, { line, column }: Position): number | null {
  const start = lineStarts(text)[line - 1];
  return start === undefined ? null : start + column - 1;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  const ends = text.includes("\r") ? /\r\n|\r|\n/g : null;
  if (ends === null) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      starts.push(at + 1);
    }
    return starts;
  }
  for (const match of text.matchAll(ends)) starts.push(match.index + match[0].length);
  return starts;
}

/** Index of the last start that is not beyond the offset. */
function lineBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
