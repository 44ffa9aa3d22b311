import { createHash } from "node:crypto";
import type { RemoteBase } from "../deployment/workload.ts";
import type { RenderRequest } from "../repository/render.ts";
import { isPlainPath, type ScratchFile } from "../repository/scratch.ts";
import type { Tree } from "../repository/tree.ts";
import type { TreeIndex } from "../repository/tree-index.ts";

/** What a renderer is given of a commit. */
export type RenderInputs = {
  readonly request: RenderRequest;
  /** By the path that each is laid out under. */
  readonly files: ReadonlyMap<string, InputFile>;
  /** Submodules, and links out of the repository: there is nothing to lay out. */
  readonly leftOut: readonly string[];
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
  readonly leftOut: string[];
  /** Everything below a folder, laid out below another (by default the same), with what its links lead to. */
  readonly folder: (folder: string, at?: string) => void;
  readonly file: (path: string) => void;
  readonly isTooLarge: () => boolean;
};

/** @param index of the tree that it gathers from */
export function gathering(tree: Tree, index: TreeIndex): Gathering {
  const files = new Map<string, InputFile>();
  const leftOut: string[] = [];
  const done = new Set<string>();

  function one(path: string, at: string): void {
    const kind = tree.entries.get(path)?.kind;
    if (files.has(at) || files.size > MOST_FILES) return;
    if (kind === "file") files.set(at, { kind: "file", from: path });
    const target = kind === "symlink" ? index.real(path) : null;
    if (target === null) {
      if (kind !== "file") leftOut.push(path);
      return;
    }
    files.set(at, { kind: "link", to: target });
    if (index.isFolder(target)) folder(target);
    else one(target, target);
  }

  function folder(from: string, at = from): void {
    const key = `${from}\0${at}`;
    if (done.has(key) || files.size > MOST_FILES) return;
    done.add(key);
    const cut = from === "" ? 0 : from.length + 1;
    for (const path of index.below(from)) {
      const rest = path.slice(cut);
      one(path, at === "" ? rest : `${at}/${rest}`);
    }
  }

  return {
    files,
    leftOut,
    folder,
    file: (path) => one(path, path),
    isTooLarge: () => files.size > MOST_FILES,
  };
}

/** The same for equal inputs: then both commits render alike. */
export function inputsId({ request, files, leftOut, remotes }: RenderInputs, tree: Tree): string {
  const left = leftOut.map((path) => [path, tree.entries.get(path)?.id]);
  const hash = createHash("sha256").update(JSON.stringify([request, remotes, left]));
  for (const [at, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = file.kind === "file" ? tree.entries.get(file.from)?.id : JSON.stringify(file);
    hash.update(JSON.stringify([at, file.kind, content]));
  }
  return hash.digest("hex");
}

/** What is laid out, and what of the commit is not. */
export type Layout = {
  readonly files: readonly ScratchFile[];
  readonly leftOut: readonly string[];
};

/** More is no overlay or chart: the same bytes, once in the repository, may stand there under many names. */
const MOST_BYTES = 500_000_000;

/**
 * The bytes of the inputs, to lay them out. What is too large to be a manifest is left out, and what bears
 * a name that some system takes for a path.
 *
 * @returns `null`: they are too many
 */
export async function scratchLayout(
  { files, leftOut }: RenderInputs,
  tree: Tree,
): Promise<Layout | null> {
  const wanted = [...files.values()].flatMap((one) => (one.kind === "file" ? [one.from] : []));
  const bytes = await tree.readBytes([...new Set(wanted)]);
  const laid: ScratchFile[] = [];
  const left = [...leftOut];
  let total = 0;
  for (const [path, file] of files) {
    if (file.kind === "made") laid.push({ path, content: Buffer.from(file.text) });
    else if (file.kind === "link") laid.push({ path, content: { link: file.to } });
    else {
      const content = bytes.get(file.from);
      total += content?.length ?? 0;
      if (content === undefined || !isPlainPath(path)) left.push(file.from);
      else laid.push({ path, content });
    }
  }
  return total > MOST_BYTES ? null : { files: laid, leftOut: [...new Set(left)].sort() };
}
