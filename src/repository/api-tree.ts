import type { TreeEntry } from "./tree.ts";

/**
 * The reader that an entry hands in for where git cannot fetch: GitHub's API. Each function rejects
 * with an Error whose message is one line.
 */
export type TreeApi = {
  /** Every path of the tree of a commit, at any depth; folders are left out. */
  readonly listTree: (commit: string) => Promise<readonly TreeEntry[]>;
  /** The bytes of a blob. */
  readonly readBlob: (id: string) => Promise<Uint8Array>;
  /** The merge base of two commits; `null` where they have none. */
  readonly mergeBase: (base: string, head: string) => Promise<string | null>;
};
