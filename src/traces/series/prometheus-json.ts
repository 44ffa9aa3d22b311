import { type Diagnostic, diagnostic } from "../../yaml/diagnostic.ts";
import { quoted } from "../../yaml/problem.ts";
import { isMetricRead } from "./metric-names.ts";
import { ordered, type Series, type SeriesReading } from "./series.ts";

const RANGE_QUERY =
  "ask for the metric itself over a range, e.g. `/api/v1/query?query=up[7d]`, whose reply keeps names and all samples";

/**
 * The reply of Prometheus' HTTP API (`/api/v1/query`, `/api/v1/query_range`), its `data` alone, or the bare
 * list that `promtool query -o json` prints. Vectors and matrices are read; samples that are no finite
 * number are left out, since Prometheus marks a series as stale so.
 *
 * @param value what the JSON says; of untrusted shape
 * @param metric what results are of that do not say it
 */
export function readPrometheusJson(
  value: unknown,
  file: string,
  metric: string | null = null,
): SeriesReading {
  const diagnostics: Diagnostic[] = [];
  const tell = (severity: "error" | "warning" | "notice", message: string) =>
    diagnostics.push(
      diagnostic(severity, "unreadable-metrics", message, { file, line: 1, column: 1 }),
    );
  const rows = resultOf(value, tell);
  if (rows === null) return { series: [], diagnostics };
  const series: Series[] = [];
  let [others, nameless, histograms] = [0, 0, 0];
  for (const [index, row] of rows.entries()) {
    if (!isRecord(row) || !isRecord(row["metric"])) {
      tell("error", `result ${index + 1} has no \`metric\`; save the reply as Prometheus gave it`);
      return { series: [], diagnostics };
    }
    const labels = labelsOf(row["metric"]);
    const name = labels.get("__name__") ?? metric ?? undefined;
    if (name === undefined) nameless += 1;
    else if (!isMetricRead(name)) others += 1;
    else if (row["values"] === undefined && row["value"] === undefined) histograms += 1;
    else {
      labels.delete("__name__");
      const samples = samplesOf(row["values"] ?? [row["value"]]);
      if (samples === null) {
        tell(
          "error",
          `result ${index + 1} has a sample that is no \`[time, "value"]\`; save the reply as it is`,
        );
        return { series: [], diagnostics };
      }
      if (samples.times.length > 0) series.push(ordered({ name, labels, ...samples }));
    }
  }
  if (nameless > 0) {
    const severity = series.length === 0 ? "error" : "warning";
    tell(
      severity,
      `${nameless} of ${rows.length} results do not say which metric they are, as functions drop its name; ${RANGE_QUERY}`,
    );
  }
  if (others > 0)
    tell("notice", `${others} of ${rows.length} results are of metrics that are not read`);
  if (histograms > 0)
    tell("notice", `${histograms} results are native histograms, which are not read`);
  return {
    series: diagnostics.some(({ severity }) => severity === "error") ? [] : series,
    diagnostics,
  };
}

type Tell = (severity: "error" | "warning" | "notice", message: string) => void;

function resultOf(value: unknown, tell: Tell): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const reply = isRecord(value) ? value : {};
  if (reply["status"] === "error") {
    const why = typeof reply["error"] === "string" ? `: ${quoted(reply["error"])}` : "";
    tell("error", `the reply is an error of Prometheus${why}; mend the query and save its result`);
    return null;
  }
  const told = Array.isArray(reply["warnings"]) ? reply["warnings"] : [];
  for (const warning of told.slice(0, 5)) {
    if (typeof warning === "string")
      tell("warning", `Prometheus warned with this reply: ${quoted(warning)}`);
  }
  const data = isRecord(reply["data"]) ? reply["data"] : reply;
  const type = data["resultType"];
  if ((type === "vector" || type === "matrix") && Array.isArray(data["result"]))
    return data["result"];
  const is = typeof type === "string" ? `a reply of type ${quoted(type)}` : "no reply to a query";
  tell("error", `it is ${is}, and not a vector or a matrix; ${RANGE_QUERY}`);
  return null;
}

function labelsOf(metric: Readonly<Record<string, unknown>>): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [label, value] of Object.entries(metric)) {
    if (typeof value === "string" && value !== "") labels.set(label, value);
  }
  return labels;
}

function samplesOf(value: unknown): { times: number[]; values: number[] } | null {
  if (!Array.isArray(value)) return null;
  const [times, values]: [number[], number[]] = [[], []];
  for (const sample of value) {
    if (!Array.isArray(sample) || sample.length !== 2) return null;
    const [time, text] = sample as readonly unknown[];
    if (typeof time !== "number" || typeof text !== "string") return null;
    const number = text === "" ? Number.NaN : Number(text);
    if (!Number.isFinite(number)) continue;
    times.push(time);
    values.push(number);
  }
  return { times, values };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
