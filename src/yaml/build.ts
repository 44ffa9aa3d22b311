import type { Event, ScalarEvent } from "js-yaml";
import { EVENT_ID, getScalarValue, SCALAR_STYLE } from "js-yaml";
import type { Locator } from "./locate.ts";
import { type MappingDraft, mappingDraft, mappingNode } from "./mapping.ts";
import type { MergeTag, Position, YamlNode } from "./node.ts";
import { quoted, type YamlProblem } from "./problem.ts";
import { type Dialect, resolveScalar, shortTag } from "./scalar.ts";

/** Nodes of one document with every alias written out: stops a "billion laughs". */
const MAX_EXPANDED_NODES = 1_000_000;

/** A scalar, sequence or mapping and how many nodes it stands for once aliases are written out. */
export type Measured = { readonly node: YamlNode; readonly size: number; readonly merge: boolean };

type Frame = {
  readonly kind: "document" | "sequence" | "mapping";
  readonly at: Position;
  readonly anchor: string | null;
  readonly tag: MergeTag | null;
  readonly items: YamlNode[];
  readonly mapping: MappingDraft | null;
  size: number;
};

type State = {
  readonly text: string;
  readonly dialect: Dialect;
  readonly at: (offset: number) => Position;
  readonly frames: Frame[];
  readonly documents: YamlNode[];
  readonly flawed: FlawedDocument[];
  /** Keys that the present document writes twice. */
  readonly twice: YamlProblem[];
  /** `null` while the anchored node is still open. */
  readonly anchors: Map<string, Measured | null>;
  offset: number;
};

/** A document that is sound but for keys written twice: the first value of each stands. */
export type FlawedDocument = { readonly node: YamlNode; readonly problem: YamlProblem };

export type Built = {
  readonly documents: readonly YamlNode[];
  /** Keys written twice, in the dialect `spec`, where the first value of each stands. */
  readonly duplicates: readonly YamlProblem[];
  /** In the other dialects: documents with such keys, which are not among `documents`. */
  readonly flawed: readonly FlawedDocument[];
  readonly problem: YamlProblem | null;
};

/**
 * Nodes from the events of a text that starts at offset `start` of its file. Empty documents are left out.
 * Stops at the first problem; the documents before it are kept. A key written twice stops nothing: the author
 * of a spec is told all that is wrong at once, and what else such a document says shows whom it concerns.
 */
export function buildNodes(
  events: readonly Event[],
  text: string,
  start: number,
  dialect: Dialect,
  locate: Locator,
): Built {
  const state: State = {
    text,
    dialect,
    at: (offset) => locate(start + offset),
    frames: [],
    documents: [],
    flawed: [],
    twice: [],
    anchors: new Map(),
    offset: 0,
  };
  const duplicates: YamlProblem[] = [];
  const { documents, flawed } = state;
  for (const event of events) {
    const problem = take(state, event);
    if (problem === null) continue;
    if (problem.code !== "yaml-duplicate-key") {
      const first = dialect === "spec" ? problem : (flawed[0]?.problem ?? problem);
      return { documents, duplicates, flawed, problem: first };
    }
    (dialect === "spec" ? duplicates : state.twice).push(problem);
  }
  return { documents, duplicates, flawed, problem: flawed[0]?.problem ?? null };
}

function take(state: State, event: Event): YamlProblem | null {
  switch (event.type) {
    case EVENT_ID.DOCUMENT:
      state.anchors.clear();
      state.twice.length = 0;
      open(state, "document", state.offset, null, null);
      return null;
    case EVENT_ID.SEQUENCE:
      open(state, "sequence", event.start, anchorOf(state, event), mergeTag(tagOf(state, event)));
      return null;
    case EVENT_ID.MAPPING:
      open(state, "mapping", event.start, anchorOf(state, event), mergeTag(tagOf(state, event)));
      return null;
    case EVENT_ID.SCALAR:
      return takeScalar(state, event);
    case EVENT_ID.ALIAS:
      state.offset = event.anchorStart - 1;
      return takeAlias(state, state.text.slice(event.anchorStart, event.anchorEnd));
    case EVENT_ID.POP:
      return close(state);
  }
}

