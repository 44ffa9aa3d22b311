/** A document of a stream as a range of its text: [start, end). */
export type DocumentRange = { readonly start: number; readonly end: number };

/**
 * Split a stream at its `---` lines. A line that starts with the marker always ends a document (YAML 1.2,
 * section 9.1.2), even inside a block scalar, so one broken document need not cost the others.
 * A stream with directives (`%YAML`) is left whole: they belong to the document after the marker.
 */
export function splitDocuments(text: string): readonly DocumentRange[] {
  if (/(?:^|[\r\n])%/.test(text)) return [{ start: 0, end: text.length }];
  const ranges: DocumentRange[] = [];
  let start = 0;
  for (let at = text.indexOf("---"); at !== -1; at = text.indexOf("---", at + 3)) {
    if (at === 0 || !isMarker(text, at)) continue;
    ranges.push({ start, end: at });
    start = at;
  }
  ranges.push({ start, end: text.length });
  return ranges;
}

function isMarker(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at + 3];
  return (
    (before === "\n" || before === "\r") &&
    (after === undefined || after === " " || after === "\t" || after === "\n" || after === "\r")
  );
}
