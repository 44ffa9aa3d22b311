import { REFUSALS, type Refusal } from "./refusal.ts";

/** What a source is, by its first bytes; `framed`: OTLP protobuf with the length before each message. */
export type Sniffed = "json" | "protobuf" | "framed" | Refusal;

/** So many bytes tell, from the first that is no white space. */
const SNIFFED_BYTES = 1024;
/** White space that a source may begin with. */
const MOST_BLANK = 64 << 10;

const MAGIC: readonly (readonly [bytes: readonly number[], what: Refusal])[] = [
  [[0x1f, 0x8b], REFUSALS.gzip],
  [[0x28, 0xb5, 0x2f, 0xfd], REFUSALS.zstd],
  [[0xff, 0xfe], REFUSALS.utf16],
  [[0xfe, 0xff], REFUSALS.utf16],
  [[0x50, 0x4b, 0x03, 0x04], REFUSALS.archive],
  [[0x42, 0x5a, 0x68], REFUSALS.archive],
  [[0xfd, 0x37, 0x7a, 0x58], REFUSALS.archive],
];

/** The name in an uncompressed tar archive's header stands before this. */
const TAR = { at: 257, text: "ustar" };
/** The tag of `resource_spans`, field 1, in `TracesData`. */
const RESOURCE_SPANS = 0x0a;

/**
 * The bytes that a source is told by, the same in whatever chunks it comes; `null`: more must come first.
 * A zero byte is no white space, and the tag of a message, a line feed, is.
 */
export function tellingBytes(head: Buffer): Buffer | null {
  const first = head.subarray(0, MOST_BLANK + 1).findIndex((byte) => byte > 32 || byte === 0);
  if (first < 0) return head.length > MOST_BLANK ? head.subarray(0, MOST_BLANK + 1) : null;
  const end = first + SNIFFED_BYTES;
  return head.length < end ? null : head.subarray(0, end);
}

/** Tells a source by its content, never by its name. `head`: what `tellingBytes` gives, or all of them. */
export function sniff(head: Buffer): Sniffed {
  const magic = MAGIC.find(([bytes]) => bytes.every((byte, at) => head[at] === byte));
  if (magic !== undefined) return magic[1];
  if (head.toString("latin1", TAR.at, TAR.at + TAR.text.length) === TAR.text)
    return REFUSALS.archive;
  return isBinary(head) ? binary(head) : text(head.toString("utf8"));
}

/** No JSON, YAML or XML holds control characters but these; a message has lengths and tags among its first bytes. */
function isBinary(head: Buffer): boolean {
  return head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
}

/** A message never begins with a length's zero byte: there is no field 0. */
function binary(head: Buffer): Sniffed {
  if (head[0] === RESOURCE_SPANS) return "protobuf";
  if (head[4] === 0x28 && head[5] === 0xb5 && head[6] === 0x2f && head[7] === 0xfd) {
    return REFUSALS.zstdFrames;
  }
  return head[4] === RESOURCE_SPANS || head.readUIntBE(0, Math.min(4, head.length)) === 0
    ? "framed"
    : REFUSALS.unknown;
}

function text(head: string): Sniffed {
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (start === "") return REFUSALS.empty;
  if (start.startsWith("{") || start.startsWith("[")) return "json";
  if (/^<(?:!doctype html|html|head|body)/i.test(start)) return REFUSALS.html;
  if (start.startsWith("<")) return REFUSALS.xml;
  if (/^\s*-?\s*(?:resource_?spans|batches|scope_?spans)\s*:/im.test(start)) return REFUSALS.yaml;
  return REFUSALS.unknown;
}
