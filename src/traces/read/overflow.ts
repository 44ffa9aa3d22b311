/**
 * Where parts of a value wait that is too large to be held, until the rest of it is read: one growing
 * sequence of bytes. Handed in, since this room touches no files.
 */
export type Overflow = {
  readonly append: (bytes: Uint8Array) => void;
  /** All that was appended since it was cleared, in pieces of any size; each is valid until the next. */
  readonly read: () => Iterable<Uint8Array>;
  readonly clear: () => void;
};

const NEWLINE = 10;

/** Writes values behind those that wait already. */
export function defer(overflow: Overflow, value: unknown): void {
  // JSON writes no line break, and escapes what is no UTF-8.
  overflow.append(Buffer.from(`${JSON.stringify(value)}\n`));
}

/** The values that wait, in their order; one at a time is in memory. */
export function* deferred(overflow: Overflow): Generator<unknown> {
  let parts: Buffer[] = [];
  for (const piece of overflow.read()) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      yield JSON.parse(Buffer.concat([...parts, bytes.subarray(from, end)]).toString());
      parts = [];
      from = end + 1;
    }
    parts.push(Buffer.from(bytes.subarray(from)));
  }
}
