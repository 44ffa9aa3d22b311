import { openCollector } from "../../src/traces/collect.ts";
import type { CollectorOptions, Gathered } from "../../src/traces/gather.ts";
import type { ObservedDependency } from "../../src/traces/observed.ts";
import type { Emitter, Span, SpanKind } from "../../src/traces/span.ts";

const emitters = new Map<string, Emitter>();

/** One object for all spans of an instance, as readers give it. */
export function emitter(service: string | null, instance: string | null = null): Emitter {
  const key = JSON.stringify([service, instance]);
  const known = emitters.get(key) ?? {
    service,
    attributes: instance === null ? {} : { "service.instance.id": instance },
  };
  emitters.set(key, known);
  return known;
}

export type SpanParts = Omit<Partial<Span>, "spanId" | "parentId" | "traceId"> & {
  readonly id: string;
  readonly parent?: string;
  readonly trace?: string;
  readonly of?: string | null;
};

const T0 = 1_767_225_600_000_000;

/** A span made by hand: ids are short words, padded; it lasts 10 ms from the first of January 2026. */
export function span({ id, parent, trace = "1", of = "a", ...rest }: SpanParts): Span {
  return {
    traceId: wide(trace, 32),
    spanId: wide(id, 16),
    parentId: parent === undefined ? null : wide(parent, 16),
    kind: null,
    name: "work",
    start: T0,
    end: T0 + 10_000,
    failed: false,
    attributes: {},
    emitter: emitter(of),
    links: [],
    shared: false,
    remote: null,
    ...rest,
  };
}

function wide(id: string, digits: number): string {
  return [...id]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join("")
    .padStart(digits, "0")
    .slice(-digits);
}

/** A client span of `from` and the server span of `to` that answers it. */
export function pair(
  from: string,
  to: string,
  parts: {
    readonly client?: Partial<Span>;
    readonly server?: Partial<Span>;
    readonly trace?: string;
  } = {},
): Span[] {
  const trace = parts.trace ?? "1";
  const client: SpanKind = "client";
  return [
    span({ id: "c", trace, of: from, kind: client, ...parts.client }),
    span({ id: "s", parent: "c", trace, of: to, kind: "server", ...parts.server }),
  ];
}

export function gather(spans: readonly Span[], options?: Partial<CollectorOptions>): Gathered {
  const collector = openCollector({ store: null, ...options });
  collector.add(spans);
  return collector.finish(1);
}

/** Dependencies as lines: `a -> b http GET /x 3: 2/3`. */
export function edges(spans: readonly Span[], options?: Partial<CollectorOptions>): string[] {
  return gather(spans, options).observed.dependencies.map(edgeText);
}

export function edgeText(dependency: ObservedDependency): string {
  const { from, to, mode, protocol, operation, calls, evidence } = dependency;
  const share = evidence === null ? "" : `: ${evidence.good}/${evidence.total}`;
  const arrow = mode === "sync" ? "->" : "~>";
  return `${from} ${arrow} ${to} ${protocol}${operation === null ? "" : ` ${operation}`} ${calls}${share}`;
}
