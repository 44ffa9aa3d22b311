import { isProblem, type RepositoryProblem } from "../repository/problem.ts";
import type { AskPrometheus } from "../repository/prometheus.ts";
import { withScratch } from "../repository/scratch.ts";
import { type FileStore, openSpanStore } from "../repository/span-store.ts";
import type { TraceSource } from "../repository/trace-sources.ts";
import {
  type AggregateReading,
  readAggregate,
  showAggregates,
  withAggregates,
} from "../traces/aggregates/aggregates.ts";
import { censorOf } from "../traces/censor.ts";
import { openCollector } from "../traces/collect.ts";
import type { Collector, Gathered } from "../traces/gather.ts";
import type { Observed } from "../traces/observed.ts";
import { outageNotices } from "../traces/outage-notices.ts";
import type { Outage } from "../traces/outages.ts";
import { readOutages } from "../traces/outages-file.ts";
import { openSpanReader } from "../traces/read/open.ts";
import type { Overflow } from "../traces/read/overflow.ts";
import { unmatchedMetrics, withMetrics } from "../traces/series/shown.ts";
import type { Span } from "../traces/span.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { readPrometheus } from "./prometheus-readings.ts";

/** A file as it was named, and its text. */
export type NamedText = { readonly name: string; readonly text: string };

export type Sources = {
  readonly traces: readonly TraceSource[];
  /** Aggregates and series. */
  readonly metrics: readonly NamedText[];
  readonly outages: readonly NamedText[];
  readonly prometheus: { readonly ask: AskPrometheus; readonly window: string } | null;
};

/** Hears how far the work is: bytes read of all, and then the joining of traces, each from 0 to 1. */
export type GatherProgress = (share: number, what: string) => void;

export type Evident = {
  /** `null` where a source was refused. */
  readonly observed: Observed | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** All that traces, aggregates and series show together. Outages are known before calls are counted. */
export async function observe(
  sources: Sources,
  onProgress: GatherProgress,
): Promise<Evident | RepositoryProblem> {
  const readings: AggregateReading[] = sources.metrics.map(({ name, text }) =>
    readAggregate(text, name),
  );
  if (sources.prometheus !== null) {
    const { ask, window } = sources.prometheus;
    onProgress(0, "asking Prometheus");
    const reading = await readPrometheus(ask, window);
    if (isProblem(reading)) return reading;
    readings.push(reading);
  }
  const known = sources.outages.map(({ name, text }) => readOutages(text, name));
  const early = [...readings, ...known].flatMap(({ diagnostics }) => diagnostics);
  if (hasErrors(early)) return { observed: null, diagnostics: early };
  const given = known.flatMap((one) => one.outages);
  const shown = showAggregates(readings, given);
  const outages = [...given, ...shown.metrics.outages];
  const diagnostics: Diagnostic[] = [...early, ...shown.diagnostics];
  let { observed } = shown;
  if (sources.traces.length > 0) {
    const spans = await readSpans(sources.traces, outages, shown.metrics.residences, onProgress);
    diagnostics.push(...spans.diagnostics);
    if (spans.gathered === null) return { observed: null, diagnostics };
    observed = withAggregates(spans.gathered.observed, shown.observed);
  }
  const names = new Set(observed.services.map(({ name }) => name));
  diagnostics.push(...outageNotices(given, shown.metrics.residences, names));
  diagnostics.push(...unmatchedMetrics(observed, shown.metrics));
  return { observed: withMetrics(observed, shown.metrics), diagnostics };
}

type Read = { readonly gathered: Gathered | null; readonly diagnostics: readonly Diagnostic[] };

/** Spans that do not fit into memory go to a folder that is gone afterwards. */
function readSpans(
  sources: readonly TraceSource[],
  outages: readonly Outage[],
  residences: Parameters<typeof censorOf>[1],
  onProgress: GatherProgress,
): Promise<Read> {
  return withScratch(async (folder) => {
    const store = openSpanStore(folder);
    try {
      const censored = outages.length === 0 ? {} : { censored: censorOf(outages, residences) };
      const collector = openCollector({ store, ...censored });
      const { diagnostics, read } = await collect(
        sources,
        collector,
        overflowOf(store),
        onProgress,
      );
      if (hasErrors(diagnostics)) return { gathered: null, diagnostics };
      const gathered = collector.finish(read, (share) =>
        onProgress(share, "joining spans into traces"),
      );
      const told = gathered.notices.map((message) => diagnostic("notice", "traces", message, null));
      return { gathered, diagnostics: [...diagnostics, ...told] };
    } finally {
      store.close();
    }
  });
}

/** A file of the store that no partition of spans has. */
const OVERFLOW = -1;

function overflowOf(store: FileStore): Overflow {
  return {
    append: (bytes) => store.append(OVERFLOW, bytes),
    read: () => store.read(OVERFLOW),
    clear: () => store.clear(OVERFLOW),
  };
}

type Collected = {
  readonly diagnostics: readonly Diagnostic[];
  /** Sources that spans came from: others of a folder are passed over. */
  readonly read: number;
};

async function collect(
  sources: readonly TraceSource[],
  collector: Collector,
  overflow: Overflow,
  onProgress: GatherProgress,
): Promise<Collected> {
  const diagnostics: Diagnostic[] = [];
  let read = 0;
  const total = sources.reduce((sum, { size }) => sum + (size ?? 0), 0);
  let before = 0;
  for (const source of sources) {
    let isRead = false;
    const onSpans = (spans: readonly Span[]): void => {
      collector.add(spans);
      isRead = true;
    };
    const reader = openSpanReader(source.name, { found: source.found, onSpans, overflow });
    const take = ({ problems }: ReturnType<typeof reader.push>): void => {
      diagnostics.push(...problems);
    };
    for await (const { bytes, consumed } of source.chunks()) {
      take(reader.push(bytes));
      // Of what comes through a pipe nobody knows the end.
      onProgress(
        total === 0 ? 0 : Math.min(1, (before + consumed) / total),
        `reading ${source.name}`,
      );
      // Without an end: of a source that is left half read, it would tell that it is cut off.
      if (hasErrors(diagnostics)) return { diagnostics, read };
    }
    take(reader.end());
    if (isRead) read += 1;
    before += source.size ?? 0;
  }
  return { diagnostics, read };
}
