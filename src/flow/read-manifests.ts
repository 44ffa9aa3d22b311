import { knownFile, readAhead, readDeployment } from "../deployment/read.ts";
import type { Deployment, ManifestFile } from "../deployment/workload.ts";
import { type Companions, companionsOf, mayChangeCompanions } from "./companions.ts";
import { follow, followNotices, MAY_APPLY, mayChangeApplied } from "./followed.ts";
import { type ManifestPath, plainPath, toRender } from "./manifest-paths.ts";
import { passedOver } from "./passed-over.ts";
import { relocate } from "./relocate.ts";
import { indexOf, type RenderedManifests, readRendered } from "./rendered.ts";
import { contentId, type ReadCache, readTexts, type Side, treeOf } from "./side.ts";

/** Controllers apply what names other sources: an app of apps. Further ones are not followed. */
const DEEPEST = 4;

/** R as the manifests state it, with what controllers apply from this repository, and what could not be read. */
export async function readDeploymentOf(
  side: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<Deployment> {
  const deployment = await readAll(side, manifests, cache);
  if (side.rendered !== null || deployment.applied.length === 0) return deployment;
  const all = await readAll(side, await withApplied(side, manifests, cache), cache);
  const told = followNotices(all, await indexOf(side.tree, cache.renders));
  return { ...all, diagnostics: [...all.diagnostics, ...told] };
}

/** The manifests, and what controllers apply by them: each folder once, and no file in two ways. */
async function withApplied(
  side: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<readonly ManifestPath[]> {
  const { tree } = side;
  let all = manifests;
  for (let turn = 0; turn < DEEPEST; turn++) {
    const { applied } = await readAll(side, all, cache);
    if (applied.length === 0) break;
    const known = new Set(all.map(({ id, path }) => `${path}\0${id}`));
    const found: ManifestPath[] = [];
    for (const one of follow({ applied }, tree, await indexOf(tree, cache.renders))) {
      if (one.kind === "render") found.push(await toRender(one.render, tree, cache, true));
      else found.push(...one.paths.map((path) => plainPath(path, tree)));
    }
    const added = found.filter(({ id, path }) => !known.has(`${path}\0${id}`));
    if (added.length === 0) break;
    const parts = new Set(added.flatMap(({ render }) => render?.inputs?.manifests ?? []));
    const once = new Map([...all, ...added].map((one) => [`${one.path}\0${one.id}`, one]));
    all = [...once.values()].filter(({ path, render }) => render !== undefined || !parts.has(path));
  }
  return all;
}

/** Whether controllers apply the same at both commits, where they read the same manifests. */
export async function sameApplied(
  base: Side,
  head: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<boolean> {
  const paths = new Set(manifests.map(({ path }) => path));
  if (!mayChangeApplied(base.tree.entries, head.tree.entries, paths)) return true;
  const { files } = await readManifests(head, manifests, cache);
  // What is rendered may name sources too.
  const hasRenders = manifests.some(({ render }) => render !== undefined);
  if (!hasRenders && !files.some(({ text }) => MAY_APPLY.test(text))) return true;
  const [before, after] = await Promise.all([
    withApplied(base, manifests, cache),
    withApplied(head, manifests, cache),
  ]);
  const key = (all: readonly ManifestPath[]) => all.map(manifestKey).join("\0");
  return key(before) === key(after);
}

async function readAll(
  side: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<Deployment> {
  const plain = manifests.filter(({ render }) => render === undefined);
  const { files, unread } = await readManifests(side, plain, cache);
  const companions = await companionsAt(side, files, cache);
  const key = [...manifests.map(manifestKey), companionsKey(side, companions)].join("\0");
  const known = cache.deployments.get(key);
  if (known !== undefined) return known;
  const made = await renderAll(side, manifests, cache);
  const read = readDeployment([...files, ...made.files], cache.manifests, companions.texts);
  const { remotes, diagnostics, ...facts } = relocate(read, made.rendered);
  const deployment: Deployment = {
    ...facts,
    remotes: [...remotes, ...made.remotes],
    diagnostics: [...(await passedOver(treeOf(side), unread)), ...made.diagnostics, ...diagnostics],
  };
  cache.deployments.set(key, deployment);
  return deployment;
}

/** What fails is told at the line that asks for it, and an edit of the spec may move that. */
function manifestKey({ shown, id, named, render }: ManifestPath): string {
  const { file, line } = render?.place ?? { file: "", line: 0 };
  return `${shown}\0${id}\0${named ?? ""}\0${file}\0${line}`;
}

/** One after the other: each renderer takes a processor and some memory. */
async function renderAll(
  { tree, renderers }: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<RenderedManifests> {
  const all: RenderedManifests[] = [];
  for (const { render } of manifests) {
    if (render === undefined) continue;
    all.push(await readRendered(render, tree, renderers ?? "allowed", cache.renders));
  }
  return {
    files: all.flatMap(({ files }) => files),
    rendered: new Map(all.flatMap(({ rendered }) => [...rendered])),
    remotes: all.flatMap(({ remotes }) => remotes),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Files whose texts are held at once, while they are read. */
const AT_ONCE = 200;

/** Manifests of a side; of many megabytes, texts that nobody looks at again are let go as they are read. */
async function readManifests(
  side: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<{ readonly files: readonly ManifestFile[]; readonly unread: readonly ManifestPath[] }> {
  const files: ManifestFile[] = [];
  const unread: ManifestPath[] = [];
  for (let from = 0; from < manifests.length; from += AT_ONCE) {
    const part = manifests.slice(from, from + AT_ONCE);
    const known = part.map(({ shown, id, named }) =>
      knownFile({ path: shown, id, named }, cache.manifests),
    );
    const wanted = part.filter((_, i) => known[i] === null);
    const texts = await readTexts(
      treeOf(side),
      wanted.map(({ path }) => path),
      cache,
    );
    for (const [i, manifest] of part.entries()) {
      const { path, shown, id, named } = manifest;
      const text = texts.get(path);
      const before = known[i] ?? null;
      if (before !== null) files.push(before);
      else if (text === undefined) unread.push(manifest);
      else {
        const file = { path: shown, id, named, text };
        files.push(readAhead(file, cache.manifests, (whole) => MAY_APPLY.test(whole)));
        cache.texts.delete(id);
      }
    }
  }
  return { files, unread };
}

function companionsAt(
  side: Side,
  files: readonly ManifestFile[],
  cache: ReadCache,
): Promise<Companions> {
  const prefix = side.rendered === null ? "" : `${side.rendered.folder.replace(/\/+$/, "")}/`;
  const read = (paths: readonly string[]) => readTexts(treeOf(side), paths, cache);
  return companionsOf(files, prefix, read, cache.manifests);
}

function companionsKey(side: Side, { paths }: Companions): string {
  const { entries } = treeOf(side);
  return paths.map((path) => `${path}\0${contentId(entries.get(path))}`).join("\0");
}

/** Whether all that Compose files name beside these manifests is the same at both commits. */
export async function sameCompanions(
  base: Side,
  head: Side,
  manifests: readonly ManifestPath[],
  cache: ReadCache,
): Promise<boolean> {
  const [before, after] = [treeOf(base).entries, treeOf(head).entries];
  // Else the manifests need not be read at all.
  if (!mayChangeCompanions(before, after, new Set(manifests.map(({ path }) => path)))) return true;
  const { files } = await readManifests(head, manifests, cache);
  const { paths } = await companionsAt(head, files, cache);
  return paths.every((path) => contentId(before.get(path)) === contentId(after.get(path)));
}
