import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { messageOf, problemError, quoted, usageProblem } from "./problem.ts";

/** RFC 1952 §2.3.1. */
const GZIP: readonly number[] = [0x1f, 0x8b];

/**
 * Bytes as they were before gzip, told by their first bytes and not by a file's name; files of several
 * members, as rotated logs that were put together are, read as one (RFC 1952 §2.2). All else comes out as
 * it is: so does zstd, of which Node.js reads but the first of several frames, without a word.
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
  while (head.length < GZIP.length && !isDone) {
    const next = await chunks.next();
    isDone = next.done === true;
    if (next.done !== true) head = Buffer.concat([head, next.value]);
  }
  const all = joined(head, chunks);
  if (GZIP.every((byte, at) => head[at] === byte)) yield* gunzipped(all, name);
  else yield* all;
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

async function* gunzipped(
  packed: AsyncGenerator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const stream = createGunzip();
  const source = Readable.from(packed, { objectMode: false });
  // Errors come out of the iteration below.
  pipeline(source, stream, () => undefined);
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    if (!isOfGunzip(error)) throw error;
    const message = `${quoted(name)} is gzip that is cut off or damaged (${messageOf(error)}); export or copy it again`;
    throw problemError(usageProblem("broken-compression", message));
  } finally {
    source.destroy();
    stream.destroy();
  }
}

function isOfGunzip(error: unknown): boolean {
  const code: unknown = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && code.startsWith("Z_");
}
