import type { Event } from "js-yaml";
import { COLLECTION_STYLE, EVENT_ID, getScalarValue, SCALAR_STYLE } from "js-yaml";
import { splitDocuments } from "./documents.ts";
import { readEvents } from "./events.ts";
import { splitObjects } from "./json-stream.ts";
import { locator } from "./locate.ts";

/**
 * A YAML value as the places of its text, to edit that text and leave all the rest of it as it is. Offsets
 * count UTF-16 units; `end` is that behind the last sign, comments not counted.
 */
export type WrittenNode = WrittenScalar | WrittenSequence | WrittenMapping | WrittenOther;

type Extent = {
  readonly start: number;
  readonly end: number;
  /** An anchor or tag stands before it, or it is a pair without brackets: not to be edited. */
  readonly marked: boolean;
};

export type WrittenScalar = Extent & {
  readonly kind: "scalar";
  /** Unquoted. */
  readonly text: string;
  readonly style: "plain" | "quoted" | "block";
};

export type WrittenSequence = Extent & {
  readonly kind: "sequence";
  /** Within brackets; else by indentation. */
  readonly flow: boolean;
  readonly items: readonly WrittenNode[];
};

export type WrittenMapping = Extent & {
  readonly kind: "mapping";
  readonly flow: boolean;
  readonly entries: readonly WrittenEntry[];
};

export type WrittenEntry = { readonly key: WrittenNode; readonly value: WrittenNode };

/** `*name`, or a value that nobody wrote, which stands behind what is before it. */
export type WrittenOther = Extent & { readonly kind: "alias" | "nothing" };

type Frame = {
  readonly event: Event;
  /** Between brackets or commas; else by indentation. */
  readonly flow: boolean;
  readonly start: number;
  readonly marked: boolean;
  readonly children: WrittenNode[];
};

/**
 * The one document of a text, as it is written; `null` where there is none, more than one, or what no YAML
 * reader takes. A byte order mark counts as a sign of the text.
 */
export function readWritten(text: string): WrittenNode | null {
  const [only, second] = documentsOf(text.replace(/^\ufeff/, " ")) ?? [];
  return only === undefined || second !== undefined ? null : only;
}

/** The documents of a stream, as they are written, with offsets of its whole text; what cannot be read is left out. */
export function readWrittenStream(text: string): readonly WrittenNode[] {
  const whole = text.replace(/^\ufeff/, " ");
  return splitDocuments(whole)
    .flatMap((range) => splitObjects(whole, range))
    .flatMap(({ start, end }) =>
      (documentsOf(whole.slice(start, end)) ?? []).map((one) => moved(one, start)),
    );
}

function moved(node: WrittenNode, by: number): WrittenNode {
  if (by === 0) return node;
  const place = { start: node.start + by, end: node.end + by };
  switch (node.kind) {
    case "sequence":
      return { ...node, ...place, items: node.items.map((one) => moved(one, by)) };
    case "mapping": {
      const entries = node.entries.map(({ key, value }) => ({
        key: moved(key, by),
        value: moved(value, by),
      }));
      return { ...node, ...place, entries };
    }
    default:
      return { ...node, ...place };
  }
}

/** `null` where a text cannot be read. */
function documentsOf(text: string): readonly WrittenNode[] | null {
  const reading = readEvents(text, 0, locator(text));
  if ("problem" in reading) return null;
  const documents: WrittenNode[] = [];
  const frames: Frame[] = [];
  // Where an empty value is taken to stand.
  let last = 0;
  const add = (node: WrittenNode): void => {
    last = Math.max(last, node.end);
    const frame = frames.at(-1);
    if (frame === undefined || frame.event.type === EVENT_ID.DOCUMENT) documents.push(node);
    else frame.children.push(node);
  };
  for (const event of reading.events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        frames.push({ event, flow: false, start: last, marked: false, children: [] });
        break;
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING:
        frames.push({
          event,
          flow: event.style === COLLECTION_STYLE.FLOW,
          start: event.start,
          marked: isMarked(event),
          children: [],
        });
        last = Math.max(last, event.start);
        break;
      case EVENT_ID.SCALAR:
        add(scalarOf(event, reading.text, last));
        break;
      case EVENT_ID.ALIAS:
        add({ kind: "alias", start: event.anchorStart - 1, end: event.anchorEnd, marked: true });
        break;
      case EVENT_ID.POP: {
        const frame = frames.pop();
        if (frame !== undefined && frame.event.type !== EVENT_ID.DOCUMENT) {
          add(collectionOf(frame, reading.text));
        }
        break;
      }
    }
  }
  return documents;
}

function isMarked(event: { readonly anchorStart: number; readonly tagStart: number }): boolean {
  return event.anchorStart >= 0 || event.tagStart >= 0;
}

function scalarOf(
  event: Extract<Event, { type: typeof EVENT_ID.SCALAR }>,
  text: string,
  last: number,
): WrittenNode {
  const marked = isMarked(event);
  const { valueStart, valueEnd, style } = event;
  if (valueStart < 0) {
    const end = Math.max(last, event.anchorEnd, event.tagEnd);
    return { kind: "nothing", start: end, end, marked };
  }
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  const isPlain = style === SCALAR_STYLE.PLAIN;
  return {
    kind: "scalar",
    text: getScalarValue(text, event),
    style: isPlain ? "plain" : isQuoted ? "quoted" : "block",
    start: isQuoted ? valueStart - 1 : valueStart,
    end: isQuoted ? valueEnd + 1 : valueEnd,
    marked,
  };
}

/** In brackets it ends with its own; else with its last part, as the pair of `[a: b]` does. */
function collectionOf({ event, flow, start, ...rest }: Frame, text: string): WrittenNode {
  const { children } = rest;
  const isBracketed = flow && (text[start] === "[" || text[start] === "{");
  const inner = children.at(-1)?.end ?? start + 1;
  const end = isBracketed ? closing(text, inner) : inner;
  const shared = { flow, start, end, marked: rest.marked || (flow && !isBracketed) };
  if (event.type === EVENT_ID.SEQUENCE) return { kind: "sequence", items: children, ...shared };
  const entries: WrittenEntry[] = [];
  for (let at = 0; at + 1 < children.length; at += 2) {
    entries.push({ key: children[at]!, value: children[at + 1]! });
  }
  return { kind: "mapping", entries, ...shared };
}

/** Behind the bracket that comes next: only white space, commas, colons and comments stand before it. */
function closing(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "]" && text[at] !== "}") {
    const isComment = text[at] === "#" && /\s/.test(text[at - 1] ?? " ");
    if (isComment) while (at < text.length && !/[\r\n]/.test(text[at]!)) at++;
    else at++;
  }
  return Math.min(text.length, at + 1);
}
