import type { TraceView } from "./calls.ts";
import { compareText } from "./compare-text.ts";
import { openDependencies } from "./dependencies.ts";
import { openEndpoints } from "./endpoints.ts";
import type { Collector, CollectorOptions } from "./gather.ts";
import { countInstances, type Presence } from "./instances.ts";
import { openLearner } from "./learn.ts";
import { addLinks, farEnds, followLinks, NO_LINKS, spansOf } from "./links.ts";
import type { ObservedService, PeerKind } from "./observed.ts";
import { projectCalls } from "./project.ts";
import { openQuality } from "./quality.ts";
import { type Records, traceIdOf, writeRecord } from "./records.ts";
import { openResolver } from "./resolve.ts";
import { pairSides, roleOfRecord } from "./sides.ts";
import type { Span } from "./span.ts";
import { openHeap } from "./spill.ts";
import { joinTrace } from "./trace.ts";
import { openVocabulary } from "./vocabulary.ts";

/** Bytes of records in memory, a quarter of a million spans: more would take no less time. */
const MEMORY = 16 * 1024 * 1024;

/**
 * Collects spans in any order and tells what they show. Traces are read twice: who answers where must be
 * known before what failed can be put down to whom it was meant for.
 */
export function openCollector({ store, memory = MEMORY, censored }: CollectorOptions): Collector {
  const words = openVocabulary();
  const heap = openHeap(store, memory);
  const presences = openPresences();
  let count = 0;
  let links = 0;
  const add = (spans: readonly Span[]) => {
    for (const span of spans) {
      const numbers = words.numbersOf(span);
      const at = heap.next();
      writeRecord(heap.records(), at, span, numbers);
      presences.add(numbers.emitter, span.start);
      count++;
      if (span.links.length === 0) continue;
      if (roleOfRecord(heap.records().words, at, words) === "consumes") {
        links += addLinks(heap, at, span);
      }
    }
  };
  const finish: Collector["finish"] = (sources, onProgress) => {
    const services = presences.byService(words);
    const resolver = openResolver(new Set(services.keys()));
    const passes = links === 0 ? 3 : 4;
    const learn = openLearner(words, resolver);
    const visit = (records: Records, rows: Int32Array) => {
      const own = links === 0 ? rows : spansOf(records.words, rows);
      if (own.length > 0) learn(records, own);
    };
    heap.forEachTrace(visit, (share) => onProgress?.(share / passes));
    const followed = links === 0 ? { lostLinks: 0, links } : followLinks(heap, words, resolver);
    const quality = openQuality();
    const dependencies = openDependencies(censored);
    const endpoints = openEndpoints();
    let unnamed = 0;
    const read = (records: Records, given: Int32Array) => {
      const rows = links === 0 ? given : spansOf(records.words, given);
      // Spans of links alone: where they lead is in no source.
      if (rows.length === 0) return;
      const trace = joinTrace(records, rows, words);
      quality.add(records, trace);
      const { spans, roots } = trace;
      const far = links === 0 ? NO_LINKS : farEnds(records, given, trace.rows, words, resolver);
      const projected = projectCalls(spans, pairSides(spans), far, resolver);
      unnamed += projected.unnamed;
      const view: TraceView = {
        traceId: traceIdOf(records.words, rows[0]!),
        spans,
        roots,
        calls: projected.calls,
      };
      dependencies.add(view.calls);
      endpoints.add(view);
    };
    heap.forEachTrace(read, (share) => onProgress?.((passes - 2 + 2 * share) / passes));
    const found = dependencies.finish();
    const shown = endpoints.finish();
    return {
      observed: {
        services: servicesOf(services, found.peers),
        dependencies: found.dependencies,
        endpoints: shown.endpoints,
        quality: quality.finish({
          sources,
          spans: count,
          ...followed,
          sharedNames: words.shared(),
        }),
      },
      notices: [...foldedNotices(words.folded(), unnamed), ...found.notices, ...shown.notices],
    };
  };
  return { add, finish };
}

function foldedNotices(folded: number, unnamed: number): string[] {
  const notices: string[] = [];
  if (folded > 0) {
    notices.push(
      `${folded} names of spans are left out, since more differ from span to span than are kept; give spans low-cardinality names (http.route, db.namespace)`,
    );
  }
  if (unnamed > 0) {
    notices.push(
      `${unnamed} ${unnamed === 1 ? "call goes" : "calls go"} to a peer that nothing names; set \`peer.service\` or \`server.address\` on their spans`,
    );
  }
  return notices;
}

function servicesOf(
  instrumented: ReadonlyMap<string, readonly Presence[]>,
  peers: ReadonlyMap<string, PeerKind>,
): ObservedService[] {
  const services: ObservedService[] = [];
  for (const [name, presences] of instrumented) {
    const { alive, ever } = countInstances(presences);
    services.push({
      name,
      kind: "instrumented",
      instances: alive,
      instancesEver: ever,
      evidence: null,
    });
  }
  for (const [name, kind] of peers) {
    if (instrumented.has(name)) continue;
    services.push({ name, kind, instances: null, instancesEver: 0, evidence: null });
  }
  return services.sort((a, b) => compareText(a.name, b.name));
}

type Presences = {
  readonly add: (emitter: number, start: number | null) => void;
  readonly byService: (words: ReturnType<typeof openVocabulary>) => Map<string, Presence[]>;
};

/** When each emitter was heard of. */
function openPresences(): Presences {
  const first: number[] = [];
  const last: number[] = [];
  const counts: number[] = [];
  const add = (emitter: number, start: number | null) => {
    if (counts[emitter] === undefined) {
      counts[emitter] = 0;
      first[emitter] = Number.POSITIVE_INFINITY;
      last[emitter] = Number.NEGATIVE_INFINITY;
    }
    counts[emitter]!++;
    if (start === null) return;
    if (start < first[emitter]!) first[emitter] = start;
    if (start > last[emitter]!) last[emitter] = start;
  };
  const byService: Presences["byService"] = ({ emitters }) => {
    const services = new Map<string, Presence[]>();
    for (let id = 0; id < emitters.size(); id++) {
      const { service, instance, rank } = emitters.get(id);
      if (service === null) continue;
      const list = services.get(service) ?? [];
      services.set(service, list);
      if (instance === null) continue;
      const timed = Number.isFinite(first[id]!);
      list.push({
        instance,
        rank,
        spans: counts[id] ?? 0,
        first: timed ? first[id]! : null,
        last: timed ? last[id]! : null,
      });
    }
    return services;
  };
  return { add, byService };
}
