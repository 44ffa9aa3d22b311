import { CsvError, parse } from "csv-parse/sync";
import { diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { OutageRow, OutageRows } from "./outages-file.ts";

const MAX_TEXT = 16 << 20;

/** The rows of a table by the names of its header, RFC 4180; separated by `,`, `;` or tabs as its header is. */
export function readTable(text: string, file: string): OutageRows {
  const place = (line: number): Place => ({ file, line, column: 1 });
  const refuse = (message: string, line: number): OutageRows => ({
    rows: [],
    diagnostics: [diagnostic("error", "invalid-csv", message, place(line))],
  });
  if (text.length > MAX_TEXT) return refuse("larger than 16 MiB of text; split the file", 1);
  let records: readonly Line[];
  try {
    records = parse(text, {
      delimiter: [",", ";", "\t"].find((one) => firstLine(text).includes(one)) ?? ",",
      comment: "#",
      comment_no_infix: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as readonly Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error["lines"] === "number" ? error["lines"] : 1;
    return refuse("a quote is not closed or stands inside a bare value; correct the row", line);
  }
  const [header, ...lines] = records;
  if (header === undefined) return refuse("no table; write a header and a row for each outage", 1);
  const keys = header.record.map((key) => key.toLowerCase());
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  if (twice !== undefined) return refuse(`two columns are named \`${twice}\`; keep one`, 1);
  const wrong = lines.find(({ record }) => record.length > keys.length);
  if (wrong !== undefined) {
    const message = `${wrong.record.length} values below ${keys.length} columns; quote values with a separator in them`;
    return refuse(message, wrong.info.lines);
  }
  const rows = lines.map(({ record, info }): OutageRow => {
    const at = place(info.lines);
    return {
      fields: new Map(record.map((cell, i) => [keys[i]!, { text: cell, place: at }])),
      place: at,
    };
  });
  return { rows, diagnostics: [] };
}

type Line = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function firstLine(text: string): string {
  return /^(?!\s*#)[^\r\n]*\S[^\r\n]*/m.exec(text)?.[0] ?? "";
}
