import { entryOf, isAbsent } from "../yaml/access.ts";
import { diagnostic, type Place } from "../yaml/diagnostic.ts";
import type { YamlNode } from "../yaml/node.ts";
import type { OutageRow, OutageRows } from "./outages-file.ts";

/** The maps of a list, or of the list below `outages`; each document may be such a list. */
export function outageRows(documents: readonly YamlNode[], file: string): OutageRows {
  const rows: OutageRow[] = [];
  const place = ({ at }: YamlNode): Place => ({ file, line: at.line, column: at.column });
  for (const document of documents) {
    const list = entryOf(document, "outages")?.value ?? document;
    if (isAbsent(list)) continue;
    const wrong =
      list.kind === "sequence" ? list.items.find((one) => one.kind !== "mapping") : list;
    if (list.kind !== "sequence" || wrong !== undefined) {
      const message =
        "not a list of outages; write `- { service: checkout, from: …, until: … }`, or a CSV table with a header";
      const at = place(wrong ?? list);
      return { rows: [], diagnostics: [diagnostic("error", "invalid-outage", message, at)] };
    }
    for (const item of list.items) {
      if (item.kind !== "mapping") continue;
      const fields = new Map<string, { text: string; place: Place }>();
      for (const { key, value } of item.entries) {
        const text = value.kind === "scalar" ? (value.value === null ? "" : value.text) : "…";
        fields.set(key, { text, place: place(value) });
      }
      rows.push({ fields, place: place(item) });
    }
  }
  return { rows, diagnostics: [] };
}
