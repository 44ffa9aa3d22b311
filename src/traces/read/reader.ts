import type { Diagnostic } from "../../yaml/diagnostic.ts";
import type { Span } from "../span.ts";
import type { Overflow } from "./overflow.ts";

/**
 * Reads one source (a file, or standard input) chunk by chunk. What a chunk completes comes out at once,
 * so that memory does not grow with the source; where chunks are cut changes nothing.
 */
export type SpanReader = {
  /** Spans and problems that this chunk completes. Nothing more comes after an error. */
  readonly push: (chunk: Uint8Array) => SpanBatch;
  /** What is left when the source ends. */
  readonly end: () => SpanBatch;
};

export type SpanBatch = {
  readonly spans: readonly Span[];
  /** An error: the source is refused, or ends where it must not. A warning: something of it was passed over. */
  readonly problems: readonly Diagnostic[];
};

export type SourceOptions = {
  /**
   * That nobody named this source: it lay in a folder, or a glob matched it. Where it holds no traces, that
   * is a warning then, not an error.
   */
  readonly found?: boolean;
  /**
   * Takes spans as soon as a line or a block of them is read; batches have none then. What goes on with
   * them at once finds them in the processor's cache, and lets them go before they are moved.
   */
  readonly onSpans?: (spans: readonly Span[]) => void;
  /** Where spans wait that come before their resource. One will do for all sources, one after the other. */
  readonly overflow?: Overflow;
};
