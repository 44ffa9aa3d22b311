import type { Attributes, Span } from "../../src/traces/span.ts";
import { batches, byEmitter, KINDS, resourceWords } from "./generate-otlp.ts";

/** opentelemetry.proto.trace.v1.TracesData, written by the field numbers of its schema alone. */
export function protobufBytes(spans: readonly Span[]): Buffer {
  const resources = [...byEmitter(spans)].map(([emitter, own]) =>
    field(
      1,
      field(1, keyValues(1, resourceWords(emitter))),
      field(2, field(1, text(1, "shop")), ...own.map((span) => field(2, spanBytes(span)))),
    ),
  );
  return Buffer.concat(resources);
}

/** As the file exporter writes `format: proto`: each export behind its length, four bytes, big end first. */
export function protobufFrames(spans: readonly Span[], most = 50): Buffer {
  return Buffer.concat(
    batches(spans, most).flatMap((batch) => {
      const message = protobufBytes(batch);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      return [length, message];
    }),
  );
}

function spanBytes(span: Span): Buffer {
  return Buffer.concat([
    hex(1, span.traceId),
    hex(2, span.spanId),
    ...(span.parentId === null ? [] : [hex(4, span.parentId)]),
    text(5, span.name),
    varint(6, KINDS.indexOf(span.kind)),
    fixed64(7, span.start),
    fixed64(8, span.end),
    keyValues(9, span.attributes),
    ...span.links.map((link) => field(13, hex(1, link.traceId), hex(2, link.spanId))),
    ...(span.failed ? [field(15, varint(3, 2))] : []),
  ]);
}

function keyValues(number: number, attributes: Attributes): Buffer {
  return Buffer.concat(
    Object.entries(attributes).map(([key, value]) =>
      field(number, text(1, key), field(2, anyValue(value))),
    ),
  );
}

function anyValue(value: string | number | boolean): Buffer {
  if (typeof value === "string") return text(1, value);
  if (typeof value === "boolean") return varint(2, Number(value));
  if (Number.isInteger(value)) return varint(3, value);
  const bytes = Buffer.alloc(9);
  bytes[0] = (4 << 3) | 1;
  bytes.writeDoubleLE(value, 1);
  return bytes;
}

/** A field of wire type 2. */
function field(number: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([base128((number << 3) | 2), base128(body.length), body]);
}

function text(number: number, value: string): Buffer {
  return field(number, Buffer.from(value));
}

function hex(number: number, digits: string): Buffer {
  return field(number, Buffer.from(digits, "hex"));
}

function varint(number: number, value: number): Buffer {
  return Buffer.concat([base128(number << 3), base128(value)]);
}

function fixed64(number: number, microseconds: number | null): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = (number << 3) | 1;
  bytes.writeBigUInt64LE(BigInt(microseconds ?? 0) * 1000n, 1);
  return bytes;
}

/** Of a number that is not negative, seven bits a byte, the least first. */
function base128(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}
