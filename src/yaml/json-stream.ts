import type { DocumentRange } from "./documents.ts";

/**
 * Split a document that is several JSON objects one after the other, a line each or not: kubectl reads such
 * a stream (YAMLOrJSONDecoder of k8s.io/apimachinery), and YAML knows no such thing. Any other is left whole.
 */
export function splitObjects(text: string, range: DocumentRange): readonly DocumentRange[] {
  if (!startsObject(text, range.start, range.end)) return [range];
  const ranges: DocumentRange[] = [];
  let start = range.start;
  for (;;) {
    const end = endOfObject(text, start, range.end);
    if (end === null || !startsObject(text, end, range.end)) break;
    ranges.push({ start, end });
    start = end;
  }
  return [...ranges, { start, end: range.end }];
}

/** Whether an object comes next. Two braces are a template's. */
function startsObject(text: string, from: number, end: number): boolean {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at < end && text[at] === "{" && text[at + 1] !== "{";
}

/** Just behind the brace that closes the next object; `null` where none does. */
function endOfObject(text: string, from: number, end: number): number | null {
  const marks = /["{}]/g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null && mark.index < end; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      const close = endOfString(text, mark.index, end);
      if (close === null) return null;
      marks.lastIndex = close;
    } else depth += mark[0] === "{" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return null;
}

function endOfString(text: string, from: number, end: number): number | null {
  for (let at = from + 1; at < end; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return null;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
