import type { KnownReadings } from "../deployment/read.ts";
import type { Deployment } from "../deployment/workload.ts";
import { loadSpec, type SpecOutcome } from "../model/load.ts";
import type { Renderers } from "../repository/render.ts";
import type { Tree, TreeEntry } from "../repository/tree.ts";
import { emptyRenderCache, type RenderCache } from "./rendered.ts";

/** One commit as the gate sees it. */
export type Side = {
  readonly tree: Tree;
  /** Manifests that the team rendered itself; they stand in for the spec's `manifests`. */
  readonly rendered: Rendered | null;
  /** Whether programs of this machine may render what the commit holds; by default they may. */
  readonly renderers?: Renderers;
};

export type Rendered = {
  readonly tree: Tree;
  /** How the user named the folder: reports show its files under this name. */
  readonly folder: string;
};

/** What this run has read and parsed already: base and head are alike in most. */
export type ReadCache = {
  /**
   * By object id, from when it is asked for: both commits are read at once, and through GitHub's API
   * every text is a request. `null` for what is no text.
   */
  readonly texts: Map<string, Promise<string | null>>;
  /** By the paths and object ids of the manifests. */
  readonly deployments: Map<string, Deployment>;
  readonly manifests: KnownReadings;
  readonly renders: RenderCache;
};

export function emptyCache(): ReadCache {
  return {
    texts: new Map(),
    deployments: new Map(),
    manifests: new Map(),
    renders: emptyRenderCache(),
  };
}

/** The spec at a path of the tree, with what it extends. Links are not followed: they read as absent. */
export async function readSpecAt(tree: Tree, path: string, cache: ReadCache): Promise<SpecOutcome> {
  return loadSpec(path, async (wanted) => {
    const texts = await readTexts(tree, [wanted], cache);
    return texts.get(wanted) ?? null;
  });
}

/** Equal ids mean equal texts, or none: a link reads as absent, though its id may be that of a file. */
export function contentId(entry: TreeEntry | undefined): string {
  return entry?.kind === "file" ? entry.id : `${entry?.kind ?? "absent"} ${entry?.id ?? ""}`;
}

/** Where manifests and what they name are read from. */
export function treeOf({ tree, rendered }: Side): Tree {
  return rendered?.tree ?? tree;
}

/** Texts of files by path, each read once; what is no file or no text is left out. */
export async function readTexts(
  tree: Tree,
  paths: readonly string[],
  cache: ReadCache,
): Promise<ReadonlyMap<string, string>> {
  const files = paths.flatMap((path) => {
    const entry = tree.entries.get(path);
    return entry?.kind === "file" ? [entry] : [];
  });
  const wanted = files.filter(({ id }) => !cache.texts.has(id));
  if (wanted.length > 0) {
    const reading = tree.read(wanted.map(({ path }) => path));
    for (const { path, id } of wanted) {
      cache.texts.set(
        id,
        reading.then((texts) => texts.get(path) ?? null),
      );
    }
  }
  const texts = await Promise.all(files.map(({ id }) => cache.texts.get(id) ?? null));
  return new Map(
    files.flatMap(({ path }, index) => {
      const text = texts[index] ?? null;
      return text === null ? [] : [[path, text] as const];
    }),
  );
}
