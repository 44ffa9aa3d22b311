import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { parseYaml } from "../yaml/parse.ts";
import { quoted } from "../yaml/problem.ts";
import { readInstant } from "./instant.ts";
import type { Outage, OutageSubject } from "./outages.ts";
import { readTable } from "./outages-table.ts";
import { outageRows } from "./outages-yaml.ts";

export type OutagesReading = {
  readonly outages: readonly Outage[];
  readonly diagnostics: readonly Diagnostic[];
};

/** One outage as written, whatever the format. */
export type OutageRow = {
  readonly fields: ReadonlyMap<string, { readonly text: string; readonly place: Place }>;
  readonly place: Place;
};

export type OutageRows = {
  readonly rows: readonly OutageRow[];
  readonly diagnostics: readonly Diagnostic[];
};

const SUBJECTS = ["node", "service", "instance"];
const FIELDS = [...SUBJECTS, "from", "until"];
const MAX_OUTAGES = 100_000;
const MAX_PROBLEMS = 20;

/**
 * The outages of a file: a CSV table with a header, or a list in YAML or JSON (also below `outages:`), of
 * `node`, `service` or `instance` (or `service` with its `instance`), `from` and `until`. Times are RFC 3339
 * with a zone or seconds since the epoch; an empty `until` is an outage that is not over. At most 100,000.
 */
export function readOutages(input: string, file: string): OutagesReading {
  const text = input.charCodeAt(0) === 0xfeff ? input.slice(1) : input;
  const { rows, diagnostics } = isTable(text) ? readTable(text, file) : readList(text, file);
  const problems: Diagnostic[] = [...diagnostics];
  const fail = (message: string, place: Place) =>
    problems.push(diagnostic("error", "invalid-outage", message, place));
  if (rows.length > MAX_OUTAGES) {
    fail(
      `${rows.length} outages, more than ${MAX_OUTAGES}; merge those that touch`,
      rows[0]!.place,
    );
    return { outages: [], diagnostics: problems };
  }
  const outages: Outage[] = [];
  for (const row of rows) {
    if (problems.length >= MAX_PROBLEMS) break;
    const outage = readOutage(row, fail);
    if (outage !== null) outages.push(outage);
  }
  problems.push(...strayFields(rows));
  return { outages, diagnostics: problems };
}

/** A first line with separators that begins no YAML collection. */
function isTable(text: string): boolean {
  const [first = ""] = /[^\s#][^\r\n]*/.exec(text.replace(/^(?:\s*#[^\n]*\n)+/, "")) ?? [];
  return (
    !/^(?:[-[{]|---)/.test(first) &&
    /^"?(?:node|service|instance|from|until)"?\s*[,;\t]/i.test(first)
  );
}

function readList(text: string, file: string): OutageRows {
  const { documents, problem } = parseYaml(text, "spec");
  if (problem !== null) {
    const at = { file, line: problem.at.line, column: problem.at.column };
    return { rows: [], diagnostics: [diagnostic("error", problem.code, problem.message, at)] };
  }
  return outageRows(documents, file);
}

function readOutage(
  { fields, place }: OutageRow,
  fail: (message: string, place: Place) => void,
): Outage | null {
  const subject = readSubject(fields, place, fail);
  const from = readTime("from", fields, place, fail);
  const until = readTime("until", fields, place, fail);
  if (subject === null || from === null || until === null) return null;
  if (from < until) return { of: subject, from, until, place };
  const end = fields.get("until");
  fail(`\`until\` is not after \`from\`; correct one of them`, end?.place ?? place);
  return null;
}

function readSubject(
  fields: OutageRow["fields"],
  place: Place,
  fail: (message: string, place: Place) => void,
): OutageSubject | null {
  const named = SUBJECTS.filter((key) => (fields.get(key)?.text ?? "") !== "");
  const [node, service, instance] = SUBJECTS.map((key) => fields.get(key)?.text || null);
  if (node != null && named.length === 1) return { kind: "node", node };
  if (instance != null && node == null) {
    return { kind: "instance", service: service ?? null, instance };
  }
  if (service != null && node == null) return { kind: "service", service };
  const message =
    named.length === 0
      ? "the outage says of nothing that it was down; name a `node`, `service` or `instance`"
      : "the outage names a `node` beside something else; give each a line of its own";
  fail(message, place);
  return null;
}

function readTime(
  key: "from" | "until",
  fields: OutageRow["fields"],
  place: Place,
  fail: (message: string, place: Place) => void,
): number | null {
  const field = fields.get(key);
  if (field === undefined) {
    const hint = key === "until" ? "; leave it empty where the outage is not over" : "";
    fail(
      `the outage has no \`${key}\`; add when it ${key === "from" ? "began" : "ended"}${hint}`,
      place,
    );
    return null;
  }
  if (field.text === "" && key === "until") return Number.POSITIVE_INFINITY;
  const instant = readInstant(field.text);
  if (typeof instant === "number") return instant;
  fail(`\`${key}\`: ${quoted(field.text)} ${instant}`, field.place);
  return null;
}

/** What else was written, said once for each key. */
function strayFields(rows: readonly OutageRow[]): readonly Diagnostic[] {
  const seen = new Map<string, Place>();
  for (const { fields } of rows) {
    for (const [key, { place }] of fields) {
      if (!FIELDS.includes(key) && !seen.has(key) && seen.size < MAX_PROBLEMS) seen.set(key, place);
    }
  }
  return [...seen].map(([key, place]) => {
    const message = `${quoted(key)} is not read; an outage has ${FIELDS.map((one) => `\`${one}\``).join(", ")}`;
    return diagnostic("notice", "unread-key", message, place);
  });
}
