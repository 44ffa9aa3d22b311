import { createHash } from "node:crypto";
import { decodeText } from "../../src/repository/text.ts";
import type { Tree } from "../../src/repository/tree.ts";

/** A commit that holds these texts, read as files are: by their UTF-8, without a mark. */
export function bytesTree(files: Readonly<Record<string, string>>): Tree {
  const stored = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const entries = [...stored].map(([path, bytes]) => {
    const id = createHash("sha1").update(bytes).digest("hex");
    return [path, { path, id, kind: "file" as const }] as const;
  });
  const pick = <T>(paths: readonly string[], of: (bytes: Buffer) => T | null) =>
    new Map(
      paths.flatMap((path): [string, T][] => {
        const bytes = stored.get(path);
        const value = bytes === undefined ? null : of(bytes);
        return value === null ? [] : [[path, value]];
      }),
    );
  return {
    commit: "0".repeat(40),
    entries: new Map(entries),
    read: async (paths) => pick(paths, decodeText),
    readBytes: async (paths) => pick<Uint8Array>(paths, (bytes) => bytes),
  };
}

/** What is left of the texts once they were files. */
export function asRead(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(files).flatMap(([path, text]) => {
      const read = decodeText(Buffer.from(text));
      return read === null ? [] : [[path, read] as const];
    }),
  );
}
