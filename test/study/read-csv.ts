/** A reader of RFC 4180, for tables whose lines end in a line feed. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const fields = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/g)];
  const lines: string[][] = [[]];
  for (const [, quoted, bare, end] of fields) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
    if (end === "\n") lines.push([]);
  }
  return lines.slice(0, -1);
}
