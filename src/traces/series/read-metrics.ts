import { diagnostic } from "../../yaml/diagnostic.ts";
import { readExposition } from "./exposition.ts";
import { readPrometheusJson } from "./prometheus-json.ts";
import type { SeriesReading } from "./series.ts";

/** In UTF-16 units: what is larger does not fit twice into 512 MB. */
const MAX_TEXT = 128 << 20;

/** What no reply of Prometheus has: lists of spans, or spans in a list (Zipkin). */
const TRACES = /^\s*(?:\{.*?"(?:resource_?spans|batches|spans)"\s*:\s*\[|\[.*?"traceId"\s*:)/is;

/** Series of a file: a saved reply of Prometheus' API, or the text of a scrape. What is neither is refused. */
export function readMetrics(input: string, file: string): SeriesReading {
  const text = input.charCodeAt(0) === 0xfeff ? input.slice(1) : input;
  const refuse = (message: string): SeriesReading => ({
    series: [],
    diagnostics: [diagnostic("error", "unreadable-metrics", message, { file, line: 1, column: 1 })],
  });
  if (text.length > MAX_TEXT) {
    return refuse(
      "larger than 128 MiB of text; ask for fewer series, or for a step of a minute or more",
    );
  }
  if (/^\s*$/.test(text.slice(0, 4096)) && text.trim() === "") {
    return refuse("empty; save a reply of Prometheus' API or the text of a scrape");
  }
  if (TRACES.test(text.slice(0, 4096))) {
    return refuse("it holds traces and no metrics; give it without --metrics");
  }
  const reading = /^\s*[[{]/.test(text) ? readJson(text, file) : readExposition(text, file);
  if (reading === null) {
    return refuse("it begins as JSON and is none, or is cut off; save the whole reply");
  }
  if (
    reading.series.length > 0 ||
    reading.diagnostics.some(({ severity }) => severity === "error")
  ) {
    return reading;
  }
  const none = refuse(
    "none of the metrics that are read is in it; `docs/discover.md` lists them with the queries that give them",
  );
  return { series: [], diagnostics: [...reading.diagnostics, ...none.diagnostics] };
}

function readJson(text: string, file: string): SeriesReading | null {
  // `{"a.name", label="x"} 1` of the text format.
  if (/^\s*\{\s*"[^"]*"\s*[,}]/.test(text)) return readExposition(text, file);
  try {
    return readPrometheusJson(JSON.parse(text) as unknown, file);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
