import { createHash } from "node:crypto";
import type { Tree, TreeEntry } from "../../src/repository/tree.ts";

/** Text of a file; `{ link }`: a link whose target is that text, and whose id that of such a file. */
export type Content = string | { readonly link: string };

export type Files = Readonly<Record<string, Content>>;

export function memoryTree(files: Files): Tree {
  const texts = new Map(Object.entries(files));
  const entries = new Map(
    [...texts].map(([path, content]): [string, TreeEntry] => {
      const isLink = typeof content !== "string";
      const id = createHash("sha1")
        .update(isLink ? content.link : content)
        .digest("hex");
      return [path, { path, id, kind: isLink ? "symlink" : "file" }];
    }),
  );
  return {
    commit: "0".repeat(40),
    entries,
    read: async (paths) =>
      new Map(
        paths.flatMap((path) => {
          const content = texts.get(path);
          return typeof content === "string" ? [[path, content] as const] : [];
        }),
      ),
    readBytes: async (paths) =>
      new Map(
        paths.flatMap((path) => {
          const content = texts.get(path);
          if (content === undefined) return [];
          return [[path, Buffer.from(typeof content === "string" ? content : content.link)]];
        }),
      ),
  };
}