function open(
  state: State,
  kind: Frame["kind"],
  offset: number,
  anchor: string | null,
  tag: MergeTag | null,
): void {
  state.offset = offset;
  if (anchor !== null) state.anchors.set(anchor, null);
  const mapping = kind === "mapping" ? mappingDraft() : null;
  state.frames.push({ kind, at: state.at(offset), anchor, tag, items: [], mapping, size: 1 });
}

function anchorOf(
  state: State,
  event: { readonly anchorStart: number; readonly anchorEnd: number },
): string | null {
  return event.anchorStart < 0 ? null : state.text.slice(event.anchorStart, event.anchorEnd);
}

function tagOf(
  state: State,
  event: { readonly tagStart: number; readonly tagEnd: number },
): string {
  return event.tagStart < 0 ? "" : state.text.slice(event.tagStart, event.tagEnd);
}

function mergeTag(tag: string): MergeTag | null {
  return tag === "!reset" || tag === "!override" ? tag : null;
}

/** A node with its tag, where it has one that is kept. */
function tagged(node: YamlNode, tag: MergeTag | null): YamlNode {
  return tag === null ? node : { ...node, tag };
}

function takeScalar(state: State, event: ScalarEvent): YamlProblem | null {
  const plain = event.style === SCALAR_STYLE.PLAIN;
  const quotes =
    event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  // An empty value has no place of its own: it gets the one of what stands before it.
  if (event.valueStart >= 0) state.offset = event.valueStart - (quotes ? 1 : 0);
  const text = getScalarValue(state.text, event);
  const tag = tagOf(state, event);
  const value = resolveScalar(text, plain, tag, state.dialect);
  const merge = text === "<<" && (tag === "" ? plain : shortTag(tag) === "merge");
  const scalar: YamlNode = { kind: "scalar", value, text, at: state.at(state.offset) };
  const node = tagged(scalar, mergeTag(tag));
  const measured = { node, size: 1, merge };
  const anchor = anchorOf(state, event);
  if (anchor !== null) state.anchors.set(anchor, measured);
  return add(state, measured, node.at);
}

function takeAlias(state: State, name: string): YamlProblem | null {
  const at = state.at(state.offset);
  const target = state.anchors.get(name);
  if (target === undefined) {
    const message = `no anchor ${quoted(`&${name}`)} stands before ${quoted(`*${name}`)}; define it first`;
    return { code: "yaml-alias", message, at };
  }
  if (target === null) {
    const message = `${quoted(`*${name}`)} stands inside its own anchor; write the value out`;
    return { code: "yaml-alias", message, at };
  }
  return add(state, target, at);
}

function close(state: State): YamlProblem | null {
  const frame = state.frames.pop()!;
  if (frame.kind === "document") {
    const node = frame.items[0];
    if (node === undefined || (node.kind === "scalar" && node.value === null)) return null;
    const [problem] = state.twice;
    if (problem === undefined) state.documents.push(node);
    else state.flawed.push({ node, problem });
    return null;
  }
  const node: YamlNode =
    frame.mapping === null
      ? { kind: "sequence", items: frame.items, at: frame.at }
      : mappingNode(frame.mapping, frame.at);
  const measured = { node: tagged(node, frame.tag), size: frame.size, merge: false };
  if (frame.anchor !== null) state.anchors.set(frame.anchor, measured);
  return add(state, measured, frame.at);
}

/** Put a finished node where it belongs: the document, the sequence, or the mapping as key or value. */
function add(state: State, child: Measured, at: Position): YamlProblem | null {
  const frame = state.frames.at(-1)!;
  frame.size += child.size;
  if (frame.size > MAX_EXPANDED_NODES) {
    const message = `more than ${MAX_EXPANDED_NODES} values with its aliases written out; use fewer aliases`;
    return { code: "yaml-too-large", message, at };
  }
  if (frame.mapping !== null) return frame.mapping.put(child, at);
  frame.items.push(child.node);
  return null;
}
