import { pipeline, Readable, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import { messageOf, problemError, quoted, usageProblem } from "./problem.ts";

type Unpacker = { readonly magic: readonly number[]; readonly name: string; readonly open: Open };
type Open = (() => Transform) | undefined;

/** Node.js 22.15 and later; the types are those of the oldest that is supported. */
const zstd: Open = (zlib as { readonly createZstdDecompress?: () => Transform })
  .createZstdDecompress;

/** Files of several members, as rotated logs that were put together are, read as one (RFC 1952 §2.2). */
const UNPACKERS: readonly Unpacker[] = [
  { magic: [0x1f, 0x8b], name: "gzip", open: () => zlib.createGunzip() },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], name: "zstd", open: zstd },
];

/** As many bytes as tell how a source is compressed. */
const MAGIC_BYTES = 4;

/**
 * Bytes as they were before they were compressed, told by their first bytes and not by a file's name.
 * What is not compressed, or in a way that this Node.js cannot undo, comes out as it is.
 *
 * @throws an error that carries a problem where the compressed data is cut off or damaged
 */
export async function* unpacked(
  packed: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const chunks = packed[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  let isDone = false;
  while (head.length < MAGIC_BYTES && !isDone) {
    const next = await chunks.next();
    isDone = next.done === true;
    if (next.done !== true) head = Buffer.concat([head, next.value]);
  }
  const all = joined(head, chunks);
  const unpacker = UNPACKERS.find(({ magic }) => magic.every((byte, at) => head[at] === byte));
  if (unpacker?.open === undefined) yield* all;
  else yield* through(unpacker.open(), unpacker.name, all, name);
}

async function* joined(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

async function* through(
  stream: Transform,
  form: string,
  packed: AsyncGenerator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed, { objectMode: false });
  // Errors come out of the iteration below.
  pipeline(source, stream, () => undefined);
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    if (!isOfUnpacker(error)) throw error;
    const message = `${quoted(name)} is ${form} that is cut off or damaged (${messageOf(error)}); export or copy it again`;
    throw problemError(usageProblem("broken-compression", message));
  } finally {
    source.destroy();
    stream.destroy();
  }
}

function isOfUnpacker(error: unknown): boolean {
  const code: unknown = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^(?:Z_|ZSTD_|ERR_ZSTD)/.test(code);
}
