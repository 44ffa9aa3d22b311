import type { Tree, TreeEntry } from "../repository/tree.ts";

/** A tree with some files more, or other ones, that are written nowhere yet. */
export function withFiles(
  tree: Tree,
  files: readonly { readonly path: string; readonly text: string }[],
): Tree {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const entries = new Map(tree.entries);
  for (const { path, text } of files) {
    const entry: TreeEntry = { path, id: `drafted ${text}`, kind: "file" };
    entries.set(path, entry);
  }
  const own = (paths: readonly string[]) => paths.filter((path) => texts.has(path));
  const others = (paths: readonly string[]) => paths.filter((path) => !texts.has(path));
  return {
    commit: tree.commit,
    entries,
    read: async (paths) =>
      new Map([
        ...(await tree.read(others(paths))),
        ...own(paths).map((path) => [path, texts.get(path) ?? ""] as const),
      ]),
    readBytes: async (paths) =>
      new Map<string, Uint8Array>([
        ...(await tree.readBytes(others(paths))),
        ...own(paths).map((path) => [path, Buffer.from(texts.get(path) ?? "")] as const),
      ]),
  };
}
