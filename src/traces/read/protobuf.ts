import { decodeResourceSpans } from "./otlp-decoder.generated.js";

export type ProtobufReader = {
  /** @returns what is broken, and at which byte; `null`: nothing as yet */
  readonly push: (bytes: Buffer) => BrokenBytes | null;
  readonly end: () => BrokenBytes | null;
};

export type BrokenBytes = { readonly what: string; readonly offset: number };

/** One `ResourceSpans`; no exporter batches as much, and a length that is none would wait for ever. */
const LARGEST = 256 << 20;
const RESOURCE_SPANS = 0x0a;
const LENGTH_BYTES = 4;

/**
 * OTLP protobuf: `TracesData` (or an export request, which is the same on the wire), one or several
 * after each other, since messages of protobuf concatenate; `framed`: each with its length in four bytes,
 * big-endian, before it, as the Collector's file exporter writes them. Only one `ResourceSpans` is held.
 */
export function openProtobuf(framed: boolean, onBlock: (block: unknown) => void): ProtobufReader {
  let pending: Buffer[] = [];
  let size = 0;
  /** Bytes that must be there before it is worth looking again. */
  let wanted = 1;
  let offset = 0;
  /** Bytes left of the message that is being read. */
  let left = framed ? 0 : Number.POSITIVE_INFINITY;

  function push(bytes: Buffer): BrokenBytes | null {
    pending.push(Buffer.from(bytes));
    size += bytes.length;
    if (size < wanted) return null;
    const all = pending.length === 1 ? (pending[0] ?? bytes) : Buffer.concat(pending);
    const used = read(all);
    if (typeof used !== "number") return used;
    pending = [all.subarray(used)];
    size = all.length - used;
    offset += used;
    return null;
  }

  /** @returns bytes used up */
  function read(bytes: Buffer): number | BrokenBytes {
    let at = 0;
    for (;;) {
      if (left === 0) {
        if (bytes.length - at < LENGTH_BYTES) return wait(at, LENGTH_BYTES);
        left = bytes.readUInt32BE(at);
        at += LENGTH_BYTES;
        continue;
      }
      const length = at < bytes.length ? lengthAt(bytes, at) : null;
      if (length === null) return wait(at, bytes.length - at + 1);
      const end = length.at + length.value;
      if (length.value < 0 || length.value > LARGEST || end - at > left) {
        return { what: "is no OTLP trace data, or is damaged", offset: offset + at };
      }
      if (end > bytes.length) return wait(at, end - at);
      const broken = decode(bytes, length.at, end);
      if (broken !== null) return { what: broken, offset: offset + at };
      left -= end - at;
      at = end;
    }
  }

  function wait(at: number, needed: number): number {
    wanted = needed;
    return at;
  }

  function decode(bytes: Buffer, from: number, to: number): string | null {
    let block: unknown;
    try {
      block = decodeResourceSpans(bytes.subarray(from, to));
    } catch {
      return "holds a message that is no ResourceSpans of OTLP, or is damaged";
    }
    onBlock(block);
    return null;
  }

  return {
    push,
    end: () => {
      const isWhole = size === 0 && (!framed || left === 0);
      return isWhole ? null : { what: "ends in the middle of a message", offset: offset + size };
    },
  };
}

/**
 * The length that follows the tag at `at`, and where its bytes begin; a value of -1 where the tag is of another field.
 * `null`: the bytes end before it does.
 */
function lengthAt(
  bytes: Buffer,
  at: number,
): { readonly at: number; readonly value: number } | null {
  if (bytes[at] !== RESOURCE_SPANS) return { at, value: -1 };
  let value = 0;
  for (let i = 1; i <= 5; i += 1) {
    const byte = bytes[at + i];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * (i - 1));
    if (byte < 0x80) return { at: at + i + 1, value };
  }
  return { at, value: -1 };
}
