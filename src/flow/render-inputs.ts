import { createHash } from "node:crypto";
import type { RemoteBase } from "../deployment/workload.ts";
import type { RenderRequest } from "../repository/render.ts";
import type { ScratchFile } from "../repository/scratch.ts";
import type { Tree } from "../repository/tree.ts";
import type { TreeIndex } from "../repository/tree-index.ts";

/** What a renderer is given of a commit. */
export type RenderInputs = {
  readonly request: RenderRequest;
  /** By the path that each is laid out under. */
  readonly files: ReadonlyMap<string, InputFile>;
  /** What the overlay or chart builds on that is not in the repository. */
  readonly remotes: readonly RemoteBase[];
  /** Manifests that are named by their paths: what can be read where nothing can be rendered. */
  readonly manifests: readonly string[];
};

export type InputFile =
  /** A file of the commit. */
  | { readonly kind: "file"; readonly from: string }
  | { readonly kind: "link"; readonly to: string }
  /** Made by us, in place of what is not in the repository. */
  | { readonly kind: "made"; readonly text: string };

/** Why there is nothing to render, in words that follow the name of what was asked for. */
export type InputProblem = { readonly problem: string };

/** More is hardly an overlay or a chart. */
const MOST_FILES = 20_000;

/** Adds files of a commit to what a renderer is given. */
export type Gathering = {
  readonly files: Map<string, InputFile>;
  /** Everything below a folder, laid out below another (by default the same), with what its links lead to. */
  readonly folder: (folder: string, at?: string) => void;
  readonly file: (path: string) => void;
  readonly isTooLarge: () => boolean;
};

/** @param index of the tree that it gathers from */
export function gathering(tree: Tree, index: TreeIndex): Gathering {
  const files = new Map<string, InputFile>();
  const done = new Set<string>();

  function one(path: string, at: string): void {
    const kind = tree.entries.get(path)?.kind;
    if (files.has(at) || files.size > MOST_FILES) return;
    if (kind === "file") files.set(at, { kind: "file", from: path });
    if (kind !== "symlink") return;
    const target = index.real(path);
    if (target === null) return;
    files.set(at, { kind: "link", to: target });
    if (index.isFolder(target)) folder(target);
    else one(target, target);
  }

  function folder(from: string, at = from): void {
    const key = `${from}\0${at}`;
    if (done.has(key)) return;
    done.add(key);
    const cut = from === "" ? 0 : from.length + 1;
    for (const path of index.below(from)) {
      const rest = path.slice(cut);
      one(path, at === "" ? rest : `${at}/${rest}`);
    }
  }

  return {
    files,
    folder,
    file: (path) => one(path, path),
    isTooLarge: () => files.size > MOST_FILES,
  };
}

/** The same for equal inputs: then both commits render alike. */
export function inputsId({ request, files, remotes }: RenderInputs, tree: Tree): string {
  const hash = createHash("sha256").update(JSON.stringify([request, remotes]));
  for (const [at, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = file.kind === "file" ? tree.entries.get(file.from)?.id : JSON.stringify(file);
    hash.update(JSON.stringify([at, file.kind, content]));
  }
  return hash.digest("hex");
}

/** The bytes of the inputs, to lay them out. What is too large to be a manifest is left out. */
export async function scratchFiles(
  { files }: RenderInputs,
  tree: Tree,
): Promise<readonly ScratchFile[]> {
  const wanted = [...files.values()].flatMap((one) => (one.kind === "file" ? [one.from] : []));
  const bytes = await tree.readBytes([...new Set(wanted)]);
  const laid: ScratchFile[] = [];
  for (const [path, file] of files) {
    if (file.kind === "made") laid.push({ path, content: Buffer.from(file.text) });
    else if (file.kind === "link") laid.push({ path, content: { link: file.to } });
    else {
      const content = bytes.get(file.from);
      if (content !== undefined) laid.push({ path, content });
    }
  }
  return laid;
}
