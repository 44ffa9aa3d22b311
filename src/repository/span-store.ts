import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Sequences of bytes by number, as files of one folder; see `src/traces/spill.ts`. */
export type FileStore = {
  readonly append: (partition: number, bytes: Uint8Array) => void;
  readonly read: (partition: number) => Iterable<Uint8Array>;
  /** Forgets all that was appended. */
  readonly clear: (partition: number) => void;
  /** Closes the files; who made the folder removes it. */
  readonly close: () => void;
};

const PIECE = 1 << 20;

/**
 * A store in an empty folder that only this user may write to (`withScratch`). Files are made when they
 * are first written to. Writing and reading wait, since whoever spills has nothing else to do; what the
 * system refuses (a full disk) is thrown as it is, with its code.
 */
export function openSpanStore(folder: string): FileStore {
  const files = new Map<number, number>();
  const append = (partition: number, bytes: Uint8Array) => {
    let file = files.get(partition);
    if (file === undefined) {
      file = openSync(join(folder, `spans-${partition}`), "wx+", 0o600);
      files.set(partition, file);
    }
    let done = 0;
    const size = fstatSync(file).size;
    while (done < bytes.length)
      done += writeSync(file, bytes, done, bytes.length - done, size + done);
  };
  return {
    append,
    read: (partition) => readPieces(files.get(partition)),
    clear: (partition) => {
      const file = files.get(partition);
      if (file !== undefined) ftruncateSync(file, 0);
    },
    close: () => {
      for (const file of files.values()) closeSync(file);
      files.clear();
    },
  };
}

/** The buffer is used again for the next piece. */
function* readPieces(file: number | undefined): Generator<Uint8Array> {
  if (file === undefined) return;
  const { size } = fstatSync(file);
  const piece = new Uint8Array(Math.min(size, PIECE));
  for (let at = 0; at < size; ) {
    const read = readSync(file, piece, 0, Math.min(piece.length, size - at), at);
    if (read === 0) return;
    at += read;
    yield piece.subarray(0, read);
  }
}
