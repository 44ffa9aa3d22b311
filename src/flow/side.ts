import { type KnownReadings, readDeployment } from "../deployment/read.ts";
import { selectManifests } from "../deployment/select.ts";
import type { Deployment, ManifestFile } from "../deployment/workload.ts";
import { loadSpec, type SpecOutcome } from "../model/load.ts";
import { folderOf } from "../model/paths.ts";
import type { Spec } from "../model/spec.ts";
import { counted, quote } from "../model/wording.ts";
import type { Tree, TreeEntry } from "../repository/tree.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";

/** One commit as the gate sees it. */
export type Side = {
  readonly tree: Tree;
  /** Manifests that the team rendered itself; they stand in for the spec's `manifests`. */
  readonly rendered: Rendered | null;
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
};

export function emptyCache(): ReadCache {
  return { texts: new Map(), deployments: new Map(), manifests: new Map() };
}

/** The spec at a path of the tree, with what it extends. Links are not followed: they read as absent. */
export async function readSpecAt(tree: Tree, path: string, cache: ReadCache): Promise<SpecOutcome> {
  return loadSpec(path, async (wanted) => {
    const texts = await readTexts(tree, [wanted], cache);
    return texts.get(wanted) ?? null;
  });
}

/** A manifest of a side: where its text is, and the name that reports give it. */
export type ManifestPath = {
  readonly path: string;
  readonly shown: string;
  /** Of what a read of it gives: `contentId`. */
  readonly id: string;
};

/** Equal ids mean equal texts, or none: a link reads as absent, though its id may be that of a file. */
export function contentId(entry: TreeEntry | undefined): string {
  return entry?.kind === "file" ? entry.id : `${entry?.kind ?? "absent"} ${entry?.id ?? ""}`;
}

/** The manifests that a spec names at one commit, in order of their paths. */
export function manifestsOf(side: Side, spec: Spec): readonly ManifestPath[] {
  if (side.rendered !== null) return renderedManifests(side.rendered);
  const paths = [...side.tree.entries.keys()];
  const specs = new Set(spec.files);
  return selectManifests(paths, spec.manifests, folderOf(spec.path))
    .filter((path) => !specs.has(path))
    .map((path) => ({ path, shown: path, id: contentId(side.tree.entries.get(path)) }));
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

/** R as the manifests state it, and what of them could not be read. */
export async function readDeploymentOf(
  side: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<Deployment> {
  const key = manifests.map(({ shown, id }) => `${shown}\0${id}`).join("\0");
  const known = cache.deployments.get(key);
  if (known !== undefined) return known;
  const tree = side.rendered?.tree ?? side.tree;
  const texts = await readTexts(
    tree,
    manifests.map(({ path }) => path),
    cache,
  );
  const files: ManifestFile[] = [];
  const unread: string[] = [];
  for (const { path, shown } of manifests) {
    const text = texts.get(path);
    if (text === undefined) unread.push(shown);
    else files.push({ path: shown, text });
  }
  const read = readDeployment(files, cache.manifests);
  const deployment = { ...read, diagnostics: [...unreadNotice(unread), ...read.diagnostics] };
  cache.deployments.set(key, deployment);
  return deployment;
}

const NAMED = 5;

function unreadNotice(paths: readonly string[]): readonly Diagnostic[] {
  const [first] = paths;
  if (first === undefined) return [];
  const names = paths.slice(0, NAMED).map(quote).join(", ");
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  const message = `${counted(paths.length, "manifest")} passed over (a link, not UTF-8 text, or too large): ${names}${more}; name the file itself under \`manifests\``;
  return [
    diagnostic("warning", "manifests-passed-over", message, { file: first, line: 1, column: 1 }),
  ];
}

async function readTexts(
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
