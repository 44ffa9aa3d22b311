import { isProblem, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
import type { AskPrometheus } from "../repository/prometheus.ts";
import type { AggregateReading } from "../traces/aggregates/aggregates.ts";
import { readPrometheusJson } from "../traces/series/prometheus-json.ts";
import {
  healthQueries,
  type Query,
  requestQueries,
  stateQueries,
} from "../traces/series/queries.ts";
import type { Series } from "../traces/series/series.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";

/**
 * What a Prometheus shows of the last `window` (`7d`; see `windowSeconds`): requests between services,
 * states of replicas, pods and nodes, and `up` where there are none of those. One query after the
 * other, since each may be a heavy one. A reply that is too large costs that metric alone, and is told.
 */
export async function readPrometheus(
  ask: AskPrometheus,
  window: string,
): Promise<AggregateReading | RepositoryProblem> {
  const series: Series[] = [];
  const diagnostics: Diagnostic[] = [];
  const read = async (queries: readonly Query[]): Promise<RepositoryProblem | null> => {
    for (const { query, metric } of queries) {
      const text = await ask(query);
      if (isProblem(text)) {
        if (text.code !== "prometheus-too-large") return text;
        diagnostics.push(diagnostic("warning", text.code, text.message, null));
        continue;
      }
      const value = parsed(text);
      if (value === undefined) {
        return usageProblem(
          "no-prometheus",
          "What answers at the URL of Prometheus writes no JSON; give the URL up to the path before `/api/v1`.",
        );
      }
      const reading = readPrometheusJson(value, `the reply to ${query.slice(0, 60)}`, metric);
      for (const { severity, code, message, file } of reading.diagnostics) {
        diagnostics.push(diagnostic(severity, code, `${file}: ${message}`, null));
      }
      series.push(...reading.series);
    }
    return null;
  };
  const problem = (await read(requestQueries(window))) ?? (await read(stateQueries(window)));
  if (problem !== null) return problem;
  if (!series.some(({ name }) => name.startsWith("kube_"))) {
    const last = await read(healthQueries(window));
    if (last !== null) return last;
  }
  if (series.length === 0) {
    const message = `Prometheus has none of the metrics that are read of the last ${window}; \`docs/discover.md\` lists them`;
    diagnostics.push(diagnostic("error", "no-metrics", message, null));
  }
  return { edges: [], series, diagnostics };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
