/** One path of a tree. Only `file` entries are ever read. */
export type TreeEntry = {
  /** Relative to the repository, `/`-separated, exact bytes decoded as UTF-8. */
  readonly path: string;
  /** Object id of the content: equal ids mean equal content. */
  readonly id: string;
  readonly kind: "file" | "symlink" | "submodule";
};

/** Paths and texts at one commit (or in the working tree). */
export type Tree = {
  /** Object id of the commit; `WORKTREE` for uncommitted work. */
  readonly commit: string;
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /**
   * Texts of files, by path. Paths that are absent, not plain files, larger than the limit or not
   * UTF-8 text are left out of the map: the caller names them.
   */
  readonly read: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * What is stored under the paths, to lay it out elsewhere: the bytes of files, and the targets of
   * symlinks. Paths that are absent, submodules, or larger than the limit are left out.
   */
  readonly readBytes: (paths: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
};
