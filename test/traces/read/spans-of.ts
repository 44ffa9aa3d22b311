import { openSpanReader } from "../../../src/traces/read/open.ts";
import type { SourceOptions } from "../../../src/traces/read/reader.ts";
import type { Span } from "../../../src/traces/span.ts";
import type { Diagnostic } from "../../../src/yaml/diagnostic.ts";

export type Reading = { readonly spans: readonly Span[]; readonly problems: readonly Diagnostic[] };

/** What a source gives, pushed in chunks of these sizes, taken in turn; by default at once. */
export function reading(
  source: string | Uint8Array,
  sizes: readonly number[] = [Number.POSITIVE_INFINITY],
  options: SourceOptions = {},
): Reading {
  const bytes = typeof source === "string" ? Buffer.from(source) : source;
  const reader = openSpanReader("traces.json", options);
  const spans: Span[] = [];
  const problems: Diagnostic[] = [];
  const keep = (batch: Reading) => {
    for (const span of batch.spans) spans.push(span);
    problems.push(...batch.problems);
  };
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    keep(reader.push(bytes.subarray(at, at + size)));
    at += size;
  }
  keep(reader.end());
  return { spans, problems };
}

/** The spans of a source that must be read without a word. */
export function spansOf(source: string | Uint8Array | object): readonly Span[] {
  const isBytes = typeof source === "string" || source instanceof Uint8Array;
  const { spans, problems } = reading(isBytes ? source : JSON.stringify(source));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return spans;
}

export const TRACE = "5b8efff798038103d269b633813fc60c";
export const ROOT = "eee19b7ec3c1b174";
export const CHILD = "0ee19b7ec3c1b175";
