/**
 * Where records of spans go when memory is full: one growing sequence of bytes a partition. Handed in,
 * since this room touches no files; `src/repository/span-store.ts` keeps it in a scratch folder.
 */
export type SpanStore = {
  readonly append: (partition: number, bytes: Uint8Array) => void;
  /** All that was appended, in order, in pieces of any size. */
  readonly read: (partition: number) => Iterable<Uint8Array>;
};
