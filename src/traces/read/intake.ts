import type { Attributes, Emitter, Span } from "../span.ts";
import { isProperId } from "./identifier.ts";

/** Where the readers of the formats put what they find. */
export type Intake = {
  /** A span with its ids, which are `null` where the format gave none: such a span is counted, not kept. */
  readonly add: (span: Found) => void;
  /** One and the same object for the same service and attributes. */
  readonly emitter: (service: string | null, attributes: Attributes) => Emitter;
  /** Spans since the last `take`. */
  readonly take: () => readonly Span[];
  readonly counts: () => IntakeCounts;
};

export type Found = Omit<Span, "traceId" | "spanId"> & {
  readonly traceId: string | null;
  readonly spanId: string | null;
};

export type IntakeCounts = {
  readonly spans: number;
  /** Spans without a usable id of their own or of their trace: no tree can be made of them. */
  readonly withoutIds: number;
  /** Spans whose ids are kept as they are, since they are neither hexadecimal nor base64. */
  readonly oddIds: number;
};

/** So many emitters are remembered: more than a large system has at once, few enough for any memory. */
const EMITTERS = 20_000;

export function openIntake(): Intake {
  let spans: Span[] = [];
  let total = 0;
  let withoutIds = 0;
  let oddIds = 0;
  const emitters = new Map<string, Emitter>();
  return {
    add: (span) => {
      if (!hasIds(span)) {
        withoutIds += 1;
        return;
      }
      if (!isProperId(span.traceId, 32) || !isProperId(span.spanId, 16)) oddIds += 1;
      total += 1;
      spans.push(span);
    },
    emitter: (service, attributes) => {
      const key = JSON.stringify([service, attributes]);
      const known = emitters.get(key);
      if (known !== undefined) return known;
      if (emitters.size >= EMITTERS) emitters.clear();
      const emitter = { service, attributes };
      emitters.set(key, emitter);
      return emitter;
    },
    take: () => {
      const taken = spans;
      spans = [];
      return taken;
    },
    counts: () => ({ spans: total, withoutIds, oddIds }),
  };
}

function hasIds(span: Found): span is Span {
  return span.traceId !== null && span.spanId !== null;
}
