import { type Diagnostic, diagnostic } from "../../yaml/diagnostic.ts";
import type { Observed } from "../observed.ts";
import type { Outage } from "../outages.ts";
import { readMetrics } from "../series/read-metrics.ts";
import { joinSeries, type Series } from "../series/series.ts";
import { type MetricsShown, showMetrics } from "../series/shown.ts";
import { type Edge, observedOfEdges } from "./edges.ts";
import { readIstio } from "./istio.ts";
import { isJaegerDependencies, readJaegerDependencies } from "./jaeger-dependencies.ts";
import { readServiceGraph } from "./service-graph.ts";

/** One file of what an engine computed already. */
export type AggregateReading = {
  readonly edges: readonly Edge[];
  readonly series: readonly Series[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * A reply of Jaeger's `/api/dependencies`, a reply of Prometheus' API, or the text of a scrape. Anything
 * else is an error that says what is read.
 */
export function readAggregate(text: string, file: string): AggregateReading {
  if (/^\ufeff?\s*[[{]/.test(text) && text.slice(0, 4096).includes("callCount")) {
    const value = parsed(text);
    if (isJaegerDependencies(value)) return { series: [], ...readJaegerDependencies(value, file) };
  }
  return { edges: [], ...readMetrics(text, file) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export type AggregatesShown = {
  readonly observed: Observed;
  /** What series tell of replicas, whether or not requests name their services. */
  readonly metrics: MetricsShown;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * What all files together show. Two engines that count the same requests would count them twice:
 * of Istio, the service graph and Jaeger the first that is there is taken for each pair.
 *
 * @param outages that are known besides; counts say not when calls were, so that none is left out
 */
export function showAggregates(
  readings: readonly AggregateReading[],
  outages: readonly Outage[] = [],
): AggregatesShown {
  const { series, repeated } = joinSeries(readings.flatMap((reading) => reading.series));
  const istio = readIstio(series);
  const graph = readServiceGraph(series);
  const jaeger = readings.flatMap(({ edges }) => edges);
  const engines = [istio.edges, graph.edges, jaeger];
  const taken = new Set<string>();
  const edges: Edge[] = [];
  let twice = 0;
  for (const found of engines) {
    const own = found.filter((edge) => !taken.has(pairOf(edge)));
    twice += found.length - own.length;
    edges.push(...own);
    for (const edge of own) taken.add(pairOf(edge));
  }
  const metrics = showMetrics(series);
  const diagnostics = [...istio.diagnostics, ...graph.diagnostics, ...metrics.diagnostics];
  if (twice > 0) {
    const message = `${twice} counts of dependencies that another engine counts too are left out; of Istio, the service graph and Jaeger, in this order, the first is taken`;
    diagnostics.push(diagnostic("notice", "counted-twice", message, null));
  }
  if (repeated > 0) {
    const message = `${repeated} series stand in several scrapes that do not say when they were; the last is taken; save replies of Prometheus' API, which have times`;
    diagnostics.push(diagnostic("warning", "repeated-scrape", message, null));
  }
  const isKnown = outages.length + metrics.outages.length > 0;
  if (isKnown && edges.some(({ failed }) => failed !== null && failed > 0)) {
    const message =
      "counts of requests do not say when these were, so that calls during known outages stay in: what failed with a node counts against its dependencies too; read traces where it matters";
    diagnostics.push(diagnostic("warning", "uncensored-counts", message, null));
  }
  const observed = observedOfEdges(edges, readings.length, [...istio.seen, ...graph.seen]);
  return { observed, metrics, diagnostics };
}

function pairOf({ from, to, mode }: Edge): string {
  return JSON.stringify([from, to, mode]);
}

/**
 * Traces and aggregates of one system: what traces show wins, since it is told in full; of aggregates the
 * pairs, and the services, that traces lack are added.
 */
export function withAggregates(traces: Observed, aggregates: Observed): Observed {
  const pairs = new Set(
    traces.dependencies.map(({ from, to, mode }) => JSON.stringify([from, to, mode])),
  );
  const names = new Set(traces.services.map(({ name }) => name));
  const dependencies = [
    ...traces.dependencies,
    ...aggregates.dependencies.filter(
      ({ from, to, mode }) => !pairs.has(JSON.stringify([from, to, mode])),
    ),
  ];
  const services = [
    ...traces.services,
    ...aggregates.services.filter(({ name }) => !names.has(name)),
  ];
  const keyOf = (one: (typeof dependencies)[number]) =>
    JSON.stringify([one.from, one.to, one.mode, one.protocol, one.operation]);
  return {
    ...traces,
    services: services.sort((a, b) => (a.name < b.name ? -1 : 1)),
    dependencies: dependencies.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    quality: { ...traces.quality, sources: traces.quality.sources + aggregates.quality.sources },
  };
}
