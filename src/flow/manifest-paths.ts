import { selectManifests } from "../deployment/select.ts";
import { folderOf } from "../model/paths.ts";
import type { Spec, SpecRender } from "../model/spec.ts";
import type { Tree } from "../repository/tree.ts";
import { namedFiles } from "./companions.ts";
import { type RenderSource, renderSource } from "./rendered.ts";
import { contentId, type ReadCache, type Rendered, readTexts, type Side } from "./side.ts";

/** A manifest of a side: where its text is, and the name that reports give it. */
export type ManifestPath = {
  readonly path: string;
  readonly shown: string;
  /** Of what a read of it gives: `contentId`. */
  readonly id: string;
  /** Its place in `manifests`, where that names it alone. */
  readonly named?: number | undefined;
  /** It is no file yet: an overlay or a chart. */
  readonly render?: RenderSource;
};

/**
 * The manifests that a spec names at one commit, in order of their paths; what is to be rendered comes
 * last. A file that an overlay names is a part of it, and no manifest beside it.
 */
export async function manifestsOf(
  side: Side,
  spec: Spec,
  cache: ReadCache,
): Promise<readonly ManifestPath[]> {
  if (side.rendered !== null) return renderedManifests(side.rendered);
  const { tree } = side;
  const renders = await Promise.all(spec.renders.map((one) => toRender(one, tree, cache, false)));
  const parts = renders.flatMap(({ render }) => render?.inputs?.manifests ?? []);
  const leftOut = new Set([...spec.files, ...parts]);
  const named = namedFiles(spec.manifests);
  const plain = selectManifests([...tree.entries.keys()], globsOf(spec), folderOf(spec.path))
    .filter((path) => !leftOut.has(path))
    .map((path) => ({ ...plainPath(path, tree), named: named.get(path) }));
  return [...plain, ...renders];
}

/** A file of the tree as a manifest. */
export function plainPath(path: string, tree: Tree): ManifestPath {
  return { path, shown: path, id: contentId(tree.entries.get(path)) };
}

/** Beside an overlay or a chart, exclusions alone have no default to narrow. */
export function globsOf({ manifests, renders }: Spec): Spec["manifests"] {
  const narrowsDefault = manifests?.every(({ pattern }) => pattern.startsWith("!")) ?? false;
  return renders.length > 0 && narrowsDefault ? [] : manifests;
}

/** An overlay or a chart as a manifest, to be rendered when it is read. */
export async function toRender(
  asked: SpecRender,
  tree: Tree,
  cache: ReadCache,
  followed: boolean,
): Promise<ManifestPath> {
  const textOf = async (path: string) => (await readTexts(tree, [path], cache)).get(path) ?? null;
  const render = await renderSource(asked, tree, textOf, cache.renders, followed);
  const { title, id } = render;
  return { path: title, shown: title, id, render };
}

function renderedManifests({ tree, folder }: Rendered): readonly ManifestPath[] {
  const prefix = folder.replace(/\/+$/, "");
  return [...tree.entries.values()]
    .filter(({ path }) => /\.(?:ya?ml|json)$/.test(path))
    .map((entry) => ({
      path: entry.path,
      shown: `${prefix}/${entry.path}`,
      id: contentId(entry),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
