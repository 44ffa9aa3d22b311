import type { Span } from "../../src/traces/span.ts";
import type { Random } from "./generate-random.ts";

/** Whole traces with this chance, as a sampler at the head decides for them and for what links to them. */
export function sampled(spans: readonly Span[], share: number, random: Random): Span[] {
  const leaders = new Map<string, string>();
  for (const { traceId, links } of spans) {
    for (const link of links) leaders.set(traceId, link.traceId);
  }
  const kept = new Map<string, boolean>();
  return spans.filter(({ traceId }) => {
    const leader = leaders.get(traceId) ?? traceId;
    const keep = kept.get(leader) ?? random.chance(share);
    kept.set(leader, keep);
    return keep;
  });
}

/** Each span once more with this chance, somewhere, as an exporter that retries sends it. */
export function duplicated(spans: readonly Span[], share: number, random: Random): Span[] {
  const twice = spans.filter(() => random.chance(share));
  return random.shuffled([...spans, ...twice]);
}

/** Each span lost with this chance. */
export function thinned(spans: readonly Span[], omission: number, random: Random): Span[] {
  return spans.filter(() => !random.chance(omission));
}

/** Over so many files, span by span. */
export function split(spans: readonly Span[], files: number, random: Random): Span[][] {
  const parts: Span[][] = Array.from({ length: files }, () => []);
  for (const span of spans) parts[random.below(files)]!.push(span);
  return parts.filter((part) => part.length > 0);
}

/** The clock of each instance ahead or behind by up to so many microseconds. */
export function skewed(spans: readonly Span[], most: number, random: Random): Span[] {
  const offsets = new Map<unknown, number>();
  return spans.map((span) => {
    const offset = offsets.get(span.emitter) ?? random.below(2 * most + 1) - most;
    offsets.set(span.emitter, offset);
    const { start, end } = span;
    return {
      ...span,
      start: start === null ? null : start + offset,
      end: end === null ? null : end + offset,
    };
  });
}
