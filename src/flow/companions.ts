import { companionPaths, type KnownReadings } from "../deployment/read.ts";
import type { ManifestFile } from "../deployment/workload.ts";
import { resolvePath } from "../model/paths.ts";
import type { ManifestPattern } from "../model/spec.ts";
import type { TreeEntry } from "../repository/tree.ts";

/** Rounds of asking: a file shows what it names only once it is read, and chains of includes and `extends` are bounded. */
const MOST_ROUNDS = 64;
/** What Compose files name beside manifests, as a rule. Beside one that is called so, any file may be one. */
const MAY_BE_ONE = /env[^/]*$|\.(?:ya?ml|json)$/i;
const COMPOSE = /compose[^/]*$/i;

/** Reads texts of a tree by path; what is no text is left out. */
export type ReadTexts = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Files beside the manifests that Compose files among them name: there or not. */
export type Companions = {
  /** Paths within the tree, sorted. */
  readonly paths: readonly string[];
  /** Those that are there, by the names that reports give them. */
  readonly texts: ReadonlyMap<string, string>;
};

/**
 * Follow what Compose manifests name to files beside them, of the same tree and never from disk.
 *
 * @param prefix of the names that reports give to the files of the tree; empty, or ends with a slash
 */
export async function companionsOf(
  files: readonly ManifestFile[],
  prefix: string,
  read: ReadTexts,
  known: KnownReadings,
): Promise<Companions> {
  const asked = new Set<string>();
  const texts = new Map<string, string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const more = companionPaths(files, known, texts)
      .flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
      .filter((path) => !asked.has(path));
    if (more.length === 0) break;
    for (const path of more) asked.add(path);
    for (const [path, text] of await read(more)) texts.set(prefix + path, text);
  }
  return { paths: [...asked].sort(), texts };
}

/** Whether a change between two trees can be one of what Compose files name beside the manifests. */
export function mayChangeCompanions(
  base: ReadonlyMap<string, TreeEntry>,
  head: ReadonlyMap<string, TreeEntry>,
  manifests: ReadonlySet<string>,
): boolean {
  const mayBeAny = [...manifests].some((path) => COMPOSE.test(path));
  const isNews = (entry: TreeEntry, other: TreeEntry | undefined) =>
    (other?.id !== entry.id || other.kind !== entry.kind) &&
    (mayBeAny || MAY_BE_ONE.test(entry.path)) &&
    !manifests.has(entry.path);
  for (const entry of head.values()) if (isNews(entry, base.get(entry.path))) return true;
  for (const entry of base.values()) {
    if (!head.has(entry.path) && isNews(entry, undefined)) return true;
  }
  return false;
}

/** Files that `manifests` names one by one, and the place of each in it. */
export function namedFiles(
  patterns: readonly ManifestPattern[] | null,
): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  for (const [index, { pattern, folder }] of (patterns ?? []).entries()) {
    if (/[*?[\]{}()!]|\/$/.test(pattern)) continue;
    const path = pattern.startsWith("/")
      ? resolvePath("", pattern.replace(/^\/+/, ""))
      : resolvePath(folder, pattern);
    if (path !== null && !named.has(path)) named.set(path, index);
  }
  return named;
}
