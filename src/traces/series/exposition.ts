import { diagnostic } from "../../yaml/diagnostic.ts";
import { quoted } from "../../yaml/problem.ts";
import { isMetricRead } from "./metric-names.ts";
import { openSeriesTable, type SeriesReading } from "./series.ts";

/**
 * The text of a scrape: Prometheus' exposition format (0.0.4), names in quotes (1.0.0), or OpenMetrics,
 * whose times are in seconds and which ends with `# EOF`. Samples of one series at several times are its
 * history, as `promtool tsdb dump-openmetrics` writes it. A line of a metric that is read and cannot be
 * refuses the file, as Prometheus drops such a scrape.
 */
export function readExposition(text: string, file: string): SeriesReading {
  const unit = /(?:^|\n)# EOF\s*$/.test(text) ? 1 : 1e-3;
  const table = openSeriesTable();
  const seen = new Set<string>();
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf("\n", start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, end).trim();
    start = end + 1;
    number += 1;
    if (line === "" || line.startsWith("#") || !isWanted(line)) continue;
    const refuse = (message: string): SeriesReading => {
      const place = { file, line: number, column: 1 };
      return {
        series: [],
        diagnostics: [diagnostic("error", "unreadable-metrics", message, place)],
      };
    };
    if (line.length > LONGEST)
      return refuse(`the line is longer than ${LONGEST} characters; drop labels`);
    const sample = readSample(line);
    if (typeof sample === "string") {
      return refuse(`${quoted(line)}: ${sample}; correct the line, or scrape again`);
    }
    const { name, labels, value, time } = sample;
    if (!isMetricRead(name)) continue;
    if (time === null) {
      const key = JSON.stringify([name, ...[...labels].sort()]);
      if (seen.has(key)) {
        return refuse(
          `${quoted(line)}: the series stands here twice without a time; keep one scrape a file`,
        );
      }
      seen.add(key);
    }
    table.add(name, labels, time === null ? Number.NaN : time * unit, value);
  }
  return { series: table.finish(), diagnostics: [] };
}

const LONGEST = 1 << 16;

/** By its first word, so that the many lines of other metrics cost nothing. */
function isWanted(line: string): boolean {
  const end = line.search(/[{\s]/);
  return end === 0 || isMetricRead(end === -1 ? line : line.slice(0, end));
}

type Sample = {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
  /** As written: milliseconds, or seconds in OpenMetrics. */
  readonly time: number | null;
};

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const QUOTED = /"([^"\\]*(?:\\.[^"\\]*)*)"/y;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

function readSample(line: string): Sample | string {
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (found === null) return null;
    at = pattern.lastIndex;
    return found[1] ?? found[0];
  };
  const skip = () => {
    while (line[at] === " " || line[at] === "\t") at += 1;
  };
  let name = match(NAME);
  skip();
  const labels = new Map<string, string>();
  if (line[at] === "{") {
    at += 1;
    for (skip(); line[at] !== "}"; skip()) {
      const isQuoted = line[at] === '"';
      const label = match(isQuoted ? QUOTED : NAME);
      if (label === null) return "a label has no name, or its braces are not closed";
      skip();
      if (line[at] === "=") {
        at += 1;
        skip();
        const value = match(QUOTED);
        if (value === null) return `the value of ${quoted(label)} is not in quotes`;
        const key = isQuoted ? unescaped(label) : label;
        if (labels.has(key)) return `the label ${quoted(key)} is written twice`;
        labels.set(key, unescaped(value));
      } else if (isQuoted && name === null) name = unescaped(label);
      else return `the label ${quoted(label)} has no value`;
      skip();
      if (line[at] === ",") at += 1;
      else if (line[at] !== "}")
        return "labels are not separated by commas, or their braces not closed";
    }
    at += 1;
  }
  if (name === null) return "it has no name";
  // OpenMetrics: what follows ` # ` is an exemplar.
  const [value, time, ...rest] = (line.slice(at).split(" # ")[0] ?? "").trim().split(/[ \t]+/);
  const number = readValue(value ?? "");
  if (number === null || rest.length > 0) return "no value, and nothing but a time after it";
  if (time === undefined) return { name, labels, value: number, time: null };
  if (!NUMBER.test(time)) return "the time after the value is no number";
  return { name, labels, value: number, time: Number(time) };
}

function readValue(text: string): number | null {
  if (NUMBER.test(text)) return Number(text);
  if (/^nan$/i.test(text)) return Number.NaN;
  const infinite = /^([-+]?)inf(?:inity)?$/i.exec(text);
  if (infinite === null) return null;
  return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one));
}
