import type { Observed } from "./observed.ts";
import type { Span } from "./span.ts";
import type { SpanStore } from "./spill.ts";

export type CollectorOptions = {
  /** Where records go that do not fit; `null`: all are kept in memory. */
  readonly store: SpanStore | null;
  /** Bytes of records in memory beyond which they go there. */
  readonly memory?: number;
  /** Whether a call from one instance to another falls into a known node failure of either. */
  readonly censored?: Censor;
};

/** Instances are `null` where no span tells them; times are microseconds since the epoch. */
export type Censor = (end: {
  readonly service: string;
  readonly instance: string | null;
  readonly start: number;
  readonly end: number;
}) => boolean;

export type Collector = {
  readonly add: (spans: readonly Span[]) => void;
  /** What all the spans show, of `sources` files. `onProgress` hears the share done, 0 to 1. */
  readonly finish: (sources: number, onProgress?: (share: number) => void) => Gathered;
};

export type Gathered = {
  readonly observed: Observed;
  /** What was folded or left out to keep within bounds, as sentences. */
  readonly notices: readonly string[];
};
